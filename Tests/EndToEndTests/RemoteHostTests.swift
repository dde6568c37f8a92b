import Foundation
import TestSupport
import Testing

/// `-H host`: the daemons of another machine, behind a real ssh and a real sshd.
@Suite("Another machine over ssh", .serialized, .enabled(if: SecureShell.isPossible))
struct RemoteHostTests {
  private let ssh: SecureShell
  private let tool: CommandLineTool

  init() throws {
    ssh = try SecureShell()
    tool = try CommandLineTool()
  }

  private func run(
    _ arguments: String..., host: String = "there", with environment: [String: String]? = nil
  ) throws -> CommandResult {
    try tool.start(["-H", host] + arguments, environment: environment ?? ssh.environment).finish()
  }

  @Test("calls reach the daemon there and none here")
  func calls() throws {
    #expect(try run("bank", "open").status == 0)
    // Nobody calls anybody, however slowly the next lines are typed.
    _ = try ssh.machine.run("bank", "teller", "pause", "3")
    let taken = try run("bank", "take", "loan")
    #expect(taken.output.contains("Ticket 1"), "\(taken)")
    #expect(ssh.machine.daemons.count == 1 && tool.daemons.isEmpty)
    #expect(try ssh.machine.run("bank", "take", "loan").output.contains("Ticket 2"))
    // Words of any kind come as they were typed.
    let name = "it's \"a\" $HOME; `ls` \\ 이름\n"
    let refused = try run("bank", "call-next-of", name)
    #expect(refused.status == 2)
    let called = try run("call", "bank.ticket", #"{"ticket":2}"#)
    #expect(called.output.contains("\"number\":2"), "\(called)")
  }

  @Test("without --no-start the daemon is started there, and with it that is said")
  func noStart() throws {
    let result = try run("--no-start", "juice", "menu")
    #expect(result.status == 3 && result.errors.contains("on there: juiced is not running"))
    #expect(ssh.machine.daemons.isEmpty)
    #expect(try run("juice", "menu").status == 0)
  }

  @Test("a change whose answer was lost on the way is done once")
  func lostAnswer() throws {
    let losing = try ssh.losingFirstAnswer()
    #expect(try run("bank", "open").status == 0)
    let taken = try run("bank", "take", "loan", with: losing)
    #expect(ssh.hasLost && taken.status == 0 && taken.output.contains("Ticket 1"), "\(taken)")
    #expect(try run("bank", "take", "loan").output.contains("Ticket 2"))
  }

  @Test("a stream comes over, and Ctrl-C ends it here and there")
  func stream() throws {
    #expect(try run("bank", "open").status == 0)
    let watch = try tool.start(
      ["-H", "there", "--json", "bank", "watch"], environment: ssh.environment)
    #expect(watch.line()?.contains("\"phase\"") == true)
    #expect(try run("bank", "take", "loan").status == 0)
    #expect(watch.line()?.contains("{") == true)
    watch.interrupt()
    #expect(watch.status(within: 10) == 130)
    watch.kill()
  }

  @Test("words of the daemon there complete what is typed here")
  func completion() throws {
    // A person presses Tab again where a busy machine has not answered in the time that one waits for words.
    var output = ""
    for _ in 1...4 where output.isEmpty {
      output = try tool.run(
        "__complete", "--", "-H", "there", "bank", "take", "lo", environment: ssh.environment
      ).output
    }
    #expect(output.hasPrefix("loan"))
    #expect(ssh.machine.daemons.count == 1 && tool.daemons.isEmpty)
  }

  @Test(
    "refusals of ssh are told as such",
    arguments: [
      ("unwelcome", "Permission denied"), ("stranger", "Host key verification failed"),
      ("bare", "matectl is not installed on bare"),
    ])
  func refused(_ host: String, _ words: String) throws {
    for command in [["bank", "board"], ["status", "bank"], ["bank", "watch"]] {
      let result = try tool.start(["-H", host] + command, environment: ssh.environment).finish()
      #expect(result.status == 3 && result.errors.contains(words), "\(command): \(result)")
    }
    // The doctor's answer is what it found.
    let doctor = try run("doctor", "bank", host: host)
    #expect(doctor.status == 2 && doctor.output.contains(words), "\(doctor)")
    #expect(tool.daemons.isEmpty && ssh.machine.daemons.isEmpty)
  }

  @Test("what is about the machine is done there")
  func there() throws {
    #expect(try run("bank", "open").status == 0)
    let status = try run("--json", "status", "bank")
    #expect(status.output.contains("\"activation\":\"client\""), "\(status)")
    #expect(try run("stop", "bank").output.contains("bankd has ended"))
    #expect(try run("--lang", "ko", "stop", "bank").output.contains("실행 중이 아닙니다"))
  }

  @Test("the doctor looks at both ends, and tells what to type from here")
  func doctor() throws {
    #expect(try run("bank", "open").status == 0)
    func look(_ words: String...) throws -> (status: Int32, items: [[String: String]]) {
      let result = try tool.start(
        ["-H", "there", "--json", "doctor"] + words,
        environment: ssh.environment.merging(["LANG": "C.UTF-8"]) { $1 }
      ).finish()
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return (
        result.status, try #require((object as? [String: Any])?["items"] as? [[String: String]])
      )
    }
    let well = try look("bank")
    #expect(well.status == 0 && well.items.allSatisfy { $0["state"] == "fine" }, "\(well)")
    #expect(Set(well.items.compactMap { $0["subject"] }) == ["here", "bank"])
    let found = Set(well.items.compactMap { $0["check"] })
    #expect(found.isSuperset(of: ["locale", "ssh", "version", "socket", "daemon", "live"]))
    #expect(
      well.items.contains {
        $0["text"]?.contains(ssh.machine.directory.file("run/bank.sock")) == true
      })
    chmod(ssh.machine.directory.file("run/bank.sock"), 0o666)
    let open = try look("bank")
    let advice = open.items.first { $0["check"] == "rights" }?["command"] ?? ""
    #expect(open.status == 1 && advice.hasPrefix("ssh -t there 'chmod o= "), "\(open)")
    // As a shell would, behind the ssh of this test.
    let typed = advice.replacing("ssh -t ", with: "\(ssh.environment["MATE_SSH"] ?? "") ")
    #expect(try SystemProgram.run("bash", ["-c", typed]).status == 0)
    #expect(try look("bank").status == 0)
    // A name that was mistyped is the other client's to refuse.
    let unknown = try run("doctor", "bamk")
    #expect(unknown.status == 2 && unknown.output.contains("bamk"), "\(unknown)")
  }

  @Test("a domain that is described otherwise at the other end is told by the doctor")
  func older() throws {
    let domains = try TemporaryDirectory()
    let shipped = "\(BuiltPrograms.repository())/deploy/domains/bank.json"
    let text = try String(contentsOfFile: shipped, encoding: .utf8)
    try text.replacing("\"0.1.0\"", with: "\"0.0.9\"").write(
      toFile: domains.file("bank.json"), atomically: true, encoding: .utf8)
    let tool = try CommandLineTool(domains: domains.path)
    let result = try tool.start(
      ["-H", "there", "doctor", "bank"],
      environment: ssh.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
    ).finish()
    #expect(result.status == 1 && result.output.contains("여기는 0.0.9, 그쪽은 0.1.0"), "\(result)")
  }

  @Test("a domain that is described there alone can be used from here")
  func describedThere() throws {
    let nothing = try TemporaryDirectory()
    let tool = try CommandLineTool(domains: nothing.path)
    let result = try tool.start(
      ["-H", "there", "bank", "open"], environment: ssh.environment
    ).finish()
    #expect(result.status == 0 && result.output.contains("Open"), "\(result)")
    let unknown = try tool.start(
      ["-H", "there", "nothing", "open"], environment: ssh.environment
    ).finish()
    #expect(unknown.status == 2 && unknown.errors.contains("there is no domain or command nothing"))
    // Where nobody can be asked, nobody says that it is not there.
    let refused = try tool.start(
      ["-H", "stranger", "nothing", "open"], environment: ssh.environment
    ).finish()
    #expect(refused.status == 3 && refused.errors.contains("Host key verification failed"))
  }

  @Test("files of this machine are not sent as names, and words that ssh would take are refused")
  func files() throws {
    let backup = try run("backup", "bank", "/tmp/file")
    #expect(backup.status == 2)
    #expect(backup.errors.contains("ssh there matectl backup bank /tmp/file"))
    let feed = try run("transit", "gtfs", "import", "/etc/hostname")
    #expect(
      feed.status == 2 && feed.errors.contains("matectl transit gtfs import - < /etc/hostname"),
      "\(feed)")
    for host in ["-oProxyCommand=touch x", "", "a b", "a\nb"] {
      #expect(try run("bank", "board", host: host).status == 2)
    }
    // The page is the other machine's as well, and its link leads nowhere from here.
    let page = try run("web", "open")
    #expect(page.status == 2 && page.errors.contains("`ssh there matectl web open`"), "\(page)")
    #expect(tool.daemons.isEmpty && ssh.machine.daemons.isEmpty)
  }
}
