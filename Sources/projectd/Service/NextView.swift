internal import IPCProtocol

/// What to do next, the most urgent first, with the reasons.
struct NextView: JSONWritable, Sendable {
  let board: Board
  let reader: ReaderDay
  let limit: Int

  static let usualLimit = 10

  func write(to writer: inout JSONWriter) {
    var most = BestOf<Double>(limit: limit)
    // Locals, in the order of memory: a loop over a hundred thousand must neither go through the
    // whole view each time, nor wait for a line of memory for each.
    let (keys, clock) = (board.keys, reader.clock)
    for place in keys.indices where !keys[place].isRemoved && keys[place].state != .done {
      most.offer(Int32(place), Urgency(keys[place], clock).score)
    }
    writer.literal(#"{"projects":["#)
    for place in most.places {
      writer.separate()
      let key = board.keys[Int(place)]
      writer.rowMembers(of: board.projects[Int(place)], reader)
      writer.key("urgency")
      writer.double((Urgency(key, reader.clock).score * 100).rounded() / 100)
      writer.key("reasons")
      writer.value(.array(Urgency.reasons(key, reader).map(\.text.jsonValue)))
      writer.literal("}")
    }
    writer.literal("]}")
  }
}
