internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// `a`: what can be done with the chosen row, and what else the domain can do.
struct ActionMenu {
  struct Entry {
    let words: String
    /// What it is in the shell.
    var command: String { action.method.command?.path.joined(separator: " ") ?? "" }
    let summary: String
    let action: RowAction
    /// Whether it is about the row.
    let isOfRow: Bool
  }

  let title: String
  /// Whether the rows of the tab had not come when it was opened.
  let isWithoutRows: Bool
  private let all: [Entry]
  var index = 0
  /// What is typed leaves the entries that have it.
  var line = TypedText()

  /// - Parameters:
  ///   - title: What the row is.
  ///   - isWithoutRows: Whether the rows of the tab have not come.
  ///   - own: What the domain gives keys to.
  ///   - actions: What can be done with it besides.
  ///   - domain: Whose other commands are offered below.
  ///   - mayChange: Whether commands that change are offered.
  ///   - help: Who tells what a command does.
  init(
    title: String, isWithoutRows: Bool = false,
    own: [(key: String, label: String, action: RowAction)] = [],
    _ actions: [RowAction], _ domain: DomainDescription, mayChange: Bool, help: Help
  ) {
    self.title = title
    self.isWithoutRows = isWithoutRows
    func entry(_ action: RowAction, isOfRow: Bool) -> Entry? {
      guard let command = action.method.command,
        mayChange || !action.method.access.changesState
      else { return nil }
      return Entry(
        words: command.path.joined(separator: " "), summary: help.summary(action.method, command),
        action: action, isOfRow: isOfRow)
    }
    let known = actions.map(\.method.name)
    let others = domain.methods.filter { method in
      !method.isStream && method.loop == nil && !known.contains(method.name)
    }.map { RowAction(method: $0, params: [:]) }
    let keyed = Self.whole(own, beside: actions + others)
    // What a key does with all that can be said to it stands there once.
    let isKeyed = { (plain: RowAction) in
      keyed.contains { $0.action.isWhole && $0.action.isSame(as: plain) }
    }
    let entries = keyed.map { own in
      let command = own.action.method.command
      return Entry(
        words: own.label,
        summary: command.map { "\(own.key)  \($0.path.joined(separator: " "))" } ?? own.key,
        action: own.action, isOfRow: true)
    }
    all =
      entries + actions.filter { !isKeyed($0) }.compactMap { entry($0, isOfRow: true) }
      + others.filter { !isKeyed($0) }.compactMap { entry($0, isOfRow: false) }
  }

  /// The keys' actions; of those that are the same as a command the one that asks for most is asked for
  /// everything that the command takes.
  private static func whole(
    _ own: [(key: String, label: String, action: RowAction)], beside plain: [RowAction]
  ) -> [(key: String, label: String, action: RowAction)] {
    var own = own
    for action in plain {
      let same = own.indices.filter { own[$0].action.isSame(as: action) }
      let most = same.max {
        (own[$0].action.asks?.count ?? 0) < (own[$1].action.asks?.count ?? 0)
      }
      if let most { own[most].action.isWhole = true }
    }
    return own
  }

  /// This menu as it is now that the rows have come: what was typed and chosen stays.
  func again(as new: ActionMenu) -> ActionMenu {
    var new = new
    new.line = line
    guard let chosen else { return new }
    let entries = new.entries
    new.index =
      entries.firstIndex { $0.action.isSame(as: chosen.action) && $0.words == chosen.words }
      ?? entries.firstIndex { $0.action.method.name == chosen.action.method.name } ?? 0
    return new
  }

  var entries: [Entry] {
    let wanted = line.text.lowercased()
    guard !wanted.isEmpty else { return all }
    // A command that begins so was meant rather than one that has it somewhere.
    let ways: [(Entry) -> Bool] = [
      { [$0.words.lowercased(), $0.command].contains(wanted) },
      { $0.words.lowercased().hasPrefix(wanted) },
      { $0.words.lowercased().split(separator: " ").contains { $0.hasPrefix(wanted) } },
      { $0.words.lowercased().contains(wanted) },
      { $0.summary.lowercased().contains(wanted) },
    ]
    let ranked = all.compactMap { entry in
      ways.firstIndex { $0(entry) }.map { (rank: $0, entry: entry) }
    }
    return ways.indices.flatMap { rank in ranked.filter { $0.rank == rank }.map(\.entry) }
  }

  var chosen: Entry? { entries.indices.contains(index) ? entries[index] : nil }

  /// Takes a key of the line; false where it is for something else.
  mutating func type(_ key: Key) -> Bool {
    let before = line.text
    guard line.press(key) else { return false }
    if line.text != before { index = 0 }
    return true
  }

  mutating func move(by step: Int) { index = max(0, min(index + step, entries.count - 1)) }
}

/// Something that is done on yes alone.
struct Question {
  /// What would be done, and what is asked.
  let lines: [ScreenState.StripLine]
  let deed: Deed
  /// What is said on no; nil is that nothing was changed.
  var otherwise: String?
}

/// Something that a person wants done.
struct Deed {
  let method: MethodDescription
  var params: JSONObject
  /// Whether it was asked about, or need not be.
  var isSure = false
  var isDryRun = false
  /// The marks of the rows that it is done with, which go with it; those of others stay.
  var marks: Set<JSONValue> = []
  /// The form that it came from, to which a refusal goes back.
  var form: ActionForm?
  /// What it is done with, in words; empty where that is no row.
  var about = ""
  /// Whether it was chosen from the menu.
  var isOfMenu = false
  /// Whether a person has typed it behind `:`, so that its answer is about no row.
  var isTyped = false
  /// What was typed, behind the domain; nil for what was not.
  var line: String?
  /// The line that it was typed in, which a refusal brings back.
  var prompt: Prompt?
  /// How its result is shown, as it was typed (`-o chart`, `--columns`).
  var output: Invocation.Output?
  var choice = TableChoice()
}
