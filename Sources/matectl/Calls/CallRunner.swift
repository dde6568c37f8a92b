internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import LongTables
internal import Values

/// One command of a domain from its words to its exit status.
struct CallRunner {
  let session: Session
  let domain: DomainDescription
  let method: MethodDescription
  /// The file whose text is a parameter, as it was typed.
  var file: String?

  func run(_ params: JSONObject) throws(ExitStatus) -> ExitStatus {
    try session.checkChoice(
      for: method.isStream ? method.renderEvent ?? method.render : method.render)
    if let loop = method.loop, LoopRunner.isWanted(in: session) {
      return try LoopRunner(session: session, domain: domain, method: method, loop: loop)
        .run(params)
    }
    if method.needsConfirmation, !session.invocation.isDryRun {
      guard try isConfirmed(params) else { return .refused }
    }
    try refuseRehearsal()
    let filled = session.filled(params, for: method)
    if let host = session.invocation.host, let word = CallerFile.word(filled, for: method) {
      throw session.refuseFile(word, of: name, on: host)
    }
    var request = CallRequest(method: method.name, params: filled)
    do throws(UsageError) {
      request.file = try CallerFile.opened(filled, for: method)
    } catch {
      throw session.fail(error)
    }
    let client = try session.client(domain)
    request.traceID = session.invocation.traceID
    request.timeoutMilliseconds = session.invocation.timeoutMilliseconds
    // What only reads changes nothing, and is simply done.
    request.isDryRun = session.invocation.isDryRun && method.access.changesState
    request.onlyReads = !method.access.changesState
    let progress = ProgressLine(session, name: told.text(in: session.language))
    request.wantsProgress = method.reportsProgress && ProgressLine.isWanted(in: session)
    // What nobody asked for is not shown, whoever sends it.
    if request.wantsProgress { client.onProgress = progress.show }
    if method.isStream { return stream(request, client, progress) }
    guard try isPlanConfirmed(request, client) else { return .refused }
    // The key that a person gave makes the change as repeatable as one of ours would.
    if method.access.changesState, params["_meta"]?["idempotencyKey"] == nil {
      request.idempotencyKey = RandomKey.text()
    }
    func again() throws(ExitStatus) -> ExitStatus { try run(params) }
    do throws(CallFailure) {
      let table = session.longTable(method.render)
      let result = try client.callForPart(request, reader: table.map { $0.read })
      progress.clear()
      session.show(
        result, method.render, bar: method.bar, long: table,
        members: CSVMembers.ofResult(method, session.whole(domain)))
      return status(result)
    } catch {
      progress.clear()
      return report(error, client, again: again)
    }
  }

  /// The method as a person types it.
  private var name: String {
    method.command.map { "\(domain.label) \($0.path.joined(separator: " "))" } ?? method.name
  }

  /// A stream that makes its changes as it goes cannot be tried without them.
  private func refuseRehearsal() throws(ExitStatus) {
    guard session.invocation.isDryRun, method.isStream, method.access.changesState else { return }
    throw session.fail(
      session.text(
        "\(name) makes its changes as it goes on and cannot be tried; leave out --dry-run",
        "\(name, .topic) 진행하면서 바꾸는 명령이라 시험할 수 없습니다. --dry-run을 빼십시오"), .usage)
  }

  /// A result may say that a part of what was asked for failed; what was done is shown all the same.
  private func status(_ result: ArraySlice<UInt8>) -> ExitStatus {
    // What is no JSON was shown as it came, and says nothing.
    guard method.failed != nil, let value = try? JSON.parse(Array(result)) else { return .done }
    return method.isFailed(value) ? .refused : .done
  }

  private func report(
    _ failure: CallFailure, _ client: IPCClient, again: FollowUpAsker.Again? = nil
  ) -> ExitStatus {
    if method.access.changesState, !session.invocation.isDryRun,
      let status = ErrorText(
        session: session, domain: domain, silent: client.silentProcess
      ).reportUnknown(failure, watch: goesOn ? watchCommand : nil)
    {
      return status
    }
    return session.report(
      failure, of: domain, silent: client.silentProcess, method: method, file: file, again: again)
  }

  /// What the method does; where only its name on the wire is known, the words that a person typed.
  private var told: LocalizedText {
    let told = method.command?.summary ?? method.summary
    return told.en == method.name ? LocalizedText(en: "matectl \(name)") : told
  }

  private func isConfirmed(_ params: JSONObject) throws(ExitStatus) -> Bool {
    let about = [method.object(in: params)].filter { !$0.isEmpty }.map { ": \($0)" }.joined()
    let korean = told.text(in: .korean) + (about.isEmpty ? ":" : "\(about).")
    return try session.confirms(
      session.text(
        "\(whole: told.en + about)? [y/N] ", "\(whole: korean) 계속하시겠습니까? [예/아니요] "),
      elsewhere: session.text(
        "\(name) asks first; say --yes", "\(name, .topic) 확인이 필요합니다. --yes를 붙이십시오"))
  }

  /// Rehearses a call that asks where something is taken away, and asks about that.
  ///
  /// What would be done is shown with the question, so that yes is said to it and not to a word.
  private func isPlanConfirmed(
    _ request: CallRequest, _ client: IPCClient
  ) throws(ExitStatus) -> Bool {
    guard method.confirmedPart != nil, !request.isDryRun, !session.invocation.saysYes else {
      return true
    }
    var rehearsal = request
    rehearsal.isDryRun = true
    let bytes: [UInt8]
    do throws(CallFailure) {
      bytes = try client.call(rehearsal)
    } catch {
      throw report(error, client)
    }
    guard let plan = try? JSON.parse(bytes), method.asksFirst(about: plan) else { return true }
    if !session.invocation.wantsJSON {
      // The line above says what a person needs of this being a rehearsal.
      var shown = plan.objectValue ?? [:]
      shown["dryRun"] = nil
      session.tell(session.text("This would be done:", "이렇게 바뀝니다:"))
      session.tell(session.printer.human(.object(shown), method.render))
    }
    return try isConfirmed(request.params)
  }

  // MARK: Streams

  /// Follows a stream; one that only reads is asked again when its daemon was restarted.
  private func stream(
    _ request: CallRequest, _ client: IPCClient, _ progress: ProgressLine
  ) -> ExitStatus {
    if !method.access.changesState {
      // Who only looks is not kept when there is nobody to show it to, as behind `head`.
      client.watchedOutput = 1
      client.isInterrupted = { Interrupt.wasPressed || Terminal.isAbandoned(1) }
    }
    var retries = StreamRetries()
    var isFirst = true
    while true {
      var hasAnswered = false
      do throws(CallFailure) {
        let result = try client.stream(request) { event in
          hasAnswered = true
          // How far it is, a bar tells people, and nobody a pipe.
          guard !method.reportsProgress || !isForPeople else { return }
          progress.clear()
          show(event, isFirst: isFirst)
          isFirst = false
        }
        progress.clear()
        // Another header among the rows would be no row.
        if isFirst || session.invocation.output != .csv {
          session.show(result[...], method.render, bar: method.bar)
        }
        return status(result[...])
      } catch {
        progress.clear()
        guard !method.access.changesState else {
          if case .interrupted = error, let leaving = method.leaving, hasAnswered {
            return LeavingAsker(session: session, domain: domain, leaving: leaving).run()
          }
          return reportLostChange(error, client, hasAnswered: hasAnswered)
        }
        if !Interrupt.wasPressed, Terminal.isAbandoned(1) { return .done }
        if hasAnswered { retries = StreamRetries() }
        guard hasGone(error, hasAnswered), let pause = retries.next() else {
          return report(error, client)
        }
        session.tell(retries.sentence(domain.exec, session.language))
        MonotonicTime.pause(milliseconds: pause)
        if Interrupt.wasPressed { return report(.interrupted, client) }
      }
    }
  }

  /// Whether the daemon went away, as in an upgrade: it answers again then.
  ///
  /// One that nobody starts, or that wrote why it could not start and has done nothing, does not.
  private func hasGone(_ failure: CallFailure, _ hasAnswered: Bool) -> Bool {
    switch failure {
    case .connectionLost:
      hasAnswered || ErrorText(session: session, domain: domain).startComplaint() == nil
    case .refused(let error, _): error.kind == .shuttingDown
    default: false
    }
  }

  /// Whether what a stream has begun goes on without us; work that tells how far it is ends with us.
  private var goesOn: Bool { method.isStream && !method.reportsProgress }

  /// The command that shows how what has begun goes on, as a person types it: one beside it, as
  /// `leave list` of `leave`, or else the domain's stream.
  private var watchCommand: String {
    let reads = session.whole(domain).methods.filter {
      !$0.access.changesState && $0.command != nil
    }
    let beside = reads.first { $0.command?.path.first == method.command?.path.first }
    let watch = beside ?? reads.first(where: \.isStream)
    let words = (watch?.command?.path ?? ["…"]).joined(separator: " ")
    return "matectl \(domain.label) \(words)"
  }

  /// What was committed goes on without us: says where to look.
  private func reportLostChange(
    _ failure: CallFailure, _ client: IPCClient, hasAnswered: Bool
  ) -> ExitStatus {
    guard goesOn, hasGone(failure, hasAnswered) else { return report(failure, client) }
    let words = watchCommand
    return session.fail(
      session.text(
        "\(domain.exec) went away; what it had done stays done and goes on: \(words)",
        "\(domain.exec, .subject) 끊어졌습니다. 처리된 일은 그대로이며 이어집니다: \(words)"),
      .unreachable)
  }

  private var isForPeople: Bool {
    session.invocation.output == nil || session.invocation.output == .table
  }

  private func show(_ event: IPCClient.Event, isFirst: Bool) {
    if event.missed > 0 {
      session.tell(
        session.text("(\(event.missed) events left out)", "(이벤트 \(event.missed)개 생략됨)"))
    }
    var printer = session.printer
    printer.bar = method.bar
    printer.csv.hasHeader = isFirst
    // One header a stream: the members that any of its events may have.
    if session.invocation.output == .csv {
      printer.csv.members = CSVMembers.ofEvents(method, session.whole(domain))
    }
    if case .board(let template)? = method.renderEvent, isForPeople, let screen = printer.screen {
      guard let value = try? JSON.parse(event.bytes) else { return }  // never from a daemon of ours
      let board = Board(template, value, printer.values)
      let text = board.rendered(style: session.style, width: screen.columns, height: screen.rows)
      return session.sayOnClearScreen("\(text)\n")
    }
    session.say(printer.printed(event.bytes, method.renderEvent))
  }
}

extension Session {
  /// Says why a call failed; a refusal that has a question is asked about, and followed on yes.
  func report(
    _ failure: CallFailure, of domain: DomainDescription, silent: Int32? = nil,
    method: MethodDescription? = nil, file: String? = nil, again: FollowUpAsker.Again? = nil
  ) -> ExitStatus {
    let errors = ErrorText(
      session: self, domain: domain, silent: silent, method: method, file: file)
    func call(
      _ domain: DomainDescription, _ method: MethodDescription, _ params: JSONObject
    ) throws(ExitStatus) -> ExitStatus {
      try CallRunner(session: self, domain: domain, method: method).run(params)
    }
    guard case .refused(let error, _) = failure,
      let asker = FollowUpAsker(
        session: self, domain: domain, error: error, call: call, again: again)
    else { return errors.report(failure) }
    return asker.run(errors.translated(error))
  }
}

/// Keys that no other call has: 128 random bits.
enum RandomKey {
  static func text() -> String {
    [SystemRandom.number(), SystemRandom.number()].map { String($0, radix: 16) }
      .joined(separator: "-")
  }
}
