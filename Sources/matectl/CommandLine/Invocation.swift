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
  /// Which of several of a domain is meant where a word says none; nil for the one without a name.
  var instance: InstanceName?
  /// Whether the one without a name was said, as against that of the variable: `--at .`.
  var isPlain = false
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
      guard let option = Self.options.first(where: { $0.name == name }),
        words.isEmpty || !Self.optionsBeforeDomain.contains(name)
      else {
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
    case "--at":
      isPlain = value == "."
      if isPlain { break }
      guard let named = InstanceName(value) else {
        throw .wrongValue(name, value, Self.instanceNames)
      }
      instance = named
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

  private static let instanceNames = "a-z, 0-9, -, _"

  /// What was not said, as `MATE_AT` has it.
  ///
  /// - Throws: ``UsageError`` where that is no name: what is done must not be done to another one.
  mutating func takeVariable() throws(UsageError) {
    guard instance == nil, !isPlain, let value = Environment["MATE_AT"], value != "." else {
      return
    }
    guard let named = InstanceName(value) else {
      throw .wrongValue("MATE_AT", value, Self.instanceNames)
    }
    instance = named
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
