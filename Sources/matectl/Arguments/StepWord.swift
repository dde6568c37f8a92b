internal import IPCProtocol

/// `+5` for what is set to a value: the domain has another method for steps, which is named instead.
extension ArgumentBinder {
  /// Whether a word, or what stands behind the `=` of a flag, is a number with its sign.
  static func isSigned(_ word: String) -> Bool {
    let value = word.hasPrefix("--") ? word.drop { $0 != "=" }.dropFirst() : word[...]
    return (value.hasPrefix("+") || value.hasPrefix("-")) && WordValue.number(String(value)) != nil
  }

  /// Refuses a signed number where a follow-up of the domain takes one as a step by another method:
  /// nobody who types `+5` means that 5 are there.
  static func refuseStep(
    _ word: String, for parameter: ParameterDescription, of method: MethodDescription,
    in domain: DomainDescription
  ) throws(UsageError) {
    guard isSigned(word) else { return }
    for error in domain.errors {
      guard let followUp = error.followUp, followUp.method == method.name,
        followUp.asks.contains(where: { $0.name == parameter.name }), let step = followUp.step,
        let stepping = domain.methods.first(where: { $0.name == step.method }),
        let words = stepping.command?.path
      else { continue }
      let command = "matectl " + ([domain.label] + words).joined(separator: " ")
      throw UsageError(
        "\(parameter.name): \(word) is a step, and this sets the value; `\(whole: command)` takes steps",
        "\(parameter.name): \(word) 만큼 바꾸는 명령은 `\(whole: command)`입니다. 여기에는 새 값을 쓰십시오")
    }
  }
}
