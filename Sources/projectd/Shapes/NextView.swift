internal import IPCProtocol
internal import Values

/// What to do next, the most urgent first, with the reasons.
struct NextView: Shape {
  struct Urgent: Shape {
    let row: ProjectRow
    let urgency: Double
    let reasons: [LocalizedText]

    static let shape = ShapeOf<Urgent>(
      ProjectRow.members(at: \.row) + [
        Member("urgency", \.urgency), Member("reasons", \.reasons),
      ])
  }

  let projects: [Urgent]

  static let shape = ShapeOf<NextView>([Member("projects", \.projects)])

  init(of board: Board, _ reader: ReaderDay, limit: Int) {
    var most = BestOf<Double>(limit: limit)
    // Locals, in the order of memory: a loop over a hundred thousand must neither go through the
    // whole board each time, nor wait for a line of memory for each.
    let (keys, clock) = (board.keys, reader.clock)
    for place in keys.indices where !keys[place].isRemoved && keys[place].state != .done {
      most.offer(Int32(place), Urgency(keys[place], clock).score)
    }
    projects = most.places.map { place in
      let key = keys[Int(place)]
      return Urgent(
        row: ProjectRow(board.projects[Int(place)], reader),
        urgency: (Urgency(key, clock).score * 100).rounded() / 100,
        reasons: Urgency.reasons(key, reader).map(\.text))
    }
  }
}
