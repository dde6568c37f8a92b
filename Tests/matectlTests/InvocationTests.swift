import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("Invocation")
struct InvocationTests {
  private func read(_ line: String) throws(UsageError) -> Invocation {
    try Invocation(line.split(separator: " ").map(String.init))
  }

  private func complaint(_ line: String) -> LocalizedText? {
    do throws(UsageError) {
      _ = try read(line)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    "global options may stand before, behind and between the words",
    arguments: [
      "--json --timeout 5s bank take deposit --grade vip",
      "bank --json take deposit --timeout=5s --grade vip",
      "bank take deposit --grade vip --json --timeout 5s",
    ])
  func anywhere(line: String) throws {
    let invocation = try read(line)
    #expect(invocation.words == ["bank", "take", "deposit", "--grade", "vip"])
    #expect(invocation.output == .json)
    #expect(invocation.timeoutMilliseconds == 5000)
  }

  @Test("every option sets what it says")
  func everyOption() throws {
    let line =
      "--output csv --quiet --lang ko --color never -y --dry-run --no-start --trace t1"
      + " --socket-dir /tmp/s --help --version"
    let invocation = try read(line)
    #expect(invocation.words == [])
    #expect(invocation.output == .csv)
    #expect(invocation.isQuiet)
    #expect(invocation.language == .korean)
    #expect(invocation.color == .never)
    #expect(invocation.saysYes)
    #expect(invocation.isDryRun)
    #expect(!invocation.mayStart)
    #expect(invocation.traceID == "t1")
    #expect(invocation.socketDirectory == "/tmp/s")
    #expect(invocation.wantsHelp)
    #expect(invocation.wantsVersion)
  }

  @Test("what of a table is wanted, and how often")
  func tables() throws {
    let line =
      "-w -o wide bank board --columns a,b --sort-by -a --no-headers --headers ko"
      + " --no-pager --interval 5s -w"
    let invocation = try read(line)
    // Behind the domain the letter may be a command's own.
    #expect(invocation.words == ["bank", "board", "-w"])
    #expect(invocation.output == .wide && invocation.isWatching && !invocation.mayPage)
    #expect(invocation.intervalMilliseconds == 5000)
    #expect(invocation.choice.columns == ["a", "b"] && invocation.choice.sort == "-a")
    #expect(!invocation.choice.hasHeader && invocation.choice.headers == .ko)
  }

  @Test(
    "a line that cannot be read still says in which form and language to say so",
    arguments: [
      "--lang ko --json --bogus", "--lang=ko -o json --timeout 0", "--timeout -1 --json --lang ko",
    ])
  func reported(line: String) {
    let invocation = Invocation(toReport: line.split(separator: " ").map(String.init))
    #expect(invocation.wantsJSON && invocation.language == .korean)
  }

  @Test("without options nothing is set")
  func defaults() throws {
    let invocation = try read("bank board")
    #expect(invocation.output == nil)
    #expect(invocation.mayStart)
    #expect(invocation.color == .auto)
    #expect(!invocation.isQuiet && !invocation.saysYes && !invocation.isDryRun)
    #expect(!invocation.wantsHelp && !invocation.wantsVersion)
  }

  @Test("behind -- nothing is ours, and the command still sees the --")
  func doubleDash() throws {
    let invocation = try read("bank take -- --json -h")
    #expect(invocation.words == ["bank", "take", "--", "--json", "-h"])
    #expect(invocation.output == nil)
    #expect(try read("-- bank --json").words == ["bank", "--json"])
  }

  @Test(
    "a mistake is said in both languages",
    arguments: [
      (
        "--jsno bank", "there is no option --jsno; do you mean --json?",
        "--jsno 옵션은 없습니다. `--json`입니까?"
      ),
      ("-x bank", "there is no option -x; see `matectl help`", "-x 옵션은 없습니다. `matectl help`를 보십시오"),
      ("bank --json=yes", "--json takes no value", "--json에는 값을 쓸 수 없습니다"),
      ("bank --trace", "--trace needs a value", "--trace에는 값이 필요합니다"),
      ("--trace --json bank", "--trace needs a value", "--trace에는 값이 필요합니다"),
      (
        "--output xml",
        "--output does not take xml; it takes table, wide, chart, json, jsonl, csv, plain, waybar, i3blocks",
        "--output: 받은 값은 xml, 쓸 수 있는 값은 table, wide, chart, json, jsonl, csv, plain, waybar, i3blocks"
      ),
      (
        "--lang fr", "--lang does not take fr; it takes ko, en",
        "--lang: 받은 값은 fr, 쓸 수 있는 값은 ko, en"
      ),
      (
        "--timeout 0", "--timeout does not take 0; it takes 5s, 1m30s, 2h",
        "--timeout: 받은 값은 0, 쓸 수 있는 값은 5s, 1m30s, 2h"
      ),
    ])
  func mistakes(line: String, english: String, korean: String) {
    #expect(complaint(line) == LocalizedText(en: english, ko: korean))
  }

  @Test("the domain's own options are left in order", arguments: ["bank -x --vegan --n=5 -5"])
  func foreignOptions(line: String) throws {
    #expect(try read(line).words == ["bank", "-x", "--vegan", "--n=5", "-5"])
  }

  @Test("one of several is said before the domain; behind it --at is the command's own")
  func instance() throws {
    let named = try read("--at gangnam bank board")
    #expect(named.instance == InstanceName("gangnam") && named.words == ["bank", "board"])
    #expect(try read("--at=gangnam bank board").instance == InstanceName("gangnam"))
    let own = try read("transit departures --at 08:30")
    #expect(own.instance == nil && own.words == ["transit", "departures", "--at", "08:30"])
    #expect(try read("--at . bank").isPlain)
    #expect(complaint("--at Gangnam bank") != nil && complaint("--at") != nil)
  }

  @Test("every option that descriptions must not use is one that is taken")
  func reservedNames() {
    let taken = Invocation.options.map(\.name) + Invocation.shortOptions.keys
    // Before the domain no command has flags.
    let anywhere = Set(taken).subtracting(Invocation.optionsBeforeDomain)
    #expect(anywhere == Set(CommandDescription.globalFlags))
  }

  @Test(
    "the language is read from a locale",
    arguments: [
      ("ko", Language.korean), ("ko_KR.UTF-8", .korean), ("kok_IN", .english), ("C", .english),
      ("", .english), ("en_US.UTF-8", .english),
    ])
  func language(locale: String, language: Language) {
    #expect(Invocation.language(of: locale) == language)
  }
}
