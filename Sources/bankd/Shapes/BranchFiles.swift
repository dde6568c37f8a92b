internal import IPCProtocol
internal import Values

extension Params {
  struct Export: Shape {
    let history: Bool

    static let shape = ShapeOf<Export>([
      Member(
        "history", \.history, default: true, "days that are over, and who waits for the next",
        ko: "지난 영업일과 다음 날을 기다리는 고객도")
    ])
  }

  struct Import: Shape {
    /// The text of the file.
    let file: String

    static let shape = ShapeOf<Import>([
      Member(
        "file", \.file, .text(length: 1...BranchFile.requestBytes),
        "a file as export prints it; - is standard input", ko: "내보낸 파일, -는 표준 입력", from: .file)
    ])
  }
}

extension Answers {
  struct Exported: Shape {
    let text: String

    static let shape = ShapeOf<Exported>([Member("text", \.text)])

    /// Some room for what stands around the file in a request.
    private static let mostBytes = BranchFile.requestBytes - 4096

    /// - Throws: ``BankReason/exportTooLong`` for more than an import would take.
    init(_ file: BranchFile) throws(BankError) {
      text = file.text()
      // Every quote has a backslash in a request.
      let bytes = text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\"") || $1 < 0x20 ? 2 : 1) }
      guard bytes <= Self.mostBytes else {
        let tickets = file.history?.days.reduce(0) { $0 + $1.legs.count } ?? 0
        throw BankError(.exportTooLong, ["tickets": .integer(tickets)])
      }
    }
  }

  /// A line of a plan.
  struct ImportLine: Shape, Hashable {
    let kind: BranchFilePlan.Kind
    let kindName: LocalizedText
    let action: BranchFilePlan.Action
    let actionName: LocalizedText
    let word: String
    let name: LocalizedText
    /// What becomes of what, to read: `tickets 3 → 5`.
    let details: LocalizedText

    static let shape = ShapeOf<ImportLine>(
      named: "ImportLine",
      [
        Member("kind", \.kind), Member("kindName", \.kindName), Member("action", \.action),
        Member("actionName", \.actionName), Member("word", \.word), Member("name", \.name),
        Member("details", \.details),
      ])

    init(_ change: BranchFilePlan.Change) {
      (kind, kindName) = (change.kind, change.kind.title)
      (action, actionName) = (change.action, change.action.title)
      (word, name, details) = (change.word, change.name, change.details)
    }
  }

  struct Imported: Shape {
    /// Lines of the plan, by what is done.
    let added: Int
    let changed: Int
    let removed: Int
    let changes: [ImportLine]

    static let shape = ShapeOf<Imported>([
      Member("added", \.added, .from(0)), Member("changed", \.changed, .from(0)),
      Member("removed", \.removed, .from(0)), Member("changes", \.changes),
    ])

    init(_ plan: BranchFilePlan) {
      added = plan.count(.added)
      changed = plan.count(.changed)
      removed = plan.count(.removed)
      changes = plan.changes.map(ImportLine.init)
    }
  }
}

extension BranchFilePlan.Kind {
  fileprivate var title: LocalizedText {
    switch self {
    case .setting: LocalizedText(en: "setting", ko: "설정")
    case .service: LocalizedText(en: "service", ko: "업무")
    case .teller: LocalizedText(en: "teller", ko: "창구")
    case .line: LocalizedText(en: "line", ko: "대기줄")
    case .day: LocalizedText(en: "day", ko: "영업일")
    }
  }
}

extension BranchFilePlan.Action {
  fileprivate var title: LocalizedText {
    switch self {
    case .added: LocalizedText(en: "added", ko: "추가")
    case .changed: LocalizedText(en: "changed", ko: "변경")
    case .removed: LocalizedText(en: "removed", ko: "삭제")
    }
  }
}
