import Values

@testable import projectd

/// Boards that meet over a folder and over servers of calendars, as values: one project, of which
/// only the title and whether it is there count.
///
/// What is tried is ``Life``, ``Registers`` and ``HybridClock`` themselves; around them stands the
/// least of what an exchange does, one step at a time, so that anything can happen between any two.
struct BoardsModel {
  /// How the word of a server is taken.
  enum Rule {
    /// As ``Life`` says.
    case asOfWhatItSpeaksOf
    /// As if somebody had done it here and now, which it once was.
    case asOfNow
  }

  struct Object: Hashable {
    var title: String
    var mark: UInt64
    /// Seconds, as of the clock that made the title.
    var changed: UInt64
  }

  struct Version: Hashable {
    var object: Object
    var tag: Int
  }

  struct Server {
    var version: Version?
    /// Whether it drops what it does not know.
    var drops = false
    fileprivate var tags = 0

    mutating func put(_ object: Object) {
      tags += 1
      version = Version(object: object, tag: tags)
      if drops { version?.object.mark = 0 }
    }
  }

  struct Entry {
    var version: Version
    var revision: UInt64
    var sentMark: UInt64 = 0
  }

  struct Board {
    let id: UUID
    /// How far its clock is ahead, in milliseconds.
    let skew: Int64
    var clock = HybridClock()
    var registers = Registers()
    var log: [Change] = []
    var entries: [Int: Entry] = [:]
    var life: Life { registers.life }
    var title: String? { registers[.title] }
    var isThere: Bool { title != nil && !life.isRemoved }
    var revision: UInt64 {
      Project(number: 1, id: BoardsModel.project, registers, zones: BoardsModel.zones).revision
    }
    var seconds: UInt64 {
      registers.entries.filter { $0.field != .removed }.map(\.register.stamp.clock).max() ?? 0
    }
    var object: Object {
      Object(title: title ?? "", mark: life.isRemoved ? 0 : life.clock, changed: seconds)
    }
  }

  let rule: Rule
  var boards: [Board]
  var servers: [Server]
  /// Of each board, whether it looks into the folder; and the servers that it knows.
  let usesFolder: [Bool]
  let knows: [Set<Int>]
  var files: [UUID: [Change]] = [:]
  var time: Int64 = 1_800_000_000_000
  /// How often anything was written, anywhere.
  private(set) var writes = 0
  static let project = UUID(random: 1, 1)
  private static let zones = Zones()

  // MARK: People

  mutating func change(_ index: Int, _ fields: [Field: String?], by who: String? = "kim") {
    writes += 1
    let now = Timestamp(microseconds: (time + boards[index].skew) * 1000)
    let stamp = Stamp(clock: boards[index].clock.next(at: now), replica: boards[index].id)
    let change = Change(stamp: stamp, project: Self.project, fields: fields, who: who)
    boards[index].log.append(change)
    boards[index].registers.merge(fields.map { ($0.key, $0.value) }, at: stamp)
  }

  // MARK: The folder

  mutating func write(_ index: Int) {
    guard usesFolder[index] else { return }
    let board = boards[index]
    files[board.id] = board.log.filter { $0.stamp.replica == board.id }
  }

  mutating func read(_ index: Int) {
    guard usesFolder[index] else { return }
    for change in files.values.joined() where !boards[index].log.contains(change) {
      writes += 1
      boards[index].log.append(change)
      boards[index].clock.observe(change.stamp.clock)
      boards[index].registers.merge(change.fields.map { ($0.key, $0.value) }, at: change.stamp)
    }
  }

  // MARK: A server

  /// Takes over what a server says: of the title, of whether it is there, or both.
  private mutating func tell(_ told: Life?, _ index: Int, title there: Object? = nil) {
    let board = boards[index]
    var values: [Edit.Value] = []
    if let there {
      let replaced = board.registers.entries.filter { $0.field == .title }
      values = [
        Edit.Value(field: .title, before: board.title, after: there.title),
        ServerWord.value(
          changed: HybridClock.time(of: there.changed),
          replaced: replaced.map(\.register.stamp.clock)),
      ]
      if board.title == nil { values.append(Edit.Value(field: .created, before: nil, after: "0")) }
    }
    if let told {
      if rule == .asOfWhatItSpeaksOf { boards[index].clock.observe(told.clock) }
      values += ServerWord.values(of: told, instead: board.life)
    }
    if rule == .asOfNow { values.removeAll { ServerWord.isOne($0.field) } }
    guard !values.isEmpty else { return }
    change(index, Dictionary(uniqueKeysWithValues: values.map { ($0.field, $0.after) }), by: nil)
  }

  mutating func pull(_ index: Int, _ server: Int) {
    let entry = boards[index].entries[server]
    guard let version = servers[server].version else {
      guard let entry else { return }
      return lose(index, server, entry)
    }
    if version.tag != entry?.version.tag { take(index, server, version, entry) }
  }

  private mutating func lose(_ index: Int, _ server: Int, _ entry: Entry) {
    writes += 1
    let board = boards[index]
    let isUnchanged = board.revision == entry.revision
    let seen = entry.version.object.mark
    var known = seen == 0 && isUnchanged ? board.life.clock : seen
    // The old rule knew no marks, and sent what was changed here again without a word.
    if rule == .asOfNow { known = isUnchanged ? .max - 2 : 0 }
    if let told = board.life.losing(known: known, isUnchanged: isUnchanged) {
      tell(told, index)
    }
    boards[index].entries[server] = nil
  }

  private mutating func take(_ index: Int, _ server: Int, _ version: Version, _ entry: Entry?) {
    writes += 1
    let board = boards[index]
    let (there, base) = (version.object, entry?.version.object)
    let isOurs = base.map { $0.title == there.title && $0.mark == there.mark } ?? false
    let mark = rule == .asOfNow ? 0 : there.mark
    let told = board.life.seeing(mark: mark) {
      isWord(board)
        ? there.mark == 0 || there.changed > board.seconds
        : !isOurs && !isEcho(there, board, entry == nil)
    }
    if told != nil || !board.life.isRemoved {
      let isNews = base.map { $0.title != there.title } ?? true
      let isEdited = base.map { $0.title != board.title } ?? (board.title != nil)
      let isOld =
        there.changed < board.seconds
        && board.log.contains { $0.fields[.title] == .some(there.title) }
      let isTaken = isNews && !isOld && (!isEdited || there.changed >= board.seconds)
      tell(told, index, title: isTaken && board.title != there.title ? there : nil)
    }
    let now = boards[index]
    var said = now.object
    let isDropped =
      base?.mark == said.mark || entry?.sentMark == said.mark || entry?.revision == now.revision
    if there.mark == 0, isDropped || rule == .asOfNow { said.mark = 0 }
    let isSame = now.isThere && said.title == there.title && said.mark == there.mark
    boards[index].entries[server] = Entry(version: version, revision: isSame ? now.revision : 0)
  }

  /// Whether nobody removed it but a server told so.
  private func isWord(_ board: Board) -> Bool {
    let stamp = board.registers.entries.first { $0.field == .removed }?.register.stamp
    return board.log.first { $0.stamp == stamp }?.who == nil
  }

  private func isEcho(_ there: Object, _ board: Board, _ isNew: Bool) -> Bool {
    let isTimed = isNew && there.mark == 0
    if isTimed, there.changed != board.seconds { return there.changed < board.seconds }
    return there.title == board.title
  }

  mutating func push(_ index: Int, _ server: Int) {
    let board = boards[index]
    let entry = boards[index].entries[server]
    if board.isThere {
      guard entry?.revision != board.revision else { return }
      var object = board.object
      if rule == .asOfNow { object.mark = 0 }
      if let entry, entry.version.object.title == object.title,
        entry.version.object.mark == object.mark
      {
        boards[index].entries[server]?.revision = board.revision
        return
      }
      guard servers[server].version?.tag == entry?.version.tag else {
        return clash(index, server)
      }
      writes += 1
      servers[server].put(object)
      guard let stored = servers[server].version else { return }
      let sent = Entry(version: entry?.version ?? stored, revision: 0, sentMark: object.mark)
      if stored.object == object {
        boards[index].entries[server] = Entry(version: stored, revision: board.revision)
      } else {
        take(index, server, stored, sent)
      }
    } else if let entry {
      guard servers[server].version?.tag == entry.version.tag else { return clash(index, server) }
      writes += 1
      servers[server].version = nil
      boards[index].entries[server] = nil
    }
  }

  private mutating func clash(_ index: Int, _ server: Int) {
    if let version = servers[server].version {
      take(index, server, version, boards[index].entries[server])
    } else {
      writes += 1
      boards[index].entries[server] = nil
    }
  }

  // MARK: The end

  /// Lets everybody meet until nobody writes anything any more; nil where that does not come.
  mutating func settle(rounds: Int = 40) -> Int? {
    for round in 0..<rounds {
      let before = writes
      for index in boards.indices {
        time += 7
        read(index)
        write(index)
        for server in knows[index].sorted() {
          pull(index, server)
          push(index, server)
        }
      }
      if writes == before { return round }
    }
    return nil
  }

  /// What each board and each server that anybody knows has of it: a title, or nil.
  var views: Set<String?> {
    let here = boards.map { $0.isThere ? $0.title : nil }
    let there = servers.indices.filter { server in knows.contains { $0.contains(server) } }
      .map { servers[$0].version?.object.title }
    return Set(here + there)
  }
}
