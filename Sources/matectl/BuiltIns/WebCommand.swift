internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl web open`: a link that lets one browser do on the page what its reader may do here.
enum WebCommand {
  /// Of an answer, in bytes.
  private static let longestAnswer = 64 << 10
  /// In seconds.
  private static let patience = 10

  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words == ["open"] else { throw session.failUsage(of: .web) }
    let answer = try ask(session)
    guard answer.status == 200, let value = try? JSON.parse(answer.body),
      let url = value["url"]?.stringValue
    else {
      let reason = String(decoding: answer.body, as: UTF8.self).printable(inOneLine: true)
      throw session.fail(
        session.text("webd gives no link: \(reason)", "webd가 링크를 주지 않습니다: \(reason)"), .refused)
    }
    if session.invocation.wantsJSON {
      session.say(.json(JSON.text(value) + "\n"))
    } else {
      session.say(url.printable(inOneLine: true) + "\n")
      let seconds = value["seconds"]?.integerValue ?? 0
      session.tell(
        session.text(
          "Open it within \(seconds) s, once; that browser may then change things for 12 hours",
          "\(seconds)초 안에 한 번만 열 수 있습니다. 그 브라우저에서 12시간 동안 바꿀 수 있습니다"))
    }
    return .done
  }

  private static func ask(
    _ session: Session
  ) throws(ExitStatus) -> (status: Int, body: [UInt8]) {
    let page = DomainDescription.page
    let starter = DaemonStarter(endpoint: try session.endpoint(page), program: page.exec)
    let socket: Int32
    do throws(StartFailure) {
      socket = try starter.connect(starting: session.invocation.mayStart)
    } catch {
      throw session.report(.unreachable(error), of: page)
    }
    defer { close(socket) }
    guard let answer = exchange(over: socket, session.language) else {
      throw session.fail(
        ErrorText(session: session, domain: page).complaint
          ?? session.text("webd did not answer", "webd가 응답하지 않았습니다"), .unreachable)
    }
    return answer
  }

  /// One request of HTTP/1.1; nil where no whole answer comes in time.
  private static func exchange(
    over socket: Int32, _ language: Language
  ) -> (status: Int, body: [UInt8])? {
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    let request =
      "POST /link HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Accept-Language: \(language.rawValue)\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count
    else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < longestAnswer {
      let count = recv(socket, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR, !Interrupt.wasPressed { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return parts(of: bytes)
  }

  private static func parts(of bytes: [UInt8]) -> (status: Int, body: [UInt8])? {
    let end = Array("\r\n\r\n".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: end) }
    let words = String(decoding: bytes.prefix(64), as: UTF8.self).split(separator: " ")
    guard let start, words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      return nil
    }
    return (status, Array(bytes[(start + 4)...]))
  }
}
