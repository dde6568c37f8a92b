internal import IPCProtocol
internal import TaskFormats
internal import Values

/// What texts may be; counts are Unicode scalars.
enum TextRules {
  static let titleLimit = 1000
  static let bodyLimit = 100_000
  static let tagLimit = 64
  static let tagsLimit = 100
  static let groupLimit = 200
  static let assignedLimit = 100
  static let notesLimit = 200
  static let remindersLimit = 20

  /// What a sentence of a refusal speaks of.
  private enum Part {
    case title, body, group, tag, assigned

    var name: LocalizedText {
      switch self {
      case .title: LocalizedText(en: "title", ko: "제목")
      case .body: LocalizedText(en: "description", ko: "설명")
      case .group: LocalizedText(en: "group", ko: "그룹")
      case .tag: LocalizedText(en: "tag", ko: "태그")
      case .assigned: LocalizedText(en: "name of who is to do it", ko: "담당자 이름")
      }
    }
  }

  /// A title without the white space around it.
  static func title(_ text: String) throws(ProjectError) -> String {
    try checkCharacters(text, of: .title, allowing: [])
    let title = text.trimmed
    do throws(StoredText.Problem) {
      try StoredText.check(name: title, atMost: titleLimit)
    } catch {
      guard case .tooLong(let count) = error else { throw ProjectError(.emptyTitle) }
      throw ProjectError(
        .titleTooLong, ["characters": .integer(count), "maximum": .integer(titleLimit)])
    }
    return title
  }

  /// A body may have several lines; nil where nothing is in it.
  static func body(_ text: String?) throws(ProjectError) -> String? {
    guard let text else { return nil }
    try checkCharacters(text, of: .body, allowing: ["\n", "\t", "\r"])
    try checkLength(text, bodyLimit, of: .body)
    return text.trimmed.isEmpty ? nil : text
  }

  static func group(_ text: String?) throws(ProjectError) -> String? {
    guard let text else { return nil }
    try checkCharacters(text, of: .group, allowing: [])
    try checkLength(text, groupLimit, of: .group)
    let group = text.trimmed
    return group.isEmpty ? nil : group
  }

  /// Who is to do it; nil where nothing is in it.
  static func assigned(_ text: String) throws(ProjectError) -> String? {
    try checkCharacters(text, of: .assigned, allowing: [])
    try checkLength(text, assignedLimit, of: .assigned)
    let name = text.trimmed
    return name.isEmpty ? nil : name
  }

  /// A tag is one word, with or without its `#`; a comma would separate two of them.
  static func tag(_ text: String) throws(ProjectError) -> String {
    try checkCharacters(text, of: .tag, allowing: [])
    let tag = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard StoredText.isName(tag, atMost: tagLimit),
      !tag.unicodeScalars.contains(where: { $0.isSpace || $0 == "," })
    else {
      throw ProjectError(.invalidTag, ["tag": .string(text), "maximum": .integer(tagLimit)])
    }
    return tag
  }

  /// Tags in the order of the alphabet, each once.
  static func tags(_ texts: [String]) throws(ProjectError) -> [String] {
    var tags: Set<String> = []
    for text in texts { tags.insert(try tag(text)) }
    guard tags.count <= tagsLimit else {
      throw ProjectError(.tooManyTags, ["maximum": .integer(tagsLimit)])
    }
    return tags.sorted()
  }

  private static func checkLength(
    _ text: String, _ limit: Int, of part: Part
  ) throws(ProjectError) {
    let count = text.unicodeScalars.count
    guard count <= limit else {
      throw ProjectError(
        .textTooLong,
        ["part": part.name.jsonValue, "characters": .integer(count), "maximum": .integer(limit)])
    }
  }

  private static func checkCharacters(
    _ text: String, of part: Part, allowing allowed: Set<Unicode.Scalar>
  ) throws(ProjectError) {
    guard let scalar = StoredText.firstForbidden(in: text, besides: allowed) else { return }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
    throw ProjectError(
      .controlCharacter, ["part": part.name.jsonValue, "character": .string(code)])
  }
}
