internal import Values

extension JSONSchema.Format {
  /// Whether a string has the format; RFC 3339 for dates, ISO 8601 for durations.
  func matches(_ text: String) -> Bool {
    switch self {
    case .date: Timestamp(rfc3339: text + "T00:00:00Z") != nil
    case .dateTime: Timestamp(rfc3339: text) != nil
    case .duration: Self.isDuration(text)
    case .uuid: Self.isUUID(text)
    }
  }

  func phrase(for type: JSONSchema.ValueType?) -> String {
    switch self {
    case .date: "a date such as 2026-11-21"
    case .dateTime: "a time such as 2026-11-21T09:00:00Z"
    case .duration: type == .string ? "a duration such as PT5M" : "a number of seconds"
    case .uuid: "a UUID"
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-") : byte.hexDigit != nil
    }
  }

  /// `P3DT4H`, `PT5M`, `P2W`: RFC 3339, appendix A.
  private static func isDuration(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return false }
    var units = Array("YMWD".utf8)[...]
    var isTime = false
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "T") {
        if isTime { return false }
        isTime = true
        rest.removeFirst()
        units = Array("HMS".utf8)[...]
        if rest.isEmpty { return false }
      }
      let digits = rest.prefix { JSONText.isDigit($0) }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, let unit = rest.popFirst(), let index = units.firstIndex(of: unit)
      else { return false }
      units = units[(index + 1)...]
    }
    return true
  }
}
