/// Bytes as text in the alphabet of RFC 4648, section 4, with its padding.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Values of characters; 64 for those that are none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  package static func encode(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      for (group, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
        let left = min(3, bytes.count - start)
        var number = UInt32(bytes[start]) << 16
        if left > 1 { number |= UInt32(bytes[start + 1]) << 8 }
        if left > 2 { number |= UInt32(bytes[start + 2]) }
        for place in 0..<4 {
          let value = Int(number >> (18 - 6 * UInt32(place)) & 63)
          text[group * 4 + place] = place <= left ? alphabet[value] : UInt8(ascii: "=")
        }
      }
      return count
    }
  }

  /// The bytes of a text; nil for one that ``encode(_:)`` does not write.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count % 4 == 0 else { return nil }
    let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var number: UInt32 = 0
    for (index, character) in characters.dropLast(padding).enumerated() {
      let value = values[Int(character)]
      guard value < 64 else { return nil }
      number = number << 6 | UInt32(value)
      guard index % 4 == 3 else { continue }
      for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    switch padding {
    case 1:
      bytes.append(UInt8(truncatingIfNeeded: number >> 10))
      bytes.append(UInt8(truncatingIfNeeded: number >> 2))
    case 2: bytes.append(UInt8(truncatingIfNeeded: number >> 4))
    default: break
    }
    return encode(bytes) == text ? bytes : nil
  }
}
