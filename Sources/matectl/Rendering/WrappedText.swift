internal import LinuxSystem

extension String {
  /// The text in lines of at most so many cells, broken at spaces where there are any.
  ///
  /// - Parameter width: At least 1; a character that is wider stands alone.
  /// - Returns: At least one line.
  func wrapped(toCells width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var cells = 0
    for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let wide = word.terminalCells
      if index > 0, cells + 1 + wide <= width {
        line += " "
        cells += 1
      } else if index > 0 {
        lines.append(line)
        (line, cells) = ("", 0)
      }
      for character in word {
        if cells > 0, cells + character.terminalCells > width {
          lines.append(line)
          (line, cells) = ("", 0)
        }
        line.append(character)
        cells += character.terminalCells
      }
    }
    return lines + [line]
  }
}
