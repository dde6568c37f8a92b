/// How wide a text is on a terminal.
extension StringProtocol {
  /// Columns: 한글 and other wide characters take two, marks that combine take none.
  package var terminalCells: Int {
    // Of plain text, as most of a hundred thousand rows is, the bytes are the columns.
    let plain = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes.count : nil
    }
    if let plain, let plain { return plain }
    var cells = 0
    for character in self { cells += character.terminalCells }
    return cells
  }

  /// The longest start that fits, with `…` where something was cut off.
  package func fitted(toCells width: Int) -> String {
    guard terminalCells > width else { return String(self) }
    guard width > 0 else { return "" }
    var text = ""
    var cells = 0
    for character in self {
      guard cells + character.terminalCells <= width - 1 else { break }
      cells += character.terminalCells
      text.append(character)
    }
    return text + "…"
  }

  /// The text with spaces behind it, or before it, up to a width.
  package func padded(toCells width: Int, atStart: Bool = false) -> String {
    let space = String(repeating: " ", count: Swift.max(0, width - terminalCells))
    return atStart ? space + self : self + space
  }
}

extension Character {
  /// A character is as wide as its widest scalar: jamo and marks add nothing to their base.
  package var terminalCells: Int {
    var widest = 0
    for scalar in unicodeScalars {
      // An emoji presentation selector makes its base wide.
      if scalar == "\u{FE0F}" { return 2 }
      widest = Swift.max(widest, scalar.terminalCells)
    }
    return widest
  }
}

extension Unicode.Scalar {
  fileprivate var terminalCells: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    // Most of what is wide is Hangul and Han, of which no table has to be searched.
    if (0xAC00...0xD7A3).contains(value) || (0x4E00...0x9FFF).contains(value) { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// East Asian Width W and F of Unicode 15 (UAX #11), in whole blocks where a block is wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
    0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
    0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC,
    0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
    0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5,
    0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
