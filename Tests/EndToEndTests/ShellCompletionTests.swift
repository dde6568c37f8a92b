import Foundation
import TestSupport
import Testing

/// The scripts of `matectl completion` in the shells that read them.
@Suite("Completion in shells", .serialized)
struct ShellCompletionTests {
  private let tool: CommandLineTool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try CommandLineTool()
    folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder.file("backups"), withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder.file("bank.backup")))
  }

  private var environment: [String: String] {
    let programs = URL(fileURLWithPath: BuiltPrograms.path("matectl")).deletingLastPathComponent()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return tool.environment.merging(["PATH": "\(programs.path):\(path)"]) { $1 }
  }

  private func lines(_ shell: String, _ script: String) throws -> [String] {
    let result = try SystemProgram.run(
      shell, ["-c", "cd '\(folder.path)' && \(script)"], environment: environment)
    return result.output.split(separator: "\n").map(String.init)
  }

  /// What bash offers for a line with the cursor at its end, cut into words as bash cuts it.
  private func inBash(_ line: String, _ words: String...) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    return try lines(
      "bash",
      """
      eval "$(matectl completion bash)"; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:@'
      COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}
      COMP_WORDS=(\(quoted)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _matectl; printf '%s\\n' "${COMPREPLY[@]}"
      """)
  }

  @Test("bash: behind = only what follows it is replaced")
  func bash() throws {
    #expect(
      try inBash("matectl bank take --grade=v", "matectl", "bank", "take", "--grade", "=", "v")
        == ["vvip", "vip"])
    #expect(
      try inBash("matectl bank take --grade=", "matectl", "bank", "take", "--grade", "=")
        == ["vvip", "vip", "normal"])
    #expect(
      try inBash("matectl --output=js", "matectl", "--output", "=", "js") == ["json", "jsonl"])
  }

  @Test("bash: one of several is completed behind its @")
  func bashInstances() throws {
    #expect(try tool.run("new", "bank@gangnam").status == 0)
    #expect(try inBash("matectl bank@g", "matectl", "bank", "@", "g") == ["@gangnam"])
    #expect(try inBash("matectl bank@", "matectl", "bank", "@") == ["@gangnam"])
    #expect(try inBash("matectl new bank", "matectl", "new", "bank") == ["bank@"])
    #expect(try inBash("matectl --at ", "matectl", "--at", "") == ["gangnam"])
    #expect(
      try inBash("matectl bank@gangnam ta", "matectl", "bank", "@", "gangnam", "ta") == ["take"])
  }

  @Test(
    "bash: what is typed stands on the line as a whole, with and without names of hosts",
    arguments: ["-s", "-u"])
  func bashLine(_ hosts: String) throws {
    #expect(try tool.run("new", "bank@gangnam").status == 0)
    let shell = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: environment.merging(["PS1": "ready> ", "TERM": "dumb"]) { $1 }, columns: 120,
      rows: 24)
    _ = try shell.read(until: "ready> ")
    shell.type("shopt \(hosts) hostcomplete; eval \"$(matectl completion bash)\"; echo is-$((1))")
    _ = try shell.read(until: "is-1")
    shell.type("told() { printf '<%s>' \"$@\"; }; complete -F _matectl told; echo is-$((2))")
    _ = try shell.read(until: "is-2")
    shell.press("told bank@g\t\r")
    _ = try shell.read(until: "<bank@gangnam>")
    shell.press("told backup bank@\t\r")
    _ = try shell.read(until: "<backup><bank@gangnam>")
    shell.type("exit")
  }

  @Test("bash: files, pairs, and only what can be chosen")
  func bashValues() throws {
    #expect(
      try inBash("matectl backup bank b", "matectl", "backup", "bank", "b")
        == ["backups/", "bank.backup"])
    #expect(
      try inBash("matectl juice import ba", "matectl", "juice", "import", "ba")
        == ["backups/", "bank.backup"])
    #expect(
      try inBash(
        "matectl juice recipe set x man", "matectl", "juice", "recipe", "set", "x", "man")
        == ["mango="])
    // Of the seed's branch every teller is automatic, and nobody is to end their work by hand.
    #expect(try inBash("matectl bank done ", "matectl", "bank", "done", "").isEmpty)
    #expect(
      try !inBash("matectl bank teller pause ", "matectl", "bank", "teller", "pause", "").isEmpty)
  }

  @Test(
    "zsh: a word stands for itself once, with its note where it has one",
    .enabled(
      if: SystemProgram.isInstalled("zsh"), "zsh is not installed: tools/setup-debian.sh test"))
  func zsh() throws {
    let script = """
      compdef() { :; }; eval "$(matectl completion zsh)"
      compadd() { shift 3; print -l -- "open:${(P)1}" }; _describe() { print -l -- "${(P@)2}" }
      words=(matectl bank take dep); CURRENT=4; _matectl
      words=(matectl bank tak); CURRENT=3; _matectl
      """
    let offered = try lines("zsh", script)
    #expect(offered.first == "deposit")
    #expect(offered.last?.hasPrefix("take:") == true, "\(offered)")
    #expect(offered.count == 2)
  }

  @Test(
    "fish: flags with their values, and words with notes",
    .enabled(
      if: SystemProgram.isInstalled("fish"), "fish is not installed: tools/setup-debian.sh test"))
  func fish() throws {
    func offered(_ line: String) throws -> [String] {
      try lines("fish", "matectl completion fish | source; complete -C '\(line)'")
        .map { String($0.split(separator: "\t").first ?? "") }
    }
    #expect(try Set(offered("matectl bank take --grade=v")) == ["--grade=vvip", "--grade=vip"])
    #expect(try offered("matectl bank take dep") == ["deposit"])
  }
}
