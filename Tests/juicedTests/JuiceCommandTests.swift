import Foundation
import TestSupport
import Testing

@Suite("matectl and the juice bar", .serialized)
struct JuiceCommandTests {
  private let tool: CommandLineTool
  private let korean = ["LANG": "ko_KR.UTF-8"]

  init() throws { tool = try CommandLineTool() }

  @Test("success and shortage are the sentences of the original")
  func sentences() throws {
    let made = try tool.run("juice", "order", "딸바쥬스", environment: korean)
    #expect(made.output == "딸바쥬스 나왔습니다! 맛있게 드세요!\n주문 1번 · 남은 재고: 딸기 0, 바나나 9\n")
    let several = try tool.run("juice", "order", "망고쥬스", "-n", "2", environment: korean)
    #expect(several.output.hasPrefix("망고쥬스 2잔 나왔습니다! 맛있게 드세요!\n"))
    let short = try tool.run("juice", "order", "파인애플쥬스", "-n", "6", environment: korean)
    #expect(short.status == 1)
    #expect(short.errors.hasPrefix("matectl: 파인애플이 모자라요. 재고를 수정할까요?\n"))
    let english = try tool.run("juice", "order", "kiwi")
    #expect(english.output == "Your kiwi juice is ready! Enjoy!\nOrder 3; left in stock: kiwi 7\n")
  }

  @Test("what is watched in one terminal is what happens in the other, in both languages")
  func watch() throws {
    let english = try tool.start(["juice", "watch"])
    #expect(
      english.line()
        == "In stock: strawberry 10, banana 10, pineapple 10, kiwi 10, mango 10; cups sold today: 0"
    )
    let watch = try tool.start(["juice", "watch"], environment: korean)
    #expect(watch.line() == "재고: 딸기 10, 바나나 10, 파인애플 10, 키위 10, 망고 10 · 오늘 0잔 판매")
    _ = try tool.run("juice", "order", "mangoKiwi", "-n", "2")
    _ = try tool.run("juice", "order", "strawberry")
    _ = try tool.run("juice", "stock", "adjust", "망고", "-2", "--reason", "상함")
    _ = try tool.run("juice", "stock", "set", "딸기", "16")
    _ = try tool.run("juice", "undo", "1")
    #expect(watch.line() == "#1 망고키위쥬스 2잔 · 남은 재고: 망고 6, 키위 8 · 오늘 2잔, 전체 2잔")
    #expect(watch.line() == "망고 재고 4개 (-2)")
    #expect(watch.line() == "망고가 얼마 안 남았어요: 4개")
    #expect(watch.line() == "딸기 재고 16개 (+6)")
    #expect(watch.line() == "#1 취소: 망고키위쥬스 2잔 · 재고: 망고 8, 키위 10")
    #expect(
      english.line() == "#1 mango kiwi juice x2; left: mango 6, kiwi 8; 2 sold today, 2 in all")
    for command in [watch, english] {
      command.interrupt()
      #expect(try command.finish().status == 130)
    }
  }

  @Test("sales by day are CSV that a spreadsheet reads: a header, and numbers as they are")
  func salesCSV() throws {
    _ = try tool.run("juice", "recipe", "set", "딸바쥬스", "--price", "4500")
    _ = try tool.run("juice", "order", "딸바쥬스")
    _ = try tool.run("juice", "order", "mango", "-n", "3")
    let result = try tool.run(
      "juice", "sales", "--by", "day", "--output", "csv", "--headers", "ko", environment: korean)
    let lines = result.output.components(separatedBy: "\r\n")
    #expect(lines.first == "기간,쥬스,주문,잔,취소,판매,매출")
    // Programs find the columns by names that do not go by the language.
    let plain = try tool.run(
      "juice", "sales", "--by", "day", "--output", "csv", environment: korean)
    #expect(plain.output.hasPrefix("periodName,name,orders,cups,undone,sold,revenue\r\n"))
    #expect(lines.count == 4)
    #expect(lines[1].wholeMatch(of: /\d{4}-\d\d-\d\d,딸바쥬스,1,1,0,1,4500/) != nil, "\(lines[1])")
    #expect(lines[2].wholeMatch(of: /\d{4}-\d\d-\d\d,망고쥬스,1,3,0,3,0/) != nil, "\(lines[2])")
    #expect(lines[3].isEmpty)
  }

  @Test("a recipe is typed as fruit=count, and the juice is on the menu at once")
  func recipe() throws {
    #expect(
      try tool.run("juice", "fruit", "add", "lemon", "--name-ko", "레몬", "--count", "8").status == 0)
    let set = try tool.run(
      "juice", "recipe", "set", "lemonKiwi", "lemon=2", "키위=1", "--name-ko", "레몬키위쥬스",
      environment: korean)
    #expect(set.output == "레몬키위쥬스 레시피: 레몬 2, 키위 1\n")
    #expect(
      try tool.run("juice", "order", "레몬키위쥬스", "-n", "4", environment: korean).output
        .contains("레몬 0, 키위 6"))
    let wrong = try tool.run("juice", "recipe", "set", "x", "lemon")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("fruit=count"))
  }

  @Test("an exported file is imported from a path or from standard input")
  func files() throws {
    let export = try tool.run("juice", "export", "--format", "csv")
    let path = tool.directory.file("bar.csv")
    try export.output.replacing("망고,10,", with: "망고,99,").write(
      toFile: path, atomically: true, encoding: .utf8)
    let trial = try tool.run("--dry-run", "juice", "import", path)
    let plan = [
      ["What", "Kind", "Word", "Name", "Change"],
      ["changed", "fruit", "mango", "mango", "in stock 10 → 99"],
    ]
    func cells(_ output: String) -> [[String]] {
      output.split(separator: "\n").prefix(2).map { line in
        line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
    #expect(cells(trial.output) == plan)
    #expect(trial.output.hasSuffix("\n0 added, 1 changed, 0 retired\n(dry run)\n"))
    let done = try tool.run("juice", "import", path)
    #expect(cells(done.output) == plan)
    #expect(done.output.hasSuffix("\n0 added, 1 changed, 0 retired\n"))
    #expect(
      try tool.run("juice", "stock", "--output", "plain").output.contains("mango\tmango\t99\t"))
    let back = try tool.run("juice", "import", "-", input: export.output)
    #expect(back.output.hasSuffix("\n0 added, 1 changed, 0 retired\n"))
    #expect(try tool.run("juice", "import", tool.directory.file("none")).status == 2)
  }

  @Test("what the bar exports it takes back, also two megabytes, and from a pipe")
  func longFiles() throws {
    func recipe(_ juice: Int) -> String {
      (0..<60).map { "fruit\((juice + $0) % 900)=\($0 + 1)" }.joined(separator: " ")
    }
    let header = "kind,word,en,ko,count,low,recipe,price,pack,packPrice"
    let fruits = (0..<900).map { "fruit,fruit\($0),,,5,,,,12,18000" }
    let juices = (0..<900).map { "juice,juice\($0),,,,,\(recipe($0)),4500,," }
    let whole = ([header] + fruits + juices).joined(separator: "\n")
    let first = try tool.run("juice", "import", "-", input: whole)
    #expect(first.output.hasSuffix("\n1800 added, 0 changed, 0 retired\n"))
    let export = try tool.run("juice", "export").output
    #expect(export.utf8.count > 2_000_000)
    let path = tool.directory.file("bar.json")
    try export.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(
      try tool.run("juice", "import", path).output
        == "Nothing differs from the file\n0 added, 0 changed, 0 retired\n")
    #expect(
      try tool.run("juice", "import", "-", input: export).output
        .hasSuffix("0 added, 0 changed, 0 retired\n"))
  }

  @Test("a file beyond the limit is refused by its length, with the limit")
  func tooLong() throws {
    let path = tool.directory.file("long.json")
    try Data().write(to: URL(filePath: path))
    #expect(truncate(path, 40_000_000) == 0)
    let english = try tool.run("juice", "import", path)
    #expect(english.status == 2)
    #expect(english.errors.contains("more than 16 MiB, which is the limit"))
    let answer = try tool.run("juice", "import", path, environment: korean)
    #expect(answer.errors.contains("16 MiB까지만"))
  }

  @Test("values are completed in the shell, in the language that is typed")
  func completion() throws {
    func complete(_ words: String...) throws -> [String] {
      let result = try tool.start(["__complete", "--", "juice"] + words).finish()
      return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try complete("order", "m") == ["mango", "mangoKiwi"])
    #expect(try complete("order", "망") == ["망고쥬스", "망고키위쥬스"])
    #expect(try complete("stock", "set", "p") == ["pineapple"])
    #expect(try complete("stock", "set", "파") == ["파인애플"])
    #expect(try complete("sales", "--by", "") == ["total", "day", "hour"])
    _ = try tool.run("juice", "order", "kiwi")
    #expect(try complete("undo", "") == ["1"])
  }
}
