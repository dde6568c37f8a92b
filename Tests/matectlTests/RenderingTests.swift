import IPCProtocol
import LinuxSystem
import Testing
import Values

@testable import matectl

@Suite("Rendering")
struct RenderingTests {
  private func values(_ language: Language = .english) -> ValueText {
    // 2026-11-21T00:00:00Z is 20,778 days after 1970-01-01.
    ValueText(language: language, now: Timestamp(microseconds: 20_778 * 86_400_000_000))
  }

  @Test(
    "cells are counted as terminals do",
    arguments: [
      ("", 0), ("abc", 3), ("한글", 4), ("e\u{301}", 1), ("ㄱㄴ", 4), ("①", 1), ("🍓", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("日本", 4), ("a\u{200D}b", 2),
    ])
  func cells(_ text: String, _ cells: Int) { #expect(text.terminalCells == cells) }

  @Test("a text is cut to its cells, never in the middle of a character")
  func fitting() {
    #expect("대출업무".fitted(toCells: 8) == "대출업무")
    #expect("대출업무".fitted(toCells: 7) == "대출업…")
    #expect("대출업무".fitted(toCells: 6) == "대출…")
    #expect("abc".fitted(toCells: 0) == "")
    #expect("예".padded(toCells: 4) == "예  ")
    #expect("7".padded(toCells: 3, atStart: true) == "  7")
  }

  @Test(
    "a table's footer is a line below it, also where it is empty, and nothing where it is blank")
  func footer() throws {
    let template = Rendering.table(
      rows: "/rows", columns: [TableColumn(LocalizedText(en: "A"), "/a")],
      empty: LocalizedText(en: "nothing"), footer: LocalizedText(en: "{why}"))
    func text(_ json: String) throws -> String {
      ResultPrinter(output: nil, style: Style(isColored: false), values: values(), screen: nil)
        .human(try JSON.parse(json), template)
    }
    #expect(try text(#"{"rows":[{"a":1}],"why":"so"}"#) == "A\n1\nso")
    #expect(try text(#"{"rows":[],"why":"so"}"#) == "nothing\nso")
    #expect(try text(#"{"rows":[{"a":1}],"why":" "}"#) == "A\n1")
    #expect(try text(#"{"rows":[{"a":1}]}"#) == "A\n1")
  }

  @Test(
    "what stands for no rows is filled with the result, and is a word of ours where it is blank")
  func nothing() throws {
    let template = Rendering.table(
      rows: "/rows", columns: [TableColumn(LocalizedText(en: "A"), "/a")],
      empty: LocalizedText(en: "{why}"))
    func text(_ json: String) throws -> String {
      ResultPrinter(output: nil, style: Style(isColored: false), values: values(), screen: nil)
        .human(try JSON.parse(json), template)
    }
    #expect(try text(#"{"rows":[],"why":{"en":"no hit","ko":"없음"}}"#) == "no hit")
    #expect(try text(#"{"rows":[]}"#) == "none")
  }

  @Test(
    "an amount is read in the currency that the result names, and else as it stands",
    arguments: [
      ("\"USD\"", "$4.50", "4.50달러"), ("\"KRW\"", "₩450", "450원"),
      ("\"KWD\"", "0.450 KWD", "0.450 KWD"),
      ("\"CHF\"", "4.50 CHF", "4.50 CHF"), ("\"?\"", "450", "450"), ("null", "450", "450"),
    ])
  func money(currency: String, english: String, korean: String) throws {
    let template = Rendering.table(
      rows: "/rows", columns: [TableColumn(LocalizedText(en: "A"), "/a", format: "money")],
      footer: LocalizedText(en: "{sum:money}"))
    let result = try JSON.parse(#"{"currency":\#(currency),"sum":450,"rows":[{"a":450},{}]}"#)
    for (language, text) in [(Language.english, english), (.korean, korean)] {
      let printer = ResultPrinter(
        output: nil, style: Style(isColored: false), values: values(language), screen: nil)
      let lines = printer.human(result, template).split(separator: "\n").map {
        $0.drop { $0 == " " }
      }
      #expect(lines.filter { !$0.isEmpty } == ["A", Substring(text), Substring(text)])
    }
  }

  @Test("a table that has others instead is the first whose rows are there, in every form")
  func instead() throws {
    let template = TableTemplate(
      rows: "/rows", columns: [TableColumn(LocalizedText(en: "A"), "/a")],
      instead: [
        TableTemplate(
          rows: "/hours",
          columns: [
            TableColumn(LocalizedText(en: "H"), "/h"),
            TableColumn(LocalizedText(en: "N"), "/n", format: "bar"),
          ])
      ])
    func text(_ json: String, _ output: Invocation.Output?, by column: String? = nil) throws
      -> String
    {
      var printer = ResultPrinter(
        output: output, style: Style(isColored: false), values: values(), screen: nil)
      if let column { printer.choice.columns = [column] }
      try printer.choice.check(.table(template), isForJSON: false)
      return printer.printed(Array(json.utf8), .table(template)).text
    }
    let whole = #"{"rows":[{"a":7}]}"#
    let hours = #"{"rows":[{"a":7}],"hours":[{"h":9,"n":4},{"h":10,"n":2}]}"#
    #expect(try text(whole, nil) == "A\n7\n")
    // A whole bar is the largest of the column where that is above 1.
    #expect(try text(hours, nil) == "H   N\n9   ██████████\n10  █████░░░░░\n")
    #expect(try text(hours, .csv) == "h,n\r\n9,4\r\n10,2\r\n")
    #expect(try text(hours, .jsonl) == "{\"h\":9,\"n\":4}\n{\"h\":10,\"n\":2}\n")
    #expect(try text(hours, .csv, by: "h") == "h\r\n9\r\n10\r\n")
    #expect(throws: UsageError.self) { try text(hours, nil, by: "b") }
  }

  private func status(width: Int, _ rows: String) throws -> String {
    let template = TableTemplate(
      rows: "/rows",
      columns: ["domain", "status", "kind", "version", "remark"].map {
        TableColumn(LocalizedText(en: $0), "/\($0)")
      })
    var printer = ResultPrinter(
      output: nil, style: Style(isColored: false), values: values(), screen: (width, 24))
    printer.priorities = Table.Priorities(
      leaving: ["/version", "/kind"], lasting: ["/domain", "/status"])
    return printer.human(try JSON.parse(#"{"rows":[\#(rows)]}"#), .table(template))
  }

  @Test("a table that does not fit loses what says nothing, then what matters least, then width")
  func narrow() throws {
    let row = #"{"domain":"bank","status":"open, 3 waiting","kind":"client","version":"1.0.0"}"#
    #expect(
      try status(width: 80, row)
        == "domain  status           kind    version  remark\nbank    open, 3 waiting  client  1.0.0"
    )
    #expect(
      try status(width: 42, row)
        == "domain  status           kind    version\nbank    open, 3 waiting  client  1.0.0")
    #expect(
      try status(width: 39, row)
        == "domain  status           kind\nbank    open, 3 waiting  client\n1 column more: -o wide"
    )
    #expect(
      try status(width: 30, row)
        == "domain  status\nbank    open, 3 waiting\n2 columns more: -o wide")
    #expect(
      try status(width: 15, row) == "domain  status\nbank    open, …\n2 columns more:\n-o wide")
    let remark = #"{"domain":"bank","status":"open","remark":"a long one that gives way"}"#
    #expect(
      try status(width: 24, remark) == "domain  status  remark\nbank    open    a long …")
  }

  @Test(
    "fixed decimals round half away from zero",
    arguments: [
      (7.0, 2, "7.00"), (0.125, 2, "0.13"), (-0.125, 2, "-0.13"), (7.7, 0, "8"), (0.004, 2, "0.00"),
      (-0.001, 2, "0.00"), (12.05, 1, "12.1"), (1e20, 2, "1e+20"),
    ])
  func fixed(_ value: Double, _ digits: Int, _ text: String) {
    #expect(ValueText.fixed(value, digits) == text)
  }

  @Test(
    "every format shows what a person reads",
    arguments: [
      (.double(0.35), "duration", "350ms"), (.double(7.25), "duration", "7.3s"),
      (.integer(90), "duration", "1m 30s"), (.integer(3661), "duration", "1h 01m"),
      (.integer(1536), "bytes", "1.5 KiB"), (.double(0.912), "percent", "91.2%"),
      (.double(0.5), "bar", "█████░░░░░"), (.double(2.5), "number", "2.5"),
      (.double(3), "integer", "3"), (["en": "loan", "ko": "대출"], "text", "loan"),
      ("2026-11-20T23:58:30.000Z", "relative", "1m 30s ago"),
      ("2026-11-21T02:00:00.000Z", "relative", "in 2h 00m"), (.null, "text", ""),
    ] as [(JSONValue, String, String)])
  func formats(_ value: JSONValue, _ format: String, _ text: String) {
    #expect(values().text(value, format: format) == text)
  }

  @Test("a template takes members, deeper members, formats, and the user's language")
  func templates() {
    let value: JSONValue = [
      "ticket": ["number": 3], "service": ["en": "loan", "ko": "대출"], "seconds": 7.0,
    ]
    let template = Template("{ticket/number}번 고객 {service}업무 {seconds:fixed2} {nothing}{open")
    #expect(template.filled(with: value, values(.korean)) == "3번 고객 대출업무 7.00 {open")
  }

  @Test("a message may choose by a member; a value without a case says nothing")
  func cases() {
    let template = MessageTemplate.cases(
      by: "/kind", [MessageCase("started", LocalizedText(en: "go {n}", ko: "{n} 시작"))])
    #expect(template.text(for: ["kind": "started", "n": 1], values(.korean)) == "1 시작")
    #expect(template.text(for: ["kind": "other"], values()) == nil)
  }

  @Test("the widest column of a table gives way to a narrow terminal")
  func narrowTable() {
    let table = Table(
      header: ["N", "Name"],
      rows: [[.init(text: "1"), .init(text: "김수한무거북이와두루미")]], isNumeric: [true, false])
    let lines = table.rendered(style: Style(isColored: false), width: 12).split(separator: "\n")
    #expect(lines == ["N  Name", "1  김수한무…"])
  }

  @Test("all of one thing is read to its end: a long value goes on below")
  func record() {
    let text = "분기 보고서 초안을 마무리하고 표지를 다시 확인한다"
    let table = Table(
      header: ["Project", ""],
      rows: [
        [.init(text: "Title"), .init(text: text)], [.init(text: "State"), .init(text: "TODO")],
      ],
      isNumeric: [false, false])
    let lines = table.rendered(style: Style(isColored: false), width: 40).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { String($0).terminalCells <= 40 })
    #expect(lines[2].hasPrefix(String(repeating: " ", count: 9)))
    let value = lines[1...2].map { $0.dropFirst(9) }
    #expect(value.joined(separator: " ") == text)
  }

  @Test("colour adds nothing but colour")
  func colour() {
    let plain = Style(isColored: false).apply(.danger, "x")
    let colored = Style(isColored: true).apply(.danger, "x")
    #expect(plain == "x")
    #expect(colored == "\u{1B}[1;31mx\u{1B}[0m")
    #expect(StyleRule.Style.danger.mark == "!")
  }

  @Test("CSV quotes what must be quoted, and disarms formulas")
  func csv() {
    let rendering = Rendering.table(
      rows: "/items",
      columns: [
        TableColumn(LocalizedText(en: "A, B"), "/a"), TableColumn(LocalizedText(en: "N"), "/n"),
      ])
    let value: JSONValue = ["items": [["a": "say \"hi\"", "n": 1.5], ["a": "=1+1", "n": 2]]]
    #expect(
      CSV.text(value, rendering, values(), CSV.Form(headers: .en))
        == "\"A, B\",N\r\n\"say \"\"hi\"\"\",1.5\r\n'=1+1,2\r\n")
    // Without a wish the names are the wire's, whatever the language; said once in a stream.
    #expect(
      CSV.text(["items": []], rendering, values(.korean)) == "a,n\r\n")
    #expect(
      CSV.text(value, rendering, values(), CSV.Form(hasHeader: false))
        == "\"say \"\"hi\"\"\",1.5\r\n'=1+1,2\r\n")
  }

  @Test("a stream's events have the columns of all of them")
  func csvOfEvents() {
    var form = CSV.Form(members: ["kind", "ticket", "teller"])
    #expect(
      CSV.text(["kind": "taken", "ticket": 3], nil, values(), form)
        == "kind,ticket,teller\r\ntaken,3,\r\n")
    form.hasHeader = false
    #expect(
      CSV.text(["kind": "left", "teller": 2, "ticket": 3], nil, values(), form)
        == "left,3,2\r\n")
  }

  @Test("CSV of a board has a row for each card, behind what tells its column from the others")
  func csvOfBoard() {
    let card = LocalizedText(en: "{title}")
    let rendering = Rendering.board(
      BoardTemplate(columns: [
        BoardColumn(LocalizedText(en: "TODO ({todo/count})"), items: "/todo/items", card: card),
        BoardColumn(LocalizedText(en: "DONE"), items: "/done/items", card: card),
      ]))
    let value: JSONValue = [
      "todo": ["count": 2, "items": [["id": 1, "title": "a, b"], ["id": 2, "due": "today"]]],
      "done": ["count": 1, "items": [["id": 3, "title": "c"]]],
    ]
    #expect(
      CSV.text(value, rendering, values())
        == "column,id,title,due\r\ntodo,1,\"a, b\",\r\ntodo,2,,today\r\ndone,3,c,\r\n")
    #expect(CSV.columnNames(["/waiting"]) == ["waiting"])
  }
}
