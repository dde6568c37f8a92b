/// The few places with the largest keys of many, without sorting all of them.
struct BestOf<Key: Comparable> {
  private let limit: Int
  /// The best first; of equal ones the lower place first.
  private var best: [(place: Int32, key: Key)] = []

  init(limit: Int) { self.limit = limit }

  var places: [Int32] { best.map(\.place) }

  /// What has less is none of them any more; nil while everything is.
  var least: Key? { best.count == limit ? best.last?.key : nil }

  mutating func offer(_ place: Int32, _ key: Key) {
    if best.count == limit, let last = best.last,
      key < last.key || (key == last.key && place > last.place)
    {
      return
    }
    let index = best.firstIndex(bisecting: { other in
      !(other.key > key || (other.key == key && other.place < place))
    })
    best.insert((place, key), at: index)
    if best.count > limit { best.removeLast() }
  }
}
