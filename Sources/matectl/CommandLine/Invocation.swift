internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The words of a command line: the global options, wherever they stand, and the rest in order.
struct Invocation: Equatable {
  enum Output: String, CaseIterable {
    case table, wide, chart, json, jsonl, csv, plain, waybar, i3blocks
  }

  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// Whether results are for programs, as JSON.
  var wantsJSON: Bool { output == .json || output == .jsonl }

  var words: [String] = []
  var output: Output?
  var color = Color.auto
  var language: Language?
  var timeoutMilliseconds: Int64?
  var traceID: String?
  var socketDirectory: String?
  /// The machine whose daemons are meant; nil for this one.
  var host: RemoteHost?
  /// Whether this machine was said, as against the one of the settings: `-H .`.
  var isHere = false
  /// How results are printed where nothing is said.
  var usualOutput: Output?
  /// What pages long answers, where no variable says so.
  var pager: String?
  var isQuiet = false
  var saysYes = false
  var isDryRun = false
  var mayStart = true
  var wantsHelp = false
  var wantsVersion = false
  /// What of a table is shown, and in which order.
  var choice = TableChoice()
  /// Whether long answers on a terminal go through a pager.
  var mayPage = true
  /// Whether a read is done again and again.
  var isWatching = false
  /// Whether a read is shown on a full screen that goes on.
  var isLive = false
  /// Whether a full screen must not change anything.
  var isReadOnly = false
  /// Between two reads.
  var intervalMilliseconds: Int64 = 2000

  /// The options with their arguments, for help and completion.
  static let options: [(name: String, argument: String?, text: LocalizedText)] = [
    ("--json", nil, .init(en: "print the result as JSON, unchanged", ko: "결과를 JSON 그대로 출력")),
    (
      "--output", "table|wide|chart|json|jsonl|csv|plain|waybar|i3blocks",
      .init(en: "choose how results are printed", ko: "출력 형식 선택")
    ),
    ("--quiet", nil, .init(en: "print nothing but errors", ko: "오류만 출력")),
    (
      "--timeout", "DURATION",
      .init(
        en: "give up after this long, as 5s; reading ends after 5m where nothing is said",
        ko: "이 시간이 지나면 포기 (예: 5s). 없으면 읽기는 5분 뒤에 포기")
    ),
    ("--lang", "ko|en", .init(en: "choose the language", ko: "언어 선택")),
    ("--color", "auto|always|never", .init(en: "choose when to use colour", ko: "색 사용 여부")),
    ("--yes", nil, .init(en: "answer yes to every question", ko: "모든 질문에 예로 답함")),
    (
      "--dry-run", nil,
      .init(
        en: "check and answer, change nothing; what only reads is done as ever",
        ko: "점검만 하고 아무것도 바꾸지 않음 (읽기만 하는 명령은 그대로 실행)")
    ),
    (
      "--no-start", nil,
      .init(en: "do not start a daemon that is not running", ko: "꺼져 있는 데몬을 시작하지 않음")
    ),
    ("--trace", "ID", .init(en: "mark the request in the logs", ko: "로그에 남길 추적 번호")),
    (
      "--host", "[USER@]HOST",
      .init(en: "use the daemons of another machine, over ssh", ko: "ssh로 다른 컴퓨터의 데몬 쓰기")
    ),
    ("--socket-dir", "DIR", .init(en: "look for sockets in this folder", ko: "소켓을 찾을 폴더")),
    (
      "--columns", "A,B",
      .init(en: "show these columns of a table, in this order", ko: "표에서 이 열만 이 순서로 보기")
    ),
    (
      "--sort-by", "COLUMN",
      .init(en: "sort the rows of a table; -COLUMN backwards", ko: "표의 줄 정렬, -열이면 거꾸로")
    ),
    ("--no-headers", nil, .init(en: "leave out the line of headers", ko: "머리글 줄 빼기")),
    (
      "--headers", "wire|en|ko",
      .init(en: "how columns are called in CSV", ko: "CSV의 열 이름 (기본: 규약의 이름)")
    ),
    ("--no-pager", nil, .init(en: "never page long answers", ko: "긴 답도 페이저 없이 출력")),
    (
      "--watch", nil,
      .init(en: "read again and again until Ctrl-C", ko: "Ctrl-C를 누를 때까지 되풀이해 읽기")
    ),
    (
      "--live", nil,
      .init(en: "show a read on a full screen that lives", ko: "읽기 명령을 살아 있는 전체 화면으로 보기")
    ),
    (
      "--read-only", nil,
      .init(en: "let a full screen change nothing", ko: "전체 화면에서 아무것도 바꾸지 않음")
    ),
    (
      "--interval", "DURATION",
      .init(en: "pause so long between two reads of --watch; 2s", ko: "--watch의 간격 (기본 2s)")
    ),
    ("--help", nil, .init(en: "show help for what stands before it", ko: "앞에 쓴 것의 도움말")),
    ("--version", nil, .init(en: "print the version", ko: "버전 출력")),
  ]

  /// The option as it is typed, `-q, --quiet`, for a page of help.
  static func title(of option: (name: String, argument: String?, text: LocalizedText)) -> String {
    let letters = (Array(shortOptions) + Array(leadingOptions)).first { $0.value == option.name }
    return (letters.map { $0.key + ", " } ?? "    ") + option.name
      + (option.argument.map { " " + $0 } ?? "")
  }

  /// Options that are also one letter.
  static let shortOptions = [
    "-q": "--quiet", "-y": "--yes", "-h": "--help", "-o": "--output", "-H": "--host",
  ]

  /// What is one letter only before the domain: behind it a command may use the letter itself.
  static let leadingOptions = ["-w": "--watch"]

  /// Of no words at all.
  init() {}

  /// An alias stands for words, not for another alias.
  private var wasAlias = false

  /// - Parameters:
  ///   - arguments: As they were typed.
  ///   - aliases: What stands for a first word.
  /// - Throws: ``UsageError`` for an option without its argument, or with a wrong one, and for one
  ///   that nobody knows before the domain; behind it the domain's own are not known here.
  init(_ arguments: [String], aliases: [String: [String]] = [:]) throws(UsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if words.isEmpty, !wasAlias, let meant = aliases[word] {
        wasAlias = true
        rest = meant[...] + rest
        continue
      }
      if word == "--" {
        words += (words.isEmpty ? [] : ["--"]) + rest
        return
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let typed = word.hasPrefix("--") ? String(parts[0]) : word
      let attached = word.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      let leading = words.isEmpty ? Self.leadingOptions[typed] : nil
      let name = leading ?? Self.shortOptions[typed] ?? typed
      guard let option = Self.options.first(where: { $0.name == name }) else {
        if words.isEmpty, word.hasPrefix("-"), word.count > 1 { throw Self.unknown(typed) }
        words.append(word)
        continue
      }
      guard option.argument != nil else {
        guard attached == nil else { throw .unwantedValue(name) }
        takeSwitch(name)
        continue
      }
      guard let argument = attached ?? rest.first, attached != nil || !argument.hasPrefix("--")
      else { throw .missingValue(name) }
      if attached == nil { rest.removeFirst() }
      try take(name, argument)
    }
  }

  /// The words for the client of the other machine.
  static func withoutHost(_ arguments: [String]) -> [String] {
    var kept: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "-H" || word == "--host" {
        _ = rest.popFirst()
      } else if !word.hasPrefix("--host=") {
        kept.append(word)
      }
    }
    return kept
  }

  private static func unknown(_ word: String) -> UsageError {
    let names = options.map(\.name)
    let nearest = word.hasPrefix("--") ? nearestNames(to: word, among: names).first : nil
    return UsageError(
      "there is no option \(word)", "\(word) 옵션은 없습니다", nearest: nearest,
      otherwise: ("; see `matectl help`", ". `matectl help`를 보십시오"))
  }

  private mutating func takeSwitch(_ name: String) {
    switch name {
    case "--json": output = .json
    case "--quiet": isQuiet = true
    case "--yes": saysYes = true
    case "--dry-run": isDryRun = true
    case "--no-start": mayStart = false
    case "--no-headers": choice.hasHeader = false
    case "--no-pager": mayPage = false
    case "--watch": isWatching = true
    case "--live": isLive = true
    case "--read-only": isReadOnly = true
    case "--help": wantsHelp = true
    default: wantsVersion = true
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "--output": output = try Self.choice(name, value)
    case "--color": color = try Self.choice(name, value)
    case "--lang":
      guard let known = Language(rawValue: value) else { throw .wrongValue(name, value, "ko, en") }
      language = known
    case "--timeout": timeoutMilliseconds = try Self.milliseconds(name, value)
    case "--interval": intervalMilliseconds = max(100, try Self.milliseconds(name, value))
    case "--columns":
      choice.columns = value.split(separator: ",").map { String($0) }
      guard !choice.columns.isEmpty else { throw .wrongValue(name, "\"\"", "A,B") }
    case "--sort-by":
      guard !value.isEmpty, value != "-" else { throw .wrongValue(name, "\"\"", "A, -A") }
      choice.sort = value
    case "--host":
      isHere = value == "."
      if isHere { break }
      guard let named = RemoteHost(value) else { throw .wrongValue(name, value, "[USER@]HOST") }
      host = named
    case "--headers": choice.headers = try Self.choice(name, value)
    case "--trace":
      guard (1...64).contains(value.unicodeScalars.count) else {
        throw .wrongValue(name, value, "1-64")
      }
      traceID = value
    default:
      guard !value.isEmpty else { throw .wrongValue(name, "\"\"", "DIR") }
      socketDirectory = value
    }
  }

  private static func milliseconds(_ name: String, _ value: String) throws(UsageError) -> Int64 {
    guard let seconds = DurationReading.seconds(value), seconds > 0, seconds <= 86_400 else {
      throw .wrongValue(name, value, "5s, 1m30s, 2h")
    }
    return max(1, Int64(seconds * 1000))
  }

  /// What can be made out of a command line that cannot be read: how to say so.
  init(toReport arguments: [String]) {
    for count in stride(from: arguments.count, through: 1, by: -1) {
      if let readable = try? Invocation(Array(arguments.prefix(count))) {
        self = readable
        break
      }
    }
    let after = zip(arguments, arguments.dropFirst())
    let isJSON =
      arguments.contains { ["--json", "--output=json", "--output=jsonl"].contains($0) }
      || after.contains { ["-o", "--output"].contains($0) && ["json", "jsonl"].contains($1) }
    if isJSON { output = .json }
    let named = after.first { $0.0 == "--lang" }?.1
    let attached = arguments.first { $0.hasPrefix("--lang=") }?.dropFirst(7)
    language = (named ?? attached.map(String.init)).flatMap(Language.init(rawValue:)) ?? language
  }

  private static func choice<T: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ value: String
  ) throws(UsageError) -> T {
    guard let known = T(rawValue: value) else {
      throw .wrongValue(name, value, T.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return known
  }

  /// `--lang`, else the first of `LC_ALL`, `LC_MESSAGES`, `LANG` that is set.
  var effectiveLanguage: Language {
    let locale = Environment["LC_ALL"] ?? Environment["LC_MESSAGES"] ?? Environment["LANG"] ?? ""
    return language ?? Self.language(of: locale)
  }

  /// `ko`, `ko_KR.UTF-8`; `kok_IN` is another language.
  static func language(of locale: String) -> Language {
    locale.prefix { $0.isLetter } == "ko" ? .korean : .english
  }
}
