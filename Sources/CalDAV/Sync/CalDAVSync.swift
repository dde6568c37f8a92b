package import TaskFormats
internal import Values

/// Brings the tasks of this machine and those of a collection together.
///
/// First what the server has is taken in, then what is new here is sent; every change names the
/// version that it replaces, and where the server has another one by then, that is taken in and the
/// task sent again. An edit on one side wins over a removal on the other.
///
/// Broken off anywhere, also between the server's change and its answer, the next run goes on: what
/// is sent is written down before, so it knows its own change when it finds it on the server.
package struct CalDAVSync: Sendable {
  /// How often a task is sent again where the server is always a version ahead.
  private static let attempts = 4
  /// How often it is looked again after something was sent.
  private static let rounds = 3
  /// A collection that has lost so many tasks, and all of them, is not believed.
  private static let suspiciousLoss = 3

  let client: CalDAVClient
  let collection: CalDAVCollection
  let store: any CalDAVStore
  let context: FormatContext
  /// Told after each step how many tasks were looked at, of how many.
  private let tell: @Sendable (_ done: Int, _ total: Int) -> Void
  private var ledger: CalDAVLedger
  private let hasMet: Bool
  private var report = CalDAVReport()

  /// Runs once.
  ///
  /// - Parameters:
  ///   - client: How the server is spoken to.
  ///   - collection: What ``CalDAVClient/discover()`` found.
  ///   - store: The tasks of this machine.
  ///   - ledger: What the store remembered of the last run.
  ///   - context: The user's zone and all others.
  ///   - acceptsLoss: Whether it is meant that all tasks are gone from the server.
  ///   - tell: Told now and then how many tasks were taken in or sent, of how many that have to be.
  /// - Returns: What was done; the store knows it all already.
  /// - Throws: ``CalDAVError`` where the run could not go on; what was done until then is done.
  ///   Errors of the store and `CancellationError` as they come.
  package static func run(
    _ client: CalDAVClient, _ collection: CalDAVCollection, _ store: any CalDAVStore,
    ledger: CalDAVLedger, context: FormatContext, acceptsLoss: Bool = false,
    telling tell: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> CalDAVReport {
    var sync = CalDAVSync(
      client: client, collection: collection, store: store, context: context, tell: tell,
      ledger: ledger)
    for _ in 0..<Self.rounds {
      try await sync.pull(acceptsLoss: acceptsLoss)
      // What was sent is looked at again: the token must stand for it.
      if try await !sync.push() { break }
    }
    return sync.report
  }

  private init(
    client: CalDAVClient, collection: CalDAVCollection, store: any CalDAVStore,
    context: FormatContext, tell: @escaping @Sendable (Int, Int) -> Void, ledger: CalDAVLedger
  ) {
    self.client = client
    self.collection = collection
    self.store = store
    self.context = context
    self.tell = tell
    self.ledger = ledger
    hasMet = ledger.token != nil
  }

  // MARK: What the server has

  private mutating func pull(acceptsLoss: Bool) async throws {
    var changes: CollectionChanges
    do {
      changes = try await client.changes(in: collection, since: ledger.token)
    } catch CalDAVError.staleToken {
      changes = try await client.changes(in: collection, since: nil)
    }
    var gone = changes.removed.filter { ledger.entries[$0] != nil }
    if changes.isComplete {
      gone.formUnion(ledger.entries.keys.filter { changes.tags[$0] == nil })
      let seen = ledger.entries.values.filter(\.isSeen)
      let known = seen.count { $0.task != nil }
      if !acceptsLoss, known >= Self.suspiciousLoss, seen.allSatisfy({ gone.contains($0.address) })
      {
        throw CalDAVError.everythingGone(count: known)
      }
    }
    let unlisted = ledger.entries.values.filter(\.isUnlisted)
    for entry in unlisted where changes.tags[entry.address] == nil {
      // It is asked for before it is believed: the token may stand for it already.
      if let found = try await client.resource(entry.address) {
        changes.tags[found.address] = found.etag
      } else {
        gone.insert(entry.address)
      }
    }
    let new = changes.tags.filter { ledger.entries[$0.key]?.etag != $0.value }.keys
    let wanted = new.sorted { $0.path < $1.path }
    for start in stride(from: 0, to: wanted.count, by: CalDAVClient.chunk) {
      let part = Array(wanted[start..<min(start + CalDAVClient.chunk, wanted.count)])
      let found = try await client.resources(part, in: collection)
      for resource in found { try await take(resource) }
      tell(start + part.count, wanted.count)
      // Gone between the listing and now.
      let missing = Set(part).subtracting(found.map(\.address))
      gone.formUnion(missing.filter { ledger.entries[$0] != nil })
    }
    for address in gone.sorted(by: { $0.path < $1.path }) { try await lose(address) }
    if changes.token != ledger.token {
      try await store.remember(token: changes.token)
      ledger.token = changes.token
    }
    // Only now: whoever is killed before asks for them once more.
    for entry in unlisted {
      guard let entry = ledger.entries[entry.address], entry.isUnlisted else { continue }
      try await remember(entry.resource, task: entry.task, revision: entry.revision)
    }
  }

  /// Takes in an object; the ledger has the server's version afterwards.
  private mutating func take(_ resource: CalDAVResource) async throws {
    let known = ledger.entries[resource.address]
    let object: CalendarObject
    do throws(FormatProblem) {
      object = try CalendarObject(resource.text)
    } catch {
      // Appointments and what cannot be read stay where they are; only the latter is said.
      if case .notATask = error {} else { report.note(resource.address.path, error.text) }
      return try await remember(
        resource, task: known?.task, revision: known?.revision ?? 0,
        isUnlisted: known?.isUnlisted ?? false)
    }
    let remote = object.record
    if let twin = ledger.entry(of: remote.id), twin.address != resource.address {
      report.note(resource.address.path, Self.twin(of: twin.address.path))
      return try await remember(resource, task: nil, revision: 0)
    }
    if !object.exceptions.isEmpty {
      report.note(resource.address.path, CalDAVReport.exceptions(object.exceptions))
    }
    let before = try await store.task(remote.id)
    let task = RemoteTask(remote, in: resource, known: known, hasMet: hasMet)
    let local = try await store.merge(task)
    ledger.set(task.entry(with: local))
    guard let local else { return }
    if before != nil, !CalendarObject.isSame(local.record, remote) { report.merged += 1 }
    if before.map({ !CalendarObject.isSame($0.record, local.record) }) ?? true {
      report.received += 1
    }
  }

  /// An object is gone from the server.
  private mutating func lose(_ address: DAVAddress) async throws {
    guard let entry = ledger.entries[address] else { return }
    if let task = entry.task {
      let isHere = try await store.task(task) != nil
      if isHere, try await store.lose(entry) { report.removedHere += 1 }
      // Else it was changed here, which wins: as a task without an entry it is sent as a new one.
    }
    try await forget(address)
  }

  // MARK: What this machine has

  /// Whether anything was changed on the server.
  private mutating func push() async throws -> Bool {
    let before = report.sent + report.removedThere
    let revisions = try await store.revisions()
    let edited = revisions.filter { ledger.entry(of: $0.key)?.revision != $0.value }.keys
    for (index, task) in edited.sorted().enumerated() {
      try await attempt(task.description) { sync in try await sync.send(task) }
      tell(index + 1, edited.count)
    }
    let removed = ledger.entries.values.filter { entry in
      entry.isSeen && (entry.task.map { revisions[$0] == nil } ?? false)
    }
    for entry in removed.sorted(by: { $0.address.path < $1.address.path }) {
      try await attempt(entry.address.path) { sync in try await sync.remove(entry) }
    }
    return report.sent + report.removedThere > before
  }

  /// Runs a step about one task; what the server refuses of it is taken down, all else ends the run.
  private mutating func attempt(
    _ subject: String, _ step: (inout CalDAVSync) async throws -> Void
  ) async throws {
    do {
      try await step(&self)
    } catch let error as CalDAVError where error.isOfOneResource {
      report.note(subject, error.text)
    }
  }

  private mutating func send(_ task: UUID) async throws {
    for _ in 0..<Self.attempts {
      // As it is now: it may have been edited, or removed, while others were sent.
      guard let local = try await store.task(task) else { return }
      let entry = ledger.entry(of: task)
      guard entry?.revision != local.revision else { return }
      let address = entry?.address ?? collection.address.member("\(task).ics")
      let old = (entry?.isSeen ?? false) ? entry.map { Self.object($0.text) } : nil
      if let entry, let object = old ?? nil, CalendarObject.isSame(object.record, local.record) {
        return try await settle(entry, local.revision)
      }
      guard let text = text(of: local.record, replacing: old) else {
        // What is on the server cannot be read; written over, it would be lost.
        return report.note(task.description, Self.unreadable(address))
      }
      let sending = (entry ?? .unseen(address, task)).sending(text)
      try await store.remember(sending)
      ledger.set(sending)
      do {
        let stored = try await client.store(
          text, at: address, replacing: sending.isSeen ? sending.etag : nil)
        report.sent += 1
        // The server has other words for it, or somebody else has been faster than our look.
        guard stored.text == text else { return try await take(stored) }
        return try await remember(
          stored, task: task, revision: local.revision, isUnlisted: sending.isUnlisted)
      } catch CalDAVError.changed {
        if let current = try await client.resource(address) {
          try await take(current)
        } else {
          // Removed there, edited here: it comes back as a new object.
          try await forget(address)
        }
      }
    }
    report.note(task.description, CalDAVError.changed(path: collection.address.path).text)
  }

  /// The text to store: a new one, or the old one with the task replaced; nil where that cannot be
  /// read.
  private func text(of record: TaskRecord, replacing old: CalendarObject??) -> String? {
    switch old {
    case nil: CalendarObject.text(of: record, context)
    case .some(let object): object?.text(with: record, context)
    }
  }

  private mutating func remove(_ entry: CalDAVEntry) async throws {
    do {
      try await client.remove(entry.address, etag: entry.etag)
      report.removedThere += 1
      try await forget(entry.address)
    } catch CalDAVError.changed {
      // Edited there in the meantime; whoever merges decides.
      if let current = try await client.resource(entry.address) {
        try await take(current)
      } else {
        try await forget(entry.address)
      }
    }
  }

  // MARK: The ledger

  private mutating func remember(
    _ resource: CalDAVResource, task: UUID?, revision: UInt64, isUnlisted: Bool = false,
    sent: String? = nil
  ) async throws {
    let entry = CalDAVEntry(
      address: resource.address, etag: resource.etag, text: resource.text, task: task,
      revision: revision, isUnlisted: isUnlisted, sent: sent)
    try await store.remember(entry)
    ledger.set(entry)
  }

  /// Both sides say the same; only the numbers differ.
  private mutating func settle(_ entry: CalDAVEntry, _ revision: UInt64) async throws {
    try await remember(
      entry.resource, task: entry.task, revision: revision, isUnlisted: entry.isUnlisted,
      sent: entry.sent)
  }

  private mutating func forget(_ address: DAVAddress) async throws {
    try await store.forget(address)
    ledger.remove(address)
  }

  private static func object(_ text: String) -> CalendarObject? {
    // A version that could not be read is none that anything can be compared with.
    try? CalendarObject(text)
  }

  private static func unreadable(_ address: DAVAddress) -> LocalizedText {
    LocalizedText(
      en: "\(address.path) cannot be read, so it is not written over",
      ko: "\(address.path, .object) 읽을 수 없어 덮어쓰지 않습니다")
  }

  private static func twin(of path: String) -> LocalizedText {
    LocalizedText(
      en: "is the same task as \(path); left as it is",
      ko: "\(path, .with) 같은 할 일이어서 그대로 둡니다")
  }
}
