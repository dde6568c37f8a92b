internal import Values

/// What is wrong with a description, and where.
package struct DescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// JSON Pointer into the document.
  package let path: String
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(path.isEmpty ? "/" : path): \(reason)" }
}

/// One value of a description and its place, so that every error names the place.
struct DescriptionReader {
  /// Written out only where there is something to complain about: most places are never named.
  private indirect enum Place {
    case root(String)
    case member(Place, String)
    case element(Place, Int)

    var path: String {
      switch self {
      case .root(let path): path
      case .member(let parent, let name): "\(parent.path)/\(JSONCursor.escapedToken(name))"
      case .element(let parent, let index): "\(parent.path)/\(index)"
      }
    }
  }

  let value: JSONValue
  private let place: Place
  /// The names that a `$ref` may have; nil where nobody knows.
  var schemaNames: [String]?

  init(_ value: JSONValue, path: String = "", schemaNames: [String]? = nil) {
    self.init(value, .root(path), schemaNames)
  }

  private init(_ value: JSONValue, _ place: Place, _ schemaNames: [String]?) {
    self.value = value
    self.place = place
    self.schemaNames = schemaNames
  }

  private func child(_ value: JSONValue, _ name: String) -> DescriptionReader {
    DescriptionReader(value, .member(place, name), schemaNames)
  }

  /// JSON Pointer of the value.
  var path: String { place.path }

  func failure(_ reason: String) -> DescriptionError {
    DescriptionError(path: path, reason: reason)
  }

  // MARK: Members

  /// A member, or nil where it is absent.
  func optional(_ name: String) -> DescriptionReader? {
    value[name].map { child($0, name) }
  }

  func required(_ name: String) throws(DescriptionError) -> DescriptionReader {
    guard let member = optional(name) else { throw failure("\"\(name)\" is missing") }
    return member
  }

  /// Every member of an object.
  func members() throws(DescriptionError) -> [(name: String, reader: DescriptionReader)] {
    guard let object = value.objectValue else { throw failure("an object is expected") }
    return object.members.map { member in
      (member.key, child(member.value, member.key))
    }
  }

  func elements() throws(DescriptionError) -> [DescriptionReader] {
    guard let array = value.arrayValue else { throw failure("an array is expected") }
    return array.enumerated().map { DescriptionReader($1, .element(place, $0), schemaNames) }
  }

  /// Refuses members that are not known: our own objects are read strictly.
  func allow(only names: String...) throws(DescriptionError) {
    for member in try members() where !names.contains(member.name) {
      let nearest = nearestNames(to: member.name, among: names).first
      let hint = nearest.map { "; \"\($0)\" is meant?" } ?? ""
      throw member.reader.failure("unknown member \"\(member.name)\"\(hint)")
    }
  }

  // MARK: Scalars

  func string() throws(DescriptionError) -> String {
    guard let text = value.stringValue else { throw failure("a string is expected") }
    return text
  }

  func bool() throws(DescriptionError) -> Bool {
    guard let flag = value.boolValue else { throw failure("true or false is expected") }
    return flag
  }

  func integer() throws(DescriptionError) -> Int {
    guard let number = value.integerValue else { throw failure("an integer is expected") }
    return Int(number)
  }

  /// An integer that counts something.
  func count() throws(DescriptionError) -> Int {
    let number = try integer()
    guard number >= 0 else { throw failure("a count is not negative") }
    return number
  }

  func strings() throws(DescriptionError) -> [String] {
    var texts: [String] = []
    for element in try elements() { texts.append(try element.string()) }
    return texts
  }

  /// `{"en":…,"ko":…}`, or one string for all languages.
  func localized() throws(DescriptionError) -> LocalizedText {
    if let text = value.stringValue { return LocalizedText(en: text) }
    try allow(only: "en", "ko")
    return LocalizedText(
      en: try required("en").string(), ko: try optional("ko")?.string())
  }

  /// A JSON Pointer.
  func pointer() throws(DescriptionError) -> String {
    let text = try string()
    guard text.isEmpty || text.hasPrefix("/") else {
      throw failure("a JSON Pointer starts with /")
    }
    return text
  }
}
