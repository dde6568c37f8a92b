internal import Values

/// The bar as a table: a line for the currency, for each fruit and for each juice.
///
/// `kind,word,en,ko,count,low,recipe,price,pack,packPrice`, where a recipe is `mango=2 kiwi=1`. The last
/// three columns may be missing. Quotes as in RFC 4180.
extension BarFile {
  fileprivate static let columns = [
    "kind", "word", "en", "ko", "count", "low", "recipe", "price", "pack", "packPrice",
  ]
  /// Files of before prices have no more.
  private static let oldColumns = 7

  init(csv text: String) throws(BarError) {
    self.init()
    let lines = try CSVText.lines(text)
    guard let header = lines.first?.fields, header.count >= Self.oldColumns,
      header == Array(Self.columns.prefix(header.count))
    else {
      let line = Self.columns.joined(separator: ",")
      // Spreadsheets of half of Europe write so, as their comma is that of decimals.
      guard !text.prefix(while: { $0 != "\n" }).contains(";") else {
        throw .file(
          "line 1", "fields are separated by commas, not by semicolons",
          "칸은 쌍반점(;)이 아니라 쉼표로 나눠야 해요")
      }
      throw .file("line 1", "the first line must be \(line)", "첫 줄은 \(line)이어야 해요")
    }
    for (index, line) in lines.dropFirst().enumerated() {
      Self.tellProgress(index, of: lines.count)
      guard line.fields.count == header.count else {
        throw .file(
          line.place, "\(header.count) fields are expected, here are \(line.fields.count)",
          "칸이 \(header.count)개여야 하는데 \(line.fields.count)개예요")
      }
      try add(line)
    }
  }

  private mutating func add(_ line: CSVText.Line) throws(BarError) {
    let missing = Self.columns.count - line.fields.count
    let fields = line.fields + [String](repeating: "", count: missing)
    let naming = Bar.Naming(
      english: fields[2].isEmpty ? nil : fields[2], korean: fields[3].isEmpty ? nil : fields[3])
    switch fields[0] {
    case "currency":
      guard fields.dropFirst(2).allSatisfy(\.isEmpty), currency == nil else {
        throw .file(
          line.place, "a currency is one code and nothing else", "통화는 코드 하나만 쓰세요")
      }
      currency = Part(value: fields[1], place: line.place)
    case "fruit":
      guard fields[6].isEmpty, fields[7].isEmpty else {
        throw .file(
          line.place, "a fruit has no recipe and no price of a cup",
          "과일에는 레시피와 한 잔 가격이 없어요")
      }
      let fruit = FileFruit(
        word: fields[1], naming: naming, count: try Self.number(fields[4], line),
        low: try Self.optionalNumber(fields[5], line),
        pack: Pack(
          pieces: try Self.optionalNumber(fields[8], line),
          price: try Self.optionalNumber(fields[9], line)))
      fruits.append(Part(value: fruit, place: line.place))
    case "juice":
      guard [4, 5, 8, 9].allSatisfy({ fields[$0].isEmpty }) else {
        throw .file(
          line.place, "a juice has no stock and no packs", "쥬스에는 재고와 상자가 없어요")
      }
      let juice = FileJuice(
        word: fields[1], naming: naming, recipe: try Self.recipe(fields[6], line),
        price: try Self.optionalNumber(fields[7], line))
      juices.append(Part(value: juice, place: line.place))
    default:
      throw .file(
        line.place, "\(fields[0]) is neither fruit nor juice nor currency",
        "fruit, juice, currency 가운데 하나여야 해요: \(fields[0])")
    }
  }

  private static func number(_ text: String, _ line: CSVText.Line) throws(BarError) -> Int64 {
    guard let number = Int64(text) else {
      throw .file(line.place, "\(text) is no whole number", "정수가 아니에요: \(text)")
    }
    return number
  }

  private static func optionalNumber(
    _ text: String, _ line: CSVText.Line
  ) throws(BarError) -> Int64? { text.isEmpty ? nil : try number(text, line) }

  private static func recipe(
    _ text: String, _ line: CSVText.Line
  ) throws(BarError) -> [Bar.WantedIngredient] {
    var recipe: [Bar.WantedIngredient] = []
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw .file(
          line.place, "\(word) is no ingredient; write mango=2", "재료는 mango=2처럼 쓰세요: \(word)")
      }
      recipe.append(
        Bar.WantedIngredient(
          fruit: String(parts[0]), count: try number(String(parts[1]), line)))
    }
    return recipe
  }
}

extension Bar {
  var csv: String {
    func text(_ number: Int64?) -> String { number.map(String.init) ?? "" }
    let money = ["currency", currency.code] + [String](repeating: "", count: 8)
    let fruits = fruitsOnSale.map { fruit in
      [
        "fruit", fruit.name, fruit.title.en, fruit.title.ko ?? "", "\(fruit.count)",
        "\(fruit.low)", "", "", text(fruit.pack), text(fruit.packPrice),
      ]
    }
    let juices = menu.map { juice in
      let recipe = juice.recipe.ingredients.map { "\(self.fruits[$0.fruit].name)=\($0.count)" }
      return [
        "juice", juice.name, juice.title.en, juice.title.ko ?? "", "", "",
        recipe.joined(separator: " "), text(juice.recipe.price), "", "",
      ]
    }
    return ([BarFile.columns, money] + fruits + juices).map(CSVText.line).joined(separator: "\n")
  }
}

/// Comma-separated values as RFC 4180 has them; lines may end in LF alone.
enum CSVText {
  struct Line: Hashable {
    let fields: [String]
    /// The line of the file that it starts in, counted from 1.
    let number: Int

    var place: String { "line \(number)" }
  }

  /// The fields of each line that is not empty.
  static func lines(_ text: String) throws(BarError) -> [Line] {
    var reader = CSVReader()
    for byte in text.utf8 { try reader.take(byte) }
    return try reader.finished()
  }

  static func line(_ fields: [String]) -> String {
    fields.map { field in
      guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 < 0x20 }) else {
        return field
      }
      return "\""
        + field.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }.joined(separator: ",")
  }
}

/// Byte by byte, as a quote may hold anything.
private struct CSVReader {
  private enum State {
    case plain, quoted, quoteInQuoted
  }

  private var state = State.plain
  private var lines: [CSVText.Line] = []
  private var fields: [String] = []
  private var field: [UInt8] = []
  private var lineNumber = 1
  private var startedAt = 1

  mutating func take(_ byte: UInt8) throws(BarError) {
    if byte == 0x0A { lineNumber += 1 }
    switch (state, byte) {
    case (.plain, 0x22) where field.isEmpty: state = .quoted
    case (.quoted, 0x22): state = .quoteInQuoted
    case (.quoteInQuoted, 0x22):
      field.append(byte)
      state = .quoted
    case (.quoted, _): field.append(byte)
    case (_, 0x2C): endField()
    case (_, 0x0A): endLine()
    case (_, 0x0D): break
    case (.quoteInQuoted, _):
      throw .file("line \(lineNumber)", "a quote in the middle of a field", "칸 중간에 따옴표가 있어요")
    case (.plain, _): field.append(byte)
    }
  }

  private mutating func endField() {
    fields.append(String(decoding: field, as: UTF8.self))
    field.removeAll(keepingCapacity: true)
    state = .plain
  }

  private mutating func endLine() {
    endField()
    if fields != [""] { lines.append(CSVText.Line(fields: fields, number: startedAt)) }
    fields = []
    startedAt = lineNumber
  }

  mutating func finished() throws(BarError) -> [CSVText.Line] {
    if state == .quoted {
      throw .file("line \(startedAt)", "a quote is never closed", "따옴표가 닫히지 않았어요")
    }
    if !field.isEmpty || !fields.isEmpty { endLine() }
    return lines
  }
}
