internal import IPCProtocol

/// What to do next, the most urgent first, with the reasons.
struct NextView: JSONWritable, Sendable {
  let board: Board
  let reader: ReaderDay
  let limit: Int

  static let usualLimit = 10

  func write(to writer: inout JSONWriter) {
    var most = BestOf<Double>(limit: limit)
    for place in board.byDeadline where board.projects[Int(place)].state != .done {
      most.offer(place, Urgency(board.projects[Int(place)], reader).score)
    }
    writer.literal(#"{"projects":["#)
    for place in most.places {
      writer.separate()
      let project = board.projects[Int(place)]
      writer.literal("{")
      writer.members(of: project, reader)
      writer.key("urgency")
      writer.double((Urgency(project, reader).score * 100).rounded() / 100)
      writer.key("reasons")
      writer.value(
        .array(Urgency.reasons(project, reader).map(\.text.jsonValue)))
      writer.literal("}")
    }
    writer.literal("]}")
  }
}
