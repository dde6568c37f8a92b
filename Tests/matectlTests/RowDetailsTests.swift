import IPCTransport
import TestSupport
import Testing
import Values

@testable import IPCProtocol
@testable import matectl

/// What Enter shows of a row that its domain has no other way to show.
@Suite("Details of a row")
struct RowDetailsTests {
  private func description(_ name: String) throws -> DomainDescription {
    let folder = "\(BuiltPrograms.repository())/deploy/domains"
    return try #require(DescriptionCatalog(folders: [folder]).description(of: name))
  }

  @Test(
    "every member that a row of a tab may have is called something in Korean",
    arguments: ["bank", "juice", "project", "transit"])
  func named(name: String) throws {
    let domain = try description(name)
    let names = MemberNames(domain)
    var count = 0
    for view in ScreenView.all(of: domain) {
      for (members, heads) in Self.rows(of: view, in: domain) {
        let row = JSONValue.object(JSONObject(members.map { ($0, .integer(1)) }))
        for member in members where !heads.contains(where: { $0.hasPrefix("/\(member)") }) {
          count += 1
          #expect(
            RowDetails.isCode(member, of: row) || names.name(of: member).ko != nil,
            "\(member) of \(view.method.name)")
        }
      }
    }
    #expect(count > 5)
  }

  /// The members of each kind of row that a view shows, and what its columns have heads for.
  private static func rows(
    of view: ScreenView, in domain: DomainDescription
  ) -> [(members: [String], heads: [String])] {
    let answer = view.method.isStream ? view.method.event : nil
    let whole = (answer ?? view.method.result).rules(in: domain.schemas)
    let tables: [(rows: String, heads: [String])] =
      switch view.rendering {
      case .table(let table):
        ([table] + table.instead).map { ($0.rows, $0.columns.map(\.value)) }
      case .board(let board): board.columns.map { ($0.items, []) }
      case .message, .raw: []
      }
    return tables.map { table in
      var rules = whole
      for token in table.rows.split(separator: "/") {
        let next = rules.properties.first { $0.name == token }?.schema
        rules = next?.rules(in: domain.schemas) ?? rules
      }
      let row = rules.items?.rules(in: domain.schemas)
      return (row?.properties.map(\.name) ?? [], table.heads)
    }
  }

  @Test("heads come first, then other members by their names; words for programs stay away")
  func page() {
    var domain = DomainDescription(
      domain: "toy", version: "1", exec: "toyd", summary: LocalizedText(en: "toys"), methods: [])
    domain.members = [
      "madeAt": LocalizedText(en: "Made", ko: "만든 때"), "code": LocalizedText(en: "No.", ko: "번호"),
    ]
    let method = MethodDescription("toy.list", summary: LocalizedText(en: "list"))
    let columns = [
      TableColumn(LocalizedText(en: "No.", ko: "번호"), "/id", format: "integer"),
      TableColumn(LocalizedText(en: "Wait", ko: "대기"), "/wait/mean", format: "duration"),
      TableColumn(LocalizedText(en: "Date", ko: "날짜"), "/at", format: "date"),
      TableColumn(LocalizedText(en: "Time", ko: "시각"), "/at", format: "time"),
    ]
    let view = ScreenView(
      title: LocalizedText(en: "list"), method: method,
      rendering: .table(rows: "/rows", columns: columns))
    let row: JSONValue = [
      "id": 7, "wait": ["mean": 90, "low": 1], "kind": "x", "kindName": ["en": "bear", "ko": "곰"],
      "madeAt": "2026-11-21T09:30:05.000Z", "none": nil, "at": "2026-11-21T09:30:05.000Z",
      "code": "seven",
    ]
    let values = ValueText(language: .korean, now: Timestamp(microseconds: 0))
    let lines = RowDetails(view, row, values, in: domain).page.lines.map(\.text)
    #expect(lines.prefix(2) == ["번호      7", "대기      1분 30초"])
    #expect(lines.dropFirst(4).first == "kindName  곰")
    let made = values.localDateTime(
      Timestamp(rfc3339: "2026-11-21T09:30:05.000Z") ?? Timestamp(microseconds: 0))
    #expect(lines.last == "만든 때   \(made)" && lines.count == 6)
    let parts = made.split(separator: " ")
    #expect(lines.dropFirst(2).prefix(2) == ["날짜      \(parts[0])", "시각      \(parts[1])"])
  }
}
