internal import Storage

/// Places with names of somebody's own on disk.
extension TransitStore {
  func places() throws -> OwnPlaces {
    OwnPlaces(
      list: try database.query("SELECT name, words FROM own_place ORDER BY position") { row in
        OwnPlace(name: row.text(0), words: row.text(1))
      })
  }

  func save(_ places: OwnPlaces) throws(SQLiteError) {
    try database.run("DELETE FROM own_place")
    for (position, place) in places.list.enumerated() {
      try database.run(
        "INSERT INTO own_place (position, name, words) VALUES (?, ?, ?)", .integer(position),
        .text(place.name), .text(place.words))
    }
  }
}
