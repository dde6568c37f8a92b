import IPCProtocol
import Values

/// A domain that matectl has never heard of, with every kind of parameter.
enum JuiceFixture {
  static func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  private static let size: JSONSchema = .oneOf(["small", "large"], default: "small")

  static let order = MethodDescription(
    "juice.order", summary: text("Order a juice", "주스 주문"), access: .write,
    parameters: [
      ParameterDescription(
        "fruit", .string(minLength: 1, maxLength: 12), required: true, text("the fruit", "과일"),
        completion: CompletionSource(method: "juice.stock", values: "/items/*/fruit")),
      ParameterDescription("count", .integer(1, 100, default: 1), text("how many", "개수")),
      ParameterDescription("size", size, text("the size", "크기")),
      ParameterDescription("isVegan", .boolean(default: false), text("no honey", "꿀 빼기")),
      ParameterDescription("withIce", .boolean(default: true), text("ice", "얼음")),
      ParameterDescription("sweetness", .number(0, 1), text("how sweet", "당도")),
      ParameterDescription("waitSeconds", .duration(0, 3600), text("wait so long", "기다릴 시간")),
      ParameterDescription(
        "toppings", .array(of: .reference("Topping"), maxItems: 3), text("on top", "토핑"),
        completion: CompletionSource(method: "juice.stock", values: "/toppings/*")),
      ParameterDescription("names", .array(of: .string), text("for whom", "받는 사람")),
      ParameterDescription("offset", .integer(-10, 10), text("offset", "차이")),
      ParameterDescription("day", .string(format: .date), text("on this day", "날짜")),
      ParameterDescription(
        "box", .object([.init("w", .integer(1, 9))], additional: false), text("box", "상자")),
      ParameterDescription(
        "mix", .array(of: .object([.init("fruit", .string), .init("count", .integer(1))])),
        text("mixed in", "섞을 것")),
      ParameterDescription("note", .string, text("a letter", "편지"), source: .file),
    ],
    command: CommandDescription(
      ["order"], positionals: ["fruit", "count"],
      flags: [
        .init("isVegan", long: "vegan", short: "v"), .init("withIce", long: "ice", short: "i"),
        .init("size", short: "s"), .init("waitSeconds", long: "wait", short: "w"),
        .init("toppings", long: "topping", short: "t"),
      ],
      examples: ["matectl juice order kiwi 2 --vegan"]))

  static let stock = MethodDescription(
    "juice.stock", summary: text("Show the stock", "재고 보기"), result: .any,
    command: CommandDescription(["stock", "list"], summary: text("List the stock", "재고 목록")))

  static let stockSet = MethodDescription(
    "juice.stock.set", summary: text("Set the stock", "재고 정하기"), access: .write,
    needsConfirmation: true,
    parameters: [
      ParameterDescription("level", .integer(), required: true, text("how many", "개수")),
      ParameterDescription("fruits", .array(of: .string), required: true, text("which", "과일들")),
    ],
    command: CommandDescription(["stock", "set"], positionals: ["level", "fruits"]))

  static let watch = MethodDescription(
    "juice.watch", summary: text("Follow", "지켜보기"), isStream: true,
    command: CommandDescription(["watch"]))

  static let domain = DomainDescription(
    domain: "juice", version: "1.0.0", exec: "juiced", summary: text("A juice bar", "주스 가게"),
    methods: [order, stock, stockSet, watch],
    schemas: [NamedSchema("Topping", .oneOf(["mint", "nuts", "honey"]))])
}
