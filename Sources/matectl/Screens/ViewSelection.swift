internal import IPCProtocol

/// Which row or card is chosen, by what it is: it stays chosen while rows come and go around it, and
/// goes along when it moves to another column.
struct ViewSelection {
  private(set) var column = 0
  private(set) var index = 0
  private var identity: JSONValue?
  /// Where it was chosen, from where it may have gone along to another column.
  private var origin = (column: 0, index: 0)
  /// Whether a person has chosen something; what nobody chose is what comes first.
  private var isOwn = false
  /// What a row is known by: JSON Pointers into it, the first that is there counts.
  let keys: [String]

  init(keys: [String]) { self.keys = keys + ["/id", "/key", "/name"] }

  /// What a row is known by among others; the row itself where it has no such member.
  func identity(of row: JSONValue) -> JSONValue {
    for key in keys {
      if let value = row.value(at: key), value != .null { return value }
    }
    return row
  }

  /// The chosen item; nil where there is none.
  func item(in content: ViewContent) -> ViewContent.Item? {
    guard content.columns.indices.contains(column),
      content.columns[column].items.indices.contains(index)
    else { return nil }
    return content.columns[column].items[index]
  }

  /// Finds what was chosen in what is shown now; where it is gone, its neighbour is chosen.
  ///
  /// Of one that went along to another column it is the next where it was chosen, as the next who waits when
  /// one is served; where nobody is left there, what comes first.
  ///
  /// As long as nobody has chosen anything, that is in the first column that has something: the first
  /// customer of a line, and not the clock that was alone before.
  mutating func follow(_ content: ViewContent) {
    if !isOwn, let first = content.columns.firstIndex(where: { !$0.items.isEmpty }),
      first < column || identity == nil
    {
      return take(column: first, index: 0, in: content)
    }
    let order = [column] + content.columns.indices.filter { $0 != column }
    for place in order where content.columns.indices.contains(place) {
      guard let identity else { break }
      let found = content.columns[place].items.firstIndex { self.identity(of: $0.row) == identity }
      if let found {
        (column, index) = (place, found)
        if place == origin.column { origin.index = found }
        return
      }
    }
    let hasMore =
      content.columns.indices.contains(origin.column)
      && !content.columns[origin.column].items.isEmpty
    if hasMore { return take(column: origin.column, index: origin.index, in: content) }
    guard let first = content.columns.firstIndex(where: { !$0.items.isEmpty }) else {
      return take(column: column, index: index, in: content)
    }
    isOwn = false
    take(column: first, index: 0, in: content)
  }

  /// Chooses the nearest that there is, as a person wants it.
  mutating func choose(column: Int, index: Int, in content: ViewContent) {
    isOwn = true
    take(column: column, index: index, in: content)
  }

  /// Chooses what is known by this, where it is; false where it is gone.
  mutating func choose(_ identity: JSONValue, in content: ViewContent) -> Bool {
    for (place, column) in content.columns.enumerated() {
      guard let found = column.items.firstIndex(where: { self.identity(of: $0.row) == identity })
      else { continue }
      choose(column: place, index: found, in: content)
      return true
    }
    return false
  }

  /// Something is done with what is chosen: it stays chosen, though it came first by itself.
  mutating func keep() { isOwn = true }

  private mutating func take(column: Int, index: Int, in content: ViewContent) {
    guard !content.columns.isEmpty else { return }
    self.column = max(0, min(column, content.columns.count - 1))
    let items = content.columns[self.column].items
    self.index = max(0, min(index, items.count - 1))
    origin = (self.column, self.index)
    if let item = item(in: content) { identity = identity(of: item.row) }
  }

  mutating func move(by rows: Int, in content: ViewContent) {
    choose(column: column, index: index + rows, in: content)
  }

  /// To the next column on that side that has something, at about the same height.
  mutating func moveColumn(by step: Int, in content: ViewContent) {
    var place = column + step
    while content.columns.indices.contains(place) {
      if !content.columns[place].items.isEmpty {
        return choose(column: place, index: index, in: content)
      }
      place += step
    }
  }

  /// To the next item in reading order, around the end.
  mutating func walk(by step: Int, in content: ViewContent) {
    let places = content.columns.indices.flatMap { column in
      content.columns[column].items.indices.map { (column, $0) }
    }
    guard !places.isEmpty else { return }
    let now = places.firstIndex { $0 == (column, index) } ?? 0
    let next = places[(now + step + places.count) % places.count]
    choose(column: next.0, index: next.1, in: content)
  }
}
