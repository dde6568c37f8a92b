internal import IPCProtocol

/// What an import is answered with.
struct ImportAnswer: JSONWritable {
  let format: String
  let outcome: ImportOutcome

  /// Lines that are named at most; the counts say how many there are.
  private static let shown = 100

  func write(to writer: inout JSONWriter) {
    writer.value([
      "format": .string(format), "added": .integer(outcome.added),
      "changed": .integer(outcome.changed), "unchanged": .integer(outcome.unchanged),
      "skipped": .integer(outcome.skipped.count),
      "skippedLines": .array(outcome.skipped.prefix(Self.shown).map(\.json)),
      "notes": .array(outcome.notes.prefix(Self.shown).map(\.json)),
      "text": text.jsonValue,
    ])
  }

  private var text: LocalizedText {
    let counts = LocalizedText(
      en: "\(outcome.added) added, \(outcome.changed) changed, \(outcome.unchanged) as before",
      ko: "추가 \(outcome.added)개, 변경 \(outcome.changed)개, 그대로 \(outcome.unchanged)개")
    var lines = [counts]
    if !outcome.skipped.isEmpty {
      lines.append(
        LocalizedText(
          en: "left out: \(outcome.skipped.count)", ko: "건너뜀: \(outcome.skipped.count)줄"))
    }
    for problem in (outcome.skipped + outcome.notes).prefix(Self.shown) {
      lines.append(
        LocalizedText(
          en: "line \(problem.line): \(problem.text.en)",
          ko: "\(problem.line)번째 줄: \(problem.text.ko ?? problem.text.en)"))
    }
    return Sentences.joined(lines)
  }
}
