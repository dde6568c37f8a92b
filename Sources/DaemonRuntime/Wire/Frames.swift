internal import IPCProtocol

/// The frames that a daemon sends, written straight into a connection's output.
extension JSONWriter {
  mutating func replyHead(_ id: RequestID?) {
    literal(#"{"jsonrpc":"2.0","id":"#)
    if let id { id.write(to: &self) } else { literal("null") }
  }

  mutating func result(_ result: [UInt8], id: RequestID) {
    let start = beginFrame()
    resultBody(result, id: id)
    endFrame(start)
  }

  /// The beginning of a result's frame, whose value of so many bytes and last brace follow.
  mutating func resultHead(_ id: RequestID, of byteCount: Int) {
    var head = JSONWriter()
    head.replyHead(id)
    head.literal(#","result":"#)
    beginFrame(payload: head.bytes.count + byteCount + 1)
    bytes.append(contentsOf: head.bytes)
  }

  mutating func resultBody(_ result: [UInt8], id: RequestID) {
    replyHead(id)
    literal(#","result":"#)
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
    replyHead(id)
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
}
