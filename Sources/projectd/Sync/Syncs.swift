internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The agreements to exchange, in memory and on disk, and one exchange at a time.
@LoopActor
final class Syncs {
  private let projects: Projects
  private let store: SyncStore
  private(set) var entries: [SyncEntry] = []
  private(set) var isRunning = false

  private static let limit = 32
  private static let nameLimit = 64

  init(projects: Projects) {
    self.projects = projects
    store = SyncStore(database: projects.host.database)
  }

  func load() throws { entries = try store.entries() }

  /// - Throws: ``ProjectError`` where there is no such agreement.
  func entry(_ name: String) throws(ProjectError) -> SyncEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw ProjectError(.unknownSync, ["name": .string(String(name.prefix(100)))])
    }
    return entry
  }

  func add(_ name: String, _ target: SyncTarget) throws -> SyncEntry {
    let isName =
      (1...Self.nameLimit).contains(name.unicodeScalars.count)
      && !name.unicodeScalars.contains { $0.value < 0x20 || $0.properties.isWhitespace }
    guard isName else {
      throw ProjectError(
        .invalidSync,
        ["problem": .string("a name is one word of 1 to \(Self.nameLimit) characters")])
    }
    guard !entries.contains(where: { $0.name == name }) else {
      throw ProjectError(.syncNameTaken, ["name": .string(name)])
    }
    guard entries.count < Self.limit else {
      throw ProjectError(.invalidSync, ["problem": .string("there are \(Self.limit) already")])
    }
    let entry = SyncEntry(name: name, target: target)
    try keep(entry)
    return entry
  }

  func remove(_ name: String) throws {
    _ = try entry(name)
    try store.remove(name)
    entries.removeAll { $0.name == name }
  }

  private func keep(_ entry: SyncEntry) throws {
    try store.save(entry)
    entries.removeAll { $0.name == entry.name }
    entries.append(entry)
    entries.sort { $0.name < $1.name }
  }

  // MARK: Running

  /// Exchanges with one or with all, one after the other; the rest goes on where one fails.
  ///
  /// - Throws: ``ProjectError`` where one was named and failed.
  nonisolated func run(_ name: String?) async throws -> JSONValue {
    try await begin()
    do {
      var results: [JSONValue] = []
      let names = try await names(name)
      for each in names {
        let (counts, failure) = try await exchange(each)
        if let failure, names.count == 1 {
          throw ProjectError(
            .syncFailed, ["name": .string(each), "problem": failure.text.jsonValue])
        }
        results.append(Self.result(each, counts, failure))
      }
      await end()
      return ["results": .array(results)]
    } catch {
      await end()
      throw error
    }
  }

  private func begin() throws {
    guard !isRunning else {
      throw WireError(.busy, "a synchronisation is under way", data: ["retryAfterMs": 1000])
    }
    isRunning = true
  }

  private func end() { isRunning = false }

  private func names(_ name: String?) throws(ProjectError) -> [String] {
    guard let name else { return entries.map(\.name) }
    return [try entry(name).name]
  }

  private nonisolated func exchange(
    _ name: String
  ) async throws -> (SyncCounts, PeerFailure?) {
    let target = try await entry(name).target
    do {
      let counts = try await SyncRunner(projects: projects, name: name, target: target).run()
      try await note(name, counts, nil)
      return (counts, nil)
    } catch let failure as PeerFailure {
      try await note(name, nil, failure)
      return (SyncCounts(), failure)
    } catch let error as ProjectError {
      let failure = PeerFailure(isOffline: false, text: error.sentence)
      try await note(name, nil, failure)
      return (SyncCounts(), failure)
    }
  }

  private func note(
    _ name: String, _ counts: SyncCounts?, _ failure: PeerFailure?
  ) async throws {
    try await projects.host.change { [self] in
      // It may have been removed while it ran.
      guard var entry = entries.first(where: { $0.name == name }) else { return }
      entry.triedAt = projects.host.now
      entry.problem = failure?.text
      if let counts {
        entry.doneAt = entry.triedAt
        entry.knowledge = counts.knowledge
      }
      try keep(entry)
    }
  }

  private nonisolated static func result(
    _ name: String, _ counts: SyncCounts, _ failure: PeerFailure?
  ) -> JSONValue {
    var result: JSONObject = [
      "name": .string(name), "received": .integer(counts.received), "sent": .integer(counts.sent),
      "state": failure == nil ? SyncState.synced.json : SyncState.offline.json,
    ]
    result["problem"] = failure?.text.jsonValue
    return .object(result)
  }

  // MARK: How it stands

  func status() throws -> JSONValue {
    let rows = try entries.map { entry -> JSONValue in
      let pending = try pending(entry)
      let state = SyncState(entry, pending: pending)
      var row: JSONObject = [
        "name": .string(entry.name), "kind": .string(entry.target.kind.rawValue),
        "target": .string(entry.target.target), "state": state.json,
        "offline": .bool(state == .offline), "pending": .integer(pending),
      ]
      row["triedAt"] = entry.triedAt.map { .string($0.description) }
      row["doneAt"] = entry.doneAt.map { .string($0.description) }
      row["problem"] = entry.problem?.jsonValue
      return .object(row)
    }
    return [
      "replica": .string(projects.replicas.id(of: 1)?.description ?? ""),
      "syncs": .array(rows),
    ]
  }

  /// How many changes here the other side has not been given.
  private func pending(_ entry: SyncEntry) throws -> Int {
    try projects.log.count(since: entry.knowledge, projects.replicas)
  }

  /// One line where something is not as it should be; nil where all is well or nothing is agreed.
  func remark() throws -> LocalizedText? {
    var en: [String] = []
    var ko: [String] = []
    for entry in entries {
      let pending = try pending(entry)
      switch SyncState(entry, pending: pending) {
      case .synced: continue
      case .offline:
        en.append("\(entry.name) is offline, \(pending) to send")
        ko.append("\(entry.name) 오프라인, 보낼 변경 \(pending)건")
      case .pending, .never:
        en.append("\(pending) to send to \(entry.name)")
        ko.append("\(entry.name)에 보낼 변경 \(pending)건")
      }
    }
    guard !en.isEmpty else { return nil }
    return LocalizedText(en: en.joined(separator: "; "), ko: ko.joined(separator: "; "))
  }
}

/// How an agreement stands.
enum SyncState {
  case never, synced, pending, offline

  init(_ entry: SyncEntry, pending: Int) {
    if entry.problem != nil {
      self = .offline
    } else if entry.doneAt == nil {
      self = .never
    } else {
      self = pending == 0 ? .synced : .pending
    }
  }

  var json: JSONValue {
    switch self {
    case .never: LocalizedText(en: "never run", ko: "아직 안 함").jsonValue
    case .synced: LocalizedText(en: "in step", ko: "같음").jsonValue
    case .pending: LocalizedText(en: "changes to send", ko: "보낼 변경 있음").jsonValue
    case .offline: LocalizedText(en: "offline", ko: "오프라인").jsonValue
    }
  }
}
