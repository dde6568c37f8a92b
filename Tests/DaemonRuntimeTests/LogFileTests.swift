import Foundation
import Loop
import TestSupport
import LoopSupport
import Testing

@testable import DaemonRuntime

@Suite("LogFile")
struct LogFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    RunningLoop.start()
    directory = try TemporaryDirectory()
    path = directory.file("log/deep/d.jsonl")
  }

  private func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  @LoopActor
  @Test("the file is turned over before it grows beyond its limit, and one old file is kept")
  func rotation() throws {
    let file = try #require(LogFile(path: path, clock: SteadyClock(), limit: 4096))
    // An entry is some 1,060 bytes, so three fit into a file; 20 make seven files, of which two stay.
    let filler = String(repeating: "x", count: 1000)
    for number in 1...20 { file.append([("MESSAGE", "entry \(number) \(filler)")]) }
    let (now, old) = (text(path), text("\(path).1"))
    #expect(now.utf8.count <= 4096 && old.utf8.count <= 4096)
    #expect(now.contains("entry 19 ") && now.contains("entry 20 "))
    #expect(["16", "17", "18"].allSatisfy { old.contains("entry \($0) ") })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.file("log/deep")).count == 2)
  }

  @LoopActor
  @Test("a later daemon goes on in the same file, and counts what is there")
  func reopening() throws {
    for number in 1...2 {
      let file = try #require(LogFile(path: path, clock: SteadyClock(), limit: 4096))
      file.append([("MESSAGE", "entry \(number) " + String(repeating: "x", count: 1500))])
    }
    #expect(text(path).split(separator: "\n").count == 2)
    let third = try #require(LogFile(path: path, clock: SteadyClock(), limit: 4096))
    third.append([("MESSAGE", String(repeating: "y", count: 1500))])
    #expect(text(path).split(separator: "\n").count == 1)
  }

  @LoopActor
  @Test("each entry is one line of JSON, whatever is in it, and nobody else may read the file")
  func lines() throws {
    let file = try #require(LogFile(path: path, clock: SteadyClock()))
    file.append([("MESSAGE", "two\nlines \"한글\" \u{0}"), ("PRIORITY", "3")])
    let lines = text(path).split(separator: "\n")
    #expect(lines.count == 1)
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(entry["MESSAGE"] as? String == "two\nlines \"한글\" \u{0}")
    #expect(entry["_PID"] as? Int == Int(getpid()))
    #expect((entry["at"] as? String)?.hasSuffix("Z") == true)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @LoopActor
  @Test("where no file can be made there is none, and no trap")
  func impossible() {
    #expect(LogFile(path: "/proc/nowhere/d.jsonl", clock: SteadyClock()) == nil)
  }
}
