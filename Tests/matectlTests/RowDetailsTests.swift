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
    for view in Self.views(of: domain) {
      for (rules, heads) in Self.rows(of: view, in: domain) {
        let members = rules.map(\.name)
        let row = JSONValue.object(JSONObject(members.map { ($0, .integer(1)) }))
        for (member, schema) in rules where !RowDetails.isCode(member, of: row) {
          for word in schema.enumeration.compactMap(\.stringValue) {
            #expect(
              names.value(word, of: member)?.ko != nil, "\(member)=\(word) of \(view.method.name)")
          }
        }
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

  @Test("a name of several words without quotes is answered with the quotes around it")
  func quotes() throws {
    let domain = try description("transit")
    let method = try #require(domain.methods.first { $0.name == "transit.departures" })
    let command = try #require(method.command)
    let failure = #expect(throws: UsageError.self) {
      try ArgumentBinder.bind(["Palo", "Alto", "Caltrain"], to: method, command, of: domain)
    }
    #expect(
      failure?.message.en.contains(
        "Alto is one word too many; a name of several words stands in quotes: 'Palo Alto Caltrain'")
        == true, "\(failure?.message.en ?? "")")
  }

  /// The tabs of a domain, and each of its reads and streams that can be a screen of its own.
  private static func views(of domain: DomainDescription) -> [ScreenView] {
    let tabs = ScreenView.all(of: domain)
    return tabs
      + domain.methods.compactMap { method in
        let isTab = tabs.contains { $0.method.name == method.name }
        return isTab || method.name.hasPrefix("mate.")
          ? nil : ScreenView.view(of: method, in: domain)
      }
  }

  @Test(
    "a screen of one read says what was asked, in both languages",
    arguments: [
      ("transit", "transit.departures", "Departures: 강남 3", "시간표의 다음 출발: 강남 3"),
      ("project", "project.list", "List: 강남 3", "목록: 강남 3"),
    ])
  func titles(domain: String, method: String, en: String, ko: String) throws {
    let domain = try description(domain)
    let described = try #require(domain.methods.first { $0.name == method })
    let view = ScreenView.view(of: described, ["stop": "강남", "limit": 3], in: domain)
    #expect(view?.title == LocalizedText(en: en, ko: ko))
  }

  @Test("a word of the wire is told in the reader's, and what a picture writes is not told twice")
  func words() {
    var domain = DomainDescription(
      domain: "toy", version: "1", exec: "toyd", summary: LocalizedText(en: "toys"), methods: [])
    domain.members = [
      "state": LocalizedText(en: "State", ko: "상태"),
      "state=idle": LocalizedText(en: "idle", ko: "쉼"),
    ]
    let columns = [
      TableColumn(LocalizedText(en: "Open", ko: "남음"), "/open", format: "integer"),
      TableColumn(LocalizedText(en: "", ko: ""), "/open", format: "bar"),
    ]
    let view = ScreenView(
      title: LocalizedText(en: "list"),
      method: MethodDescription("toy.list", summary: LocalizedText(en: "list")),
      rendering: .table(
        rows: "/rows", columns: columns,
        chart: ChartTemplate(LocalizedText(en: "Open"), at: "/label", value: "/open")))
    let values = ValueText(language: .korean, now: Timestamp(microseconds: 0))
    let row: JSONValue = ["open": 3, "label": "11-13", "state": "idle"]
    #expect(
      RowDetails(view, row, values, in: domain).page.lines.map(\.text) == ["남음  3", "상태  쉼"])
  }

  /// The members of each kind of row that a view shows, and what its columns have heads for.
  private static func rows(
    of view: ScreenView, in domain: DomainDescription
  ) -> [(members: [(name: String, rules: JSONSchema.Rules)], heads: [String])] {
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
      let members = row?.properties.map { ($0.name, $0.schema.rules(in: domain.schemas)) }
      return (members ?? [], table.heads)
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
