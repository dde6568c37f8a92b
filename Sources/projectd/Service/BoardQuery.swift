/// A list as somebody asks for it.
struct BoardQuery: Sendable {
  var filter = ProjectFilter()
  var sort = SortKey.due
  var isReversed = false
  var limit: Int?

  func rows(of board: Board, _ reader: ReaderDay) -> ProjectRows {
    let found = filter.places(board, reader)
    var places = sort.sorted(found, of: board, reader: reader, reversed: isReversed)
    if let limit { places = Array(places.prefix(limit)) }
    return ProjectRows(board: board, places: places, reader: reader, total: found.count)
  }
}
