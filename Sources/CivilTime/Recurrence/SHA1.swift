/// SHA-1 (RFC 3174), for names of UUIDs only: it protects nothing.
enum SHA1 {
  /// The 20 bytes of the digest.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let blocks = padded(message)
    for start in stride(from: 0, to: blocks.count, by: 64) {
      let schedule = schedule(blocks[start..<start + 64])
      state = zip(state, rounds(state, schedule)).map { $0 &+ $1 }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// The message, a one bit, zeros, and the length in bits: whole blocks of 64 bytes.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let length = UInt64(message.count) * 8
    let zeros = (64 - (message.count + 9) % 64) % 64
    return message + [0x80] + Array(repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    let first = block.startIndex
    var words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[first + word * 4 + $1]) }
    }
    for index in 16..<80 {
      words.append(
        rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
    }
    return words
  }

  private static func rounds(_ state: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mix, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let sum = rotated(a, by: 5) &+ mix &+ e &+ word &+ constant
      (a, b, c, d, e) = (sum, a, rotated(b, by: 30), c, d)
    }
    return [a, b, c, d, e]
  }

  private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
