internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What keys do in a form.
extension ActionForm {
  /// Types into the focused field.
  mutating func type(_ text: String) { fields[focus].type(text) }

  /// Takes a key of the focused field, or one that goes to another; false where it is for something else.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .up:
      if !fields[focus].moveRow(by: -1, in: rowCells) { move(by: -1) }
    case .down:
      if !fields[focus].moveRow(by: 1, in: rowCells) { move(by: 1) }
    case .backTab: move(by: -1)
    case .tab: move(by: 1)
    default: return fields[focus].press(key)
    }
    return true
  }

  /// Goes to where a field was clicked.
  mutating func click(_ field: Int, _ place: (inout TypedText) -> Void) {
    focus = field
    fields[field].stay()
    place(&fields[field].text)
  }

  /// Whether a space goes on to the next choice.
  var isCycledBySpace: Bool { fields[focus].isCycledBySpace }

  /// The next of the choices of the focused field, or the one before.
  ///
  /// A value that can be left out is left out between the last and the first. Of several values that
  /// stand there it is the last one.
  mutating func cycle(by step: Int) { fields[focus].cycle(by: step) }
}

extension ActionForm.Field {
  fileprivate mutating func stay() { (isReplaced, isChosen) = (false, false) }

  /// Whether one of the choices, or nothing yet, stands there, and nobody has gone into it.
  private var isChoice: Bool {
    guard !choices.isEmpty, text.isAtEnd else { return false }
    return word.isEmpty || isChosen || word == given && choices.contains(word)
  }

  /// Whether a space goes on to the next choice: it is no text that may have spaces.
  fileprivate var isCycledBySpace: Bool { isChoice && !isList }

  /// Whether an arrow goes to another choice: → also behind what was begun.
  private func isCycled(by key: Key) -> Bool {
    isChoice || key == .right && text.isAtEnd && !choices.isEmpty
  }

  fileprivate mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(" ") where isCycledBySpace: cycle(by: 1)
    case .left where isCycled(by: key): cycle(by: -1)
    case .right where isCycled(by: key): cycle(by: 1)
    case .text(let sign): type(String(sign))
    case .paste(let text): type(text)
    default:
      guard text.press(key) else { return false }
      stay()
    }
    return true
  }

  /// Goes to another row of a text that has several; false where there is none.
  fileprivate mutating func moveRow(by step: Int, in cells: Int) -> Bool {
    text.moveRow(by: step, in: cells)
  }

  /// Text goes into what stands there, but begins anew behind what was chosen.
  fileprivate mutating func type(_ text: String) {
    let begins = text.first.map { $0.isLetter || $0.isNumber } ?? false
    if isReplaced {
      word = ""
    } else if isChosen, begins {
      word = isList ? lastValue.head : ""
    }
    stay()
    self.text.insert(text)
  }

  fileprivate mutating func cycle(by step: Int) {
    var choices = choices
    let (head, value, tail) = isList ? lastValue : ("", word, "")
    // None twice.
    let others = head.split { $0 == "," || $0 == " " }.map { $0.prefix { $0 != "=" } }
    choices.removeAll { choice in others.contains { $0 == choice } }
    guard !choices.isEmpty else { return }
    let mayBeEmpty = !parameter.isRequired && (given.isEmpty || nothing != nil)
    if mayBeEmpty, head.isEmpty, tail.isEmpty { choices.insert("", at: 0) }
    let now = choices.firstIndex(of: value)
    let begun = value.isEmpty ? nil : choices.firstIndex { begins($0, as: value) }
    let next =
      now.map { ($0 + step + choices.count) % choices.count } ?? begun
      ?? (step > 0 ? 0 : choices.count - 1)
    word = head + choices[next] + tail
    (isReplaced, isChosen) = (false, true)
  }

  /// The last of several values, what stands before it, and what belongs to it besides (`=2`).
  private var lastValue: (head: String, value: String, tail: String) {
    let start = word.lastIndex { $0 == "," || $0 == " " }.map { word.index(after: $0) }
    let last = word[(start ?? word.startIndex)...]
    let end = last.firstIndex(of: "=") ?? last.endIndex
    return (String(word[..<last.startIndex]), String(last[..<end]), String(last[end...]))
  }

  // MARK: What stands there

  /// Several of the choices with commas between, where they were typed with spaces; nil of all else.
  var list: String? {
    guard isList, word.contains(" ") else { return nil }
    let words = word.split { $0 == "," || $0 == " " }
    return words.allSatisfy { choices.contains(String($0)) } ? words.joined(separator: ",") : nil
  }

  /// Whether what stood there was taken away.
  var isEmptied: Bool { isEmpty && !given.isEmpty }

  /// Whether nothing stands there: also as the shell writes that, unless it stood there.
  var isEmpty: Bool { word.isEmpty || ["\"\"", "''"].contains(word) && word != given }

  /// What is said where that cannot be.
  var kept: UsageError {
    let given = given.printable(inOneLine: true).fitted(toCells: 40)
    return UsageError(
      "\(name) cannot be taken away: type another value, or \(given) again to leave it as it is",
      "\(name, .topic) 비울 수 없습니다. 다른 값을 쓰거나, 그대로 두려면 \(given, .object) 다시 쓰십시오")
  }

  /// What the rules of its parameter come to.
  ///
  /// - Parameters:
  ///   - rules: Those of the parameter.
  ///   - isAsked: Whether nothing else is asked for, with something that stands there.
  mutating func take(_ rules: JSONSchema.Rules, isAsked: Bool) {
    let isNumber = rules.types.contains { [.integer, .number].contains($0) }
    isConfirmed = isAsked && isNumber
    isText = rules.types == [.string] && rules.format == nil && parameter.source == nil
    if rules.types.contains(.null) {
      nothing = .null
    } else if rules.types.contains(.string), rules.enumeration.isEmpty {
      // Whether it may be no more is the domain's to say.
      nothing = (rules.minLength ?? 0) == 0 ? "" : nil
    }
    let isClosed = !isList && !rules.enumeration.isEmpty && !given.isEmpty
    isReplaced = isNumber || isClosed || ActionForm.isDate(given)
    // What came with lines is not to lose them.
    text.mayHaveLines = parameter.hasLines || given.contains(where: \.isNewline)
  }
}

extension ActionForm {
  /// Puts what stands there now into a field.
  mutating func give(_ value: JSONValue, to parameter: String, _ schemas: [NamedSchema]) {
    guard let index = fields.firstIndex(where: { $0.parameter.name == parameter }) else { return }
    let rules = fields[index].parameter.rules(in: schemas)
    fields[index].given = Self.word(value, rules, schemas)
    fields[index].word = fields[index].given
    fields[index].take(rules, isAsked: false)
  }

  /// Whether a word begins as `2026-11-26`: nobody types on behind a date.
  fileprivate static func isDate(_ word: String) -> Bool {
    word.count >= 10
      && zip(word, "0000-00-00").allSatisfy { $1 == "-" ? $0 == "-" : $0.isASCII && $0.isNumber }
  }

  /// A value of the row as a person would type it, with its lines; nothing where nobody would.
  static func word(
    _ value: JSONValue, _ rules: JSONSchema.Rules, _ schemas: [NamedSchema]
  ) -> String {
    switch value {
    case .bool(let flag): rules.isSwitch ? (flag ? "yes" : "no") : ""
    case .integer, .double:
      rules.format == .duration
        ? value.doubleValue.map(DurationWord.word) ?? "" : WordValue.text(value)
    case .string: WordValue.text(value)
    case .array(let values): list(values, rules.items?.rules(in: schemas), rules)
    default: ""
    }
  }

  /// What stands in a field where nothing says so: a text that can be left out, and texts that are
  /// typed as one.
  static func usual(
    _ value: JSONValue?, _ rules: JSONSchema.Rules, isRequired: Bool
  ) -> JSONValue? {
    if value?.stringValue != nil { return isRequired ? nil : value }
    let texts = value?.arrayValue?.compactMap(\.stringValue) ?? []
    guard rules.types == [.string], !texts.isEmpty else { return nil }
    return .string(texts.joined(separator: ","))
  }

  /// Several values with commas between; nothing where a comma would tear one.
  private static func list(
    _ values: [JSONValue], _ items: JSONSchema.Rules?, _ rules: JSONSchema.Rules
  ) -> String {
    let words = values.map { value in
      guard let items, items.isPair, let object = value.objectValue else {
        return value.objectValue == nil && value.arrayValue == nil ? WordValue.text(value) : ""
      }
      return items.properties.map { WordValue.text(object[$0.name] ?? .null) }
        .joined(separator: "=")
    }
    let areWhole = words.allSatisfy { !$0.isEmpty && !$0.contains(",") }
    return areWhole ? words.joined(separator: ",") : ""
  }
}
