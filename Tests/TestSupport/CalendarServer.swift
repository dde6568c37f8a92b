internal import Foundation

/// A real Radicale on loopback, and before it a proxy that fails on command.
package final class CalendarServer {
  /// What the proxy does with a request.
  package enum Fault: String, CaseIterable {
    case none
    /// Closed before the server has seen it.
    case lostRequest
    /// The server has done it, and nobody hears of it.
    case lostAnswer
    /// The same for what changes something; reading goes on.
    case lostAnswerToChange
    /// The answer breaks off in the middle.
    case cutAnswer
    case unavailable
    /// One of all these, by chance, for every fourth request.
    case random
    /// The third request that would change something is lost, and all that follow.
    case failsInTheMiddle
    /// Removed objects are left out of reports, as RFC 6578 allows for those that were short-lived.
    case silentRemovals
  }

  package static let user = "kim"
  package static let password = "비밀 pass"

  package let directory: TemporaryDirectory
  private let process: RunningCommand
  package let url: String

  package static var isPossible: Bool {
    SystemProgram.isInstalled("radicale") && SystemProgram.isInstalled("python3")
  }

  package init() throws {
    directory = try TemporaryDirectory()
    let settings = """
      [server]
      max_connections = 20
      [auth]
      type = htpasswd
      htpasswd_filename = \(directory.file("users"))
      htpasswd_encryption = plain
      delay = 0
      [storage]
      filesystem_folder = \(directory.file("store"))
      """
    try settings.write(toFile: directory.file("config"), atomically: true, encoding: .utf8)
    try "\(Self.user):\(Self.password)\n".write(
      toFile: directory.file("users"), atomically: true, encoding: .utf8)
    process = try SystemProgram.start(
      SystemProgram.python, ["-c", Self.script, directory.file("config")], keepsInput: true)
    guard let port = process.line(), Int(port) != nil else {
      throw TestFailure("radicale did not start: \(try process.finish().errors)")
    }
    url = "http://127.0.0.1:\(port)"
  }

  /// The script ends with its input, and takes Radicale with it.
  deinit { process.endInput() }

  package func set(_ fault: Fault) throws {
    try process.write("\(fault.rawValue)\n")
    guard process.line() == "set" else { throw TestFailure("the proxy is gone") }
  }

  /// A request of the test's own, past the proxy; the answer's status and body.
  @discardableResult
  package func request(
    _ method: String, _ path: String, _ body: String = ""
  ) throws -> (status: Int, body: String) {
    let coded = Data(body.utf8).base64EncodedString()
    let key = Data("\(Self.user):\(Self.password)".utf8).base64EncodedString()
    try process.write("request \(method) \(path) \(key) \(coded)\n")
    let words = process.line()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 2, let status = Int(words[0]),
      let data = Data(base64Encoded: String(words[1]))
    else { throw TestFailure("the proxy is gone") }
    return (status, String(decoding: data, as: UTF8.self))
  }

  /// Makes a calendar for components such as `VTODO`.
  package func makeCalendar(_ name: String, _ components: String...) throws {
    let list = components.map { "<c:comp name=\"\($0)\"/>" }.joined()
    let body = """
      <?xml version="1.0"?><d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
      <d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
      <d:displayname>\(name) &amp; 할 일</d:displayname>
      <c:supported-calendar-component-set>\(list)</c:supported-calendar-component-set>
      </d:prop></d:set></d:mkcol>
      """
    let status = try request("MKCOL", "/kim/\(name)/", body).status
    guard status == 201 else { throw TestFailure("MKCOL: \(status)") }
  }

  private static let script = """
    import base64, http.client, random, re, socket, subprocess, sys, threading, time
    # Radicale wants a number: one that was free a moment ago, on an address of this server's own, as
    # another test's might be given the same in between, and would be taken for this one.
    host = '127.%d.%d.%d' % tuple(random.randint(1, 254) for _ in range(3))
    with socket.create_server((host, 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        ['/usr/bin/radicale', '--config', sys.argv[1], '--hosts', f'{host}:{port}'],
        stderr=subprocess.DEVNULL)
    # It says that it is ready at some levels of its log only: asked for until it answers.
    for _ in range(300):
        try:
            socket.create_connection((host, port)).close()
            break
        except OSError:
            if server.poll() is not None:
                sys.exit('radicale ended with %d' % server.returncode)
            time.sleep(0.1)
    else:
        server.kill()
        sys.exit('radicale does not answer')
    changes = 0
    mode = 'none'
    faults = ['none'] * 12 + ['lostRequest', 'lostAnswer', 'cutAnswer', 'unavailable']
    def message(connection):
        data = b''
        while b'\\r\\n\\r\\n' not in data:
            more = connection.recv(65536)
            if not more:
                return None
            data += more
        head, _, body = data.partition(b'\\r\\n\\r\\n')
        length = re.search(rb'(?i)content-length: *(\\d+)', head)
        while len(body) < (int(length.group(1)) if length else 0):
            body += connection.recv(65536)
        head = re.sub(rb'(?i)\\r\\nconnection:[^\\r]*', b'', head)
        return head + b'\\r\\nConnection: close\\r\\n\\r\\n' + body
    def serve(connection):
        with connection:
            request = message(connection)
            if request is None:
                return
            fault = random.choice(faults) if mode == 'random' else mode
            if fault == 'lostRequest':
                return
            if fault == 'failsInTheMiddle':
                global changes
                changes += request.startswith((b'PUT', b'DELETE'))
                if changes > 2:
                    return
            if fault == 'unavailable':
                connection.sendall(b'HTTP/1.1 503 Service Unavailable\\r\\nRetry-After: 7\\r\\n'
                                   b'Content-Length: 0\\r\\nConnection: close\\r\\n\\r\\n')
                return
            if fault == 'silentRemovals':
                request = re.sub(rb'(?i)\\r\\naccept-encoding:[^\\r]*', b'', request)
            with socket.create_connection((host, port)) as upstream:
                upstream.sendall(request)
                answer = b''
                while True:
                    more = upstream.recv(65536)
                    if not more:
                        break
                    answer += more
            if fault == 'silentRemovals' and request.startswith(b'REPORT'):
                head, _, body = answer.partition(b'\\r\\n\\r\\n')
                parts = re.split(rb'(?=<response>)|(?<=</response>)', body)
                body = b''.join(p for p in parts if b' 404 ' not in p)
                head = re.sub(rb'(?i)content-length: *\\d+',
                              b'Content-Length: %d' % len(body), head)
                answer = head + b'\\r\\n\\r\\n' + body
            isChange = request.startswith((b'PUT', b'DELETE'))
            if fault == 'lostAnswer' or fault == 'lostAnswerToChange' and isChange:
                return
            if fault == 'cutAnswer':
                answer = answer[:-max(1, len(answer) // 4)]
            connection.sendall(answer)
    listener = socket.create_server(('127.0.0.1', 0))
    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    def ask(method, path, key, body):
        connection = http.client.HTTPConnection(host, port, timeout=20)
        headers = {'Authorization': 'Basic ' + key, 'Content-Type': 'text/calendar; charset=utf-8'}
        connection.request(method, path, base64.b64decode(body), headers)
        answer = connection.getresponse()
        return '%d %s' % (answer.status, base64.b64encode(answer.read()).decode())
    for line in sys.stdin:
        words = line.rstrip('\\n').split(' ')
        if words[0] == 'request':
            print(ask(*words[1:]), flush=True)
            continue
        changes = 0
        mode = words[0]
        print('set', flush=True)
    server.kill()
    """
}
