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
  private let again: Again?

  /// Calls a method as a command of its own would.
  typealias Call = (
    _ domain: DomainDescription, _ method: MethodDescription, _ params: JSONObject
  ) throws(ExitStatus) -> ExitStatus

  /// Makes the refused call once more.
  typealias Again = () throws(ExitStatus) -> ExitStatus

  /// Nil where the error has no follow-up, or where there is nobody to ask.
  init?(
    session: Session, domain: DomainDescription, error: WireError, call: @escaping Call,
    again: Again? = nil
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
    self.again = again
  }

  /// Says the sentence, asks, and follows.
  ///
  /// What was asked for first stays refused, and the exit status says so, unless it is made again.
  func run(_ sentence: String) -> ExitStatus {
    do throws(ExitStatus) {
      for line in followUp.details.flatMap({ session.lines($0, of: error) }) {
        session.tell("  \(line)")
      }
      guard try isWanted(sentence) else { return .refused }
      let status = try follow()
      guard status == .done, let again, let question = followUp.again else {
        return status == .done ? .refused : status
      }
      let head = filled(question, with: .object(error.data))
      return try says(yesTo: head) ? try again() : .refused
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
      var status = ExitStatus.refused
      var attempts = Session.attempts
      // What the daemon refuses is asked for again, as what cannot be read is.
      repeat {
        guard let (method, params) = try change(for: element) else { return .refused }
        status = try call(domain, method, params)
        attempts -= 1
      } while status == .refused && attempts > 0 && !followUp.asks.isEmpty
      guard status == .done else { return status }
    }
    return .done
  }

  // MARK: The question

  private func isWanted(_ sentence: String) throws(ExitStatus) -> Bool {
    let question = followUp.question.map { filled($0, with: .object(error.data)) } ?? ""
    let isEnded = sentence.last.map { ".!?".contains($0) } ?? true
    let asked = question.isEmpty ? sentence : "\(sentence)\(isEnded ? "" : ".") \(question)"
    let head = session.errorStyle.apply(.danger, "matectl: ") + asked.printable(inOneLine: true)
    return try says(yesTo: head)
  }

  /// Asks until there is an answer: Enter alone, the end of the input and a third word that is neither are
  /// no.
  private func says(yesTo head: String) throws(ExitStatus) -> Bool {
    if session.invocation.saysYes {
      session.tell(head)
      return true
    }
    let words = [followUp.yes, followUp.no].map { $0.text(in: session.language) }
    for _ in 0..<Session.attempts {
      let answer = try prompt("\(head) [\(words.joined(separator: "/"))] ")?.lowercased() ?? ""
      if answer.isEmpty || Self.isOne(answer, of: followUp.no, ["n", "ㄴ", "ㄴㄴ", "아니오"]) {
        return false
      }
      if Self.isOne(answer, of: followUp.yes, ["y", "네", "ㅇㅇ"]) { return true }
    }
    return false
  }

  /// The word of either language, or a short one for it.
  private static func isOne(
    _ answer: String, of word: LocalizedText, _ others: [String]
  ) -> Bool {
    others.contains(answer)
      || [word.en, word.text(in: .korean)].contains { $0.lowercased() == answer }
  }

  private func prompt(_ text: String) throws(ExitStatus) -> String? {
    try session.ask(text)?.split(separator: " ").joined(separator: " ")
  }

  private func filled(_ template: LocalizedText, with value: JSONValue) -> String {
    Template(template.text(in: session.language)).filled(with: value, session.printer.values)
  }

  // MARK: Params

  /// The method of one call and its params; nil where a person gave up.
  private func change(
    for element: JSONValue
  ) throws(ExitStatus) -> (MethodDescription, JSONObject)? {
    var params = JSONObject()
    for parameter in followUp.parameters {
      params[parameter.name] = value(parameter.pointer, element)
    }
    for ask in followUp.asks {
      switch try answer(to: ask, element) {
      case .value(let value)?: params[ask.name] = value
      case .step(let method, let name, let value)?:
        params[name] = value
        return (method, params)
      case nil: return nil
      }
    }
    return (method, params)
  }

  private enum Answer {
    case value(JSONValue)
    /// The method that takes steps, and its parameter.
    case step(MethodDescription, String, JSONValue)
  }

  /// In the element, and else in the whole data.
  private func value(_ pointer: String, _ element: JSONValue) -> JSONValue? {
    element.value(at: pointer) ?? JSONValue.object(error.data).value(at: pointer)
  }

  private func answer(
    to ask: FollowUp.Ask, _ element: JSONValue
  ) throws(ExitStatus) -> Answer? {
    guard let parameter = method.parameters.first(where: { $0.name == ask.name }) else {
      return nil
    }
    let usual = ask.defaultValue.flatMap { value($0, element) }
    let hint = usual.map { " [\(session.printer.values.text($0, format: nil))]" } ?? ""
    var members = error.data
    for (key, value) in element.objectValue ?? [:] { members[key] = value }
    let text = "\(filled(ask.prompt, with: .object(members)))\(hint): "
    return try session.answer(to: text.printable(inOneLine: true)) { line throws(UsageError) in
      if line.isEmpty, let usual { return .value(usual) }
      if let step = try step(line, parameter) { return step }
      return .value(try ArgumentBinder.value(line, of: parameter, method, in: domain))
    }
  }

  /// `+5` or `-1` where there is a method for that.
  private func step(
    _ line: String, _ parameter: ParameterDescription
  ) throws(UsageError) -> Answer? {
    guard ArgumentBinder.isSigned(line),
      let (method, by) = ArgumentBinder.stepping(parameter, of: method, in: domain)
    else { return nil }
    return .step(method, by.name, try ArgumentBinder.value(line, of: by, method, in: domain))
  }
}

extension Session {
  /// The lines of a refusal that one template makes.
  func lines(_ line: FollowUp.Line, of error: WireError) -> [String] {
    let data = JSONValue.object(error.data)
    if let when = line.when, data.value(at: when).map({ $0 == [] || $0 == .null }) ?? true {
      return []
    }
    let elements = line.each.map { data.value(at: $0)?.arrayValue ?? [] } ?? [data]
    return elements.map { element in
      var members = error.data
      for (key, value) in element.objectValue ?? [:] { members[key] = value }
      return Template(line.text.text(in: language)).filled(with: .object(members), printer.values)
        .printable(inOneLine: true)
    }
  }
}
