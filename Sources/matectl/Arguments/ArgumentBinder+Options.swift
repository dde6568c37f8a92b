internal import IPCProtocol
internal import Values

/// Options, long and short, with what stands attached to them or behind them.
extension ArgumentBinder {
  /// `-r`, but neither `-` nor `-5`, `-.5`: descriptions name no short flag by a digit.
  func isShortFlags(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let first = word.dropFirst().first else { return false }
    return !first.isNumber && first != "."
  }

  mutating func readLong(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? word
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if let parameter = command.parameter(flag: name, of: method) {
      if isSwitch(parameter), attached == nil {
        params[parameter.name] = true
        return
      }
      let value = try takeValue(name, attached, &rest)
      return try assign(value, to: parameter, separatesStrings: true)
    }
    if name.hasPrefix("--no-"),
      let parameter = command.parameter(flag: "--\(name.dropFirst(5))", of: method),
      isSwitch(parameter)
    {
      guard attached == nil else { throw failure(.unwantedValue(name)) }
      params[parameter.name] = false
      return
    }
    throw unknown(name)
  }

  /// `-r x`, `-rx`, `-r=x`, and several switches in one word.
  mutating func readShort(
    _ letters: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let parameter = command.parameter(flag: "-\(letter)", of: method) else {
        throw unknown("-\(letter)")
      }
      let isAttached = letters.first == "="
      if isSwitch(parameter), !isAttached {
        params[parameter.name] = true
        continue
      }
      if isAttached { letters.removeFirst() }
      let attached = letters.isEmpty && !isAttached ? nil : String(letters)
      if !isAttached, let attached, let opposite = opposite(of: parameter) {
        throw failure(
          "-\(letter)\(attached) may be meant to give or to take away; write "
            + "-\(letter) \(attached), or \(opposite) \(letter)\(attached)",
          "\("-\(letter)\(attached)", .topic) 더하려는 것인지 빼려는 것인지 알 수 없습니다. -\(letter) \(attached) 또는 "
            + "\(opposite) \(letter)\(attached)로 쓰십시오")
      }
      let value = try takeValue("-\(letter)", attached, &rest)
      return try assign(value, to: parameter, separatesStrings: true)
    }
  }

  /// What is attached, else the next word; one that is a flag itself was hardly meant.
  private func takeValue(
    _ flag: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if let attached { return attached }
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw failure(.missingValue(flag))
    }
    rest.removeFirst()
    return value
  }

  /// The option that takes away what another one gives: `--untag` of `--tag`.
  private func opposite(of parameter: ParameterDescription) -> String? {
    let name = "--un\(command.longName(of: parameter))"
    return command.parameter(flag: name, of: method) == nil ? nil : name
  }

  private func unknown(_ word: String) -> UsageError {
    if let name = command.positionals.first(where: { "--\($0)" == word }) {
      return failure("\(name) is typed without \(word)", "\(name, .topic) \(word) 없이 씁니다")
    }
    let known = command.flagged(method).flatMap { parameter in
      let long = "--\(command.longName(of: parameter))"
      return isSwitch(parameter) ? [long, "--no-\(long.dropFirst(2))"] : [long]
    }
    if Invocation.optionsBeforeDomain.contains(word) {
      return failure("\(word) stands before the domain", "\(word, .topic) 도메인 앞에 씁니다")
    }
    if let place = domain.placeOfInstance(word) {
      return failure("\(whole: place.en)", "\(whole: place.text(in: .korean))")
    }
    // One letter is near to every other.
    let globals = CommandDescription.globalFlags.filter { $0.hasPrefix("--") }
    let nearest = word.hasPrefix("--") ? nearestNames(to: word, among: known + globals).first : nil
    return failure(
      UsageError("there is no option \(word)", "\(word) 옵션은 없습니다", nearest: nearest))
  }
}
