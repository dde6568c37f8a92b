internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Keys that are pressed before there is what they are for: they wait for it, and not for ever.
extension ScreenApp {
  struct Held {
    var keys: [Key] = []
    /// When they no longer wait, in milliseconds of CLOCK_MONOTONIC.
    let until: Int64
    /// The wish whose answer they wait for; nil for the rows of the tab.
    var wish: Int?
  }

  /// So long they wait, in milliseconds.
  private static let patience: Int64 = 1000
  private static let mostHeld = 200

  /// Keeps a key for later, where what it is for has not come; false where it is for now.
  func hold(_ key: Key) -> Bool {
    guard held == nil else {
      if key == .escape { giveUpHeld(isTimeOver: false) } else { keep(key) }
      return true
    }
    guard state.overlay == nil, isAwaitingRows, isForRows(key) else { return false }
    held = Held(keys: [key], until: MonotonicTime.milliseconds + Self.patience)
    return true
  }

  private func keep(_ key: Key) {
    // Nobody clicks on what is not there.
    if case .mouse = key { return }
    if let count = held?.keys.count, count < Self.mostHeld { held?.keys.append(key) }
  }

  private var isAwaitingRows: Bool {
    let tab = state.tab
    // Where a daemon cannot be reached that is said, and not waited for.
    let isReachable = link.nextTry.map { $0 == 0 } ?? true
    return tab.content == nil && tab.problem == nil && !tab.isLate && isReachable
  }

  private func isForRows(_ key: Key) -> Bool {
    switch key {
    case .text(let character):
      let letter = character.command
      return "jkhlgGnNa<> ".contains(letter)
        || state.tab.view.screen?.actions.contains { $0.key == String(letter) } ?? false
    case .up, .down, .left, .right, .shiftLeft, .shiftRight: return true
    case .pageUp, .pageDown, .home, .end, .enter: return true
    default: return false
    }
  }

  // MARK: Its end

  /// The rows of the active tab have come.
  func rowsCame() {
    guard state.tab.content != nil else { return }
    goToEnd()
    if case .menu(let menu)? = state.overlay, menu.isWithoutRows {
      state.overlay = .menu(menu.again(as: self.menu))
    }
    if let held, held.wish == nil { release(held) }
    rowsTell()
  }

  private func release(_ held: Held) {
    self.held = nil
    for key in held.keys where ending == nil { press(key) }
  }

  /// There are no rows, or not soon enough: the first key does what it does without, and what was to
  /// follow would be for something else.
  func giveUpHeld(isTimeOver: Bool) {
    guard let held else { return }
    self.held = nil
    isDirty = true
    if let number = held.wish {
      if case .given(let form)? = removeWish(number), isTimeOver { openUnknown(form) }
      return
    }
    guard isTimeOver else { return }
    state.tab.isLate = true
    if let key = held.keys.first { press(key) }
  }

  func passHeld(at now: Int64) {
    if let held, held.until <= now { giveUpHeld(isTimeOver: true) }
  }

  // MARK: What a row does not have

  /// Asks for what stands in fields of a form that the row does not have; false where nothing does, or
  /// nobody can be asked.
  func askForGiven(_ action: RowAction, _ form: ActionForm) -> Bool {
    let rows = state.tab.wanted
    guard action.isOfRow, rows.count == 1,
      action.asks?.contains(where: { $0.given == nil && $0.pointer != nil }) ?? false,
      let read = ownActions.map(\.action).first(where: \.isDetail) ?? detail(of: rows[0])
    else { return false }
    var form = form
    form.awaited = (action.asks ?? []).filter { $0.given == nil && $0.pointer != nil }
    var request = CallRequest(
      method: read.method.name, params: session.filled(read.params, for: read.method))
    request.onlyReads = true
    let number = add(.given(form))
    state.overlay = nil
    held = Held(until: MonotonicTime.milliseconds + Self.patience, wish: number)
    link.ask(request, for: .wish(number, isWaitedFor: false))
    return true
  }

  func take(given result: JSONValue, for form: ActionForm, _ number: Int) {
    guard let held, held.wish == number else { return }
    var form = form
    for ask in form.awaited {
      guard let value = ask.pointer.flatMap({ result.value(at: $0) }) else { continue }
      form.give(value, to: ask.name, domain.schemas)
    }
    open(form)
    release(held)
  }

  /// Nobody has said what stands there: what is typed would take its place unseen.
  func openUnknown(_ form: ActionForm) {
    held = nil
    var form = form
    let names = form.awaited.compactMap { form.called[$0.name] }.joined(separator: ", ")
    form.notes = [
      text(
        "\(whole: names): what stands there could not be asked for; what you type replaces it",
        "\(whole: names): 지금 값을 묻지 못했습니다. 입력하면 그 값을 대신합니다")
    ]
    open(form)
  }
}

extension RowAction {
  /// Whether it reads what there is of a row, and needs nothing else.
  var isDetail: Bool {
    !method.access.changesState && method.render != nil && isOfRow && (asks ?? []).isEmpty
      && !method.parameters.contains { $0.isRequired && params[$0.name] == nil }
  }
}
