/// One frame of SQLite's write-ahead log: 24 bytes that say what it is, and a page.
struct WALFrame {
  static let headerBytes = 24

  var bytes: [UInt8]
  let isBigEndian: Bool

  /// Numbers of the log are big-endian whatever its checksums are.
  private func number(_ offset: Int) -> UInt32 { bytes.bigEndianNumber(offset) }

  var page: UInt32 { number(0) }
  /// Whether a transaction ends here: the size of the store after it, in pages, is no 0 then.
  var isCommit: Bool { number(4) != 0 }
  var salts: ArraySlice<UInt8> { bytes[8..<16] }
  var stored: WALChecksum { WALChecksum(first: number(16), second: number(20)) }

  /// What its checksum is behind a frame with the checksum `seed`.
  func checksum(after seed: WALChecksum) -> WALChecksum {
    var sum = seed
    sum.mix(bytes[..<8], bigEndian: isBigEndian)
    sum.mix(bytes[Self.headerBytes...], bigEndian: isBigEndian)
    return sum
  }

  func isValid(after seed: WALChecksum, salts: ArraySlice<UInt8>) -> Bool {
    self.salts == salts && page != 0 && checksum(after: seed) == stored
  }

  /// The place of the one byte that is wrong, and what it should be, where one flipped bit explains
  /// why the frame is not valid, and no other bit does.
  func mend(after seed: WALChecksum, salts: ArraySlice<UInt8>) -> (offset: Int, byte: UInt8)? {
    let sum = checksum(after: seed)
    if self.salts != salts {
      return sum == stored ? bytes.oneFlippedBit(at: 8, wanted: salts) : nil
    }
    return sum.mend(
      bytes, checked: [0..<8, Self.headerBytes..<bytes.count], isBigEndian, storedAt: 16)
  }
}

extension WALChecksum {
  /// The place and the right value of the one wrong byte among those that are checked and the checksum
  /// itself.
  func mend(
    _ bytes: [UInt8], checked: [Range<Int>], _ isBigEndian: Bool, storedAt: Int
  ) -> (offset: Int, byte: UInt8)? {
    func place(_ word: Int) -> Int {
      var offset = word * 4
      for range in checked {
        if offset < range.count { return range.lowerBound + offset }
        offset -= range.count
      }
      return bytes.count
    }
    func word(_ index: Int) -> UInt32 {
      let number = bytes.bigEndianNumber(place(index))
      return isBigEndian ? number : number.byteSwapped
    }
    let wanted = WALChecksum(
      first: bytes.bigEndianNumber(storedAt), second: bytes.bigEndianNumber(storedAt + 4))
    let words = checked.reduce(0) { $0 + $1.count } / 4
    let flips = flippedBits(wanted: wanted, words: words, word: word)
    let ofChecksum = bytes.oneFlippedBit(at: storedAt, wanted: self.bytes[...])
    guard flips.count + (ofChecksum == nil ? 0 : 1) == 1 else { return nil }
    guard let flip = flips.first else { return ofChecksum }
    let mask = isBigEndian ? flip.mask.bigEndianBytes : flip.mask.bigEndianBytes.reversed()
    return mask.firstIndex { $0 != 0 }.map { index in
      let offset = place(flip.word) + index
      return (offset, bytes[offset] ^ mask[index])
    }
  }
}

extension [UInt8] {
  /// The place of the byte that differs from what is wanted there, where that is one bit.
  func oneFlippedBit(at start: Int, wanted: ArraySlice<UInt8>) -> (offset: Int, byte: UInt8)? {
    let pairs = zip(self[start...], wanted).enumerated().filter { $1.0 != $1.1 }
    guard pairs.count == 1, let pair = pairs.first,
      (pair.element.0 ^ pair.element.1).nonzeroBitCount == 1
    else { return nil }
    return (start + pair.offset, pair.element.1)
  }

  func bigEndianNumber(_ offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
