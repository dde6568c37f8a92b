internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What a person wants of every run: `~/.config/mate/matectl.json`.
///
/// What is said on the command line, or with a variable that other programs know (`NO_COLOR`, `PAGER`),
/// comes first. A file with a mistake in it is told, and nothing of it is taken.
struct ClientSettings: Equatable {
  var language: Language?
  /// For terminals; what goes into a pipe is the same for everybody.
  var output: Invocation.Output?
  var color: Invocation.Color?
  var pager: String?
  var host: RemoteHost?
  /// What stands for a first word that no domain and no command of ours has.
  var aliases: [String: [String]] = [:]

  static let file = "matectl.json"

  /// Nil where there is neither a home nor a folder of settings.
  static var path: String? {
    let folder = Environment["XDG_CONFIG_HOME"] ?? Environment["HOME"].map { "\($0)/.config" }
    return folder.map { "\($0)/mate/\(file)" }
  }

  private static func folder(of path: String) -> String { String(path.dropLast(file.count + 1)) }

  /// Those of the file; none where there is no file.
  ///
  /// - Throws: ``UsageError`` with the file, the place in it and what may stand there.
  static func read() throws(UsageError) -> ClientSettings {
    guard let path else { return ClientSettings() }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try SmallFile.contents(of: path)
    } catch {
      // In somebody else's home, as with sudo, nothing is set for us.
      if error.code == EACCES, access(folder(of: path), X_OK) != 0 { return ClientSettings() }
      throw UsageError(
        "\(path) cannot be read: \(error.reason)", "\(path): 읽을 수 없습니다 (\(error.reason))")
    }
    guard let bytes else { return ClientSettings() }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSON.parse(bytes)
    } catch {
      let line = 1 + bytes.prefix(error.offset).count { $0 == 0x0A }
      throw UsageError(
        "\(path) is no JSON: line \(line): \(error.reason)",
        "\(path): JSON이 아닙니다. \(line)번째 줄: \(error.reason)")
    }
    return try ClientSettings(value, path)
  }
}

extension ClientSettings {
  /// The members of the file, in the order in which they are told.
  private static let members = ["aliases", "color", "host", "language", "output", "pager"]

  private init(_ value: JSONValue, _ file: String) throws(UsageError) {
    self.init()
    guard let object = value.objectValue else {
      throw Self.wrong(file, "", "an object", "객체")
    }
    for (name, value) in object {
      switch name {
      case "language":
        language = try Self.choice(value, file, name, ["en", "ko"]) {
          Language(rawValue: $0)
        }
      case "output":
        let known = ["table", "wide", "plain"]
        output = try Self.choice(value, file, name, known) { Invocation.Output(rawValue: $0) }
      case "color":
        color = try Self.choice(value, file, name, ["auto", "never"]) {
          Invocation.Color(rawValue: $0)
        }
      case "pager":
        guard let word = value.stringValue else {
          throw Self.wrong(file, name, "a command, or \"\" for none", "명령, 없으면 \"\"")
        }
        pager = word
      case "host":
        guard let named = value.stringValue.flatMap({ RemoteHost($0) }) else {
          throw Self.wrong(file, name, "[user@]host", "[user@]host")
        }
        host = named
      case "aliases": aliases = try Self.aliases(value, file)
      default:
        let known = Self.members.joined(separator: ", ")
        throw Self.wrong(file, name, "one of \(known) here", "\(known) 중 하나")
      }
    }
  }

  private static func choice<T>(
    _ value: JSONValue, _ file: String, _ name: String, _ known: [String], _ make: (String) -> T?
  ) throws(UsageError) -> T {
    guard let word = value.stringValue, known.contains(word), let made = make(word) else {
      let words = known.joined(separator: ", ")
      throw wrong(file, name, words, words)
    }
    return made
  }

  private static func aliases(
    _ value: JSONValue, _ file: String
  ) throws(UsageError) -> [String: [String]] {
    var found: [String: [String]] = [:]
    let (en, ko) = ("words as \"bank board\" for a word", "단어마다 \"bank board\" 같은 명령")
    guard let object = value.objectValue else { throw wrong(file, "aliases", en, ko) }
    for (name, value) in object {
      let words = value.stringValue?.split(separator: " ").map(String.init) ?? []
      guard !words.isEmpty, !name.isEmpty, !name.hasPrefix("-"), !name.contains(" "),
        BuiltIn(rawValue: name) == nil, words[0] != name
      else { throw wrong(file, "aliases/\(name)", en, ko) }
      found[name] = words
    }
    return found
  }

  private static func wrong(_ file: String, _ path: String, _ en: String, _ ko: String)
    -> UsageError
  {
    let place = path.isEmpty ? file : "\(file) /\(path)"
    return UsageError(
      "your settings are wrong: \(place): expected \(whole: en)",
      "설정이 잘못되었습니다: \(place): 필요한 것은 \(whole: ko)")
  }
}

extension Invocation {
  /// What was not said, as it is set.
  mutating func complete(with settings: ClientSettings) {
    language = language ?? settings.language
    pager = settings.pager
    if Terminal.isTerminal(1) { usualOutput = settings.output }
    if color == .auto { color = settings.color ?? .auto }
    if host == nil, !isHere { host = settings.host }
  }
}
