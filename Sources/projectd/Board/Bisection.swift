extension RandomAccessCollection {
  /// The first place of whose element something holds, where it holds of all behind it as well.
  func firstIndex(bisecting holds: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if holds(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
