internal import IPCProtocol

/// The frames that a daemon sends, written straight into a connection's output.
extension JSONWriter {
  private mutating func replyStart(_ id: RequestID?) {
    literal(#"{"jsonrpc":"2.0","id":"#)
    if let id { id.write(to: &self) } else { literal("null") }
  }

  /// The beginning of a reply, which its result and a last brace follow.
  mutating func resultStart(_ id: RequestID) {
    replyStart(id)
    literal(#","result":"#)
  }

  mutating func result(_ result: [UInt8], id: RequestID) {
    let start = beginFrame()
    resultBody(result, id: id)
    endFrame(start)
  }

  mutating func resultBody(_ result: [UInt8], id: RequestID) {
    resultStart(id)
    bytes.append(contentsOf: result)
    literal("}")
  }

  mutating func error(_ error: WireError, traceID: String, id: RequestID?) {
    let start = beginFrame()
    errorBody(error, traceID: traceID, id: id)
    endFrame(start)
  }

  mutating func errorBody(_ error: WireError, traceID: String, id: RequestID?) {
    var data: JSONObject = ["name": .string(error.kind.name)]
    // Programs go by the name: no member of a domain's own may stand in its place.
    for (key, value) in error.data where key != "name" { data[key] = value }
    data["traceId"] = .string(traceID)
    let body: JSONObject = [
      "code": .integer(error.kind.code), "message": .string(error.message), "data": .object(data),
    ]
    replyStart(id)
    literal(#","error":"#)
    value(.object(body))
    literal("}")
  }

  mutating func event(_ event: [UInt8], id: RequestID, sequence: UInt64, missed: UInt64) {
    let start = beginFrame()
    literal(#"{"jsonrpc":"2.0","method":"$/event","params":{"id":"#)
    id.write(to: &self)
    literal(#","seq":"#)
    unsigned(sequence)
    literal(#","event":"#)
    bytes.append(contentsOf: event)
    if missed > 0 {
      literal(#","missed":"#)
      unsigned(missed)
    }
    literal("}}")
    endFrame(start)
  }

  mutating func progress(_ notice: ProgressNotice, id: RequestID) {
    let payload = notice.payload(id: id)
    beginFrame(payload: payload.count)
    bytes.append(contentsOf: payload)
  }
}
