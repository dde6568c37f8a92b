internal import CBytes
internal import Glibc
internal import Values

/// Digits, escapes and numbers of JSON texts.
enum JSONText {
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The value of digits, or nil beyond 64 bits.
  static func magnitude(_ digits: UnsafeRawBufferPointer) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      if overflowed || carried { return nil }
      value = sum
    }
    return value
  }

  /// A number literal as the nearest double; infinite beyond the largest.
  static func double(_ literal: UnsafeRawBufferPointer) -> Double {
    // strtod wants a NUL, which the text does not have behind a number.
    withUnsafeTemporaryAllocation(byteCount: literal.count + 1, alignment: 1) { copy in
      copy.copyMemory(from: literal)
      copy[literal.count] = 0
      return copy.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        return strtod(start, nil)
      }
    }
  }

  /// The content of a string without its quotes, escapes resolved.
  ///
  /// A lone surrogate, which the grammar allows and Unicode does not, becomes U+FFFD.
  static func unescaped(_ content: UnsafeRawBufferPointer) -> String {
    // Nothing becomes longer.
    String(unsafeUninitializedCapacity: content.count) { memory in
      guard let text = memory.baseAddress else { return 0 }
      return unescape(content, to: text)
    }
  }

  /// Writes the content of a string; returns how many bytes that are.
  private static func unescape(
    _ content: UnsafeRawBufferPointer, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let base = content.baseAddress else { return 0 }
    var (index, count) = (0, 0)
    while index < content.count {
      let place = backslash(in: content, from: index)
      UnsafeMutableRawPointer(text + count).copyMemory(
        from: base + index, byteCount: place - index)
      count += place - index
      guard place < content.count else { break }
      let escape = content[place + 1]
      index = place + 2
      guard escape == UInt8(ascii: "u") else {
        text[count] = simpleEscape(escape)
        count += 1
        continue
      }
      var scalar = codeUnit(content, index)
      index += 4
      if scalar & 0xFC00 == 0xD800, index + 6 <= content.count,
        content[index] == UInt8(ascii: "\\"), content[index + 1] == UInt8(ascii: "u")
      {
        let low = codeUnit(content, index + 2)
        if low & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
      }
      let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
      for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter {
        text[count] = byte
        count += 1
      }
    }
    return count
  }

  /// The next backslash, or the end.
  private static func backslash(in content: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = content.skipping(from: start, mate_string_stops)
    while place < content.count, content[place] != UInt8(ascii: "\\") { place += 1 }
    return place
  }

  private static func simpleEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }

  private static func codeUnit(_ content: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | (content[index + $1].hexDigit ?? 0) }
  }
}
