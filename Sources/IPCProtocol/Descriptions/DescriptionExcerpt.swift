internal import Glibc

/// The part of a description that one command takes.
///
/// A whole description is read in milliseconds, which is longer than the rest of a command; of an
/// excerpt only what is kept is read.
extension DomainDescription {
  /// Reads the wanted methods, without their results, errors and completions; what is wrong
  /// elsewhere in the document is not seen.
  ///
  /// - Parameters:
  ///   - bytes: The OpenRPC document.
  ///   - isWanted: Asked with a method's name and the words of its command, if it has one.
  package init?(
    excerptOf bytes: [UInt8], where isWanted: @escaping (_ method: String, _ path: [String]) -> Bool
  ) {
    self.init(excerptOf: bytes, without: DescriptionExcerpt.answers, .named(isWanted))
  }

  /// Reads what the calls of a domain are and take, and nothing of how their answers are shown.
  package init?(callsOf bytes: [UInt8]) {
    self.init(
      excerptOf: bytes, without: DescriptionExcerpt.answers.union(DescriptionExcerpt.looks),
      .named { _, _ in true })
  }

  /// Reads what a domain has for today, how that is shown, and the streams that tell of changes.
  package init?(glanceOf bytes: [UInt8]) {
    self.init(
      excerptOf: bytes, without: DescriptionExcerpt.answers.union(DescriptionExcerpt.besides),
      .marked(["x-mate-today", "x-mate-stream"]))
  }

  private init?(
    excerptOf bytes: [UInt8], without members: Set<String>, _ choice: DescriptionExcerpt.Choice
  ) {
    // What is wrong the whole reading tells.
    let excerpt = bytes.withUnsafeBytes { bytes -> JSONValue? in
      try? DescriptionExcerpt(bytes, without: members).excerpt(choice)
    }
    guard let excerpt else { return nil }
    do { try self.init(openRPC: excerpt) } catch { return nil }
    if methods.isEmpty { return nil }
  }
}

/// What is kept of a document.
private struct DescriptionExcerpt {
  private let bytes: UnsafeRawBufferPointer
  /// Members of methods that are not read.
  private let members: Set<String>

  static let answers: Set<String> = ["result", "errors"]
  /// What a method has beside its call and what is drawn of it.
  static let besides: Set<String> = ["x-mate-event", "x-mate-bar", "x-mate-loop", "x-mate-leave"]
  static let looks = besides.union(["x-mate-render", "x-mate-render-event"])

  /// Which methods are kept.
  enum Choice {
    /// Asked with a method's name and the words of its command, if it has one.
    case named((_ method: String, _ path: [String]) -> Bool)
    /// Those that have one of these members.
    case marked([StaticString])
  }

  init(_ bytes: UnsafeRawBufferPointer, without members: Set<String>) {
    self.bytes = bytes
    self.members = members
  }

  /// Nil where nothing is wanted, or it is no document.
  func excerpt(_ choice: Choice) throws(JSONSyntaxError) -> JSONValue? {
    var excerpt = JSONObject()
    var methods: [JSONValue] = []
    var (components, names): (Range<Int>?, Range<Int>?)
    guard var members = JSONParts(bytes) else { return nil }
    while members.next() {
      switch text(members.name) {
      case "methods":
        guard var elements = members.inside() else { return nil }
        while elements.next() {
          guard var method = elements.inside() else { return nil }
          if let kept = try kept(of: &method, choice) { methods.append(kept) }
          elements.leave(method)
        }
        members.leave(elements)
      case "components": components = members.value()
      case "x-mate-members": names = members.value()
      case let name where name == "openrpc" || name == "info" || name == "x-mate":
        if let range = members.value() { excerpt[name] = try value(range) }
      default: break
      }
    }
    guard !methods.isEmpty else { return nil }
    let params = methods.compactMap { $0["params"] }
    if let components, params.contains(where: { Self.has("$ref", in: $0) }) {
      excerpt["components"] = .object(["schemas": try value(components)["schemas"] ?? .null])
    }
    // Values that are listed are typed by their names as well.
    let lists = (params + [excerpt["components"] ?? .null]).contains { Self.has("enum", in: $0) }
    if let names, lists { excerpt["x-mate-members"] = try value(names) }
    excerpt["methods"] = .array(methods)
    return .object(excerpt)
  }

  /// A member of a method: where its name and its value stand.
  private struct Part {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Of each member of each method, so no text is made for it.
  private func isText(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
    return memcmp(base + range.lowerBound, text.utf8Start, range.count) == 0
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func value(_ range: Range<Int>) throws(JSONSyntaxError) -> JSONValue {
    try JSON.parse(Array(bytes[range]))
  }

  /// A method without what a call does not need; nil where it is not wanted.
  private func kept(
    of method: inout JSONParts, _ choice: Choice
  ) throws(JSONSyntaxError) -> JSONValue? {
    var parts: [Part] = []
    var (methodName, command): (Range<Int>?, Range<Int>?)
    while method.next() {
      let name = method.name
      guard let range = method.value() else { continue }
      parts.append(Part(name: name, value: range))
      if methodName == nil, isText(name, "name") { methodName = range }
      if command == nil, isText(name, "x-mate-command") { command = range }
    }
    switch choice {
    case .marked(let members):
      let isMarked = parts.contains { part in members.contains { isText(part.name, $0) } }
      guard isMarked else { return nil }
    case .named(let isWanted):
      guard let methodName, let name = try value(methodName).stringValue else { return nil }
      let path = try command.map { range throws(JSONSyntaxError) in try value(range) }?["path"]
      let words = path?.arrayValue ?? []
      guard isWanted(name, words.compactMap(\.stringValue)) else { return nil }
    }
    var kept = JSONObject()
    for part in parts {
      let name = text(part.name)
      guard !members.contains(name) else { continue }
      let value = try value(part.value)
      kept[name] = name == "params" ? Self.withoutCompletions(value) : value
    }
    return .object(kept)
  }

  private static func withoutCompletions(_ params: JSONValue) -> JSONValue {
    .array(
      (params.arrayValue ?? []).map { parameter in
        guard case .object(var object) = parameter else { return parameter }
        object["x-mate-complete"] = nil
        return .object(object)
      })
  }

  /// Whether a member of this name is anywhere inside.
  private static func has(_ name: String, in value: JSONValue) -> Bool {
    switch value {
    case .object(let object): object.contains { $0.key == name || has(name, in: $0.value) }
    case .array(let array): array.contains { has(name, in: $0) }
    default: false
    }
  }
}
