internal import CCurl

/// One exchange on one easy handle.
///
/// Unchecked: a task makes it and hands it over under a lock, together with its continuation;
/// from then on only the transfer thread touches it.
final class Transfer: @unchecked Sendable {
  struct Answer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
    /// Where a redirect leads, made absolute by libcurl.
    let redirect: String?
  }

  let handle: UnsafeMutableRawPointer
  let address: WebAddress
  let limits: HTTPRequest.Limits
  let sink: BodySink
  var continuation: CheckedContinuation<Answer, any Error>?
  var isCancelled = false
  private let isHead: Bool
  private var received: [UInt8] = []
  private var receivedBytes = 0
  private var headers = HTTPHeaders()
  private var headerBytes = 0
  /// Why we broke off ourselves; it outranks libcurl's code.
  private var refusal: HTTPError?
  /// What libcurl reads while the transfer lasts.
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let upload: UnsafeMutableRawBufferPointer

  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  /// - Throws: ``HTTPError/badRequest(_:)``.
  init(_ request: HTTPRequest, at address: WebAddress, into sink: BodySink) throws(HTTPError) {
    try request.check()
    guard let handle = curl_easy_init() else {
      throw .failed(host: address.name, reason: "no memory for a transfer")
    }
    self.handle = handle
    self.address = address
    self.sink = sink
    limits = request.limits
    isHead = request.method == "HEAD"
    upload = UnsafeMutableRawBufferPointer.allocate(
      byteCount: request.body?.count ?? 0, alignment: 1)
    upload.copyBytes(from: request.body ?? [])
    set(request)
    setReceivers()
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(lines)
    upload.deallocate()
  }

  // MARK: Options

  private func set(_ request: HTTPRequest) {
    text(CURLOPT_URL, request.url)
    text(CURLOPT_PROTOCOLS_STR, "http,https")
    text(CURLOPT_USERAGENT, "mate")
    text(CURLOPT_ACCEPT_ENCODING, "")
    // A proxy of the environment is not for this machine's own servers.
    if address.isLoopback { text(CURLOPT_PROXY, "") }
    number(CURLOPT_NOSIGNAL, 1)
    number(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(limits.connectSeconds))
    number(CURLOPT_TIMEOUT_MS, Self.milliseconds(limits.totalSeconds))
    number(CURLOPT_LOW_SPEED_LIMIT, 1)
    number(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.stallSeconds.rounded(.up))))
    mate_curl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.bodyBytes))
    if let credentials = request.credentials {
      number(CURLOPT_HTTPAUTH, 1)  // CURLAUTH_BASIC, a macro that does not import
      text(CURLOPT_USERNAME, credentials.user)
      text(CURLOPT_PASSWORD, credentials.password)
    }
    setMethod(request)
    for (name, value) in request.headers {
      lines = curl_slist_append(lines, value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    for name in Self.unwanted(in: request) { lines = curl_slist_append(lines, "\(name):") }
    mate_curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
  }

  private func setMethod(_ request: HTTPRequest) {
    if request.body != nil {
      number(CURLOPT_POST, 1)
      mate_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.count))
      // libcurl would read its standard input for a null pointer.
      if let start = upload.baseAddress {
        mate_curl_set_pointer(handle, CURLOPT_POSTFIELDS, start)
      } else {
        text(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
    if isHead {
      number(CURLOPT_NOBODY, 1)
    } else if request.method != (request.body == nil ? "GET" : "POST") {
      text(CURLOPT_CUSTOMREQUEST, request.method)
    }
  }

  /// What libcurl would add by itself: a form's content type, and a wait for `100 Continue`.
  private static func unwanted(in request: HTTPRequest) -> [String] {
    let names = Set(request.headers.map { $0.name.lowercased() })
    return ["Content-Type", "Expect"].filter { !names.contains($0.lowercased()) }
  }

  private func text(_ option: CURLoption, _ value: String) {
    mate_curl_set_text(handle, option, value)
  }

  private func number(_ option: CURLoption, _ value: Int) {
    mate_curl_set_long(handle, option, value)
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int(max(1, min(seconds, 86_400) * 1000))
  }

  // MARK: Receiving

  private func setReceivers() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    mate_curl_set_receiver(
      handle, CURLOPT_WRITEFUNCTION,
      { Transfer.receive($0, $1 * $2, $3) { $0.takeBody($1) } }, CURLOPT_WRITEDATA, context)
    mate_curl_set_receiver(
      handle, CURLOPT_HEADERFUNCTION,
      { Transfer.receive($0, $1 * $2, $3) { $0.takeHeader($1) } }, CURLOPT_HEADERDATA, context)
  }

  /// Fewer bytes than came tell libcurl to break off.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (Transfer, UnsafeRawBufferPointer) -> HTTPError?
  ) -> Int {
    guard let context, count > 0 else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    transfer.refusal = take(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
    return transfer.refusal == nil ? count : 0
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> HTTPError? {
    receivedBytes += bytes.count
    guard receivedBytes <= limits.bodyBytes else {
      return .tooLarge(host: address.name, limit: limits.bodyBytes)
    }
    switch sink {
    case .memory: received.append(contentsOf: bytes)
    case .file(let descriptor, let progress):
      guard (200..<300).contains(status) else { return nil }
      if let code = BodySink.write(bytes, to: descriptor) { return .cannotStore(code: code) }
      progress(Int64(receivedBytes))
    }
    return nil
  }

  /// One line of a header; a status line starts the next one, as after `100 Continue`.
  private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> HTTPError? {
    headerBytes += bytes.count
    guard headerBytes <= limits.headerBytes else {
      return .tooLarge(host: address.name, limit: limits.headerBytes)
    }
    let line = bytes.prefix { $0 != 0x0D && $0 != 0x0A }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      if line.starts(with: "HTTP/".utf8) { headers = HTTPHeaders() }
      return nil
    }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let value = line[(colon + 1)...].drop(while: isSpace)
    let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
    headers.append(
      String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: value[..<end], as: UTF8.self))
    return nil
  }

  private var status: Int { mate_curl_long(handle, CURLINFO_RESPONSE_CODE) }

  // MARK: The end

  /// Resumes the task that waits; once.
  func finish(_ code: CURLcode) {
    let waiting = continuation
    continuation = nil
    if isCancelled { return waiting?.resume(throwing: CancellationError()) ?? () }
    if let error = refusal ?? error(for: code) { return waiting?.resume(throwing: error) ?? () }
    let status = status
    // Into a relative one libcurl writes the credentials of the request; who asks has them anyway,
    // and a server has none to give.
    let redirect =
      Self.redirects.contains(status)
      ? mate_curl_text(handle, CURLINFO_REDIRECT_URL).map { String(cString: $0) } : nil
    waiting?.resume(
      returning: Answer(
        status: status, headers: headers, body: received,
        redirect: redirect.map(WebAddress.withoutUser)))
  }

  private func error(for code: CURLcode) -> HTTPError? {
    let host = address.name
    return switch code {
    case CURLE_OK: nil
    case CURLE_URL_MALFORMAT: .badRequest("the URL cannot be read")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound(host: host)
    case CURLE_COULDNT_CONNECT: .cannotConnect(host: host)
    case CURLE_OPERATION_TIMEDOUT: .timedOut(host: host)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
      CURLE_HTTP2_STREAM:
      .truncated(host: host)
    case CURLE_FILESIZE_EXCEEDED: .tooLarge(host: host, limit: limits.bodyBytes)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .untrusted(host: host)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING,
      CURLE_HTTP2:
      .malformed(host: host)
    default: .failed(host: host, reason: String(cString: curl_easy_strerror(code)))
    }
  }
}
