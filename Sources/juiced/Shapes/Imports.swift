internal import IPCProtocol
internal import Values

/// What an import has done, or would do.
extension Answers {
  /// A fruit or a juice that changes.
  struct ImportLine: Shape, Hashable {
    let kind: ImportChange.Kind
    let kindName: LocalizedText
    let action: ImportChange.Action
    let actionName: LocalizedText
    let word: String
    let name: LocalizedText
    /// What becomes of what, to read: `in stock 10 → 99`.
    let details: LocalizedText

    static let shape = ShapeOf<ImportLine>(
      named: "ImportLine",
      [
        Member("kind", \.kind), Member("kindName", \.kindName), Member("action", \.action),
        Member("actionName", \.actionName), Member("word", \.word), Member("name", \.name),
        Member("details", \.details),
      ])

    init(_ change: ImportChange) {
      kind = change.kind
      kindName =
        switch change.kind {
        case .fruit: LocalizedText(en: "fruit", ko: "과일")
        case .juice: LocalizedText(en: "juice", ko: "쥬스")
        case .currency: LocalizedText(en: "currency", ko: "통화")
        }
      action = change.action
      actionName = change.action.title
      (word, name, details) = (change.word, change.title, change.details)
    }
  }

  struct Imported: Shape {
    /// Added or brought back, changed, and retired; fruits and juices together.
    let added: Int
    let changed: Int
    let retired: Int
    let changes: [ImportLine]

    static let shape = ShapeOf<Imported>([
      Member("added", \.added, .from(0)), Member("changed", \.changed, .from(0)),
      Member("retired", \.retired, .from(0)), Member("changes", \.changes),
    ])

    init(_ plan: Bar.ImportPlan) {
      (added, changed, retired) = (plan.added, plan.changed, plan.retired)
      changes = plan.changes.map(ImportLine.init)
    }
  }
}

extension ImportChange.Action {
  fileprivate var title: LocalizedText {
    switch self {
    case .added: LocalizedText(en: "added", ko: "추가")
    case .returned: LocalizedText(en: "brought back", ko: "다시 둠")
    case .changed: LocalizedText(en: "changed", ko: "변경")
    case .retired: LocalizedText(en: "retired", ko: "내림")
    }
  }
}
