internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Storage
internal import Values

/// The agreements to exchange, in memory and on disk, and one exchange at a time.
@LoopActor
final class Syncs {
  private let projects: Projects
  private let store: SyncStore
  private(set) var entries: [SyncEntry] = []
  private var marked: [SyncEntry]?
  private(set) var isRunning = false

  private static let limit = 32
  private static let nameLimit = 64

  init(projects: Projects) {
    self.projects = projects
    store = SyncStore(database: projects.host.database)
  }

  func load() throws {
    marked = nil
    entries = try store.entries()
  }

  /// There are few: a rehearsal changes a copy.
  func mark() { marked = entries }

  func unmark() { marked = nil }

  func revert() {
    guard let before = marked else { return }
    marked = nil
    entries = before
  }

  /// - Throws: ``ProjectError`` where there is no such agreement.
  func entry(_ name: String) throws(ProjectError) -> SyncEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw ProjectError(.unknownSync, ["sync": .string(String(name.prefix(100)))])
    }
    return entry
  }

  func add(_ name: String, _ target: SyncTarget) throws -> SyncEntry {
    let isName =
      StoredText.isName(name, atMost: Self.nameLimit)
      && !name.unicodeScalars.contains { $0.properties.isWhitespace }
    guard isName else {
      throw SyncTarget.invalid(
        "a name is one word of 1 to \(Self.nameLimit) characters",
        "이름은 \(Self.nameLimit)자까지의 한 단어입니다")
    }
    guard !entries.contains(where: { $0.name == name }) else {
      throw ProjectError(.syncNameTaken, ["sync": .string(name)])
    }
    guard entries.count < Self.limit else {
      throw SyncTarget.invalid(
        "there are \(Self.limit) already; remove one first",
        "이미 \(Self.limit)개가 있습니다. 먼저 하나를 지우십시오")
    }
    let entry = SyncEntry(name: name, target: target)
    try keep(entry)
    return entry
  }

  func remove(_ name: String) throws {
    _ = try entry(name)
    // What an exchange still notes down would be taken for the memory of the next of that name.
    try checkIdle()
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
  nonisolated func run(
    _ name: String?, acceptsLoss: Bool = false
  ) async throws -> [SyncOutcome] {
    try await begin()
    do {
      var outcomes: [SyncOutcome] = []
      let names = try await names(name)
      for each in names {
        let outcome = try await exchange(each, acceptsLoss: acceptsLoss)
        if let problem = outcome.problem, outcome.isFailure, names.count == 1 {
          throw ProjectError(
            .syncFailed, ["sync": .string(each), "problem": problem.text.jsonValue])
        }
        outcomes.append(outcome)
      }
      await end()
      return outcomes
    } catch {
      await end()
      throw error
    }
  }

  /// Exchanges with a name or a target; one that is new stays only where that went well.
  func run(with word: String) async throws -> [SyncOutcome] {
    if let entry = entries.first(where: { $0.name == word || $0.target.target == word }) {
      return try await run(entry.name)
    }
    let target = try SyncTarget(word: word)
    try target.checkAccount()
    try await projects.host.change { _ = try self.add(word, target) }
    do {
      return try await run(word)
    } catch {
      let isUnused = entries.contains { $0.name == word && $0.doneAt == nil }
      if isUnused, !isRunning { try await projects.host.change { try self.remove(word) } }
      throw error
    }
  }

  private func begin() throws {
    try checkIdle()
    isRunning = true
  }

  private func checkIdle() throws {
    guard !isRunning else {
      throw WireError(.busy, "a synchronisation is under way", data: ["retryAfterMs": 1000])
    }
  }

  private func end() { isRunning = false }

  private func names(_ name: String?) throws(ProjectError) -> [String] {
    guard let name else { return entries.map(\.name) }
    return [try entry(name).name]
  }

  private nonisolated func exchange(
    _ name: String, acceptsLoss: Bool
  ) async throws -> SyncOutcome {
    let target = try await entry(name).target
    do {
      let counts = try await SyncRunner(
        projects: projects, name: name, target: target, acceptsLoss: acceptsLoss
      ).run()
      return try await note(name, counts, SyncProblem(counts.problems))
    } catch let failure as PeerFailure {
      return try await note(name, nil, SyncProblem(failure))
    } catch let error as ProjectError {
      return try await note(name, nil, SyncProblem(.failed, error.sentence))
    }
  }

  private func note(
    _ name: String, _ counts: SyncCounts?, _ problem: SyncProblem?
  ) async throws -> SyncOutcome {
    try await projects.host.change { [self] in
      guard var entry = entries.first(where: { $0.name == name }) else { return }
      entry.triedAt = projects.host.now
      entry.problem = problem
      if let counts {
        entry.doneAt = entry.triedAt
        entry.knowledge = counts.knowledge
      }
      try keep(entry)
    }
    return SyncOutcome(name: name, counts: counts ?? SyncCounts(), problem: problem)
  }

  // MARK: How it stands

  /// How many changes here the other side has not been given.
  func pending(_ entry: SyncEntry) throws -> Int {
    try projects.log.count(since: entry.knowledge, projects.replicas)
  }

  /// One line where something is not as it should be; nil where all is well or nothing is agreed.
  func remark() throws -> LocalizedText? {
    var en: [String] = []
    var ko: [String] = []
    for entry in entries {
      let pending = try pending(entry)
      guard let remark = SyncState(entry, pending: pending).remark(entry.name, pending: pending)
      else { continue }
      en.append(remark.en)
      ko.append(remark.ko ?? remark.en)
    }
    guard !en.isEmpty else { return nil }
    return LocalizedText(en: en.joined(separator: "; "), ko: ko.joined(separator: "; "))
  }
}
