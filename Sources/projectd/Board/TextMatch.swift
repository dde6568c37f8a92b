/// A part of a text, whatever the case of its letters.
struct TextMatch: Sendable {
  /// As ``FoldedText`` has it; nil where characters have to be compared one by one.
  let folded: [UInt8]?
  private let characters: [Character]

  init(_ text: String) {
    var folded = FoldedText()
    let isPlain = folded.append(text)
    self.folded = isPlain ? folded.bytes : nil
    characters = Array(text.lowercased())
  }

  func matches(_ text: String) -> Bool {
    var other = FoldedText()
    if let folded, other.append(text) { return other.bytes.contains(folded) }
    return matchesCharacters(text)
  }

  /// As Unicode compares characters, which takes its time.
  private func matchesCharacters(_ text: String) -> Bool {
    var rest = Substring(text.lowercased())
    repeat {
      if rest.starts(with: characters) { return true }
    } while rest.popFirst() != nil
    return false
  }
}

/// Texts in small letters, in which equal characters are equal bytes.
struct FoldedText: Sendable {
  var bytes: [UInt8] = []

  /// Appends a text.
  ///
  /// - Returns: False of a text with characters that may be written in several ways, as letters with
  ///   accents of their own, or that join with what follows; Hangul in parts is put together.
  mutating func append(_ text: String) -> Bool {
    var text = text
    let isASCII = text.withUTF8 { utf8 in
      let start = bytes.count
      bytes.append(contentsOf: utf8)
      var all: UInt8 = 0
      for place in start..<bytes.count {
        let byte = bytes[place]
        all |= byte
        if byte &- UInt8(ascii: "A") < 26 { bytes[place] = byte | 0x20 }
      }
      if all >= 0x80 { bytes.removeLast(utf8.count) }
      return all < 0x80
    }
    return isASCII || appendScalars(of: text.lowercased())
  }

  private mutating func appendScalars(of text: String) -> Bool {
    var isPlain = true
    var last: UInt32 = 0
    for scalar in text.unicodeScalars {
      let value = Self.joined(last, scalar.value)
      if let value {
        // The syllable so far is written anew: all have three bytes.
        bytes.removeLast(3)
        append(value)
      } else {
        append(scalar.value)
      }
      last = value ?? scalar.value
      isPlain = isPlain && Self.isPlain(last)
    }
    return isPlain
  }

  private mutating func append(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? .encodedReplacementCharacter)
  }

  /// A syllable with one more of its parts (The Unicode Standard, section 3.12); nil where the two
  /// are none.
  private static func joined(_ syllable: UInt32, _ part: UInt32) -> UInt32? {
    let (lead, vowel, tail, first) = (
      0x1100 as UInt32, 0x1161 as UInt32, 0x11A7 as UInt32, 0xAC00 as UInt32
    )
    if (lead..<lead + 19).contains(syllable), (vowel..<vowel + 21).contains(part) {
      return first + ((syllable - lead) * 21 + part - vowel) * 28
    }
    if (first..<first + 11_172).contains(syllable), (syllable - first) % 28 == 0,
      (tail + 1..<tail + 28).contains(part)
    {
      return syllable + part - tail
    }
    return nil
  }

  /// Scalars that are a character each, and are written in one way.
  private static func isPlain(_ value: UInt32) -> Bool {
    switch value {
    case 0...0x7F, 0xA1...0xAC, 0xAE...0x17F: true
    // Greek without accents and Cyrillic.
    case 0x391...0x3A9, 0x3B1...0x3C9, 0x400...0x482, 0x48A...0x52F: true
    // Leads wait for their vowel; where none came the text is not plain.
    case 0xAC00...0xD7A3, 0x3131...0x318E: true
    case 0x3001...0x3029, 0x3030...0x303F, 0x3041...0x3096, 0x309D...0x30FF: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: true
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2190...0x21FF, 0x2500...0x27BF: true
    case 0xFF01...0xFF9D, 0xFFE0...0xFFE6: true
    case 0x1F300...0x1F3FA, 0x1F400...0x1FAFF: true
    default: false
    }
  }
}
