internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// After a refusal, on a terminal: its question, and on yes the method that its description names.
struct FollowUpAsker {
  private let session: Session
  private let domain: DomainDescription
  private let error: WireError
  private let followUp: FollowUp
  private let method: MethodDescription
  private let call: Call

  /// Calls a method as a command of its own would.
  typealias Call = (
    _ domain: DomainDescription, _ method: MethodDescription, _ params: JSONObject
  ) throws(ExitStatus) -> ExitStatus

  /// How often a value that cannot be is asked for again.
  private static let attempts = 3

  /// Nil where the error has no follow-up, or where there is nobody to ask.
  init?(
    session: Session, domain: DomainDescription, error: WireError, call: @escaping Call
  ) {
    guard Terminal.isTerminal(0), Terminal.isTerminal(2), !session.invocation.isDryRun,
      session.invocation.output == nil || session.invocation.output == .table
    else { return nil }
    let domain = session.whole(domain)
    let known = domain.errors.first { $0.kind.name == error.kind.name }
    guard let followUp = known?.followUp,
      let method = domain.methods.first(where: { $0.name == followUp.method })
    else { return nil }
    self.session = session
    self.domain = domain
    self.error = error
    self.followUp = followUp
    self.method = method
    self.call = call
  }

  /// Says the sentence, asks, and follows.
  ///
  /// What was asked for first stays refused, and the exit status says so.
  func run(_ sentence: String) -> ExitStatus {
    do throws(ExitStatus) {
      return try isWanted(sentence) ? try follow() : .refused
    } catch {
      return error
    }
  }

  private func follow() throws(ExitStatus) -> ExitStatus {
    let elements: [JSONValue] =
      if let each = followUp.each {
        JSONValue.object(error.data).value(at: each)?.arrayValue ?? []
      } else {
        [.object([:])]
      }
    for element in elements {
      guard let params = try params(for: element) else { return .refused }
      let status = try call(domain, method, params)
      guard status == .done else { return status }
    }
    return .refused
  }

  // MARK: The question

  private func isWanted(_ sentence: String) throws(ExitStatus) -> Bool {
    let question = followUp.question.map { filled($0, with: .object(error.data)) } ?? ""
    let isEnded = sentence.last.map { ".!?".contains($0) } ?? true
    let asked = question.isEmpty ? sentence : "\(sentence)\(isEnded ? "" : ".") \(question)"
    let head = session.errorStyle.apply(.danger, "matectl: ") + asked.printable(inOneLine: true)
    if session.invocation.saysYes {
      session.tell(head)
      return true
    }
    let words = [followUp.yes, followUp.no].map { $0.text(in: session.language) }
    let answer = try prompt("\(head) [\(words.joined(separator: "/"))] ") ?? ""
    return isYes(answer)
  }

  /// The yes of either language, and its first letter.
  private func isYes(_ answer: String) -> Bool {
    let answer = answer.lowercased()
    let words = [followUp.yes.en, followUp.yes.text(in: .korean)].map { $0.lowercased() }
    return !answer.isEmpty && (words.contains(answer) || ["y", "네", "ㅇ", "ㅇㅇ"].contains(answer))
  }

  private func prompt(_ text: String) throws(ExitStatus) -> String? {
    try session.ask(text)?.split(separator: " ").joined(separator: " ")
  }

  private func filled(_ template: LocalizedText, with value: JSONValue) -> String {
    Template(template.text(in: session.language)).filled(with: value, session.printer.values)
  }

  // MARK: Params

  /// The params of one call; nil where a person gave up.
  private func params(for element: JSONValue) throws(ExitStatus) -> JSONObject? {
    var params = JSONObject()
    for parameter in followUp.parameters {
      params[parameter.name] = value(parameter.pointer, element)
    }
    for ask in followUp.asks {
      guard let answer = try answer(to: ask, element) else { return nil }
      params[ask.name] = answer
    }
    return params
  }

  /// In the element, and else in the whole data.
  private func value(_ pointer: String, _ element: JSONValue) -> JSONValue? {
    element.value(at: pointer) ?? JSONValue.object(error.data).value(at: pointer)
  }

  private func answer(
    to ask: FollowUp.Ask, _ element: JSONValue
  ) throws(ExitStatus) -> JSONValue? {
    guard let parameter = method.parameters.first(where: { $0.name == ask.name }) else {
      return nil
    }
    let usual = ask.defaultValue.flatMap { value($0, element) }
    let hint = usual.map { " [\(session.printer.values.text($0, format: nil))]" } ?? ""
    var members = error.data
    for (key, value) in element.objectValue ?? [:] { members[key] = value }
    let text = "\(filled(ask.prompt, with: .object(members)))\(hint): "
    for _ in 0..<Self.attempts {
      guard let line = try prompt(text.printable(inOneLine: true)) else { return nil }
      if line.isEmpty, let usual { return usual }
      do throws(UsageError) {
        return try ArgumentBinder.value(line, of: parameter, method, in: domain)
      } catch {
        if session.fail(error) == .interrupted { throw .interrupted }
      }
    }
    return nil
  }
}
