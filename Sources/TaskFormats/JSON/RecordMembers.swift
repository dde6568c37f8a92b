internal import IPCProtocol

extension JSONObjectList.Element {
  /// A member; absent and `null` are the same.
  subscript(name: String) -> JSONValue? {
    guard let value = members.first(where: { $0.name == name })?.value, value != .null else {
      return nil
    }
    return value
  }

  /// - Throws: ``FormatProblem/invalid(_:_:)`` where it is no string.
  func string(_ name: String) throws(FormatProblem) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.stringValue else { throw .invalidValue(name, JSON.text(value)) }
    return text
  }

  /// A string that is not empty and that `make` understands.
  func value<Value>(
    _ name: String, _ make: (String) -> Value?
  ) throws(FormatProblem) -> Value? {
    guard let text = try string(name), !text.isEmpty else { return nil }
    guard let value = make(text) else { throw .invalidValue(name, text) }
    return value
  }

  /// An array of strings; absent is empty.
  func strings(_ name: String) throws(FormatProblem) -> [String] {
    guard let value = self[name] else { return [] }
    guard let array = value.arrayValue else { throw .invalidValue(name, JSON.text(value)) }
    var strings: [String] = []
    for element in array {
      guard let text = element.stringValue else { throw .invalidValue(name, JSON.text(element)) }
      strings.append(text)
    }
    return strings
  }

  /// The members that `known` does not name, as JSON on one line, by their keys in extras.
  func unknown(_ format: TaskFormat, known: Set<String>) -> [String: String] {
    var extras: [String: String] = [:]
    for member in members where !known.contains(member.name) {
      let isOneLine = !member.raw.utf8.contains { $0 == 0x0A || $0 == 0x0D }
      extras[format.key(member.name)] = isOneLine ? member.raw : JSON.text(member.value)
    }
    return extras
  }
}

extension JSONWriter {
  /// A member with a string, where there is one.
  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  /// A member with an array of strings, where there are any.
  mutating func member(_ name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    key(name)
    beginArray()
    for text in texts {
      separate()
      string(text)
    }
    endArray()
  }

  /// A member whose value was kept as JSON; what is none is written as a string.
  mutating func member(_ name: String, json text: String) {
    key(name)
    // Only what this project's readers kept is JSON; an edit elsewhere may have made it a word.
    if let value = try? JSON.parse(text) {
      if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        self.value(value)
      } else {
        bytes.append(contentsOf: text.utf8)
      }
    } else {
      string(text)
    }
  }

  /// An array with one element a line.
  static func lines<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    var isFirst = true
    writer.bytes = Array("[".utf8)
    for element in elements {
      writer.bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
      isFirst = false
      writer.beginObject()
      write(&writer, element)
      writer.endObject()
    }
    writer.bytes.append(contentsOf: "\n]\n".utf8)
    return writer.bytes
  }
}
