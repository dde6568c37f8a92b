/// The names that a mistyped one may have meant, nearest first; at most three.
///
/// A word longer than any name has no near one: each pair costs the product of the lengths.
///
/// By optimal string alignment distance (Damerau 1964): a swap of neighbours counts as one.
package func nearestNames(to word: String, among names: [String]) -> [String] {
  guard word.utf8.count <= longestWord else { return [] }
  let word = Array(word.lowercased().unicodeScalars)
  let limit = max(1, word.count / 3)
  let ranked = names.compactMap { name -> (String, Int)? in
    let scalars = Array(name.lowercased().unicodeScalars)
    // The difference of the lengths is the least that two words can differ in.
    guard abs(scalars.count - word.count) <= limit else { return nil }
    return (name, alignmentDistance(word, scalars))
  }
  return ranked.filter { $0.1 <= limit }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3)
    .map(\.0)
}

private let longestWord = 512

/// How many signs are left out, put in, replaced or in the wrong order; it costs the product of the lengths.
package func alignmentDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
  if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
  var before: [Int] = []
  var previous = Array(0...other.count)
  for (row, scalar) in one.enumerated() {
    var current = [row + 1]
    for (column, candidate) in other.enumerated() {
      var cost = min(previous[column + 1], current[column]) + 1
      cost = min(cost, previous[column] + (scalar == candidate ? 0 : 1))
      if row > 0, column > 0, scalar == other[column - 1], one[row - 1] == candidate {
        cost = min(cost, before[column - 1] + 1)
      }
      current.append(cost)
    }
    before = previous
    previous = current
  }
  return previous[other.count]
}
