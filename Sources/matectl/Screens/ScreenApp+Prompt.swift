internal import LinuxSystem
internal import Values

/// A line that is typed below the tab.
extension ScreenApp {
  var isTyping: Bool { if case .prompt? = state.overlay { true } else { false } }

  /// Whether keys edit a text.
  var isEditing: Bool {
    switch state.overlay {
    case .prompt, .menu, .form: true
    case .page, .question, nil: false
    }
  }

  func press(_ key: Key, in prompt: Prompt) {
    var prompt = prompt
    switch key {
    // Backspace on nothing is the way out.
    case .backspace where prompt.line.isEmpty: return close(prompt)
    case .escape:
      prompt.line.set("")
      if prompt.purpose == .filter { state.tab.filter(by: "") }
      return close(prompt)
    case .enter, .control("j"): return close(prompt)
    case .tab where prompt.purpose == .command: return complete(prompt)
    case .up where prompt.purpose == .command, .control("p") where prompt.purpose == .command:
      prompt.fetch(-1)
    case .down where prompt.purpose == .command, .control("n") where prompt.purpose == .command:
      prompt.fetch(1)
    case .up, .down, .pageUp, .pageDown: return pressOnTab(key)
    case .mouse(let mouse):
      guard let typed = typed(under: mouse) else { return }
      typed.click(mouse.column, &prompt.line)
    default: guard prompt.line.press(key) else { return }
    }
    prompt.candidates = []
    prompt.isAwaiting = false
    prompt.problem = ""
    state.overlay = .prompt(prompt)
    if prompt.purpose == .filter { state.tab.filter(by: prompt.line.text) }
  }

  /// The end of a line; one of a command that does not end stays, with what is wrong.
  private func close(_ prompt: Prompt) {
    let line = prompt.line.text
    guard prompt.purpose == .command else { return state.overlay = nil }
    if let problem = CommandWords(line).problem {
      var prompt = prompt
      prompt.candidates = []
      prompt.problem = problem.message.text(in: session.language)
      return state.overlay = .prompt(prompt)
    }
    state.overlay = nil
    history.add(line)
    run(line, in: prompt)
  }

  /// A line that was refused stays as it was typed, with why above it, to be mended.
  func refuse(_ prompt: Prompt, _ sentence: String) {
    var prompt = prompt
    prompt.history = history
    prompt.candidates = []
    prompt.isAwaiting = false
    prompt.problem = sentence
    state.overlay = .prompt(prompt)
    isDirty = true
  }
}

extension Prompt {
  /// Another line of before, with the cursor behind it.
  fileprivate mutating func fetch(_ step: Int) {
    if let text = history.fetch(step, from: line.text) { line.set(text) }
  }
}
