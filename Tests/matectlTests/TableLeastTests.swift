import Foundation
import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("Tables keep what must be read")
struct TableLeastTests {
  private func values() -> ValueText {
    ValueText(language: .english, now: Timestamp(microseconds: 0))
  }

  @Test("a text that says how much of it is needed keeps that, and columns of higher ranks leave")
  func readableText() throws {
    let title = "Hand in the quarterly report to the finance department"
    func lines(_ width: Int, least: Int?) throws -> [Substring] {
      let template = TableTemplate(
        rows: "/rows",
        columns: [
          TableColumn(LocalizedText(en: "No."), "/id", format: "integer"),
          TableColumn(LocalizedText(en: "Title"), "/title", rank: 2, least: least),
          TableColumn(LocalizedText(en: "Tags"), "/tags", rank: 4),
          TableColumn(LocalizedText(en: "Group"), "/group", rank: 3),
          TableColumn(LocalizedText(en: "For"), "/who", rank: 5),
        ])
      let printer = ResultPrinter(
        output: nil, style: Style(isColored: false), values: values(), screen: (width, 24))
      let row: JSONValue = [
        "id": 1, "title": .string(title), "tags": "office, urgent, tomorrow",
        "group": "work.office.third.floor", "who": "kim.minsu of the third floor",
      ]
      return printer.human(["rows": [row]], .table(template)).split(separator: "\n")
    }
    func cells(_ line: Substring) -> Int {
      // Up to the two spaces in front of the next column.
      line.dropFirst(5).prefix { $0 != "…" }.count + 1
    }
    #expect(cells(try lines(60, least: nil)[1]) < 18)
    // Three tenths of any width; nothing is wider than it.
    for width in 40...80 {
      let found = try lines(width, least: 24)
      #expect(cells(found[1]) >= 24 * width / 80, "\(width): \(found[1])")
      #expect(found.allSatisfy { $0.count <= width })
    }
    #expect(try lines(50, least: 24)[0].hasPrefix("No.  Title"))
    // What matters least has left first.
    #expect(try !lines(40, least: 24)[0].contains("For"))
    #expect(try lines(40, least: 24)[0].contains("Group"))
  }

  /// Of our own descriptions: a row in which every text is long, in both languages.
  @Test("what a description says that a text keeps is kept on a terminal of 80")
  func ofOurs() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var checked: Set<String> = []
    for domain in ["bank", "juice", "project", "transit"] {
      let file = root.appending(path: "deploy/domains/\(domain).json")
      let description = try DomainDescription(openRPC: JSON.parse(Array(Data(contentsOf: file))))
      for method in description.methods {
        guard case .table(let template)? = method.render,
          let kept = template.columns.firstIndex(where: { $0.least != nil }),
          let least = template.columns[kept].least
        else { continue }
        var row = JSONObject()
        for (place, column) in template.columns.enumerated() {
          let name = String(column.value.dropFirst())
          row[name] =
            switch column.format {
            case "day": "2026-11-27 15:00"
            case nil where place == 0: "Tomorrow, Thu 26 Nov"
            case nil, "text": "a text that is much longer than what a column can show of it"
            default: 7
            }
        }
        let pointer = String(template.rows.dropFirst())
        for language in Language.allCases {
          let values = ValueText(language: language, now: Timestamp(microseconds: 0))
          let table = Table(template, [pointer: [.object(row)]], values)
          let choice = try #require(table.fit().columns(within: 80), "\(method.name)")
          #expect(choice.columns.contains(kept), "\(method.name)")
          #expect(choice.widths[kept] >= least, "\(method.name): \(choice.widths)")
        }
        checked.insert(method.name)
      }
    }
    #expect(
      checked.isSuperset(of: ["project.list", "project.search", "project.next", "project.agenda"]))
  }
}
