import IPCProtocol
import Values

/// A small domain in which every member of a description is used at least once.
enum DescriptionFixture {
  static func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  static let stock = MethodDescription(
    "juice.stock", summary: text("Show the stock", "재고 보기"), isForToday: true,
    result: .reference("Stock"),
    command: CommandDescription(["stock", "list"]),
    render: .table(
      rows: "/items", count: "/total",
      columns: [
        TableColumn(text("Fruit", "과일"), "/fruit"),
        TableColumn(
          LocalizedText(en: "Count"), "/count", format: "fixed2",
          style: [StyleRule(when: "/low", is: true, use: .danger)]),
      ], empty: text("Nothing left", "없음"), footer: text("{remark}", "{remark}")))

  static let set = MethodDescription(
    "juice.set", summary: text("Set the stock", "재고 정하기"), access: .admin,
    needsConfirmation: true,
    parameters: [
      ParameterDescription(
        "fruit", .string(minLength: 1, maxLength: 20, pattern: "^[a-z]+$"), required: true,
        text("the fruit", "과일"),
        completion: CompletionSource(
          method: "juice.stock", values: "/items/*/fruit", aliases: "/items/*/name/*")),
      ParameterDescription("photo", .string, text("a picture", "사진"), source: .file),
      ParameterDescription("remark", .string, text("a remark", "한마디"), hasLines: true),
      ParameterDescription("album", .string, text("a folder", "폴더"), source: .path),
      ParameterDescription("count", .integer(0, 10_000, default: 5), text("how many", "개수")),
      ParameterDescription("holdSeconds", .duration(0, 60), LocalizedText(en: "hold it")),
      ParameterDescription("reason", .oneOf(["waste", "delivery"]), text("why", "이유")),
    ],
    result: .object([.init("count", .integer(0))], additional: false),
    command: CommandDescription(
      ["stock", "set"], positionals: ["fruit", "count"],
      flags: [.init("reason", short: "r"), .init("holdSeconds", long: "hold")],
      examples: ["matectl juice stock set strawberry 5"], summary: text("Set it", "정하기")),
    render: .message(.text(text("{count} {fruit} in stock", "{fruit} 재고 {count}개"))))

  static let watch = MethodDescription(
    "juice.watch", summary: text("Follow", "보기"), isStream: true, result: .any,
    command: CommandDescription(["watch"]),
    render: .board(
      BoardTemplate(columns: [
        BoardColumn(
          text("Waiting", "대기"), items: "/waiting", count: "/total",
          card: LocalizedText(en: "{number} {fruit}"),
          style: [StyleRule(when: "/fruit", is: "kiwi", use: .accent)])
      ])),
    renderEvent: .message(
      .cases(by: "/kind", [MessageCase("made", text("made {n:integer}", "{n:integer} 완성"))])),
    bar: BarTemplate(
      text: text("{n:integer}", "{n:integer}잔"), tooltip: text("{all}", "{all}"), kind: "/state"),
    failed: "/failed")

  static let juice = DomainDescription(
    domain: "juice", version: "1.2.3", exec: "juiced", socket: "fresh.sock",
    summary: text("Run a juice bar", "주스 가게"), methods: [stock, set, watch],
    errors: [
      ErrorDescription(
        .init(code: 1001, name: "juice.outOfStock"),
        message: text("{fruit} has run out", "{fruit} 품절"),
        followUp: FollowUp(
          method: "juice.set", question: text("Edit the stock?", "재고를 수정할까요?"),
          yes: text("sure", "그래"), no: text("never", "싫어"), each: "/missing",
          parameters: [.init("fruit", "/fruit")],
          asks: [.init("count", text("{fruit}: how many", "{fruit} 개수"), defaultValue: "/need")]))
    ],
    schemas: [
      NamedSchema(
        "Stock",
        .object([
          .init("items", .array(of: .reference("Item"), minItems: 0, maxItems: 100))
        ])),
      NamedSchema(
        "Item", .object([.init("fruit", .string), .init("low", .boolean)], optional: ["low"])),
    ])

  /// A document with one method, changed by JSON text.
  static func document(method: String, mate: String = "", document: String = "") throws -> JSONValue
  {
    try JSON.parse(
      """
      {"openrpc":"1.3.2","methods":[{"name":"juice.order"\(method)}]\(document),
       "x-mate":{"domain":"juice","exec":"juiced"\(mate)}}
      """)
  }

  /// The error that a document is refused with.
  static func failure(
    method: String = "", mate: String = "", document text: String = ""
  ) throws -> DescriptionError? {
    let value = try document(method: method, mate: mate, document: text)
    do throws(DescriptionError) {
      _ = try DomainDescription(openRPC: value)
      return nil
    } catch {
      return error
    }
  }
}
