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

    init(_ place: Int32, of board: Board, _ reader: ReaderDay) {
      row = ProjectRow(
        board.projects[Int(place)], reader, isBlocked: board.keys[Int(place)].isBlocked)
      urgency = (Urgency(place, of: board, reader.clock).score * 100).rounded() / 100
      reasons = Urgency.reasons(place, of: board, reader).map(\.text)
    }
  }

  let projects: [Urgent]
  /// How many there are to choose from; those beyond the limit are not among the projects.
  let count: Int
  /// What it is kept to; nil without a context.
  let remark: LocalizedText?
  /// Where no project is shown, why.
  let nothing: LocalizedText?

  static let shape = ShapeOf<NextView>([
    Member("projects", \.projects), Member("count", \.count, .from(0)),
    Member("remark", \.remark), Member("nothing", \.nothing),
  ])

  /// What is due until `day` is left out; nil leaves out nothing.
  init(
    of board: Board, _ reader: ReaderDay, limit: Int, in context: Condition? = nil,
    named name: String? = nil, dueAfter day: Int64? = nil
  ) {
    remark = name.map { BoardQuery.Found.remark(ofContext: $0) }
    var most = BestOf<Double>(limit: limit)
    // Locals, in the order of memory: a loop over a hundred thousand must neither go through the
    // whole board each time, nor wait for a line of memory for each.
    let (keys, clock, weights) = (board.keys, reader.clock, board.weights)
    var (least, latest) = (-Double.infinity, Int64.max)
    var count = 0
    for place in keys.indices where !keys[place].isRemoved && keys[place].state != .done {
      if let day, reader.isDue(keys[place].due, until: day) { continue }
      let isLate = keys[place].due.seconds > latest && keys[place].isPlain
      if isLate, context == nil {
        count += 1
        continue
      }
      var times = Board.Times.none
      if keys[place].hasTimes {
        times = board.times(Int32(place), clock)
        // What was put off is not what to do next.
        if times.isWaiting { continue }
      }
      if let context, !context.matches(Int32(place), of: board, reader) { continue }
      count += 1
      if isLate { continue }
      most.offer(Int32(place), Urgency(keys[place], times, clock, weights).score)
      if let score = most.least, score > least {
        (least, latest) = (score, Urgency.latestDeadline(of: score, clock, weights))
      }
    }
    self.count = count
    projects = most.places.map { Urgent($0, of: board, reader) }
    nothing = projects.isEmpty ? NothingFound.toDo(on: board, context: name) : nil
  }
}
