import Foundation
import TestSupport
import Testing

@Suite("The key of the portals", .serialized, .timeLimit(.minutes(2)))
struct KeySecrecyTests {
  /// What a key comes by.
  enum Way: String, CaseIterable { case file, environment, credential }

  /// `cmdline` and `environ` of all processes that may be read.
  private func processes() -> String {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let files = entries.filter { Int($0) != nil }.flatMap { ["\($0)/cmdline", "\($0)/environ"] }
    // A process that has ended meanwhile has nothing to hide.
    return files.compactMap { FileManager.default.contents(atPath: "/proc/\($0)") }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test(
    "however it comes, it is in no reply, log, status or metric, and in no process's words or environment",
    arguments: Way.allCases)
  func secrecy(way: Way) throws {
    let key = "k3y\(UInt64.random(in: .min ... .max))"
    let tool = try CommandLineTool()
    let replay = try ReplayServer()
    let folder = try TemporaryDirectory()
    try JSONSerialization.data(
      withJSONObject: replay.configuration.merging(["logPriority": "debug"]) { $1 }
    ).write(to: URL(fileURLWithPath: folder.file("transitd.json")))
    let keyFile = folder.file(way == .credential ? "seoul-subway-key" : "my.key")
    if way != .environment { try Data("\(key)\n".utf8).write(to: URL(fileURLWithPath: keyFile)) }
    var environment = ["CONFIGURATION_DIRECTORY": folder.path]
    if way == .credential { environment["CREDENTIALS_DIRECTORY"] = folder.path }
    let base = environment
    if way == .environment { environment["MATE_TRANSIT_KEY"] = key }
    var said = ""
    func run(_ words: [String], _ variables: [String: String]? = nil) throws {
      let result = try tool.start(words, environment: variables ?? base).finish()
      said += result.output + result.errors
    }
    // The first call starts the daemon, with what is in its environment.
    try run(["transit", "quota"], environment)
    if way == .file { try run(["transit", "configure", "--key-file", keyFile]) }
    try run(["transit", "arrivals", "서울"])
    #expect(try replay.subwayCalls == 1)
    for fault in ["INFO-100", "ERROR-300", "gateway30", "redirectAway", "404", "html", "ERROR-337"]
    {
      try replay.fail(fault, times: 3)
      try run(["transit", "arrivals", "연신내"])
      try run(["transit", "arrivals", "연신내", "--json", "--lang", "ko"])
    }
    for words in [
      ["status", "transit"], ["metrics", "transit"], ["logs", "transit", "--output", "jsonl"],
    ] {
      try run(words)
      try run(words + ["--json"])
    }
    try run(["transit", "quota", "--json"])
    #expect(said.contains("data.seoul.go.kr"))
    #expect(said.contains("transitd"))
    #expect(!said.contains(key))
    #expect(!tool.daemons.isEmpty)
    #expect(!processes().contains(key))
    // Only the store may hold it, and only its owner may read that.
    let state = tool.directory.file("state")
    for case let name as String in FileManager.default.enumerator(atPath: state) ?? .init() {
      let path = "\(state)/\(name)"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      guard data.range(of: Data(key.utf8)) != nil else { continue }
      #expect(way == .file && name.hasPrefix("transit/transit.db"))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }
}
