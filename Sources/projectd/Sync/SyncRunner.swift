internal import DaemonRuntime
internal import Glibc
internal import Values

/// Exchanges with one other replica: first what it has, then what it lacks.
///
/// It runs off the loop and waits for the other side; every piece that it takes in is a change of
/// its own on the loop. What is interrupted goes on where it stopped the next time: nothing is
/// noted as seen before all of it is there.
struct SyncRunner: Sendable {
  let projects: Projects
  /// The agreement's name, under which is remembered what a server had.
  let name: String
  let target: SyncTarget
  /// Of a server of calendars: whether it is meant that it has lost everything.
  let acceptsLoss: Bool

  /// - Throws: ``PeerFailure``, or what the store or the rules throw.
  @concurrent
  func run() async throws -> SyncCounts {
    if target.kind == .caldav {
      return try await CalendarSync(
        projects: projects, name: name, target: target, acceptsLoss: acceptsLoss
      ).run()
    }
    guard let (path, arguments) = target.program else {
      return try await run(SyncFolder(path: target.target))
    }
    let link = try PeerLink(path, arguments)
    let connection = link.ending
    defer { withExtendedLifetime(link) {} }
    return try await withTaskCancellationHandler {
      var counts = SyncCounts()
      try await receive(from: link, &counts)
      try await send(to: link, &counts)
      return counts
    } onCancel: {
      // Whoever waits for the other side sees its end.
      shutdown(connection, Int32(SHUT_RDWR))
    }
  }

  // MARK: Another daemon

  private func receive(from link: PeerLink, _ counts: inout SyncCounts) async throws {
    let known = KnownClocks(try await projects.knowledge)
    let progress = SyncProgress(name: name)
    var cursor: String?
    repeat {
      try Task.checkCancellation()
      let answer = try link.call(
        "project.sync.changes", Params.Changes(known: known, cursor: cursor),
        gives: Answers.Changes.self)
      // What it knew when it began; later changes may come as well and are noted the next time.
      if cursor == nil { counts.knowledge = try Knowledge(answer.knowledge) }
      try await checkOther(answer)
      let changes = try answer.changes.map { try Change($0) }
      cursor = answer.next
      let isLast = cursor == nil
      let knowledge = counts.knowledge
      counts.received += try await projects.takeIn(changes, isLast ? knowledge : nil).changes
      progress.received(counts.received)
    } while cursor != nil
  }

  /// A board that talks to itself would only look busy.
  private func checkOther(_ answer: Answers.Changes) async throws {
    guard await answer.replica != projects.own else {
      throw SyncTarget.invalid("the other side is this very board", "상대가 바로 이 보드입니다")
    }
  }

  private func send(to link: PeerLink, _ counts: inout SyncCounts) async throws {
    let basis = counts.knowledge
    let known = try await projects.knowledge
    let progress = SyncProgress(name: name)
    var cursor: ChangePage.Cursor?
    repeat {
      try Task.checkCancellation()
      let page = try await projects.page(since: basis, from: cursor)
      cursor = page.next
      let params = Params.Merge(
        basis: KnownClocks(basis), knowledge: cursor == nil ? KnownClocks(known) : nil,
        changes: page.changes.map { WireChange($0) })
      let answer = try link.call("project.sync.merge", params, gives: Answers.Merged.self)
      counts.sent += answer.merged
      progress.sent(counts.sent)
    } while cursor != nil
    counts.knowledge.add(known)
  }

  // MARK: A folder

  private func run(_ folder: SyncFolder) async throws -> SyncCounts {
    var counts = SyncCounts()
    let progress = SyncProgress(name: name)
    let own = await projects.own
    for id in try folder.files() where id != own {
      try Task.checkCancellation()
      let known = try await projects.knowledge
      guard let file = try folder.read(id, behind: known[id]) else { continue }
      let knowledge = Knowledge([id: file.clock])
      counts.received += try await projects.takeIn(file.changes, knowledge).changes
      progress.received(counts.received)
    }
    try await leave(own, in: folder, &counts)
    counts.knowledge = try await projects.knowledge
    return counts
  }

  /// Leaves what this replica has done, unless the file says so already.
  private func leave(
    _ own: UUID, in folder: SyncFolder, _ counts: inout SyncCounts
  ) async throws {
    let clock = try await projects.knowledge[own]
    let left = try folder.files().contains(own) ? folder.clock(of: own) : 0
    guard clock > left else { return }
    var changes: [Change] = []
    var cursor: ChangePage.Cursor?
    repeat {
      let page = try await projects.ownPage(from: cursor)
      changes += page.changes.filter { $0.stamp.clock <= clock }
      counts.sent += page.changes.count { $0.stamp.clock > left && $0.stamp.clock <= clock }
      cursor = page.next
    } while cursor != nil
    try folder.write(own, clock: clock, changes)
  }
}

extension Projects {
  /// Merges as a change of the daemon's own; returns when it is on disk.
  func takeIn(_ changes: [Change], _ knowledge: Knowledge?) async throws -> Merged {
    var merged = Merged()
    try await host.change {
      merged = try self.merge(changes, knowledge: knowledge, at: self.host.now)
    }
    return merged
  }

  func page(since knowledge: Knowledge, from cursor: ChangePage.Cursor?) throws -> ChangePage {
    try log.page(since: knowledge, from: cursor, replicas)
  }

  /// What this replica has done itself.
  func ownPage(from cursor: ChangePage.Cursor?) throws -> ChangePage {
    try page(since: knowledge.without(own), from: cursor)
  }
}
