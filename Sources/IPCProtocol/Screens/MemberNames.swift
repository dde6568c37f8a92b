package import Values

/// What members of a domain's rows are called.
package struct MemberNames {
  /// What the domain says.
  let said: [String: LocalizedText]
  /// Heads above columns, by the pointers of these, where all tables agree.
  private let heads: [String: LocalizedText]

  package init(_ domain: DomainDescription) {
    said = domain.members
    let columns = domain.methods.flatMap { method in
      [method.render, method.renderEvent].compactMap { $0 }.flatMap { $0.columns() }
    }
    heads = Dictionary(grouping: columns, by: \.value).compactMapValues { columns in
      let heads = Set(columns.map(\.header))
      return heads.count == 1 ? heads.first.flatMap { $0.en.isEmpty ? nil : $0 } : nil
    }
  }

  /// What the domain says, else the head that all of its tables have above it, else the name.
  package func name(of member: String) -> LocalizedText {
    known(member) ?? LocalizedText(en: member)
  }

  /// The same; nil where nothing is said.
  package func known(_ member: String) -> LocalizedText? {
    said[member] ?? heads["/\(member)"]
  }

  /// What a field for a parameter is called: what the domain calls it, else what its description says
  /// where that is short, else its option.
  package func name(
    of parameter: ParameterDescription, in method: MethodDescription
  ) -> LocalizedText {
    if let known = known(parameter.name) { return known }
    let option = method.command?.longName(of: parameter) ?? parameter.name
    func short(_ language: Language) -> String {
      let whole = parameter.summary.text(in: language)
      // What stands behind the name says more of it: `잔 수 (1~1000000)`, `파일; -는 표준 입력`.
      let end = [" (", ";", ": "].compactMap { whole.firstRange(of: $0)?.lowerBound }.min()
      let start = whole[..<(end ?? whole.endIndex)]
      // 한글 is twice as wide.
      let width = start.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
      return (1...Self.longest).contains(width) ? String(start) : option
    }
    return LocalizedText(en: short(.english), ko: short(.korean))
  }

  /// A summary of so many cells is a name.
  private static let longest = 16

  /// What a value of a member is called, which is a word of the wire; nil where nothing is said.
  package func value(_ word: String, of member: String) -> LocalizedText? {
    said["\(member)=\(word)"]
  }

  /// All that are called something, by their names.
  package var all: [String: LocalizedText] {
    var names = said
    for (pointer, head) in heads {
      let name = String(pointer.dropFirst())
      if !name.contains("/"), names[name] == nil { names[name] = head }
    }
    return names
  }
}

extension Rendering {
  /// The columns of a table, and of those that are drawn instead of it; a board has none.
  package func columns() -> [TableColumn] {
    guard case .table(let table) = self else { return [] }
    return table.columns + table.instead.flatMap { $0.columns }
  }
}
