internal import IPCProtocol
internal import TaskFormats
internal import Values

/// What an import is answered with.
struct ImportAnswer: Shape {
  let format: TaskFormat
  let added: Int
  let changed: Int
  let unchanged: Int
  let skipped: Int
  let skippedLines: [RefusedLine]
  let notes: [RefusedLine]
  let text: LocalizedText
  /// Whether it was only looked at, and nothing was changed.
  let preview: Bool

  /// Lines that are named at most; the counts say how many there are.
  private static let shown = 100

  static let shape = ShapeOf<ImportAnswer>([
    Member("format", \.format), Member("added", \.added, .from(0)),
    Member("changed", \.changed, .from(0)), Member("unchanged", \.unchanged, .from(0)),
    Member("skipped", \.skipped, .from(0)), Member("skippedLines", \.skippedLines),
    Member("notes", \.notes), Member("text", \.text), Member("preview", \.preview),
  ])

  init(_ format: TaskFormat, _ outcome: ImportOutcome, isPreview: Bool) {
    self.format = format
    added = outcome.added
    changed = outcome.changed
    unchanged = outcome.unchanged
    skipped = outcome.skipped.count
    skippedLines = Array(outcome.skipped.prefix(Self.shown))
    notes = Array(outcome.notes.prefix(Self.shown))
    text = Self.text(outcome, isPreview: isPreview)
    preview = isPreview
  }

  private static func text(_ outcome: ImportOutcome, isPreview: Bool) -> LocalizedText {
    let would = isPreview ? ("would be ", "(미리 보기, 아무것도 바꾸지 않음) ") : ("", "")
    let counts = LocalizedText(
      en: "\(outcome.added) \(would.0)added, \(outcome.changed) \(would.0)changed, "
        + "\(outcome.unchanged) as before\(isPreview ? " (nothing was changed)" : "")",
      ko: "\(would.1)추가 \(outcome.added)개, 변경 \(outcome.changed)개, 그대로 \(outcome.unchanged)개")
    var lines = [counts]
    if !outcome.skipped.isEmpty {
      lines.append(
        LocalizedText(
          en: "left out: \(outcome.skipped.count)", ko: "건너뜀: \(outcome.skipped.count)줄"))
    }
    for problem in (outcome.skipped + outcome.notes).prefix(shown) {
      lines.append(
        LocalizedText(
          en: "line \(problem.line): \(problem.text.en)",
          ko: "\(problem.line)번째 줄: \(problem.text.ko ?? problem.text.en)"))
    }
    return Sentences.joined(lines)
  }
}

extension RefusedLine: Shape {
  static let shape = ShapeOf<RefusedLine>([
    Member("line", \.line, .from(1)), Member("problem", \.text),
  ])
}
