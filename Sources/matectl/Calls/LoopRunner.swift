internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// A method that a person stays with (`x-mate-loop`): its events are printed as they come, and each
/// line that is typed is a key.
///
/// While a key is carried out the stream is not followed; it begins again afterwards, and so shows
/// what has become of it.
struct LoopRunner {
  let session: Session
  let domain: DomainDescription
  let method: MethodDescription
  let loop: KeyLoop

  /// What one look at the method came to.
  private enum Look {
    /// Something was typed, or the input has ended.
    case input
    case ended(ExitStatus)
  }

  /// Programs get the events of the method and nothing else.
  static func isWanted(in session: Session) -> Bool {
    session.invocation.output == nil && !session.invocation.isDryRun
  }

  func run(_ params: JSONObject) throws(ExitStatus) -> ExitStatus {
    var isFirst = true
    while true {
      var state = JSONValue.object([:])
      if case .ended(let status) = try look(params, &state, showsKeys: isFirst) { return status }
      isFirst = false
      guard let line = try read() else { return .done }
      let typed = line.split(separator: " ").joined(separator: " ")
      guard let key = loop.keys.first(where: { $0.key == typed.lowercased() }) else {
        session.tell(
          session.text("There is no \(whole: typed) here", "\(whole: typed): 없는 선택입니다"))
        if method.isStream { showKeys() }
        continue
      }
      guard let name = key.method else { return .done }
      try call(name, key, state)
    }
  }

  private func showKeys() {
    let enter = "Enter"
    for key in loop.keys {
      let summary = key.summary.text(in: session.language)
      session.say("\(key.key.isEmpty ? enter : key.key) : \(summary)\n")
    }
  }

  // MARK: What there is

  /// Shows the method until something is typed; the keys stand before its first event, so that a
  /// refusal comes without them.
  private func look(
    _ params: JSONObject, _ state: inout JSONValue, showsKeys: Bool
  ) throws(ExitStatus) -> Look {
    let client = try session.client(domain)
    var request = CallRequest(method: method.name, params: params)
    request.onlyReads = true
    request.traceID = session.invocation.traceID
    guard method.isStream else { return try menu(client, request, &state) }
    var retries = StreamRetries()
    var showsKeys = showsKeys
    while true {
      var last: JSONValue?
      client.isInterrupted = { Interrupt.wasPressed || last != nil && Terminal.hasInput }
      client.watchedInput = nil
      do throws(CallFailure) {
        _ = try client.stream(request) { event in
          if showsKeys { showKeys() }
          showsKeys = false
          // From now on there is something that a key can be about.
          last = (try? JSON.parse(event.bytes)) ?? .null  // never from a daemon of ours
          session.say(session.printer.printed(event.bytes, method.renderEvent))
          client.watchedInput = 0
        }
        return .ended(.done)
      } catch {
        if case .interrupted = error {
          if Interrupt.wasPressed { return .ended(.interrupted) }
          state = last ?? state
          return .input
        }
        guard last != nil, case .connectionLost = error, let pause = retries.next() else {
          return .ended(session.report(error, of: domain, silent: client.silentProcess))
        }
        session.tell(retries.sentence(domain.exec, session.language))
        MonotonicTime.pause(milliseconds: pause)
      }
    }
  }

  private func menu(
    _ client: IPCClient, _ request: CallRequest, _ state: inout JSONValue
  ) throws(ExitStatus) -> Look {
    do throws(CallFailure) {
      let result = try client.call(request)
      state = (try? JSON.parse(result)) ?? .null  // as above
      if method.render != nil { session.show(result[...], method.render) }
      showKeys()
      return .input
    } catch {
      return .ended(session.report(error, of: domain, silent: client.silentProcess))
    }
  }

  /// The next line; nil at the end of the input.
  private func read() throws(ExitStatus) -> String? {
    if method.isStream {
      let line = Terminal.readLine { Interrupt.wasPressed }
      if Interrupt.wasPressed { throw .interrupted }
      return line
    }
    return try session.ask(loop.prompt.text(in: session.language))
  }

  // MARK: Keys

  /// A refusal was said, and is not the end: the person goes on.
  private func call(
    _ name: String, _ key: KeyLoop.Key, _ state: JSONValue
  ) throws(ExitStatus) {
    let domain = session.whole(domain)
    guard let called = domain.methods.first(where: { $0.name == name }) else { return }
    var params = JSONObject()
    let needed =
      key.parameters.map { ($0.name, $0.pointer) } + (key.condition.map { [("", $0)] } ?? [])
    for (name, pointer) in needed {
      guard let value = state.value(at: pointer), value != .null else {
        session.tell(session.text("There is nothing to do that with now", "지금은 할 수 없습니다"))
        return
      }
      if !name.isEmpty { params[name] = value }
    }
    for ask in key.asks {
      guard let answer = try answer(to: ask, called) else { return }
      params[ask.name] = answer
    }
    let status = try CallRunner(session: session, domain: domain, method: called).run(params)
    if status == .interrupted { throw .interrupted }
  }

  private func answer(
    to ask: FollowUp.Ask, _ called: MethodDescription
  ) throws(ExitStatus) -> JSONValue? {
    guard let parameter = called.parameters.first(where: { $0.name == ask.name }) else {
      return nil
    }
    let question = ask.prompt.text(in: session.language)
    return try session.answer(to: "\(question): ") { line throws(UsageError) in
      // Enter alone gives up.
      if line.isEmpty { return nil }
      return try ArgumentBinder.value(line, of: parameter, called, in: domain)
    }
  }
}
