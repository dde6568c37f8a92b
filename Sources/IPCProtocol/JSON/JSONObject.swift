/// The members of a JSON object in the order they were written.
///
/// Look-up is linear: objects of this project have a handful of members, and their order
/// matters to people (commands, columns). Equality does not look at the order.
package struct JSONObject: Sendable {
  package private(set) var members: [(key: String, value: JSONValue)]

  package init() { members = [] }

  /// Where a name comes twice the last value wins, at the place of the first.
  package init(_ members: [(String, JSONValue)]) {
    self.members = []
    self.members.reserveCapacity(members.count)
    for (key, value) in members { self[key] = value }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
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
    one.count == other.count && one.members.allSatisfy { other[$0.key] == $0.value }
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
