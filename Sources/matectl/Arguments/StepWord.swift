internal import IPCProtocol

/// `+5` for what is set to a value: who answers a question or a form means a step, which another method
/// of the domain takes; a command that sets refuses it, and names the command for steps.
extension ArgumentBinder {
  /// Whether a word, or what stands behind the `=` of a flag, is a number with its sign.
  static func isSigned(_ word: String) -> Bool {
    let value = word.hasPrefix("--") ? word.drop { $0 != "=" }.dropFirst() : word[...]
    return (value.hasPrefix("+") || value.hasPrefix("-")) && WordValue.number(String(value)) != nil
  }

  /// The method that takes as a step what a parameter of another one sets, by a follow-up of the domain.
  ///
  /// - Returns: With its parameter for the step; nil where a signed number is a value like others.
  static func stepping(
    _ parameter: ParameterDescription, of method: MethodDescription, in domain: DomainDescription
  ) -> (method: MethodDescription, parameter: ParameterDescription)? {
    for error in domain.errors {
      guard let followUp = error.followUp, followUp.method == method.name,
        followUp.asks.contains(where: { $0.name == parameter.name }), let step = followUp.step,
        let stepping = domain.methods.first(where: { $0.name == step.method }),
        let by = stepping.parameters.first(where: { $0.name == step.parameter })
      else { continue }
      return (stepping, by)
    }
    return nil
  }

  /// Refuses a step where a command sets the value: nobody who types `+5` means that 5 are there.
  func refuseStep(_ word: String, for parameter: ParameterDescription) throws(UsageError) {
    guard Self.isSigned(word),
      let words = Self.stepping(parameter, of: method, in: domain)?.method.command?.path
    else { return }
    let command = "matectl " + ([domain.label] + words).joined(separator: " ")
    let name = called[parameter.name] ?? parameter.name
    throw UsageError(
      "\(name): \(word) is a step, and this sets the value; `\(whole: command)` takes steps",
      "\(name): \(word) 만큼 바꾸는 명령은 `\(whole: command)`입니다. 여기에는 새 값을 쓰십시오")
  }
}
