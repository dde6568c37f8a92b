internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// After Ctrl-C in a stream that goes on without us (`x-mate-leave`): on a terminal asks whether it is
/// to be ended, and elsewhere says how that is done.
struct LeavingAsker {
  let session: Session
  let domain: DomainDescription
  let leaving: StreamLeaving

  /// The status of Ctrl-C whatever the answer is: what was asked for first did not come to its end.
  func run() -> ExitStatus {
    let isForPeople = session.invocation.output == nil && !session.invocation.wantsJSON
    guard isForPeople, Terminal.isTerminal(0), Terminal.isTerminal(2) else { return leave() }
    let domain = session.whole(domain)
    guard let method = domain.methods.first(where: { $0.name == leaving.method }) else {
      return leave()
    }
    Interrupt.takeBack()
    session.tell("")
    let words = [leaving.yes, leaving.no].map { $0.text(in: session.language) }
    let question = leaving.question.text(in: session.language).printable(inOneLine: true)
    do throws(ExitStatus) {
      let answer = try session.ask("\(question) [\(words.joined(separator: "/"))] ")
      guard let answer = answer?.lowercased(),
        [words[0], "y", "yes", "예", "네"].contains(answer)
      else { return leave() }
      let runner = CallRunner(session: session, domain: domain, method: method)
      let status = try runner.run(leaving.parameters)
      return status == .done ? .interrupted : status
    } catch {
      return leave()
    }
  }

  private func leave() -> ExitStatus {
    session.tell(leaving.remark.text(in: session.language).printable(inOneLine: true))
    return .interrupted
  }
}
