internal import Values

/// A list as somebody asks for it.
struct BoardQuery: Sendable {
  var filter = ProjectFilter()
  var sort = SortKey.due
  var isReversed = false
  var limit: Int?
  /// The name of the filter that is in use.
  var context: String?
  /// What the filter was made from, as it is typed.
  var asked: [String] = []
  /// The words of a search that may have been meant for a filter.
  var asFilter: String?

  /// What a list has, and what it leaves out.
  struct Found: Sendable {
    /// The places that are shown, in their order.
    let shown: [Int32]
    /// How many there are without the limit.
    let total: Int
    /// How many that are done would be there too, were they asked for.
    let done: Int
    /// How many that were put off would be there too, were they asked for.
    var waiting = 0
    var context: String?
    /// What was asked, as it is typed.
    var asked: [String] = []
    var asFilter: String?
  }

  /// The projects that are asked for.
  func places(of board: Board, _ reader: ReaderDay) -> Found {
    let found = filter.places(board, reader)
    let places = sort.sorted(found.places, of: board, reader: reader, reversed: isReversed)
    return Found(
      shown: limit.map { Array(places.prefix($0)) } ?? places, total: places.count,
      done: found.done, waiting: found.waiting, context: context, asked: asked,
      asFilter: asFilter)
  }
}

extension BoardQuery.Found {
  /// What is left out, in a sentence with what shows it; nil where all is shown.
  var remark: LocalizedText? {
    let more = total - shown.count
    var (en, ko): ([String], [String]) = ([], [])
    if more > 0 {
      en.append("and \(more) more; a larger `--limit` shows them")
      ko.append("\(more)개가 더 있습니다. `--limit`을 늘리면 볼 수 있습니다")
    }
    if done > 0 {
      en.append(
        "\(done) done \(done == 1 ? "is" : "are") left out; `--all` shows \(done == 1 ? "it" : "them") too"
      )
      ko.append("끝난 \(done)개는 뺐습니다. `--all`을 붙이면 함께 볼 수 있습니다")
    }
    if waiting > 0 {
      en.append("\(waiting) put off until later; `--waiting` shows \(waiting == 1 ? "it" : "them")")
      ko.append("미뤄 둔 \(waiting)개는 뺐습니다. `--waiting`으로 볼 수 있습니다")
    }
    if let context {
      let remark = Self.remark(ofContext: context)
      en.append(remark.en)
      ko.append(remark.ko ?? remark.en)
    }
    guard !en.isEmpty else { return nil }
    return LocalizedText(en: en.joined(separator: ". "), ko: ko.joined(separator: ". "))
  }

  static func remark(ofContext name: String) -> LocalizedText {
    LocalizedText(
      en: "kept to the context \(name); `matectl project context use none` shows all",
      ko: "\(name) 조건에 맞춘 목록입니다. `matectl project context use none`으로 모두 볼 수 있습니다")
  }
}
