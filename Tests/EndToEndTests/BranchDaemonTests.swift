import Foundation
import TestSupport
import Testing

/// A real daemon whose configuration names a PostgreSQL, by the client, in both languages.
@Suite(
  "A branch that names a server", .serialized,
  .enabled(if: PostgresServer.isPossible, "needs Debian's postgresql-15"))
struct BranchDaemonTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func configure(_ daemon: String, _ text: String) throws {
    let folder = tool.directory.file(".config/mate")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/\(daemon).json", atomically: true, encoding: .utf8)
  }

  private func run(_ words: String..., korean: Bool = false) throws -> CommandResult {
    let arguments = words.first == "doctor" ? words : ["--at", "gangnam"] + words
    return try tool.start(
      arguments,
      environment: [
        "XDG_CONFIG_HOME": tool.directory.file(".config"),
        "LANG": korean ? "ko_KR.UTF-8" : "C.UTF-8",
      ]
    ).finish()
  }

  /// Repeats a command until the branch is owned.
  private func done(_ words: [String]) throws -> CommandResult {
    var last: CommandResult?
    for _ in 0..<20 {
      let result = try tool.start(
        ["--at", "gangnam"] + words,
        environment: ["XDG_CONFIG_HOME": tool.directory.file(".config")]
      ).finish()
      if result.status == 0 { return result }
      last = result
    }
    throw TestFailure("\(words): \(last?.errors ?? "")")
  }

  @Test("it is used, looked at by a head office, compared, and taken back to one machine")
  func used() throws {
    let server = try PostgresServer()
    try server.sql("CREATE ROLE mate_reader NOLOGIN")
    let line = #"{"postgresql": {"url": "\#(server.address)", "machine": "bar1"}}"#
    try configure("bankd@gangnam", line)
    #expect(try run("new", "bank@gangnam").status == 0)
    _ = try done(["bank", "open"])
    for _ in 0..<3 { #expect(try run("bank", "take", "loan").status == 0) }
    let status = try run("status", "bank@gangnam", "--json")
    #expect(status.output.contains(#""role""#) && status.output.contains("owner"))
    var branches = ""
    for _ in 0..<200 where !branches.contains("gangnam") {
      branches = try run("bank", "branches").output
    }
    #expect(branches.contains("gangnam") && branches.contains("bar1"))
    #expect(try run("bank", "branches", korean: true).output.contains("지점"))
    let rights = "SELECT has_table_privilege('mate_reader', 'bank.waiting', 'SELECT')"
    #expect(try server.sql(rights) == "t")
    let digest = try run("bank", "store", "digest")
    #expect(digest.status == 0 && digest.output.contains("mate_answers"))
    let asked = try run("bank", "store", "leave")
    #expect(asked.status != 0 && asked.errors.contains("--yes"))
    let left = try run("bank", "store", "leave", "--yes")
    #expect(left.status == 0 && left.output.contains("stands alone"), "\(left.errors)")
    #expect(try server.sql("SELECT count(*) FROM mate_owner") == "0")
    tool.endDaemons(SIGTERM)
    try configure("bankd@gangnam", "{}")
    #expect(try run("bank", "board").status == 0)
    let alone = try run("bank", "branches")
    #expect(alone.status != 0 && alone.errors.contains("no database server"))
    #expect(try run("bank", "branches", korean: true).errors.contains("데이터베이스 서버"))
    #expect(try run("bank", "store", "digest").output.contains("this machine has the branch alone"))
    #expect(try run("bank", "store", "leave", "--yes").status != 0)
  }

  @Test("a copy without its line does not start, and a server that is away is told")
  func apart() throws {
    let server = try PostgresServer()
    try configure("juiced@gangnam", #"{"postgresql": {"url": "\#(server.address)"}}"#)
    #expect(try run("new", "juice@gangnam").status == 0)
    _ = try done(["juice", "menu"])
    tool.endDaemons(SIGTERM)
    try configure("juiced@gangnam", "{}")
    let refused = try run("juice", "menu")
    #expect(refused.status != 0 && refused.errors.contains("copy of a branch"))
    #expect(try run("juice", "menu", korean: true).errors.contains("사본"))
    try configure("juiced@gangnam", #"{"postgresql": {"url": "host=/nowhere dbname=mate"}}"#)
    let away = try run("juice", "menu")
    #expect(away.status != 0 && away.errors.contains("cannot be reached"), "\(away.errors)")
    #expect(try run("juice", "menu", korean: true).errors.contains("연결할 수 없습니다"))
    let doctor = try run("doctor", "juice@gangnam")
    #expect(doctor.output.contains("cannot be reached"), "\(doctor.output)")
  }

  @Test("a copy whose file is damaged is refused, with the way to a new one")
  func damagedCopy() throws {
    let server = try PostgresServer()
    try configure("juiced@gangnam", #"{"postgresql": {"url": "\#(server.address)"}}"#)
    #expect(try run("new", "juice@gangnam").status == 0)
    let menu = try done(["juice", "menu"])
    tool.endDaemons(SIGTERM)
    let folder = tool.directory.file("state/juice@gangnam")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(folder)/juice.db"))
    for page in 1..<4 {
      try file.seek(toOffset: UInt64(4096 * page))
      file.write(Data(repeating: 0x5A, count: 900))
    }
    try file.close()
    let refused = try run("juice", "menu")
    #expect(refused.status != 0 && refused.errors.contains("copied anew"), "\(refused.errors)")
    #expect(try run("juice", "menu", korean: true).errors.contains("새로 복사"))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("juice.db") {
      try FileManager.default.moveItem(
        atPath: "\(folder)/\(name)", toPath: tool.directory.file(name))
    }
    #expect(try done(["juice", "menu"]).output == menu.output)
  }

  @Test(
    "a line that is wrong is told with its place",
    arguments: [
      ("juiced@gangnam", "juice", #""no""#, "/postgresql"),
      ("juiced@gangnam", "juice", "{}", "/postgresql/url"),
      ("juiced@gangnam", "juice", #"{"url": "x", "acknowledge": "none"}"#, "acknowledge"),
      ("juiced@gangnam", "juice", #"{"url": "x", "machine": "-oProxy"}"#, "machine"),
      ("juiced@gangnam", "juice", #"{"url": "x", "color": 1}"#, "color"),
      ("projectd@gangnam", "project", #"{"url": "x"}"#, "one machine"),
    ])
  func wrong(file: String, domain: String, value: String, words: String) throws {
    try configure(file, #"{"postgresql": \#(value)}"#)
    _ = try run("new", "\(domain)@gangnam")
    let result = try run(domain, domain == "juice" ? "menu" : "list")
    #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
  }
}
