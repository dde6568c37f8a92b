/// A universally unique identifier (RFC 9562): 128 bits, without Foundation.
package struct UUID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Version 4, from 128 random bits; six of them make room for version and variant.
  package init(random high: UInt64, _ low: UInt64) {
    self = UUID(high: high, low: low).marked(version: 4)
  }

  /// The same bits with the version and the variant of RFC 9562, section 4, in their places.
  package func marked(version: UInt64) -> UUID {
    UUID(
      high: high & ~0xF000 | version << 12,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Reads ``bytes``; nil of any other number of them.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    let (high, low) = bytes.withUnsafeBytes { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  /// The 16 bytes, the first of the text first.
  package var bytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
  }
}

extension UUID: Comparable {
  /// The order of the texts.
  package static func < (one: UUID, other: UUID) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

extension UUID: LosslessStringConvertible {
  private static let hyphens = [8, 13, 18, 23]

  /// Reads 36 characters with four hyphens, in either case; nil where it is anything else.
  package init?(_ text: some StringProtocol) {
    var halves: [UInt64] = [0, 0]
    var digits = 0
    guard text.utf8.count == 36 else { return nil }
    for (index, byte) in text.utf8.enumerated() {
      if Self.hyphens.contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = byte.hexDigit else { return nil }
      halves[digits / 16] = halves[digits / 16] << 4 | UInt64(digit)
      digits += 1
    }
    self.init(high: halves[0], low: halves[1])
  }

  package init?(_ description: String) { self.init(description[...]) }

  /// Lower case, as RFC 9562 asks of writers.
  package var description: String {
    String(unsafeUninitializedCapacity: 36) { text in
      let digits: StaticString = "0123456789abcdef"
      var place = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          text[place] = UInt8(ascii: "-")
          place += 1
        }
        let half = digit < 16 ? high : low
        let value = half >> UInt64(60 - digit % 16 * 4) & 15
        text[place] = digits.utf8Start[Int(truncatingIfNeeded: value)]
        place += 1
      }
      return place
    }
  }
}
