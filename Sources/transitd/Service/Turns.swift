/// The parts of a second in which many things take turns, so that not all of them happen at once.
///
/// A turn is a part, and comes once a second; whoever takes one gets a part that as few as possible
/// have.
struct Turns {
  static let parts = 20
  static let milliseconds: Int64 = 1000 / Int64(parts)

  private var takers = [Int](repeating: 0, count: parts)
  /// The part that was last.
  private(set) var now = 0

  var isEmpty: Bool { takers.allSatisfy { $0 == 0 } }

  /// A part that few have; of these the one that is farthest away, at most a second.
  mutating func take() -> Int {
    let fewest = takers.min() ?? 0
    let part =
      (1...Self.parts).map { (now + Self.parts - $0 + 1) % Self.parts }
      .first { takers[$0] == fewest } ?? now
    takers[part] += 1
    return part
  }

  mutating func giveBack(_ part: Int) { takers[part] -= 1 }

  /// How many parts it is to the next one that somebody has, up to a whole second; nil where nobody
  /// has one.
  var pause: Int? { (1...Self.parts).first { takers[(now + $0) % Self.parts] > 0 } }

  mutating func pass(_ parts: Int) { now = (now + parts) % Self.parts }
}
