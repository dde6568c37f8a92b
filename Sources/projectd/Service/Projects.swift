internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// The board in memory and its log on disk, one change at a time.
///
/// A rule refuses before it changes anything; its edits are then written to the log, to the rows of
/// their projects, to memory, and told to watchers. Whatever does not stay on disk is undone by
/// ``load()``.
@LoopActor
final class Projects {
  let host: DomainHost
  let zones = Zones()
  let store: ProjectStore
  let log: ChangeLog
  private(set) var board = Board()
  private(set) var replicas = ReplicaTable()
  private var clock = HybridClock()
  private var marked: (clock: HybridClock, replicas: ReplicaTable)?
  /// Names of users who have changed something; to ask for one reads a file.
  private var names: [UInt32: String] = [:]
  /// What the board says about other machines.
  var remark: () throws -> LocalizedText? = { nil }
  private var topics: [View: Topic<BoardView, NoResult>] = [:]
  /// When a watched board looks otherwise than it was last shown, by the zone of its watchers.
  private var looks: [View: Timestamp] = [:]

  init(host: DomainHost) {
    self.host = host
    store = ProjectStore(database: host.database)
    log = ChangeLog(database: host.database)
  }

  // MARK: The store is the truth

  func load() throws {
    marked = nil
    var known = try store.replicas()
    if known.isEmpty {
      known = [ProjectStore.KnownReplica(number: 1, id: newID(), seen: 0)]
      try host.transaction { try store.insert(known[0]) }
    }
    replicas = ReplicaTable(known)
    clock = HybridClock(last: known.map(\.seen).max() ?? 0)
    let weights = board.weights
    board = Board()
    board.weights = weights
    board.load(try store.loadProjects(zones: zones))
    try readKeptPlans()
    try restampBirths()
  }

  func weigh(by weights: Urgency.Weights) { board.weights = weights }

  // MARK: Rehearsals

  func mark() {
    marked = (clock, replicas)
    board.mark()
  }

  func unmark() {
    marked = nil
    board.unmark()
  }

  func revert() {
    guard let before = marked else { return }
    marked = nil
    (clock, replicas) = before
    board.revert()
  }

  /// Now and today as a caller in a zone sees them.
  func reader(_ zone: String?, at now: Timestamp) throws(ProjectError) -> ReaderDay {
    ReaderDay(now: now, zone: try zones.rules(zone))
  }

  /// The board, with the order of its deadlines ready for a reader.
  func board(for reader: ReaderDay) -> Board {
    board.makeOrder(for: reader)
    return board
  }

  func words(_ reader: ReaderDay) -> DeadlineWords {
    DeadlineWords(now: reader.now, zone: reader.zone, zones: zones)
  }

  func list(_ query: BoardQuery, _ reader: ReaderDay) -> LongResult {
    if query.filter.asksForTexts { board.makeText() }
    board.makeOrder(for: reader)
    return board.list(query.places(of: board, reader), reader)
  }

  /// Where the store is, for those who read it beside the daemon's own work.
  var path: String { host.database.path }

  /// This replica; the store has it from the first start on.
  var own: UUID {
    guard let own = replicas.id(of: 1) else { preconditionFailure("this replica has no number") }
    return own
  }

  func newID() -> UUID { UUID(random: host.randomNumber(), host.randomNumber()) }

  // MARK: Changes

  func name(ofUser uid: UInt32) -> String {
    if let known = names[uid] { return known }
    let name = LinuxAccounts.name(ofUser: uid)
    names[uid] = name
    return name
  }

  /// Carries out a command as one step that can be undone.
  ///
  /// - Returns: The projects as they are now, in the order of the edits.
  @discardableResult
  func perform(_ edits: [Edit], by uid: UInt32, at now: Timestamp) throws -> [Project] {
    let who = name(ofUser: uid)
    let (projects, places) = try write(edits, by: who, at: now)
    if let first = places.first, let last = places.last {
      try log.discardUndone()
      try log.append(Step(id: 0, at: now, first: first, last: last))
    }
    tell(edits.map(Deed.init), by: who, at: now)
    return projects
  }

  /// Carries out what came from elsewhere: it is not ours to undo, and no step.
  func takeOver(_ edits: [Edit], at now: Timestamp) throws {
    _ = try write(edits, by: nil, at: now, withNotes: false)
    tell(edits.map(Deed.init), by: nil, at: now)
  }

  /// Writes edits under one new stamp: log, registers, memory.
  func write(
    _ edits: [Edit], by who: String?, at now: Timestamp, withNotes: Bool = true
  ) throws -> (projects: [Project], places: [Int64]) {
    let stamp = Stamp(clock: clock.next(at: now), replica: own)
    var changed: [Project] = []
    var places: [Int64] = []
    for edit in edits {
      places.append(
        try log.append(
          ChangeLog.Entry(
            clock: stamp.clock, replica: 1, project: edit.number, values: edit.values,
            note: withNotes ? edit.note : nil, keepsBefore: withNotes, who: who)))
      let known = try store.registers(of: edit.number, replicas)
      var registers = known ?? Registers()
      registers.merge(edit.values.map { ($0.field, $0.after) }, at: stamp)
      try store.save(
        registers, of: edit.number, id: edit.id, isNew: known == nil, replicas)
      changed.append(Project(number: edit.number, id: edit.id, registers, zones: zones))
    }
    try store.setSeen(stamp.clock, ofReplica: 1)
    board.apply(changed)
    return (changed, places)
  }

  /// All fields of a project; none of one that is not there.
  func registers(of number: Int) throws -> Registers {
    try store.registers(of: number, replicas) ?? Registers()
  }

  // MARK: For merging

  func observe(_ clock: UInt64) { self.clock.observe(clock) }

  func learn(of replica: UUID) { replicas.add(replica) }

  func apply(_ changed: [Project]) { board.apply(changed) }

  // MARK: Watchers

  /// One topic per view that somebody watches: who asks for the same is sent the same bytes.
  private struct View: Hashable {
    let zone: String?
    let limit: Int
  }

  /// What was done, as a reader's clock shows its deadlines.
  func sentence(_ deed: Deed, _ reader: ReaderDay) -> LocalizedText {
    deed.sentence(reader, zones: zones) { named($0) }
  }

  /// What was made a part of which, and comes after which.
  func links(_ deed: Deed) -> [LocalizedText] { deed.links { named($0) } }

  private func named(_ id: UUID) -> String? {
    board.number(of: id).map { "\($0) '\(Deed.short(board[$0].title))'" }
  }

  func tell(_ deeds: [Deed], by who: String?, at now: Timestamp) {
    tell(at: now, by: who) { reader in deeds.map { self.sentence($0, reader) } }
  }

  /// Sends all who watch the board as it is, and says what has happened.
  func tell(
    at now: Timestamp, by who: String? = nil,
    _ sentences: (ReaderDay) -> [LocalizedText] = { _ in [] }
  ) {
    for (view, topic) in topics {
      guard topic.isFollowed else {
        topics[view] = nil
        looks[view] = nil
        continue
      }
      // The zone was known when the watch began.
      guard let reader = try? reader(view.zone, at: now) else { continue }
      looks[view] = board.nextLook(reader)
      // A board without the remark is better than none.
      let remark = (try? remark()) ?? nil
      host.publish(
        BoardView(
          of: board(for: reader), reader, limit: view.limit, remark: remark,
          changes: sentences(reader),
          by: who),
        to: topic)
    }
  }

  /// When something that is watched becomes overdue next, or a day begins.
  var nextLook: Timestamp? {
    looks.lazy.filter { self.topics[$0.key]?.isFollowed == true }.map(\.value).min()
  }

  func watch(
    _ stream: StreamOf<BoardView, NoResult>, zone: String?, limit: Int
  ) throws {
    let rules = try zones.rules(zone)
    let view = View(zone: zone, limit: limit)
    let topic = topics[view] ?? Topic<BoardView, NoResult>()
    topics[view] = topic
    looks[view] = board.nextLook(ReaderDay(now: host.now, zone: rules))
    stream.follow(topic) { [unowned self] in
      let reader = ReaderDay(now: host.now, zone: rules)
      return BoardView(
        of: board(for: reader), reader, limit: limit, remark: (try? remark()) ?? nil)
    }
  }
}
