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
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let wide = word.terminalCells
      if line.isEmpty && lines.isEmpty && cells == 0 {
        // The first word stands where it stands.
      } else if cells + 1 + wide <= width {
        line += " "
        cells += 1
      } else {
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
