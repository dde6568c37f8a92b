internal import IPCProtocol

/// A reply read from its payload; nil where it belongs to an earlier request, and is late.
struct Reply {
  let result: Result<ArraySlice<UInt8>, CallFailure>
  /// Whether it is about the connection, as that there are too many: the daemon has closed it.
  private(set) var endsConnection = false

  /// Replies of so many bytes are not indexed for their three members.
  private static let long = 1 << 16

  init(result: Result<ArraySlice<UInt8>, CallFailure>) { self.result = result }

  init?(_ payload: [UInt8], expecting id: Int64) {
    if payload.count >= Self.long {
      let form = LongReply(id: id)
      let isWhole = payload.withUnsafeBytes {
        form.isWhole($0, arrived: $0.count, more: { _ in payload.count }, reader: nil)
      }
      if isWhole {
        result = .success(form.result(of: payload))
        return
      }
    }
    let document = JSONDocument()
    var result: Result<ArraySlice<UInt8>, CallFailure>?
    var isOfConnection = false
    payload.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try document.parse(bytes, maximumDepth: 1024)
      } catch {
        result = .failure(.protocolViolation("the reply is no JSON: \(error.reason)"))
        return
      }
      withExtendedLifetime(document) {
        result = Self.read(document.root, expecting: id)
        isOfConnection = document.root.member("id")?.kind == .null
      }
    }
    guard let result else { return nil }
    self.result = result
    endsConnection = isOfConnection
  }

  private static func read(
    _ root: JSONCursor, expecting id: Int64
  ) -> Result<ArraySlice<UInt8>, CallFailure>? {
    guard root.kind == .object else { return violation("a message that is no object") }
    // Notifications and requests of the other side are no replies, whatever they are about.
    if root.member("method") != nil { return nil }
    guard let replyID = root.member("id") else {
      return violation("a message without method and id")
    }
    let isOurs = replyID.int64 == id
    let isEarlier = replyID.int64.map { (1..<id).contains($0) } ?? false
    if isEarlier { return nil }
    guard isOurs || replyID.kind == .null else {
      return violation("a reply to a request that was not sent")
    }
    if let error = root.member("error") {
      // An error without an id is about the connection, and so about this request as well.
      return .failure(.refused(WireError(value: error.value()), raw: Array(error.raw)))
    }
    guard isOurs else { return violation("a result without an id") }
    guard let result = root.member("result") else {
      return violation("a reply with neither result nor error")
    }
    return .success(Array(result.raw)[...])
  }

  /// What can never become the answer ends the call: whoever waits for more would wait for ever.
  private static func violation(_ reason: String) -> Result<ArraySlice<UInt8>, CallFailure> {
    .failure(.protocolViolation(reason))
  }
}

extension WireError {
  /// An error object as it came over the wire.
  init(value: JSONValue) {
    var data = value["data"]?.objectValue ?? [:]
    let name = data["name"]?.stringValue ?? "mate.internal"
    data["name"] = nil
    let code = value["code"]?.integerValue ?? -32603
    self.init(
      Kind(code: Int(code), name: name), value["message"]?.stringValue ?? name, data: data)
  }
}

/// A `$/event` notification; nil for any other message.
struct EventMessage {
  let bytes: [UInt8]
  let missed: Int64

  init?(_ payload: [UInt8], expecting id: Int64) {
    let document = JSONDocument()
    var found: (bytes: [UInt8], missed: Int64)?
    payload.withUnsafeBytes { bytes in
      // What is no JSON is reported when it is read as a reply.
      guard (try? document.parse(bytes, maximumDepth: 1024)) != nil else { return }
      withExtendedLifetime(document) {
        let root = document.root
        guard root.member("method")?.equals("$/event") == true, let params = root.member("params"),
          params.member("id")?.int64 == id, let event = params.member("event")
        else { return }
        found = (Array(event.raw), params.member("missed")?.int64 ?? 0)
      }
    }
    guard let found else { return nil }
    bytes = found.bytes
    missed = found.missed
  }
}

/// A `$/progress` notification; nil for any other message.
struct ProgressMessage {
  let notice: ProgressNotice

  init?(_ payload: [UInt8], expecting id: Int64) {
    // What is no JSON was reported when it was read as a reply.
    guard let message = try? JSON.parse(payload), message["method"]?.stringValue == "$/progress",
      let params = message["params"], params["id"]?.integerValue == id,
      let notice = ProgressNotice(params)
    else { return nil }
    self.notice = notice
  }
}
