internal import IPCProtocol

/// What the calls answer, beyond lists.
enum Answers {
  /// A project as it is now, and what was done to it.
  struct Changed: JSONWritable {
    let project: Project
    let reader: ReaderDay
    let sentence: LocalizedText

    func write(to writer: inout JSONWriter) {
      writer.rowMembers(of: project, reader)
      writer.key("uuid")
      writer.string(project.id.description)
      writer.key("sentence")
      writer.value(sentence.jsonValue)
      writer.literal("}")
    }
  }

  /// What was done to several projects.
  static func several(_ sentences: [LocalizedText]) -> JSONValue {
    [
      "count": .integer(sentences.count), "text": Sentences.joined(sentences).jsonValue,
      "sentences": .array(sentences.map(\.jsonValue)),
    ]
  }

  /// Steps that were taken back, or done again.
  static func reversed(_ steps: [Projects.Reversal]) -> JSONValue {
    let kept = steps.reduce(0) { $0 + $1.kept }
    var lines = steps.flatMap(\.sentences)
    let shown = lines
    if kept > 0 {
      lines.append(
        LocalizedText(
          en: "(\(kept) changed elsewhere since, and left as they are)",
          ko: "(\(kept)건은 그 뒤 다른 곳에서 바뀌어 그대로 둠)"))
    }
    return [
      "steps": .integer(steps.count), "kept": .integer(kept),
      "text": Sentences.joined(lines).jsonValue,
      "sentences": .array(shown.map(\.jsonValue)),
    ]
  }
}

/// Sentences as lines.
enum Sentences {
  /// More are counted, not shown: a bulk command may have thousands.
  private static let shown = 20

  static func joined(_ sentences: [LocalizedText]) -> LocalizedText {
    let rest = sentences.count - shown
    var en = sentences.prefix(shown).map(\.en)
    var ko = sentences.prefix(shown).map { $0.ko ?? $0.en }
    if rest > 0 {
      en.append("… and \(rest) more")
      ko.append("… 외 \(rest)건")
    }
    return LocalizedText(en: en.joined(separator: "\n"), ko: ko.joined(separator: "\n"))
  }
}
