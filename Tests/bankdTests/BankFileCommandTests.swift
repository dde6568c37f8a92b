import Foundation
import TestSupport
import Testing

@Suite("matectl bank export and import", .serialized)
struct BankFileCommandTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  /// A branch with a day behind it, somebody who waits for the next, and a teller of its own.
  private func live() throws {
    for service in ["deposit", "loan"] {
      _ = try tool.run("bank", "service", "set", service, "--duration", "10ms")
    }
    #expect(try tool.run("bank", "run", "--customers", "12", "--seed", "3").status == 0)
    _ = try tool.run(
      "bank", "teller", "add", "--services", "loan", "--mode", "manual", "--name", "Kim")
    _ = try tool.run("bank", "open")
    for teller in ["1", "2", "3"] { _ = try tool.run("bank", "teller", "pause", teller) }
    for _ in 0..<3 { _ = try tool.run("bank", "take", "loan") }
    _ = try tool.run("bank", "leave", "2", "--reason", "a \"better\" offer")
    #expect(try tool.run("bank", "close", "--keep-line").status == 0)
  }

  @Test("export, import into a fresh branch, export: the same bytes, and the same report")
  func roundTrip() throws {
    try live()
    let exported = try tool.run("bank", "export")
    #expect(exported.status == 0)
    let file = tool.directory.file("bank.json")
    try exported.output.write(toFile: file, atomically: true, encoding: .utf8)
    let fresh = try CommandLineTool()
    let plan = try fresh.run("--dry-run", "bank", "import", file)
    #expect(plan.output.contains("added    teller   4"), "\(plan.output)")
    #expect(try fresh.run("bank", "export").output != exported.output, "a dry run changed it")
    let done = try fresh.run("bank", "import", "-", input: exported.output)
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output + "(dry run)\n" == plan.output)
    #expect(try fresh.run("bank", "export").output == exported.output)
    let period = ["--from", "2000-01-01", "-o", "csv"]
    for word in ["report", "tickets"] {
      let (one, two) = (
        try tool.start(["bank", word] + period).finish(),
        try fresh.start(["bank", word] + period).finish()
      )
      #expect(one.output == two.output)
    }
    // It is on disk, and the day after goes on from it.
    fresh.endDaemons(SIGKILL)
    #expect(try fresh.run("bank", "export").output == exported.output)
    #expect(try fresh.run("bank", "open").output == "Open: business day 3, 2 waiting\n")
  }

  @Test("what takes something away asks first, and in a pipe needs --yes")
  func asks() throws {
    let empty = try tool.run("bank", "export").output
    try live()
    let before = try tool.run("bank", "export").output
    let file = tool.directory.file("bank.json")
    try empty.write(toFile: file, atomically: true, encoding: .utf8)
    let asked = try tool.run("bank", "import", file)
    #expect(asked.status == 2)
    #expect(asked.errors.contains("--yes"))
    #expect(asked.errors.contains("day of "), "the plan is shown with it: \(asked.errors)")
    #expect(try tool.run("bank", "export").output == before)
    #expect(try tool.run("--yes", "bank", "import", file).status == 0)
    #expect(try tool.run("bank", "export").output == empty)
  }

  @Test("a branch with people in it, and a file that is wrong, change nothing and say what to do")
  func refused() throws {
    let exported = try tool.run("bank", "export").output
    _ = try tool.run("bank", "open")
    let open = try tool.run("bank", "import", "-", input: exported)
    #expect(open.status == 1)
    #expect(open.errors.contains("`matectl bank close`"))
    _ = try tool.run("bank", "close")
    let wrong = try tool.run(
      "--lang", "ko", "bank", "import", "-",
      input: exported.replacingOccurrences(of: "automatic", with: "robot"))
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("가져오지 않았습니다. tellers, 1번째, mode: "), "\(wrong.errors)")
    #expect(try tool.run("bank", "teller", "list").output.contains("automatic"))
  }
}
