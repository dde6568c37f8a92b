internal import IPCProtocol

/// What to do next, the most urgent first, with the reasons.
struct NextView: JSONWritable, Sendable {
  let board: Board
  let reader: ReaderDay
  let limit: Int

  static let usualLimit = 10

  func write(to writer: inout JSONWriter) {
    var most = BestOf<Double>(limit: limit)
    // Locals: a loop over a hundred thousand must not go through the whole view each time.
    let (keys, clock) = (board.keys, reader.clock)
    for place in board.byDeadline where keys[Int(place)].state != .done {
      most.offer(place, Urgency(keys[Int(place)], clock).score)
    }
    writer.literal(#"{"projects":["#)
    for place in most.places {
      writer.separate()
      let key = board.keys[Int(place)]
      writer.rowMembers(of: Int(place), board, reader)
      writer.key("urgency")
      writer.double((Urgency(key, reader.clock).score * 100).rounded() / 100)
      writer.key("reasons")
      writer.value(.array(Urgency.reasons(key, reader.clock).map(\.text.jsonValue)))
      writer.literal("}")
    }
    writer.literal("]}")
  }
}
