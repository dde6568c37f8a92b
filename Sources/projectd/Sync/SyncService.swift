internal import DaemonRuntime
internal import IPCProtocol

/// The calls between replicas, and those that people make about them.
extension ProjectService {
  func registerSync(in methods: inout MethodTable) {
    registerExchangeOfChanges(in: &methods)
    let (syncs, projects) = (syncs, projects)
    methods.change(Method<Params.NewSync, JSONValue>(ProjectDescription.syncAdd)) { params, _ in
      let target = try params.syncTarget
      let entry = try syncs.add(params.name, target)
      return [
        "name": .string(entry.name), "kind": .string(target.kind.rawValue),
        "target": .string(target.target),
      ]
    }
    methods.change(Method<Params.NamedSync, JSONValue>(ProjectDescription.syncRemove)) {
      params, _ in
      try syncs.remove(params.name)
      return ["name": .string(params.name)]
    }
    methods.read(Method<NoParams, JSONValue>(ProjectDescription.syncStatus)) { _, _ in
      try syncs.status()
    }
    methods.task(Method<Params.RunSync, JSONValue>(ProjectDescription.syncRun)) {
      params, request in
      try Self.refuseDryRun(request)
      return try await syncs.run(params.name, acceptsLoss: params.acceptLoss ?? false)
    }
    methods.task(Method<Params.Sync, JSONValue>(ProjectDescription.sync)) { params, request in
      try Self.refuseDryRun(request)
      guard let target = params.target else { return try await syncs.run(nil) }
      return try await syncs.run(with: target, projects)
    }
  }

  /// What reaches another machine cannot be taken back here.
  private nonisolated static func refuseDryRun(_ request: RequestContext) throws(ProjectError) {
    guard request.isDryRun else { return }
    throw SyncTarget.invalid("a synchronisation cannot be rehearsed", "동기화는 예행할 수 없습니다")
  }

  private func registerExchangeOfChanges(in methods: inout MethodTable) {
    let projects = projects
    methods.read(Method<Params.Changes, JSONValue>(ProjectDescription.syncChanges)) {
      params, _ in
      let known = try Knowledge(params.known)
      let cursor = try params.cursor.map { text throws(ProjectError) in
        guard let cursor = ChangePage.Cursor(text) else {
          throw ProjectError(.invalidChanges, ["problem": "no such cursor"])
        }
        return cursor
      }
      let page = try projects.page(since: known, from: cursor)
      var answer: JSONObject = [
        "replica": .string(projects.replicas.id(of: 1)?.description ?? ""),
        "knowledge": try projects.knowledge.json, "changes": .array(page.changes.map(\.json)),
      ]
      answer["next"] = page.next.map { .string($0.text) }
      return .object(answer)
    }
    methods.change(Method<Params.Merge, JSONValue>(ProjectDescription.syncMerge)) {
      params, request in
      guard try projects.knowledge.covers(Knowledge(params.basis)) else {
        throw ProjectError(.syncGap)
      }
      let merged = try projects.merge(
        params.changes.map { change throws(ProjectError) in try StoredChange(change) },
        knowledge: params.knowledge.map { value throws(ProjectError) in try Knowledge(value) },
        at: request.now)
      return ["merged": .integer(merged.changes), "projects": .integer(merged.projects)]
    }
  }
}

extension Params.NewSync {
  fileprivate var syncTarget: SyncTarget {
    get throws(ProjectError) {
      if let command, target == nil { return try SyncTarget(.command, command) }
      guard let word = target, command == nil else {
        throw SyncTarget.invalid(
          "say with whom: one of user@host, /a/shared/folder, https://server/ and --command",
          "누구와 할지 쓰세요. 사용자@호스트, /공유/폴더, https://서버/, --command 가운데 하나입니다")
      }
      var target = try SyncTarget(word: word)
      target.account.user = user
      target.account.passwordFile = passwordFile
      target.account.passwordCommand = passwordCommand
      target.account.collection = collection
      try target.checkAccount()
      return target
    }
  }
}

extension Syncs {
  /// Exchanges with a name or a target; one that is new stays only where that went well.
  fileprivate func run(with word: String, _ projects: Projects) async throws -> JSONValue {
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
}
