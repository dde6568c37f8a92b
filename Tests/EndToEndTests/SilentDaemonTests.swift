import Foundation
import TestSupport
import Testing

/// What is said of a daemon that runs and does not answer, or that may not be asked.
@Suite("Daemons that are silent", .serialized)
struct SilentDaemonTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  /// Starts the bank's daemon and stops it in its tracks; its process.
  private func hang() throws -> pid_t {
    #expect(try tool.run("bank", "open").status == 0)
    let output = try tool.run("status", "bank", "--json").output
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let rows = value?["items"] as? [[String: Any]]
    let process = pid_t(try #require(rows?.first?["pid"] as? Int))
    kill(process, SIGSTOP)
    return process
  }

  @Test(
    "one that hangs is told with its process by whatever asks it, and that is no success",
    arguments: [
      (["status", "bank"], "does not answer (PID "), (["status"], "does not answer (PID "),
      (["status", "--lang", "ko"], "답이 없음 (PID "), (["status", "--json"], "does not answer (PID "),
      (["metrics"], "bankd (PID "), (["metrics", "bank"], "bankd (PID "),
      (["today"], "bankd (PID "), (["describe", "bank"], "bankd (PID "),
      (["bank", "board"], "bankd (PID "), (["backup", "bank", "/tmp/never"], "bankd (PID "),
    ])
  func hung(arguments: [String], sentence: String) throws {
    let process = try hang()
    defer { kill(process, SIGCONT) }
    let result = try tool.start(arguments + ["--timeout", "100ms"]).finish()
    #expect(result.status == 3, "\(result.errors)")
    #expect("\(result.output)\(result.errors)".contains("\(sentence)\(process))"))
  }

  @Test("of a change that one has not answered it is said that nobody knows, and who was silent")
  func change() throws {
    let process = try hang()
    defer { kill(process, SIGCONT) }
    let result = try tool.run("bank", "take", "loan", "--timeout", "100ms")
    #expect(result.status == 4)
    #expect(result.errors.contains("bankd (PID \(process))"), "\(result.errors)")
    #expect(result.errors.contains("it is not known"))
  }

  @Test("one that rests is no failure, in both languages")
  func resting() throws {
    let english = try tool.run("status")
    #expect(english.status == 0 && english.errors.isEmpty)
    #expect(english.output.contains("not running"))
    let korean = try tool.run("status", "--lang", "ko")
    #expect(korean.status == 0)
    #expect(korean.output.contains("실행 중이 아님") && !korean.output.contains("not running"))
  }

  @Test(
    "a socket that may not be opened is told as such",
    .enabled(if: OtherUser.isPossible && OtherUser.canRun("matectl"), "needs another user"))
  func forbidden() throws {
    #expect(try tool.run("bank", "open").status == 0)
    for (words, sentence) in [
      (["status", "bank"], "no permission"), (["status", "bank", "--lang", "ko"], "권한 없음"),
      (["bank", "board"], "no permission for"), (["metrics"], "no permission for"),
    ] {
      let result = try OtherUser.run(
        BuiltPrograms.path("matectl"), words, environment: tool.environment)
      #expect(result.status == 3, "\(words): \(result.output)")
      #expect("\(result.output)\(result.errors)".contains(sentence), "\(result.errors)")
      // The group helps with a system's socket alone.
      #expect(!result.errors.contains("usermod"))
    }
    let domains = try OtherUser.run(
      BuiltPrograms.path("matectl"), ["domains"], environment: tool.environment)
    #expect(domains.output.contains("forbidden") && !domains.output.contains("absent"))
  }

  @Test("a person who waits is told for whom, and what can be done", arguments: ["show", "watch"])
  func waiting(method: String) throws {
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let server = try Loopback { wire in while try wire.receiveAny(within: 60) != nil {} }
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path, "loop", method],
      environment: tool.environment)
    let told = try screen.read(until: "--timeout 10s", within: 30)
    #expect(told.contains("still waiting for loopd") && told.contains("Ctrl-C"))
    screen.interrupt()
    #expect(try screen.finish(within: 5).status == 130)
  }

  @Test("what is advised where a daemon is not to be started is what starts it")
  func noStart() throws {
    for (language, advice) in [("en", "without --no-start"), ("ko", "--no-start를 빼면")] {
      let result = try tool.run("--no-start", "--lang", language, "bank", "board")
      #expect(result.status == 3)
      #expect(result.errors.contains(advice) && !result.errors.contains("matectl status"))
    }
    #expect(try tool.run("bank", "board").status == 0)
  }
}
