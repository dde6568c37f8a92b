internal import IPCProtocol
internal import Values

/// What the calls are given.
///
/// Counts and names have no bounds here: what is out of bounds is refused with a sentence of its own.
enum Params {
  /// What a busy bar is asked most.
  struct Order: Shape {
    let juice: String
    let count: Int64
    let substitute: String?

    static let shape = ShapeOf<Order>([
      .juice(\.juice, "its word or its name in either language", ko: "쥬스 이름 (영어, 한국어)"),
      Member("count", \.count, default: 1, "1 to 1000000 cups", ko: "잔 수 (1~1000000)"),
      Member(
        "substitute", \.substitute, .word, "another juice that will do if the first is short",
        ko: "모자랄 때 대신할 쥬스", completes: .juices),
    ])
  }

  struct Menu: Shape {
    let zone: String?

    static let shape = ShapeOf<Menu>([.zone(\.zone)])
  }

  struct Undo: Shape {
    let order: Int64

    static let shape = ShapeOf<Undo>([
      Member(
        "order", \.order, "the order's number", ko: "주문 번호",
        completes: CompletionSource(
          method: "juice.orders", values: "/items/*/id", where: ["undoneAt": .null]))
    ])
  }

  struct Orders: Shape {
    let limit: Int64
    let all: Bool
    let before: Int64?
    let since: Timestamp?

    static let shape = ShapeOf<Orders>([
      .limit(\.limit, default: 20), .all(\.all), .since(\.since),
      Member("before", \.before, "only orders before this number", ko: "이 번호보다 앞선 주문만"),
    ])
  }

  // MARK: Stock

  struct Stock: Shape {
    let all: Bool

    static let shape = ShapeOf<Stock>([
      Member("all", \.all, default: false, "also retired fruits", ko: "내린 과일도")
    ])
  }

  struct StockSet: Shape {
    let fruit: String
    let count: Int64?
    let lowest: Int64?
    let pack: Int64?
    let packPrice: Int64?
    let reason: String?

    static let shape = ShapeOf<StockSet>([
      .fruit(\.fruit), Member("count", \.count, "0 to 1000000 pieces", ko: "개수 (0~1000000)"),
      Member("lowest", \.lowest, "the lowest stock: there it is low", ko: "최저 재고 (부족 기준)"),
      .pack(\.pack), .packPrice(\.packPrice), .reason(\.reason),
    ])

    var settings: StockSettings {
      StockSettings(low: lowest, pack: Pack(pieces: pack, price: packPrice))
    }
  }

  struct StockAdjust: Shape {
    let fruit: String
    let by: Int64
    let reason: String?

    static let shape = ShapeOf<StockAdjust>([
      .fruit(\.fruit),
      Member(
        "by", \.by, "-1000000 to 1000000 pieces, as +5 or -1", ko: "더하거나 뺄 개수 (예: +5, -1)"),
      .reason(\.reason),
    ])
  }

  struct StockReceive: Shape {
    let fruit: String
    let count: Int64
    let bestBefore: String?
    let reason: String?
    let zone: String?

    static let shape = ShapeOf<StockReceive>([
      .fruit(\.fruit), Member("count", \.count, "1 to 1000000 pieces", ko: "개수 (1~1000000)"),
      Member(
        "bestBefore", \.bestBefore,
        "the last day on which it is good, as 2026-12-01, 3d or tomorrow",
        ko: "먹을 수 있는 마지막 날 (예: 2026-12-01, 3d, 내일)"),
      .reason(\.reason), .zone(\.zone),
    ])
  }

  struct StockSpoil: Shape {
    let fruit: String
    let count: Int64?
    let reason: String?
    let zone: String?

    static let shape = ShapeOf<StockSpoil>([
      .fruit(\.fruit),
      Member(
        "count", \.count, "1 to 1000000 pieces; all that is past its best before if left out",
        ko: "개수 (1~1000000); 없으면 날짜가 지난 것 모두"),
      .reason(\.reason), .zone(\.zone),
    ])
  }

  struct Expiring: Shape {
    let withinSeconds: Double
    let zone: String?

    static let shape = ShapeOf<Expiring>([
      Member(
        "withinSeconds", \.withinSeconds, .seconds(), default: 604_800,
        "how far ahead, to 365d; what is past is always there", ko: "얼마나 앞까지 볼지 (365d까지)"),
      .zone(\.zone),
    ])
  }

  struct StockUndo: Shape {
    let entry: Int64

    static let shape = ShapeOf<StockUndo>([
      Member(
        "entry", \.entry, "the entry's number, as the ledger has it", ko: "장부의 기록 번호",
        completes: CompletionSource(method: "juice.ledger", values: "/items/*/entry"))
    ])
  }

  struct Threshold: Shape {
    let fruit: String
    let count: Int64

    static let shape = ShapeOf<Threshold>([
      .fruit(\.fruit),
      Member(
        "count", \.count, "it is low at 0 to 1000000 pieces or fewer",
        ko: "이 개수부터 부족 (0~1000000)"),
    ])
  }

  // MARK: Reports

  struct Sales: Shape {
    let from: String?
    let to: String?
    let since: Timestamp?
    let by: SalesStep
    let zone: String?

    static let shape = ShapeOf<Sales>([
      Member(
        "from", \.from, .date, "the first date, as 2026-11-21 or yesterday; from the beginning",
        ko: "시작일 (예: 2026-11-21, 어제)", from: .past),
      Member("to", \.to, .date, "the last date", ko: "종료일", from: .past), .since(\.since),
      Member(
        "by", \.by, default: .total, "in all, or by the day or hour (then today's)",
        ko: "나누기 (전체, 일별, 오늘의 시간별)"),
      .zone(\.zone),
    ])
  }

  struct Forecast: Shape {
    let windowSeconds: Double
    let coverSeconds: Double
    let zone: String?

    static let shape = ShapeOf<Forecast>([
      Member(
        "windowSeconds", \.windowSeconds, .seconds(), default: 2_419_200,
        "how many whole days of the past the use is from, 3d to 365d",
        ko: "지난 며칠로 셀지 (3d~365d)"),
      Member(
        "coverSeconds", \.coverSeconds, .seconds(), default: 86_400,
        "for how long a purchase should last, 5m to 365d", ko: "한 번 사서 버틸 시간 (5m~365d)"),
      .zone(\.zone),
    ])
  }

  struct Ledger: Shape {
    let fruit: String?
    let limit: Int64
    let all: Bool
    let before: Timestamp?
    let since: Timestamp?

    static let shape = ShapeOf<Ledger>([
      .fruit(\.fruit, "only this fruit", ko: "이 과일만"), .limit(\.limit, default: 50),
      .all(\.all), .since(\.since),
      Member("before", \.before, "only what was before", ko: "이 시각 전만", from: .past),
    ])
  }

  // MARK: The bar as a file

  struct Export: Shape {
    let format: BarFile.Format

    static let shape = ShapeOf<Export>([
      Member("format", \.format, default: .json, "json or csv", ko: "json 또는 csv")
    ])
  }

  struct Import: Shape {
    /// The text of the file.
    let file: String
    /// Without it the one that the file looks like.
    let format: BarFile.Format?
    let replace: Bool

    static let shape = ShapeOf<Import>([
      Member(
        "file", \.file, .text(length: 1...BarFile.textLimit),
        "a file as export prints it; - is standard input", ko: "내보낸 파일, -는 표준 입력",
        from: .file),
      Member("format", \.format, "json or csv", ko: "json 또는 csv"),
      Member(
        "replace", \.replace, default: false, "retire what is not in the file",
        ko: "파일에 없는 것은 내림"),
    ])
  }
}
