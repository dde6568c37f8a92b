/// Names, each once.
struct NameList {
  private(set) var all: [String] = []

  mutating func index(_ name: String) -> Int {
    if let known = all.firstIndex(of: name) { return known }
    all.append(name)
    return all.count - 1
  }
}
