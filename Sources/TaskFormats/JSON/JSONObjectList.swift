internal import IPCProtocol

/// Objects in a JSON array, or one a line, each with the line on which it begins.
///
/// A text that is no JSON as a whole is read line by line where it has an object a line, as both
/// Taskwarrior and this project write it: then one damaged line costs one record. Where brackets
/// say that the lines are one array and no single line is damaged, the array itself is: it was cut
/// off, or a comma is missing. That is a problem of its own, as records may be missing with it.
enum JSONObjectList {
  /// One object's members; names that come twice have their last value.
  struct Element {
    let line: Int
    let members: [(name: String, value: JSONValue, raw: String)]
  }

  static func read(
    _ bytes: [UInt8], into reading: inout TaskReading,
    _ each: (inout TaskReading, Element) throws(FormatProblem) -> Void
  ) {
    do throws(JSONSyntaxError) {
      try whole(bytes, into: &reading, each)
    } catch {
      let isBroken =
        hasObjectLines(bytes)
        ? lines(bytes, into: &reading, each) : bytes.contains { !isSpace($0) }
      if isBroken {
        let line = 1 + bytes.prefix(error.offset).count { $0 == 0x0A }
        let place = reading.bad.firstIndex { $0.line > line } ?? reading.bad.endIndex
        reading.bad.insert(LineProblem(line: line, problem(error)), at: place)
      }
    }
  }

  private static func problem(_ error: JSONSyntaxError) -> FormatProblem {
    .syntax("not JSON: \(error.reason)")
  }

  // MARK: As one text

  private static func whole(
    _ bytes: [UInt8], into reading: inout TaskReading,
    _ each: (inout TaskReading, Element) throws(FormatProblem) -> Void
  ) throws(JSONSyntaxError) {
    let document = JSONDocument()
    let result: Result<Void, JSONSyntaxError> = bytes.withUnsafeBytes { buffer in
      do throws(JSONSyntaxError) {
        try document.parse(buffer, maximumValues: FormatBounds.values)
      } catch {
        return .failure(error)
      }
      var place = LinePlace(buffer)
      if document.root.kind == .array {
        document.root.forEachElement { take($0, &place, &reading, each) }
      } else {
        take(document.root, &place, &reading, each)
      }
      return .success(())
    }
    try result.get()
  }

  private static func take(
    _ cursor: JSONCursor, _ place: inout LinePlace, _ reading: inout TaskReading,
    _ each: (inout TaskReading, Element) throws(FormatProblem) -> Void
  ) {
    let line = place.line(of: cursor.raw)
    reading.attempt(line: line) { reading throws(FormatProblem) in
      guard cursor.kind == .object else { throw .syntax("an object is expected") }
      guard cursor.count <= FormatBounds.fields else {
        throw .tooMany(.fields, FormatBounds.fields)
      }
      try each(&reading, Element(line: line, members: members(of: cursor)))
    }
  }

  private static func members(
    of object: JSONCursor
  ) -> [(name: String, value: JSONValue, raw: String)] {
    var members: [(name: String, value: JSONValue, raw: String)] = []
    object.forEachMember { key, value in
      guard let name = key.string else { return }
      members.removeAll { $0.name == name }
      members.append((name, value.value(), String(decoding: value.raw, as: UTF8.self)))
    }
    return members
  }

  /// Counts lines up to places that only go forward.
  private struct LinePlace {
    private let buffer: UnsafeRawBufferPointer
    private var offset = 0
    private var line = 1

    init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

    mutating func line(of part: UnsafeRawBufferPointer) -> Int {
      guard let base = buffer.baseAddress, let start = part.baseAddress else { return line }
      let target = start - base
      while offset < target {
        if buffer[offset] == 0x0A { line += 1 }
        offset += 1
      }
      return line
    }
  }

  // MARK: Line by line

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether the first line with something on it is an object, but for brackets and commas.
  private static func hasObjectLines(_ bytes: [UInt8]) -> Bool {
    for line in ByteLines(bytes) {
      let content = stripped(line)
      if content.isEmpty { continue }
      return content.first == UInt8(ascii: "{") && content.last == UInt8(ascii: "}")
    }
    return false
  }

  /// A line without the brackets of the array, the comma behind it and white space around it.
  private static func stripped(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isFrame = { (byte: UInt8) in isSpace(byte) || [0x5B, 0x5D, 0x2C].contains(byte) }
    var rest = line.drop(while: isFrame)
    while let last = rest.last, isFrame(last) { rest.removeLast() }
    return rest
  }

  /// Reads the lines of a text that is no JSON as a whole.
  ///
  /// - Returns: Whether the text has brackets of an array although every line is JSON: then what is
  ///   wrong lies between the lines. Where there are more lines than are read, that is said already.
  private static func lines(
    _ bytes: [UInt8], into reading: inout TaskReading,
    _ each: (inout TaskReading, Element) throws(FormatProblem) -> Void
  ) -> Bool {
    var number = 0
    var hasBrackets = false
    var hasDamage = false
    for line in ByteLines(bytes) where reading.excess == nil {
      number += 1
      let content = stripped(line)
      hasBrackets = hasBrackets || isBracketed(line, around: content)
      if content.isEmpty { continue }
      reading.attempt(line: number) { reading throws(FormatProblem) in
        var found = TaskReading()
        do throws(JSONSyntaxError) {
          try whole(Array(content), into: &found) { _, element throws(FormatProblem) in
            try each(&reading, Element(line: number, members: element.members))
          }
        } catch {
          hasDamage = true
          throw problem(error)
        }
        if let bad = found.bad.first { throw bad.problem }
      }
    }
    return hasBrackets && !hasDamage && reading.excess == nil
  }

  /// Whether a bracket stands in what ``stripped(_:)`` took from the ends of a line.
  private static func isBracketed(
    _ line: ArraySlice<UInt8>, around content: ArraySlice<UInt8>
  ) -> Bool {
    let isBracket = { (byte: UInt8) in byte == 0x5B || byte == 0x5D }
    return line[..<content.startIndex].contains(where: isBracket)
      || line[content.endIndex...].contains(where: isBracket)
  }
}
