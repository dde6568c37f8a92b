/// The running checksum of SQLite's write-ahead log: two sums over pairs of 32-bit words.
///
/// Source: https://sqlite.org/fileformat2.html#wal_file_format, "Checksum Algorithm".
struct WALChecksum: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// Adds whole pairs of words, in the order of bytes that the log's magic tells.
  mutating func mix(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) {
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let pair = bytes.loadUnaligned(fromByteOffset: place, as: (UInt32, UInt32).self)
        first &+= (bigEndian ? pair.0.bigEndian : pair.0.littleEndian) &+ second
        second &+= (bigEndian ? pair.1.bigEndian : pair.1.littleEndian) &+ first
      }
    }
  }

  /// Every bit of a text whose flip would give it the checksum that it should have.
  ///
  /// Both sums are linear, so a word that is off by `d` moves them by what can be followed back, pair
  /// by pair, from the end. That a text with more damage looks so has a chance of 2⁻⁴⁸ a page. The
  /// upper bits of several words move the sums alike: who finds more than one bit knows none.
  ///
  /// This is the checksum of the text as it is, `wanted` the one that it should have.
  ///
  /// - Returns: Words, counted from 0, and their bits.
  func flippedBits(
    wanted: WALChecksum, words: Int, word: (Int) -> UInt32
  ) -> [(word: Int, mask: UInt32)] {
    var found: [(word: Int, mask: UInt32)] = []
    var first = wanted.first &- self.first
    var second = wanted.second &- self.second
    for pair in stride(from: words - 2, through: 0, by: -2) {
      // A word that was `d` too small has moved both sums by `d` if it is the first of its pair,
      // and the second sum alone if it is the other.
      if first == 0 || first == second {
        let index = first == 0 ? pair + 1 : pair
        let mask = second.nonzeroBitCount == 1 ? second : 0 &- second
        let isSet = word(index) & mask != 0
        if mask.nonzeroBitCount == 1, (isSet ? 0 &- mask : mask) == second {
          found.append((index, mask))
        }
      }
      (first, second) = (2 &* first &- second, second &- first)
    }
    return found
  }

  var bytes: [UInt8] { first.bigEndianBytes + second.bigEndianBytes }
}
