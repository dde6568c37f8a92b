@testable import IPCProtocol
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// Lists of which the daemon sends a part: what is not there is counted, and nobody takes a part for all.
@Suite("Lists that are longer than what is sent")
struct LeftOutTests {
  private static let table: Rendering = .table(
    rows: "/a", count: "/counts/a", columns: [TableColumn(LocalizedText(en: "Name"), "/t")])

  private static let board: Rendering = .board(
    BoardTemplate(columns: [
      BoardColumn(
        LocalizedText(en: "A"), items: "/a", count: "/counts/a", card: LocalizedText(en: "{t}"),
        detail: "/more"),
      BoardColumn(LocalizedText(en: "B"), items: "/b", card: LocalizedText(en: "{t}")),
    ]))

  /// So many of so many in the first column, and three in the second one, which counts nothing.
  private static func value(_ sent: Int, of total: JSONValue, details: Bool = false) -> JSONValue {
    func rows(_ name: String, _ count: Int) -> JSONValue {
      .array(
        (0..<count).map { number in
          var row: JSONObject = [
            "id": .string("\(name)\(number)"), "t": .string("\(name)\(number)"),
          ]
          if details { row["more"] = "why" }
          return .object(row)
        })
    }
    return ["a": rows("a", sent), "b": rows("b", 3), "counts": ["a": total]]
  }

  private func values(_ language: Language = .english) -> ValueText {
    ValueText(language: language, now: Timestamp(microseconds: 0))
  }

  private func printed(
    _ rendering: Rendering, _ value: JSONValue, rows: Int?, limit: Int? = nil, columns: Int = 80,
    _ language: Language = .english
  ) -> String {
    var printer = ResultPrinter(
      output: nil, style: Style(isColored: false), values: values(language),
      screen: rows.map { (columns, $0) })
    printer.rowLimit = limit
    return printer.human(value, rendering)
  }

  /// What stands for a count in a text; nothing counts nothing.
  private func counted(_ text: String) -> Int {
    text.matches(of: /(?:and|↓) (\d+) more/).reduce(0) { $0 + (Int($1.1) ?? 0) }
  }

  private func seen(_ text: String) -> Int { text.matches(of: /\ba\d+/).count }

  @Test(
    "what is seen and what is counted are all that there are, at each height", arguments: 1..<30)
  func lines(height: Int) {
    for (sent, total) in [(0, 0), (0, 7), (5, 5), (5, 199), (20, 20), (20, 21), (20, 199)] {
      for details in [false, true] {
        let value = Self.value(sent, of: .integer(Int64(total)), details: details)
        for columns in [80, 20] {
          let text = printed(Self.board, value, rows: height + 3, columns: columns)
          // What the other column hides is its own.
          let own = columns == 80 ? text : text.components("\n\n").first ?? ""
          let other = columns == 80 ? hiddenOfOthers(own) : 0
          #expect(
            seen(own) + counted(own) - other == total,
            "\(sent) of \(total), \(columns) by \(height): \(text)")
        }
      }
    }
  }

  /// What the second column counts, which stands at the right.
  private func hiddenOfOthers(_ text: String) -> Int {
    text.split(separator: "\n").reduce(0) { $0 + counted(String($1.dropFirst(20))) }
  }

  @Test("also in a pipe, in a glance and in a table, in both languages")
  func places() {
    let value = Self.value(50, of: 199)
    #expect(printed(Self.board, value, rows: nil).hasSuffix("\nand 149 more"))
    #expect(printed(Self.board, value, rows: nil, .korean).hasSuffix("\n149개 더"))
    #expect(printed(Self.board, value, rows: 40, limit: 5).contains("\nand 194 more"))
    #expect(printed(Self.table, value, rows: nil).hasSuffix("\nand 149 more"))
    #expect(printed(Self.table, value, rows: 90, .korean).hasSuffix("\n149개 더"))
    #expect(printed(Self.table, value, rows: 40, limit: 5).hasSuffix("\nand 194 more"))
    #expect(counted(printed(Self.table, Self.value(5, of: 5), rows: 40)) == 0)
  }

  @Test("a count that is none, or less than what is there, counts nothing")
  func counts() {
    for count in [.null, "many", -1, 3, 5, 1.5] as [JSONValue] {
      for rendering in [Self.table, Self.board] {
        let text = printed(rendering, Self.value(5, of: count), rows: 40)
        #expect(counted(text) == 0 && seen(text) == 5, "\(count): \(text)")
      }
    }
  }

  // MARK: Full screens

  private func state(_ rendering: Rendering, _ value: JSONValue) -> ScreenState {
    let method = MethodDescription("toy.list", summary: LocalizedText(en: "list"))
    let view = ScreenView(
      title: LocalizedText(en: "list"), method: method, rendering: rendering, keys: ["/id"])
    var state = ScreenState(domain: "toy", language: .english, tabs: [ViewState(view)])
    state.tab.take(value, values())
    return state
  }

  private func drawn(_ state: inout ScreenState, rows: Int) -> String {
    ScreenPainter(&state, columns: 80, rows: rows).grid.lines.joined(separator: "\n")
  }

  @Test("a screen counts above, below and what was not sent, wherever one is", arguments: 9..<40)
  func screens(rows: Int) {
    for rendering in [Self.table, Self.board] {
      for chosen in [0, 1, 10, 48, 49] {
        var state = state(rendering, Self.value(50, of: 199))
        state.tab.select { $0.choose(column: 0, index: chosen, in: $1) }
        let text = drawn(&state, rows: rows)
        let above = text.matches(of: /↑ (\d+) more/).reduce(0) { $0 + (Int($1.1) ?? 0) }
        #expect(above + seen(text) + counted(text) == 199, "\(chosen) in \(rows): \(text)")
        #expect(text.contains("› a\(chosen)"), "\(chosen) in \(rows): \(text)")
      }
    }
  }

  @Test("who looks for something is told among how many, and that the others were not looked at")
  func filtered() {
    for rendering in [Self.table, Self.board] {
      var state = state(rendering, Self.value(50, of: 199))
      let all = rendering == Self.table ? 50 : 53
      state.tab.filter(by: "a4")
      var text = drawn(&state, rows: 30)
      #expect(
        text.contains("showing what has: a4 (11 of \(all)); 149 more are not here"), "\(text)")
      #expect(seen(text.replacing("has: a4", with: "")) == 11 && counted(text) == 0, "\(text)")
      state.language = .korean
      text = drawn(&state, rows: 30)
      #expect(text.contains("찾은 것만 보기: a4 (\(all)개 중 11개); 여기 없는 149개는 찾지 않음"), "\(text)")
      state.tab.filter(by: "")
      #expect(drawn(&state, rows: 30).contains("개 더"))
    }
  }

  @Test("where everything was sent nobody is told of others")
  func whole() {
    var state = state(Self.table, Self.value(50, of: 50))
    state.tab.filter(by: "a4")
    let text = drawn(&state, rows: 30)
    #expect(text.contains("(11 of 50)") && !text.contains("not here"), "\(text)")
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
