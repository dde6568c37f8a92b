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

  func run(_ params: JSONObject) throws(ExitStatus) -> ExitStatus {
    if method.needsConfirmation, !session.invocation.isDryRun {
      guard try isConfirmed() else { return .refused }
    }
    try refuseRehearsal()
    let filled = CallerZone.filled(params, for: method)
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
    if method.isStream { return stream(request, client) }
    // The key that a person gave makes the change as repeatable as one of ours would.
    if method.access.changesState, params["_meta"]?["idempotencyKey"] == nil {
      request.idempotencyKey = RandomKey.text()
    }
    do throws(CallFailure) {
      let table = session.longTable(method.render)
      let result = try client.callForPart(request, reader: table.map { $0.read })
      session.show(result, method.render, bar: method.bar, long: table)
      return status(result)
    } catch {
      return report(error, client)
    }
  }

  /// The method as a person types it.
  private var name: String {
    method.command.map { "\(domain.domain) \($0.path.joined(separator: " "))" } ?? method.name
  }

  /// A stream that makes its changes as it goes cannot be tried without them.
  private func refuseRehearsal() throws(ExitStatus) {
    guard session.invocation.isDryRun, method.isStream, method.access.changesState else { return }
    throw session.fail(
      session.text(
        "\(name) makes its changes as it goes on and cannot be tried; leave out --dry-run",
        "\(name)은(는) 진행하면서 바꾸는 명령이라 시험할 수 없습니다. --dry-run을 빼십시오"), .usage)
  }

  /// A result may say that a part of what was asked for failed; what was done is shown all the same.
  private func status(_ result: ArraySlice<UInt8>) -> ExitStatus {
    // What is no JSON was shown as it came, and says nothing.
    guard method.failed != nil, let value = try? JSON.parse(Array(result)) else { return .done }
    return method.isFailed(value) ? .refused : .done
  }

  private func report(_ failure: CallFailure, _ client: IPCClient) -> ExitStatus {
    if method.access.changesState, !session.invocation.isDryRun,
      let status = ErrorText(
        session: session, domain: domain, silent: client.silentProcess
      ).reportUnknown(failure, isStream: method.isStream)
    {
      return status
    }
    return session.report(failure, of: domain, silent: client.silentProcess)
  }

  private func isConfirmed() throws(ExitStatus) -> Bool {
    try session.confirms(
      session.text(
        "\(whole: method.summary.en)? [y/N] ",
        "\(whole: method.summary.text(in: .korean)): 계속할까요? [예/아니요] "),
      elsewhere: session.text(
        "\(name) asks first; say --yes", "\(name)은(는) 확인이 필요합니다. --yes를 붙이십시오"))
  }

  // MARK: Streams

  /// Follows a stream; one that only reads is asked again when its daemon was restarted.
  private func stream(_ request: CallRequest, _ client: IPCClient) -> ExitStatus {
    if !method.access.changesState {
      // Who only looks is not kept when there is nobody to show it to, as behind `head`.
      client.watchedOutput = 1
      client.isInterrupted = { Interrupt.wasPressed || Terminal.isAbandoned(1) }
    }
    var retries = StreamRetries()
    while true {
      var hasAnswered = false
      do throws(CallFailure) {
        let result = try client.stream(request) { event in
          hasAnswered = true
          show(event)
        }
        session.show(result[...], method.render, bar: method.bar)
        return status(result[...])
      } catch {
        guard !method.access.changesState else {
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

  /// What was committed goes on without us: says where to look.
  private func reportLostChange(
    _ failure: CallFailure, _ client: IPCClient, hasAnswered: Bool
  ) -> ExitStatus {
    guard hasGone(failure, hasAnswered) else { return report(failure, client) }
    let methods = (try? session.description(domain.domain))?.methods ?? []  // said already
    let watch = methods.first { $0.isStream && !$0.access.changesState && $0.command != nil }
    let words = (watch?.command?.path ?? ["…"]).joined(separator: " ")
    return session.fail(
      session.text(
        "\(domain.exec) went away; what it had done stays done and goes on: matectl \(domain.domain) \(words)",
        "\(domain.exec)이(가) 끊어졌습니다. 처리된 일은 그대로이며 이어집니다: matectl \(domain.domain) \(words)"),
      .unreachable)
  }

  private func show(_ event: IPCClient.Event) {
    if event.missed > 0 {
      session.tell(
        session.text("(\(event.missed) events left out)", "(이벤트 \(event.missed)개 생략됨)"))
    }
    var printer = session.printer
    printer.bar = method.bar
    let isForPeople = session.invocation.output == nil || session.invocation.output == .table
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
    _ failure: CallFailure, of domain: DomainDescription, silent: Int32? = nil
  ) -> ExitStatus {
    let errors = ErrorText(session: self, domain: domain, silent: silent)
    func call(
      _ domain: DomainDescription, _ method: MethodDescription, _ params: JSONObject
    ) throws(ExitStatus) -> ExitStatus {
      try CallRunner(session: self, domain: domain, method: method).run(params)
    }
    guard case .refused(let error, _) = failure,
      let asker = FollowUpAsker(session: self, domain: domain, error: error, call: call)
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
