/// The members of a JSON object in the order they were written.
///
/// Look-up is linear: objects of this project have a handful of members, and their order
/// matters to people (commands, columns). Equality does not look at the order. Names are the same
/// where their scalars are (RFC 8259, section 8.3), not where Unicode calls them equivalent.
package struct JSONObject: Sendable {
  package private(set) var members: [(key: String, value: JSONValue)]

  package init() { members = [] }

  /// Where a name comes twice the last value wins, at the place of the first.
  package init(_ members: [(String, JSONValue)]) {
    self.members = []
    self.members.reserveCapacity(members.count)
    guard members.count > Self.fewMembers else {
      for (key, value) in members { self[key] = value }
      return
    }
    // Whoever sends a million members must not make us compare each with each.
    var places: [[UInt8]: Int] = [:]
    for (key, value) in members {
      if let place = places.updateValue(self.members.count, forKey: Array(key.utf8)) {
        places[Array(key.utf8)] = place
        self.members[place].value = value
      } else {
        self.members.append((key, value))
      }
    }
  }

  private static let fewMembers = 32

  private func index(of key: String) -> Int? {
    // Most names differ in their length already.
    members.firstIndex {
      $0.key.utf8.count == key.utf8.count && $0.key == key && $0.key.utf8.elementsEqual(key.utf8)
    }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      let index = index(of: key)
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONObject: Hashable {
  package static func == (one: JSONObject, other: JSONObject) -> Bool {
    guard one.count == other.count else { return false }
    guard one.count > fewMembers else {
      return one.members.allSatisfy { other[$0.key] == $0.value }
    }
    let sorted = { (object: JSONObject) in
      object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    return zip(sorted(one), sorted(other)).allSatisfy {
      $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for key in keys.sorted() { hasher.combine(key) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral, Sequence {
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }

  package func makeIterator() -> IndexingIterator<[(key: String, value: JSONValue)]> {
    members.makeIterator()
  }
}
