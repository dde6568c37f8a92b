internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What has come in front of a person, and keys that were meant for what was there before.
///
/// Enter pressed twice is meant for the first; a question that has come, and a form that a refusal led
/// to, take an answer once they were drawn for a moment. What is not done is said.
extension ScreenApp {
  struct Front {
    /// Whether what has come was not drawn yet.
    var isUndrawn = false
    /// When it was drawn first, in milliseconds of CLOCK_MONOTONIC; nil where nothing has come.
    var drawn: Int64?
    /// When Enter was pressed last, where no other key was since, and on what.
    var entered: (at: Int64, on: String)?
  }

  /// The screen was opened by Enter.
  func cameByEnter() { front.entered = (MonotonicTime.milliseconds, "") }

  func wasDrawn() {
    guard front.isUndrawn else { return }
    front.isUndrawn = false
    front.drawn = MonotonicTime.milliseconds
  }

  // MARK: Enter twice

  /// Refuses Enter right behind another one that has brought something else to the front.
  func isSecondEnter(_ key: Key) -> Bool {
    guard key == .enter else {
      front.entered = nil
      return false
    }
    let now = MonotonicTime.milliseconds
    // A question says itself which keys answer it.
    if case .question? = state.overlay { return false }
    guard let last = front.entered, now - last.at < Self.glance, last.on != inFront else {
      return false
    }
    // Held down it is pressed once.
    front.entered = (now, last.on)
    refuse([Self.name(of: key)])
    return true
  }

  /// Keeps in mind what is pressed; what a line finds was seen while it was typed.
  func remember(_ key: Key) {
    // What was told before is told.
    if !ahead.isReleasing, !ahead.isUntold { ahead.refused = [] }
    guard key == .enter else { return }
    if case .prompt(let prompt)? = state.overlay, prompt.purpose == .filter { return }
    front.entered = (MonotonicTime.milliseconds, inFront)
  }

  /// What a key is for.
  private var inFront: String {
    switch state.overlay {
    case nil: held?.wish == nil ? "tab" : "held"
    case .page?: "page"
    case .prompt?: "prompt"
    case .menu?: "menu"
    case .form(let form)?: "form \(form.method.name) \(form.isSent)"
    case .question?: "question"
    }
  }

  // MARK: An answer

  /// Refuses a key that would answer what nobody can have read.
  func comesUnread(_ key: Key) -> Bool {
    guard isAnswer(key) else {
      if state.overlay == nil { front.drawn = nil }
      return false
    }
    let isRead = front.drawn.map { MonotonicTime.milliseconds - $0 >= Self.glance } ?? true
    guard front.isUndrawn || !isRead else { return false }
    refuse([Self.name(of: key)])
    return true
  }

  private func isAnswer(_ key: Key) -> Bool {
    switch state.overlay {
    case .question?: Question.isYes(key)
    case .form?:
      switch key {
      case .escape, .mouse: false
      default: true
      }
    case .page?, .prompt?, .menu?, nil: false
    }
  }
}

extension Question {
  /// Whether a key says yes, also where the keyboard writes 한글.
  static func isYes(_ key: Key) -> Bool {
    if case .text(let character) = key { "yYㅛ예".contains(character) } else { false }
  }
}
