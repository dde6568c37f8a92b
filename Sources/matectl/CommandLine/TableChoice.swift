internal import IPCProtocol
internal import Values

/// What a person wants to see of a table, and in which order.
struct TableChoice: Equatable {
  /// How columns are called in CSV.
  enum Headers: String, CaseIterable {
    case wire, en, ko
  }

  /// By their names on the wire or their headers; empty for all.
  var columns: [String] = []
  /// A column, with `-` before it backwards.
  var sort: String?
  var hasHeader = true
  var headers = Headers.wire

  /// Whether every row and column is wanted as it comes.
  var isWhole: Bool { columns.isEmpty && sort == nil }

  /// Says what cannot be chosen, before anything is asked for.
  func check(_ rendering: Rendering?, isForJSON: Bool) throws(UsageError) {
    guard !isWhole else { return }
    let option = columns.isEmpty ? "--sort-by" : "--columns"
    guard !isForJSON else {
      throw UsageError(
        "\(option) has no effect on JSON, which is printed unchanged; leave one of the two out",
        "JSON은 그대로 출력되므로 \(option)을 함께 쓸 수 없습니다. 둘 중 하나를 빼십시오")
    }
    guard case .table(let template)? = rendering else {
      throw UsageError(
        "\(option) is for tables, and this command shows none; leave it out",
        "\(option)은 표에 쓰는 옵션인데 이 명령은 표를 보이지 않습니다. 빼고 다시 하십시오")
    }
    for name in columns + (sort.map { [Self.parts($0).name] } ?? []) {
      let isKnown = ([template] + template.instead).contains {
        !Self.columns(name, of: $0).isEmpty
      }
      guard isKnown else { throw Self.unknown(name, template) }
    }
  }

  private static func unknown(_ name: String, _ template: TableTemplate) -> UsageError {
    let known = names(of: template)
    let list = known.joined(separator: ", ")
    return UsageError(
      "there is no column \(name)", "\(name) 열은 없습니다",
      nearest: nearestNames(to: name, among: known).first,
      otherwise: ("; there are \(whole: list)", ". 있는 열: \(whole: list)"))
  }

  /// The names of a table's columns on the wire, each once, as CSV has them: `place.name` of
  /// `/place/name`.
  static func names(of template: TableTemplate) -> [String] {
    var names: [String] = []
    for column in template.columns where !names.contains(name(of: column)) {
      names.append(name(of: column))
    }
    return names
  }

  static func name(of column: TableColumn) -> String {
    column.value.split(separator: "/").joined(separator: ".")
  }

  /// The columns that a person means: two may show the day and the time of one value.
  private static func columns(_ typed: String, of template: TableTemplate) -> [TableColumn] {
    let word = typed.lowercased()
    return template.columns.filter { column in
      let headers = [column.header.en, column.header.text(in: .korean)]
      return ([name(of: column)] + headers).contains { $0.lowercased() == word }
    }
  }

  private static func parts(_ sort: String) -> (name: String, isBackwards: Bool) {
    sort.hasPrefix("-") ? (String(sort.dropFirst()), true) : (sort, false)
  }

  /// The result and its rendering as they were chosen.
  func applied(
    to value: JSONValue, _ rendering: Rendering?
  ) -> (value: JSONValue, rendering: Rendering?) {
    guard case .table(let template)? = rendering else { return (value, rendering) }
    var chosen = template.chosen(for: value)
    guard !isWhole else { return (value, .table(chosen)) }
    let all = chosen
    if !columns.isEmpty { chosen.columns = columns.flatMap { Self.columns($0, of: all) } }
    guard let sort, let rows = value.value(at: chosen.rows)?.arrayValue else {
      return (value, .table(chosen))
    }
    let (name, isBackwards) = Self.parts(sort)
    guard let column = Self.columns(name, of: all).first else { return (value, .table(chosen)) }
    let keyed = rows.enumerated().map { ($0, SortKey($1.value(at: column.value)), $1) }
    let sorted = keyed.sorted { one, other in
      guard one.1 != other.1 else { return one.0 < other.0 }
      // What has no value stands at the end, whichever way the rest goes.
      if one.1 == .none || other.1 == .none { return other.1 == .none }
      return isBackwards ? other.1 < one.1 : one.1 < other.1
    }
    let path = chosen.rows.split(separator: "/").map(String.init)
    return (value.replacing(path[...], by: .array(sorted.map(\.2))), .table(chosen))
  }
}

/// Numbers before texts.
private enum SortKey: Comparable {
  case number(Double)
  case text(String)
  case none

  init(_ value: JSONValue?) {
    switch value {
    case nil, .null?: self = .none
    case let value?:
      if let number = value.doubleValue {
        self = .number(number)
      } else {
        self = .text(value.stringValue ?? JSON.text(value))
      }
    }
  }
}

extension JSONValue {
  /// The value with what stands at a path of members exchanged.
  fileprivate func replacing(_ path: ArraySlice<String>, by other: JSONValue) -> JSONValue {
    guard let first = path.first else { return other }
    guard var object = objectValue, let member = object[first] else { return self }
    object[first] = member.replacing(path.dropFirst(), by: other)
    return .object(object)
  }
}
