internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Calls of tools, and what is asked after a refusal.
extension MCPServer {
  /// Nil where nobody waits for the answer any more.
  func call(_ message: MCPMessage, _ revision: MCPRevision) throws(MCPError) -> JSONObject? {
    guard let name = message.params["name"]?.stringValue,
      let tool = tools.first(where: { $0.name == name })
    else {
      let name = message.params["name"]?.stringValue ?? ""
      throw .invalidParams("there is no tool \(name.echoed)")
    }
    var arguments: JSONObject = [:]
    switch message.params["arguments"] {
    case nil, .null?: break
    case .object(let members)?: arguments = members
    default: throw .invalidParams("arguments are an object")
    }
    if revision.isStateless, let state = message.params["requestState"] {
      guard let question = questions.take(state.stringValue ?? "", name, arguments) else {
        throw .invalidParams("nothing is asked in this state any more; make the call anew")
      }
      let answer = message.params["inputResponses"]?[Self.questionKey]
      return follow(question, question.decision(answer), message)
    }
    guard let outcome = outcome(of: tool, arguments, for: message) else { return nil }
    guard case .refused(let refusal, let error, let sentence) = outcome,
      arguments[MCPTool.dryRun]?.boolValue != true,
      let question = MCPQuestion(
        session, tool, arguments, error, refusal: refusal, sentence: sentence),
      tools.contains(where: { $0.method.name == question.method.name })
    else { return outcome.result }
    guard asksPerson(message, revision) else { return refusal.adding(question.lines) }
    if revision.isStateless {
      return [
        "resultType": "input_required", "requestState": .string(questions.keep(question)),
        "inputRequests": [
          Self.questionKey: ["method": "elicitation/create", "params": .object(question.params)]
        ],
      ]
    }
    guard let answer = ask(question.params, during: message.id) else { return nil }
    return follow(question, question.decision(answer), message)
  }

  private static let questionKey = "followUp"

  /// Does what a person decided; what was asked for first stays refused, unless it is made again.
  private func follow(
    _ question: MCPQuestion, _ decision: MCPQuestion.Decision?, _ message: MCPMessage
  ) -> JSONObject? {
    guard let decision else { return question.refusal }
    let tool = MCPTool(domain: question.tool.domain, method: question.method)
    var lines: [String] = []
    for params in decision.changes {
      guard let outcome = outcome(of: tool, params, for: message) else { return nil }
      let result = outcome.result
      guard result["isError"]?.boolValue != true else { return result.adding(lines) }
      lines += result.lines
    }
    guard decision.isMadeAgain else { return question.refusal.adding(lines) }
    return outcome(of: question.tool, question.arguments, for: message)?.result.adding(lines)
  }

  /// One call of a method; nil where its request was cancelled.
  private func outcome(
    of tool: MCPTool, _ arguments: JSONObject, for message: MCPMessage
  ) -> MCPCall.Outcome? {
    var progress = MCPProgress(token: message.meta?["progressToken"])
    let wantsProgress = progress != nil
    let call = MCPCall(session: session, tool: tool) { [unowned self] notice in
      guard let params = progress?.params(of: notice, in: session.language) else { return }
      write(["jsonrpc": "2.0", "method": "notifications/progress", "params": .object(params)])
    }
    let client: IPCClient
    switch clients.known(tool.domain.whole, session) {
    case .success(let found): client = found.ipc
    case .failure(let text): return .answered(MCPCall.failure(text, nil))
    }
    return listening(to: client, during: message.id) {
      call.outcome(arguments, client, wantsProgress: wantsProgress)
    }
  }

  /// Lets a daemon work, and hears what comes meanwhile; nil where the request was cancelled.
  func listening<Result>(
    to client: IPCClient, during id: JSONValue?, _ work: () -> Result
  ) -> Result? {
    var isCancelled = false
    client.isInterrupted = { [unowned self] in
      if hears(id) { isCancelled = true }
      client.watchedInput = input.hasEnded ? nil : 0
      return isCancelled || Interrupt.wasPressed
    }
    client.watchedInput = 0
    let result = work()
    return isCancelled ? nil : result
  }

  /// Reads what came while a daemon works; true where it ends the request under way.
  private func hears(_ id: JSONValue?) -> Bool {
    while let line = input.nextIfThere() {
      if takes(line, during: id) { return true }
    }
    return input.hasEnded
  }

  /// Takes a line that came during a request; true where it ends that.
  private func takes(_ line: [UInt8], during id: JSONValue?) -> Bool {
    guard let message = read(line) else { return false }
    switch message.method {
    case "notifications/cancelled" where message.params["requestId"] == id: return true
    case "ping": answer(message)
    default: message.id == nil ? note(message) : waiting.append(message)
    }
    return false
  }

  /// Asks the client's person, who has all the time there is.
  ///
  /// - Returns: What was answered, an error as null; nil where the request was cancelled.
  private func ask(_ params: JSONObject, during id: JSONValue?) -> JSONValue? {
    let question = nextQuestion()
    write([
      "jsonrpc": "2.0", "id": .string(question), "method": "elicitation/create",
      "params": .object(params),
    ])
    while !input.hasEnded, !Interrupt.wasPressed {
      guard let line = input.nextIfThere() else {
        if !input.hasEnded { input.wait(with: following.descriptors, until: following.nextMoment) }
        following.pass()
        continue
      }
      if let answer = MCPAnswer(line), answer.id == question { return answer.result ?? .null }
      if takes(line, during: id) { return nil }
    }
    return nil
  }
}

extension JSONObject {
  /// The texts of a tool's result.
  fileprivate var lines: [String] {
    self["content"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? []
  }

  /// A tool's result with more to read.
  fileprivate func adding(_ lines: [String]) -> JSONObject {
    guard !lines.isEmpty else { return self }
    var result = self
    let more: JSONValue = ["type": "text", "text": .string(lines.joined(separator: "\n"))]
    result["content"] = .array((self["content"]?.arrayValue ?? []) + [more])
    return result
  }
}
