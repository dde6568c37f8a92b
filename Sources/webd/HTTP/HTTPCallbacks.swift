internal import CMicroHTTPD
internal import Glibc
internal import LinuxSystem
internal import Loop

/// What libmicrohttpd calls, on the loop's thread, while the loop lets it run.
enum HTTPCallbacks {
  static let answer: MHD_AccessHandlerCallback = {
    context, connection, url, method, _, data, size, state in
    guard let context, let connection, let url, let method, let size, let state else {
      return mate_http_no
    }
    // All of it stays on this thread.
    nonisolated(unsafe) let own = (context, connection, url, method, data, size, state)
    return LoopActor.assumeIsolated {
      let server = Unmanaged<HTTPServer>.fromOpaque(own.0).takeUnretainedValue()
      guard let place = own.6.pointee else {
        return begin(server, own.1, path: own.2, method: own.3, own.6)
      }
      let exchange = Unmanaged<Exchange>.fromOpaque(place).takeUnretainedValue()
      if own.5.pointee > 0 {
        exchange.receive(UnsafeRawBufferPointer(start: own.4, count: own.5.pointee))
        own.5.pointee = 0
        return mate_http_yes
      }
      // It is called again when the connection goes on with the answer.
      if exchange.guest.waitingSince != nil { server.received(exchange) }
      return send(exchange, own.1)
    }
  }

  static let completed: MHD_RequestCompletedCallback = { context, _, state, _ in
    guard let context, let state, let place = state.pointee else { return }
    nonisolated(unsafe) let own = (context, place)
    state.pointee = nil
    LoopActor.assumeIsolated {
      let server = Unmanaged<HTTPServer>.fromOpaque(own.0).takeUnretainedValue()
      server.completed(Unmanaged<Exchange>.fromOpaque(own.1).takeRetainedValue())
    }
  }

  static let connection: MHD_NotifyConnectionCallback = { context, connection, _, code in
    guard let context, let connection, code == mate_http_closed else { return }
    nonisolated(unsafe) let own = (context, connection)
    LoopActor.assumeIsolated {
      let server = Unmanaged<HTTPServer>.fromOpaque(own.0).takeUnretainedValue()
      server.closed(mate_http_socket(own.1))
    }
  }

  /// Looks at the head; what is refused is answered before a body is read.
  @LoopActor
  private static func begin(
    _ server: HTTPServer, _ connection: OpaquePointer, path: UnsafePointer<CChar>,
    method: UnsafePointer<CChar>, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    var head = RequestHead(method: String(cString: method), path: String(cString: path))
    func header(_ name: String) -> String? {
      mate_http_header(connection, name).map { String(cString: $0) }
    }
    head.host = header("Host")
    head.origin = header("Origin")
    head.contentType = header("Content-Type")
    head.cookie = header("Cookie")
    head.language = header("Accept-Language")
    head.site = header("Sec-Fetch-Site")
    head.length = header("Content-Length")
    head.isForwarded =
      header("Forwarded") != nil || header("X-Forwarded-For") != nil
      || header("X-Forwarded-Host") != nil || header("X-Real-IP") != nil
    guard let exchange = server.begin(head, mate_http_socket(connection), connection) else {
      return mate_http_no
    }
    state.pointee = Unmanaged.passRetained(exchange).toOpaque()
    do throws(Gate.Refusal) {
      try server.gate.check(exchange.head)
    } catch {
      exchange.guest.waitingSince = nil
      exchange.finish(.refused(error))
      return send(exchange, connection)
    }
    return mate_http_yes
  }

  @LoopActor
  private static func send(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    guard let answer = exchange.takeAnswer() else { return mate_http_yes }
    guard let response = response(answer, connection) else { return mate_http_no }
    defer { MHD_destroy_response(response) }
    for (name, value) in Answer.common + answer.headers {
      MHD_add_response_header(response, name, value)
    }
    return MHD_queue_response(connection, UInt32(answer.status), response)
  }

  @LoopActor
  private static func response(_ answer: Answer, _ connection: OpaquePointer) -> OpaquePointer? {
    switch answer.body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), mate_http_copied)
      }
    case .page(let file):
      return MHD_create_response_from_buffer(
        file.bytes.count, file.bytes.baseAddress, mate_http_kept)
    case .events(let reader):
      // Its stillness is looked at where states come from.
      mate_http_set_timeout(connection, 0)
      reader.begin(connection)
      return MHD_create_response_from_callback(
        UInt64.max, blockBytes, read, Unmanaged.passRetained(reader).toOpaque(), free)
    }
  }

  /// For clients of HTTP/1.0 alone: to others is written where libmicrohttpd has its own room.
  private static let blockBytes = 256

  private static let read: MHD_ContentReaderCallback = { context, _, buffer, room in
    guard let context, let buffer else { return -1 }
    nonisolated(unsafe) let own = (context, buffer)
    return LoopActor.assumeIsolated {
      let reader = Unmanaged<EventReader>.fromOpaque(own.0).takeUnretainedValue()
      return reader.read(
        into: UnsafeMutableRawBufferPointer(start: own.1, count: room),
        at: MonotonicTime.milliseconds)
    }
  }

  private static let free: MHD_ContentReaderFreeCallback = { context in
    guard let context else { return }
    nonisolated(unsafe) let own = context
    LoopActor.assumeIsolated {
      Unmanaged<EventReader>.fromOpaque(own).takeRetainedValue().end()
    }
  }
}
