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
      form.fields[index].choices = values.map(WordValue.text)
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
    case .text(" ") where form.isCycledBySpace: form.cycle(by: 1)
    case .text(let character): form.type(String(character))
    case .paste(let text): form.type(text)
    case .backspace: form.rubOut()
    case .control("u"): form.clear()
    case .left: form.cycle(by: -1)
    case .right: form.cycle(by: 1)
    case .up, .backTab: form.move(by: -1)
    case .down, .tab: form.move(by: 1)
    case .mouse(let mouse):
      guard let index = entry(under: mouse) else { return }
      form.focus = index
    case .enter: return submit(form)
    default: return
    }
    form.error = ""
    state.overlay = .form(form)
    askForChoices(of: form)
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
