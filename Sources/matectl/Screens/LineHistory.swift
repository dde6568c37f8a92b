/// The lines that were typed behind `:` since the screen was opened; nothing of it is written anywhere.
struct LineHistory {
  private var lines: [String] = []
  /// Which of them was fetched; behind the last one is what is being typed.
  private var place = 0
  private var draft = ""

  private static let most = 200

  /// Keeps a line, but not twice in a row, and none that begins with a space.
  mutating func add(_ line: String) {
    if !line.isEmpty, !line.hasPrefix(" "), line != lines.last { lines.append(line) }
    lines.removeFirst(max(0, lines.count - Self.most))
    (place, draft) = (lines.count, "")
  }

  /// Another line.
  ///
  /// - Parameters:
  ///   - step: -1 for the one before, 1 for the one behind.
  ///   - text: What stands there now, which is kept where it was not fetched.
  /// - Returns: Nil where there is none.
  mutating func fetch(_ step: Int, from text: String) -> String? {
    guard (0...lines.count).contains(place + step) else { return nil }
    if place == lines.count { draft = text }
    place += step
    return place == lines.count ? draft : lines[place]
  }
}
