internal import IPCProtocol
internal import Values

/// What the calls about other replicas answer, and those that replicas make.
extension Answers {
  struct NewSync: Shape {
    let name: String
    let kind: SyncTarget.Kind
    let target: String
    /// How it goes on, and what is not there yet.
    let text: LocalizedText

    init(name: String, _ target: SyncTarget) {
      (self.name, kind, self.target) = (name, target.kind, target.target)
      var en = "\(name) added; `matectl project sync run \(name)` synchronises"
      var ko = "\(name) 등록; `matectl project sync run \(name)` 명령으로 동기화"
      if !target.isThere {
        en += "\nThere is no folder \(target.target) yet; it is looked for at each synchronisation"
        ko += "\n\(target.target) 폴더가 아직 없습니다. 동기화할 때마다 다시 찾습니다"
      }
      text = LocalizedText(en: en, ko: ko)
    }

    static let shape = ShapeOf<NewSync>([
      Member("name", \.name), Member("kind", \.kind), Member("target", \.target),
      Member("text", \.text),
    ])
  }

  struct NamedSync: Shape {
    let name: String

    static let shape = ShapeOf<NamedSync>([Member("name", \.name)])
  }

  /// How one exchange went.
  struct Synced: Shape {
    let name: String
    let received: Int
    let sent: Int
    let state: LocalizedText
    let ok: Bool
    let problem: LocalizedText?

    init(_ outcome: SyncOutcome) {
      name = outcome.name
      received = outcome.counts.received
      sent = outcome.counts.sent
      state = SyncState(outcome.problem).title
      ok = outcome.problem == nil
      problem = outcome.problem?.text
    }

    static let shape = ShapeOf<Synced>([
      Member("name", \.name), Member("received", \.received, .from(0)),
      Member("sent", \.sent, .from(0)), Member("state", \.state), Member("ok", \.ok),
      Member("problem", \.problem),
    ])
  }

  struct Exchanges: Shape {
    let results: [Synced]
    let failed: Int

    init(_ outcomes: [SyncOutcome]) {
      results = outcomes.map { Synced($0) }
      failed = outcomes.count(where: \.isFailure)
    }

    static let shape = ShapeOf<Exchanges>([
      Member("results", \.results), Member("failed", \.failed, .from(0)),
    ])
  }

  /// How one agreement stands.
  struct SyncStanding: Shape {
    let name: String
    let kind: SyncTarget.Kind
    let target: String
    let state: LocalizedText
    let offline: Bool
    let ok: Bool
    let pending: Int
    let triedAt: Timestamp?
    let doneAt: Timestamp?
    let problem: LocalizedText?

    init(_ entry: SyncEntry, pending: Int) {
      let state = SyncState(entry, pending: pending)
      name = entry.name
      kind = entry.target.kind
      target = entry.target.target
      self.state = state.title
      offline = state == .offline
      ok = entry.problem == nil
      self.pending = pending
      triedAt = entry.triedAt
      doneAt = entry.doneAt
      problem = entry.problem?.text
    }

    static let shape = ShapeOf<SyncStanding>([
      Member("name", \.name), Member("kind", \.kind), Member("target", \.target),
      Member("state", \.state), Member("offline", \.offline), Member("ok", \.ok),
      Member("pending", \.pending, .from(0)), Member("triedAt", \.triedAt),
      Member("doneAt", \.doneAt), Member("problem", \.problem),
    ])
  }

  struct SyncStatus: Shape {
    let replica: UUID
    let syncs: [SyncStanding]

    static let shape = ShapeOf<SyncStatus>([
      Member("replica", \.replica), Member("syncs", \.syncs),
    ])
  }

  struct Changes: Shape {
    let replica: UUID
    let knowledge: KnownClocks
    let changes: [WireChange]
    let next: String?

    static let shape = ShapeOf<Changes>([
      Member("replica", \.replica), Member("knowledge", \.knowledge),
      Member("changes", \.changes), Member("next", \.next),
    ])
  }

  struct Merged: Shape {
    let merged: Int
    let projects: Int

    static let shape = ShapeOf<Merged>([
      Member("merged", \.merged, .from(0)), Member("projects", \.projects, .from(0)),
    ])
  }
}

extension SyncTarget.Kind: WireWord {}
