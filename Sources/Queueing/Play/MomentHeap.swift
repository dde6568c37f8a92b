/// Moments, the earliest first.
struct MomentHeap: Sendable {
  private var moments: [Int64] = []

  var first: Int64? { moments.first }

  mutating func insert(_ moment: Int64) {
    moments.append(moment)
    var child = moments.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard moments[child] < moments[parent] else { return }
      moments.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    moments.swapAt(0, moments.count - 1)
    moments.removeLast()
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < moments.count else { return }
      if child + 1 < moments.count, moments[child + 1] < moments[child] { child += 1 }
      guard moments[child] < moments[parent] else { return }
      moments.swapAt(child, parent)
      parent = child
    }
  }
}
