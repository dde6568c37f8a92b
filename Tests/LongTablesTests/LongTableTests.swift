import Foundation
import IPCProtocol
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import LongTables
@testable import matectl

@Suite("LongTable")
struct LongTableTests {
  private let template = TableTemplate(
    rows: "/rows",
    columns: [
      TableColumn(LocalizedText(en: "No.", ko: "번호"), "/id", format: "integer"),
      TableColumn(
        LocalizedText(en: "Due"), "/due",
        style: [
          StyleRule(when: "/late", is: true, use: .danger),
          StyleRule(when: "/state", is: "soon", use: .warning),
        ]),
      TableColumn(LocalizedText(en: "Title", ko: "제목"), "/title"),
      TableColumn(LocalizedText(en: "Tags"), "/tags"),
      TableColumn(LocalizedText(en: "Share"), "/share", format: "percent"),
      TableColumn(LocalizedText(en: "State"), "/state"),
    ])
  private let values = ValueText(language: .korean, now: Timestamp(microseconds: 0))

  // Another thread helps with so many bytes; by default it never does.
  private func longTable(_ template: TableTemplate, worthThread: Int = .max) -> LongTable? {
    LongTable(template, in: values.language, worthThread: worthThread) {
      values.text($0, format: $1)
    }
  }

  private func fast(
    _ text: String, isAligned: Bool = true, worthThread: Int = .max
  ) -> String? {
    guard let table = longTable(template, worthThread: worthThread) else { return nil }
    var written: [UInt8] = []
    let isWritten = table.write(Array(text.utf8)[...], isAligned: isAligned) { bytes in
      written.append(contentsOf: bytes)
      return true
    }
    return isWritten ? String(decoding: written, as: UTF8.self) : nil
  }

  private func slow(_ text: String, output: Invocation.Output? = nil) -> String {
    ResultPrinter(output: output, style: Style(isColored: false), values: values, screen: nil)
      .printed(Array(text.utf8), .table(template)).text
  }

  private func rows(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    let titles = [
      "plain", "점심먹기", "日本語", "かな カナ", "café", "e\u{301}tude", "👩‍👩‍👧 family", "a\\\"b", "tab\\tend",
      "\\u0041\\ud83d\\ude00", "esc\\u001b[31m", "trailing  ", "", "한\u{11AB}", "\u{7F}", "ﬁ½",
      "line\\nbreak", "\u{200B}zero",
    ]
    let parts: [(inout SeededNumbers) -> String?] = [
      { #""id":\#(Int.random(in: 0...100_000, using: &$0))"# },
      { Bool.random(using: &$0) ? #""due":"2026-11-21""# : nil },
      { Bool.random(using: &$0) ? #""late":\#(Bool.random(using: &$0))"# : nil },
      { #""title":"\#(titles.randomElement(using: &$0) ?? "")""# },
      {
        [
          #""tags":["a","b c"]"#, #""tags":[]"#, nil, #""tags":["한글",{"en":"x","ko":"엑스"}]"#,
          #""tags":["한글","b"]"#, #""tags":["q\"","\u0041"]"#, #""tags":["e\#u{301}"," "]"#,
          #""tags":[ "a" , "b" ]"#, #""tags":[["a",1],true]"#, #""tags":["","]"]"#,
        ].randomElement(using: &$0) ?? nil
      },
      {
        ["\"share\":0.25", "\"share\":1", "\"share\":null", "\"share\":-2e-1", nil]
          .randomElement(using: &$0) ?? nil
      },
      {
        [
          "\"state\":\"soon\"", "\"state\":{\"en\":\"now\",\"ko\":\"지금\"}", "\"state\":3.0",
          "\"state\":true", "\"state\":0.25", "\"state\":-7", "\"state\":12345678901234567890",
          "\"state\":1e3", "\"state\":[]", "\"state\":null",
        ].randomElement(using: &$0) ?? nil
      },
      { Bool.random(using: &$0) ? #""unknown":{"deep":[1,{"x":"]}"}]}"# : nil },
    ]
    return (0..<count).map { index in
      var members = parts.compactMap { $0(&numbers) }
      if index % 7 == 0 { members.shuffle(using: &numbers) }
      return "{\(members.joined(separator: index % 5 == 0 ? " , " : ","))}"
    }.joined(separator: ",")
  }

  @Test("it shows what a table shows, to the byte", arguments: [UInt64(1), 2, 3, 4])
  func sameAsTable(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    for count in [1, 2, 50, 400] {
      let text = #"{"count":2,"rows":[\#(rows(count, &numbers))],"more":{"a":[1,"]"]}}"#
      #expect(fast(text) == slow(text))
      #expect(fast(text, isAligned: false) == slow(text, output: .plain))
      // The same with the later half read and written by another thread.
      #expect(fast(text, worthThread: 1) == slow(text))
      #expect(fast(text, isAligned: false, worthThread: 1) == slow(text, output: .plain))
    }
  }

  @Test("what looks like a row in the middle and is none does not mislead")
  func falseRows() throws {
    let kids = (1...40).map { #"{"id":\#($0),"title":"kid"}"# }.joined(separator: ",")
    let nested = #"{"id":1,"title":"a","kids":[\#(kids)],"tags":["x"]}"#
    let sly = #"{"id":2,"title":"},{\"id\":7}"}"#
    let deep = #"{"id":3,"title":"z","kids":[[\#(kids)]],"due":"2026-11-21"}"#
    for rows in [
      [nested], [nested, sly], [sly, nested, nested], [nested, deep, sly, sly], [deep, deep],
      Array(repeating: sly, count: 30) + [nested],
    ] {
      let text = rows.joined(separator: ",")
      for tail in ["", #","more":[\#(kids)]"#, #","more":{"rows":[\#(kids)]}"#] {
        let result = #"{"count":2,"rows":[\#(text)]\#(tail)}"#
        // Where this gives up, everybody falls back to the ordinary table; it is never wrong.
        let found = fast(result, worthThread: 1)
        #expect(found == nil || found == slow(result))
        #expect(fast(result) == slow(result))
      }
    }
  }

  @Test("a broken row in either half is given up on")
  func brokenHalves() throws {
    var numbers = SeededNumbers(seed: 9)
    let text = Array(#"{"count":2,"rows":[\#(rows(60, &numbers))],"more":1}"#.utf8)
    for _ in 0..<300 {
      var broken = text
      let place = Int.random(in: 0..<text.count, using: &numbers)
      broken[place] = Array("{}[],:x0".utf8).randomElement(using: &numbers) ?? 0x78
      let changed = String(decoding: broken, as: UTF8.self)
      let (alone, together) = (fast(changed), fast(changed, worthThread: 1))
      #expect(together == nil || together == alone)
    }
  }

  @Test(
    "a result that arrives in pieces is shown like one that is there",
    arguments: [1, 7, 63, 64, 500])
  func pieces(size: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(size))
    let text = #"{"count":2,"rows":[\#(rows(300, &numbers))],"more":{"a":[1,"]"]}}"#
    let bytes = Array(text.utf8)
    let table = try #require(longTable(template, worthThread: size % 2 == 0 ? 1 : .max))
    var arrived = 0
    let isRead = bytes.withUnsafeBytes { bytes in
      table.read(bytes, arrived: 0) { _ in
        arrived = min(bytes.count, arrived + size)
        return arrived
      }
    }
    #expect(isRead)
    var written: [UInt8] = []
    #expect(
      table.write(bytes[...], isAligned: true) { piece in
        written.append(contentsOf: piece)
        return true
      })
    #expect(String(decoding: written, as: UTF8.self) == slow(text))
  }

  @Test("the board's lists are of the kind that is shown while it arrives, as they are described")
  func described() throws {
    let path = "\(BuiltPrograms.repository())/deploy/domains/project.json"
    let domain = try DomainDescription(
      openRPC: try JSON.parse(Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
    let session = Session(try Invocation(["project", "list"]))
    for name in ["project.list", "project.search"] {
      let method = try #require(domain.methods.first { $0.name == name })
      #expect(session.longTable(method.render, isSeen: false) != nil, "\(name)")
    }
  }

  @Test("what stands below its rows is said, made of the result without them", arguments: [1, 300])
  func footer(count: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(count))
    var template = template
    template.footer = LocalizedText(en: "{more} of {count}", ko: "{count}개 가운데 {more}")
    let printer = ResultPrinter(
      output: nil, style: Style(isColored: false), values: values, screen: nil)
    for more in ["\"more\":\"]\",", "\"more\":[{\"rows\":[1]}],", "\"dryRun\":true,"] {
      let text = "{\(more)\"rows\":[\(rows(count, &numbers))] , \"count\":3}"
      let bytes = Array(" \(text)".utf8).dropFirst()
      let table = try #require(longTable(template))
      var written: [UInt8] = []
      #expect(
        table.write(bytes, isAligned: true) { piece in
          written.append(contentsOf: piece)
          return true
        })
      let below = printer.below(table.besidesRows(bytes), .table(template))
      #expect(
        String(decoding: written, as: UTF8.self) + below
          == printer.printed(Array(text.utf8), .table(template)).text)
    }
  }

  @Test("a result that breaks off is not shown, wherever it does")
  func brokenOff() throws {
    var numbers = SeededNumbers(seed: 3)
    let bytes = Array(#"{"rows":[\#(rows(5, &numbers))],"count":5}"#.utf8)
    let table = try #require(longTable(template))
    for end in bytes.indices {
      let isRead = bytes.withUnsafeBytes { table.read($0, arrived: end, more: { _ in end }) }
      #expect(!isRead, "\(end) bytes")
    }
  }

  @Test("a row of megabytes is read again only as often as it doubles")
  func longRow() throws {
    let text = #"{"rows":[{"skipped":"\#(String(repeating: "x", count: 4 << 20))","id":1}]}"#
    let bytes = Array(text.utf8)
    let table = try #require(longTable(template))
    var waits = 0
    let isRead = bytes.withUnsafeBytes {
      table.read($0, arrived: 0) { needed in
        waits += 1
        return needed
      }
    }
    #expect(isRead)
    // 64 KiB, doubled up to 4 MiB: seven times, and the first and the last piece.
    #expect(waits <= 9)
  }

  @Test("texts of a cell that are too long for a long table are left to others")
  func longCell() {
    #expect(fast(#"{"rows":[{"title":"\#(String(repeating: "x", count: 16_383))"}]}"#) != nil)
    #expect(fast(#"{"rows":[{"title":"\#(String(repeating: "x", count: 16_384))"}]}"#) == nil)
  }

  @Test("more lines than a buffer holds come in order")
  func many() throws {
    var numbers = SeededNumbers(seed: 7)
    let text = #"{"rows":[\#(rows(12_000, &numbers))]}"#
    #expect(fast(text) == slow(text))
  }

  @Test(
    "what is not such a result is left to others, and nothing of it is written",
    arguments: [
      "", "{", "[]", "{}", #"{"rows":[]}"#, #"{"rows":{}}"#, #"{"rows":[{"id":1}"#,
      #"{"rows":[{"id":1}]}x"#, #"{"rows":[{"id":1,"id":2}]}"#, #"{"rows":[1]}"#,
      #"{"rows":[{"id":1},]}"#, #"{"rows":[{"title":"a}]}"#, #"{"other":[{"id":1}]}"#,
      #"{"rows":[{"id":1}],"rows":[{"id":2}]}"#, #"{"rows":[{"id":}]}"#,
      "{\"rows\":[{\"title\":\"a\nb\"}]}", #"{"rows":[{"id":007}]}"#, #"{"rows":[{"tags":["a"}]}"#,
      #"{"rows":[{"id":1} {"id":2}]}"#, #"{"rows":[{"tags":[tru]}]}"#,
    ])
  func notSuchAResult(text: String) {
    #expect(fast(text) == nil)
  }

  @Test("templates that look deeper are left to others")
  func deeper() {
    var deep = template
    deep.columns[0].value = "/a/b"
    #expect(longTable(deep) == nil)
    var rule = template
    rule.columns[1].style[0].when = "/a/b"
    #expect(longTable(rule) == nil)
  }

  @Test(
    "plain widths are those of the table of Unicode",
    arguments: ["abc", "점심먹기", "日本", "かなカナ", "mixed 한글 text"])
  func widths(text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { #expect(PlainWidth.cells($0[...]) == text.terminalCells) }
  }

  @Test(
    "all else has no plain width",
    arguments: ["e\u{301}", "👩", "a\u{7F}", "\\n", "ᄒ", "ﬁ", "\u{200B}"])
  func noWidth(text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { #expect(PlainWidth.cells($0[...]) == nil) }
  }
}
