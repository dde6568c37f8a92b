/// A list as somebody asks for it.
struct BoardQuery: Sendable {
  var filter = ProjectFilter()
  var sort = SortKey.due
  var isReversed = false
  var limit: Int?

  /// The places that are asked for, in their order, and how many there are without the limit.
  func places(of board: Board, _ reader: ReaderDay) -> (shown: [Int32], total: Int) {
    let found = filter.places(board, reader)
    let places = sort.sorted(found, of: board, reader: reader, reversed: isReversed)
    return (limit.map { Array(places.prefix($0)) } ?? places, found.count)
  }
}
