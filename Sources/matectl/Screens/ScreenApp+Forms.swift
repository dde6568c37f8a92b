internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// A form on the screen: what is asked of the domain for it, its keys, and its end.
extension ScreenApp {
  func open(_ form: ActionForm) {
    state.overlay = .form(form)
    askForChoices(of: form)
  }

  /// Asks the domain for the values of the focused field, where it knows them.
  private func askForChoices(of form: ActionForm) {
    guard let source = form.fields[form.focus].parameter.completion else { return }
    if let result = known[source.method] { return fill(source.method, result) }
    var request = CallRequest(method: source.method)
    request.onlyReads = true
    request.timeoutMilliseconds = 1000
    link.ask(request, for: .wish(add(.values(source.method)), isWaitedFor: false))
  }

  /// Values of parameters have come: they are for a form or a line that is being typed.
  func take(values result: JSONValue, of method: String) {
    known[method] = result
    fill(method, result)
    if case .prompt(let prompt)? = state.overlay, prompt.purpose == .command,
      !prompt.candidates.isEmpty || prompt.isAwaiting
    {
      complete(prompt)
    }
  }

  private func fill(_ method: String, _ result: JSONValue) {
    guard case .form(var form)? = state.overlay else { return }
    for (index, field) in form.fields.enumerated() {
      guard let source = field.parameter.completion, source.method == method else { continue }
      let values = Completion.select(
        source.values.split(separator: "/").map(String.init)[...], in: result, where: source.filter)
      form.fields[index].offer(
        values.map(WordValue.text), ValueNames(source, in: result), in: session.language)
    }
    state.overlay = .form(form)
  }

  func press(_ key: Key, in form: ActionForm) {
    var form = form
    switch key {
    case .escape where form.isSent:
      cancelWork(form.sentAs)
      return
    case .escape: return state.overlay = nil
    case _ where form.isSent: return
    case .mouse(let mouse):
      if let typed = typed(under: mouse) {
        form.click(typed.field) { typed.click(mouse.column, &$0) }
      } else if let index = entry(under: mouse) {
        form.focus = index
      } else {
        return
      }
    case .enter: return submit(form)
    default: guard form.press(key) else { return }
    }
    form.error = ""
    state.overlay = .form(form)
    askForChoices(of: form)
  }

  /// The keys that a form tells: what they do in the focused field.
  func hints(of form: ActionForm) -> String {
    let field = form.fields[form.focus]
    if field.text.mayHaveLines {
      return text(
        "Enter do it  Alt-Enter or Ctrl-J new line  Tab next field  Esc back",
        "Enter 하기  Alt-Enter, Ctrl-J 새 줄  Tab 다음 칸  Esc 뒤로")
    }
    guard !field.choices.isEmpty else {
      return text(
        "Enter do it  Tab next field  Esc back", "Enter 하기  Tab 다음 칸  Esc 뒤로")
    }
    return text(
      "Enter do it  Tab next field  ← → choices  Esc back",
      "Enter 하기  Tab 다음 칸  ← → 고르기  Esc 뒤로")
  }

  private func submit(_ form: ActionForm) {
    do throws(FieldError) {
      let (method, params) = try form.call(in: domain)
      perform(
        Deed(method: method, params: params, marks: form.marks, form: form, about: form.about))
    } catch {
      tell(error.error.message.text(in: session.language), .danger, form, at: error.parameter)
    }
  }
}
