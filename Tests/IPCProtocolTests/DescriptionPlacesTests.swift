import IPCProtocol
import Testing
import Values

/// What a description shows and completes has to be in its results and events.
@Suite("Places that a description names")
struct DescriptionPlacesTests {
  private static let result = JSONSchema.object([
    .init("kind", .oneOf(["one", "other"])), .init("name", .reference("Title")),
    .init("rows", .array(of: .reference("Row"))), .init("open", .any),
    .init("byID", .rules(byID)),
  ])

  private static let byID: JSONSchema.Rules = {
    var rules = JSONSchema.Rules()
    rules.types = [.object]
    rules.additionalProperties = .schema(.object([.init("count", .integer())]))
    return rules
  }()

  private static let schemas = [
    NamedSchema("Title", .object([.init("en", .string), .init("ko", .string)])),
    NamedSchema("Row", .object([.init("id", .integer()), .init("name", .reference("Title"))])),
  ]

  private func places(_ change: (inout MethodDescription) -> Void) -> [String] {
    var method = MethodDescription("t.list", summary: LocalizedText(en: "t"), result: Self.result)
    change(&method)
    return DomainDescription(
      domain: "t", version: "1", exec: "td", summary: LocalizedText(en: "t"), methods: [method],
      schemas: Self.schemas
    ).danglingPlaces
  }

  private static func text(_ words: String) -> LocalizedText { LocalizedText(en: "all", ko: words) }

  private static func table(
    _ rows: String = "/rows", _ value: String = "/id", when: String = "/id", footer: String = "",
    count: String? = nil
  ) -> Rendering {
    .table(
      rows: rows, count: count,
      columns: [
        TableColumn("t", ko: "t", value, style: [StyleRule(when: when, is: 1, use: .danger)])
      ], footer: text(footer))
  }

  private static func board(
    _ items: String = "/rows", _ card: String = "{id}", title: String = "", when: String = "/id",
    footer: String = "", count: String? = nil
  ) -> Rendering {
    .board(
      BoardTemplate(
        columns: [
          BoardColumn(
            text(title), items: items, count: count, card: text(card),
            style: [StyleRule(when: when, is: 1, use: .danger)])
        ], footer: text(footer)))
  }

  @Test("what is there is found, through names, lists, open objects and whatever is anything")
  func there() {
    let good: [Rendering] = [
      .message("{kind} {name/en} {rows/0/id:integer} {open/deep/down}", ko: "{name:이/가}"),
      .message("no place", ko: "{byID/7/count}"),
      .cases(by: "/kind", [MessageCase("one", "{kind}", ko: "{kind}")]),
      .cases(by: "/name/en", [MessageCase("whatever", "{kind}", ko: "{kind}")]),
      Self.table(), Self.table(footer: "{kind}"), Self.board(), Self.board(title: "{kind}"),
      Self.board("/open", "{anything}", when: "/anything"), .raw("/name/en"),
      Self.table(count: "/byID/1/count"), Self.board(count: "/open/all"),
    ]
    for rendering in good {
      #expect(places { $0.render = rendering } == [])
      // Without an event of its own a stream is shown by its result, as documents had it.
      #expect(places { $0.renderEvent = rendering } == [])
    }
    for values in ["/rows/*/id", "/rows/*/name/*", "/*/*/id", "/byID/*/count", "/open/*"] {
      #expect(places { $0.parameters = [Self.parameter(values)] } == [], "\(values)")
    }
  }

  private static func parameter(
    _ values: String, of method: String = "t.list", aliases: String? = nil
  ) -> ParameterDescription {
    ParameterDescription(
      "p", .string, LocalizedText(en: "p"),
      completion: CompletionSource(method: method, values: values, aliases: aliases))
  }

  @Test("what is not there is named with its method, wherever it stands")
  func notThere() {
    let bad: [(Rendering, String)] = [
      (.message("all", ko: "{nmae}"), "there is no /nmae"),
      (.message("{kind} {name/fr:text}", ko: ""), "there is no /name/fr"),
      (.message("{rows/id}", ko: ""), "there is no /rows/id"),
      (.message("{kind/deeper}", ko: ""), "there is no /kind/deeper"),
      (.cases(by: "/kin", []), "there is no /kin"),
      (.cases(by: "/kind", [MessageCase("third", "", ko: "")]), "/kind is never third"),
      (.cases(by: "/kind", [MessageCase("one", "{x}", ko: "")]), "there is no /x"),
      (Self.table("/row"), "there is no /row"), (Self.table("/rows", "/i"), "there is no /i"),
      (Self.table(when: "/kind"), "there is no /kind"),
      (Self.table(footer: "{id}"), "there is no /id"),
      (Self.board("/row"), "there is no /row"),
      (Self.board("/rows", "{kind}"), "there is no /kind"),
      (Self.board(title: "{id}"), "there is no /id"), (Self.board(when: "/x"), "there is no /x"),
      (Self.table(count: "/id"), "there is no /id"), (Self.board(count: "/id"), "there is no /id"),
      (Self.board(footer: "{id}"), "there is no /id"), (.raw("/text"), "there is no /text"),
    ]
    for (rendering, sentence) in bad {
      #expect(places { $0.render = rendering } == ["t.list: \(sentence)"])
      #expect(places { $0.renderEvent = rendering } == ["t.list: \(sentence)"])
    }
    #expect(places { $0.failed = "/failed" } == ["t.list: there is no /failed"])
    for values in ["/rows/*/i", "/name/*/id", "/byID/*/c", "/kind/*"] {
      let sentences = places { $0.parameters = [Self.parameter(values)] }
      #expect(sentences == ["t.list: there is no \(values)"])
    }
    let aliases = places { $0.parameters = [Self.parameter("/kind", aliases: "/x")] }
    #expect(aliases == ["t.list: there is no /x"])
    let other = places { $0.parameters = [Self.parameter("/kind", of: "t.other")] }
    #expect(other == ["t.list: there is no /kind"])
  }

  @Test("a refusal cannot speak of a member that the error has itself")
  func ownMembers() {
    func places(_ message: LocalizedText) -> [String] {
      DomainDescription(
        domain: "t", version: "1", exec: "td", summary: LocalizedText(en: "t"), methods: [],
        errors: [ErrorDescription(.init(code: 1001, name: "t.no"), message: message)]
      ).danglingPlaces
    }
    #expect(places(LocalizedText(en: "no {names} of {item/name}", ko: "{item:은/는} 없음")) == [])
    for (name, text) in [
      ("name", "{name} is gone"), ("name", "{name:이/가}"), ("traceId", "{traceId}"),
    ] {
      let sentence = "t.no: {\(name)} is the error's own member; call the domain's otherwise"
      #expect(places(Self.text(text)) == [sentence])
      #expect(places(LocalizedText(en: text)) == [sentence])
    }
  }

  @Test("an event is shown by its own members, and a bar shows events where there are some")
  func events() {
    func event(_ method: inout MethodDescription) {
      method.event = .object([.init("step", .string)])
    }
    func bar(_ text: String, _ tooltip: String? = nil, kind: String? = nil) -> BarTemplate {
      BarTemplate(text: Self.text(text), tooltip: tooltip.map(Self.text), kind: kind)
    }
    let ofEvent = places {
      event(&$0)
      $0.renderEvent = .message("{step} {kind}", ko: "")
    }
    #expect(ofEvent == ["t.list: there is no /kind"])
    for (template, missing) in [
      (bar("{kind}"), "/kind"), (bar("", "{kind}"), "/kind"),
      (bar("{step}", kind: "/kind"), "/kind"),
    ] {
      let sentences = places {
        event(&$0)
        $0.bar = template
      }
      #expect(sentences == ["t.list: there is no \(missing)"])
      #expect(places { $0.bar = template }.contains("t.list: there is no \(missing)") == false)
    }
  }
}
