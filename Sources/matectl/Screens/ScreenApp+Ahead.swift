internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Keys that are pressed before a person can have seen what those before them did.
///
/// A key that does something with a row waits for that, and is then done with the row that was chosen
/// when it was pressed. The same key once more is for a row, or for somebody at it, whom nobody has
/// seen: it is not done, and that is said.
extension ScreenApp {
  struct Ahead {
    struct Waiting {
      let key: Key
      /// What the row is known by that was chosen; nil for whatever is chosen then.
      let row: JSONValue?
    }

    var keys: [Waiting] = []
    /// Until when rows are waited for that tell what was done, in milliseconds of CLOCK_MONOTONIC; nil
    /// where nothing was.
    var until: Int64?
    /// Whether rows have come since the last change was asked for.
    var isTold = false
    /// When keys were pressed, since a person last went elsewhere.
    var pressed: [String: Int64] = [:]
    /// What was not done, and what stood where that is said.
    var refused: [String] = []
    var isUntold = false
    /// Whether a key is pressed that has waited.
    var isReleasing = false
    var said = (before: "", now: "")
  }

  /// So long after a key the same one is not meant for what it has brought, in milliseconds.
  static let glance: Int64 = 300
  /// So long they wait for something that takes its time, in milliseconds.
  private static let patience: Int64 = 1000
  private static let mostWaiting = 200
  private static let mostTold = 12

  /// A key that does something with the chosen row.
  private struct RowKey {
    let name: String
    /// Whether a second one is what it says.
    let repeats: Bool
    /// Whether it is for the row that is chosen when it is pressed.
    var isOfRow = true
  }

  // MARK: Pressed

  /// Keeps a key for later, or refuses it; false where it is for now.
  func waits(_ key: Key) -> Bool {
    if case .mouse = key { return false }
    guard ahead.keys.isEmpty, !isFormSent else {
      guard key != .escape else {
        refuseWaiting()
        return false
      }
      if ahead.keys.count < Self.mostWaiting { ahead.keys.append(.init(key: key, row: nil)) }
      return true
    }
    guard state.overlay == nil else { return false }
    guard let own = rowKey(key) else {
      ahead.pressed = [:]
      return false
    }
    let now = MonotonicTime.milliseconds
    let isUnseen = isUnseen(at: now)
    if !isUnseen { ahead.pressed = ahead.pressed.filter { now - $0.value < Self.glance } }
    guard own.repeats || ahead.pressed[own.name] == nil else {
      ahead.pressed[own.name] = now
      refuse([own.name])
      return true
    }
    guard !isUnseen else {
      ahead.keys.append(.init(key: key, row: own.isOfRow ? state.tab.chosenIdentity : nil))
      return true
    }
    take(own, at: now)
    return false
  }

  private func take(_ own: RowKey, at now: Int64) {
    ahead.pressed[own.name] = now
    ahead.isTold = false
    if !ahead.isReleasing { ahead.refused = [] }
  }

  private var isFormSent: Bool {
    if case .form(let form)? = state.overlay { form.isSent } else { false }
  }

  private func rowKey(_ key: Key) -> RowKey? {
    // What is taken back next nobody has seen, and held down it would be all of it.
    if case .text(let character) = key, character.command == "u" {
      return RowKey(name: "u", repeats: false, isOfRow: false)
    }
    guard let screen = state.tab.view.screen else { return nil }
    switch key {
    case .shiftLeft, .shiftRight:
      return screen.move == nil ? nil : RowKey(name: key == .shiftLeft ? "<" : ">", repeats: true)
    case .enter: return screen.usual.flatMap { state.tab.item == nil ? nil : rowKey($0, screen) }
    case .text(let character):
      let letter = String(character.command)
      if !state.tab.filter.isEmpty, "nN".contains(letter) { return nil }
      return rowKey(letter, screen)
    default: return nil
    }
  }

  private func rowKey(_ letter: String, _ screen: ScreenDescription) -> RowKey? {
    let own = screen.actions.filter { $0.key == letter }
    if own.isEmpty {
      return screen.move != nil && "<>".contains(letter) ? RowKey(name: letter, repeats: true) : nil
    }
    guard let action = ownActions.first(where: { $0.key == letter })?.action else {
      return own.contains { $0.source != nil || $0.takesOneRow }
        ? RowKey(name: letter, repeats: false) : nil
    }
    guard action.isOfRow else { return nil }
    return RowKey(name: letter, repeats: action.repeats || !action.method.access.changesState)
  }

  // MARK: Seen

  /// Whether something was done that the rows do not tell yet.
  private func isUnseen(at now: Int64) -> Bool {
    ahead.until != nil || awaited.contains { now < $0 }
  }

  /// Until when changes that are under way are waited for.
  private var awaited: [Int64] {
    works.filter { $0.method.access.changesState }.map { $0.began + Self.patience }
  }

  var nextAheadMoment: Int64? {
    ahead.until ?? (ahead.keys.isEmpty ? nil : awaited.min())
  }

  /// A change was done: what is chosen now is seen once the rows tell of it.
  func awaitRows() {
    guard !(isFollowedWhole && ahead.isTold) else { return }
    ahead.until = MonotonicTime.milliseconds + Self.glance
  }

  private var isFollowedWhole: Bool {
    if case .whole = state.tab.view.follow { true } else { false }
  }

  /// The rows of the active tab have come.
  func rowsTell() {
    ahead.isTold = true
    if isFollowedWhole || isCurrent { ahead.until = nil }
  }

  /// Does what waited, as far as that is for now.
  func passAhead(at now: Int64) {
    if let until = ahead.until, until <= now { ahead.until = nil }
    guard !isUnseen(at: now), !isFormSent else { return }
    // What was typed for the tab answers no question that came meanwhile.
    if state.overlay != nil, !ahead.keys.isEmpty { refuseWaiting() }
    while ending == nil, !ahead.keys.isEmpty, !isUnseen(at: now), !isFormSent, held == nil {
      release(ahead.keys.removeFirst(), at: now)
    }
    tellRefused()
  }

  private func release(_ one: Ahead.Waiting, at now: Int64) {
    isDirty = true
    let rest = ahead.keys
    ahead.keys = []
    ahead.isReleasing = true
    defer {
      ahead.keys += rest
      ahead.isReleasing = false
    }
    if let row = one.row, !state.tab.choose(row) {
      // It is gone.
      return refuse([Self.name(of: one.key)])
    }
    if state.overlay == nil, let own = rowKey(one.key) {
      guard own.repeats || ahead.pressed[own.name] == nil else { return refuse([own.name]) }
    }
    press(one.key)
  }

  // MARK: Refused

  private func refuseWaiting() {
    let keys = ahead.keys.map { Self.name(of: $0.key) }
    ahead.keys = []
    refuse(keys)
  }

  func refuse(_ keys: [String]) {
    ahead.refused += keys
    ahead.isUntold = true
    isDirty = true
    tellRefused()
  }

  /// Says what was not done, before what was said last.
  private func tellRefused() {
    guard ahead.isUntold, ahead.keys.isEmpty, !isUnseen(at: MonotonicTime.milliseconds)
    else { return }
    ahead.isUntold = false
    let strip = state.strip?.text ?? ""
    if strip != ahead.said.now { ahead.said.before = strip }
    let keys = ahead.refused.prefix(Self.mostTold).joined(separator: " ")
    let more = ahead.refused.count > Self.mostTold ? " …" : ""
    let told = text(
      "not done, as what was done before was not seen yet: \(whole: keys + more).",
      "앞서 한 일이 보이기 전에 누른 키는 하지 않았습니다: \(whole: keys + more).")
    ahead.said.now = [told, ahead.said.before].filter { !$0.isEmpty }.joined(separator: " ")
    say(ahead.said.now, .warning)
  }

  static func name(of key: Key) -> String {
    switch key {
    case .text(let character): String(character.command)
    case .enter: "Enter"
    case .tab, .backTab: "Tab"
    default: "…"
    }
  }
}
