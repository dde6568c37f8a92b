internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What a method wants to know besides what is known: a field for each parameter.
struct ActionForm {
  struct Field {
    let parameter: ParameterDescription
    /// What it is called.
    let name: String
    /// What it means, and what it is where it is left out.
    let help: String
    /// What it may be, where that is a list; a person may type others where it is not closed.
    var choices: [String]
    var word = ""
    /// What stood there at first; only what differs is sent where it can be left out.
    var given = ""
    /// Whether the first letter takes the place of what stands there, as of a number or a date.
    var isReplaced = false

    /// What is said where nothing stands there that must, in words that a person can choose from; nil
    /// where what it has to be says more.
    var missing: UsageError? {
      guard !choices.isEmpty else { return nil }
      let few = choices.prefix(Self.toldChoices).joined(separator: ", ")
      let words = choices.count > Self.toldChoices ? few + ", …" : few
      return UsageError(
        "\(name) is missing: one of \(whole: words)", "\(name): 골라 주십시오 (\(whole: words))")
    }

    /// More are seen by ← and →.
    private static let toldChoices = 12
  }

  let method: MethodDescription
  let fixed: JSONObject
  var fields: [Field]
  var focus = 0
  /// What is wrong; empty where nothing is known to be.
  var error = ""
  /// What stands above the fields, as what is missing.
  var notes: [String] = []
  /// The marks of the rows that it is about.
  var marks: Set<JSONValue> = []
  /// What it is a part of, where a refusal has led to it.
  var remedy: Remedy?
  /// The number of the wish that it was sent as; nil before, and once the answer has come.
  var sentAs: Int?

  /// Nil where nothing is left to be asked.
  ///
  /// - Parameters:
  ///   - method: What is to be done.
  ///   - fixed: What is known already, which is not asked for.
  ///   - row: What is there now, by the names of the parameters: where nothing says what stands in a
  ///     field, texts that can be left out do, as they are sent only where they are changed.
  ///   - schemas: Those of the domain.
  ///   - help: Who tells what a parameter means.
  ///   - names: What the domain calls parameters; nil is as they are typed on the command line.
  ///   - asks: What is asked for besides what must be said; nil is everything.
  init?(
    _ method: MethodDescription, fixed: JSONObject, row: JSONValue?, schemas: [NamedSchema],
    help: Help, names: MemberNames? = nil, asks: [RowAction.Ask]? = nil
  ) {
    self.method = method
    self.fixed = fixed
    let known = fixed.members.flatMap { $0.value.arrayValue ?? [$0.value] }
    fields = method.parameters.filter { parameter in
      fixed[parameter.name] == nil && !(parameter.source?.isCallers ?? false)
        && parameter.source != .descriptor
        // Another name for the row that is known already, as `id` beside `ids`.
        && (parameter.isRequired || asks?.contains { $0.name == parameter.name } ?? true)
        && (parameter.isRequired || !known.contains { $0 == row?[parameter.name] })
    }.map { parameter in
      let rules = parameter.rules(in: schemas)
      let items = rules.items?.rules(in: schemas) ?? rules
      var choices = items.enumeration.map(WordValue.text)
      if rules.isSwitch { choices = ["yes", "no"] }
      var field = Field(
        parameter: parameter, name: Self.name(of: parameter, method, names, help.language),
        help: help.details(parameter, schemas), choices: choices)
      let usual =
        parameter.isRequired ? nil : row?[parameter.name]?.stringValue.map(JSONValue.string)
      let given = asks.map { $0.first { $0.name == parameter.name }?.given } ?? usual
      if let given, rules.items == nil { field.given = Self.word(given, rules) }
      field.word = field.given
      field.isReplaced =
        rules.types.contains { [.integer, .number].contains($0) } || Self.isDate(field.given)
      return field
    }
    // What must be said stands above what can be.
    fields = fields.filter(\.parameter.isRequired) + fields.filter { !$0.parameter.isRequired }
    guard !fields.isEmpty else { return nil }
  }

  /// What a field is called by the domain, else by its option.
  private static func name(
    of parameter: ParameterDescription, _ method: MethodDescription, _ names: MemberNames?,
    _ language: Language
  ) -> String {
    let said = names?.name(of: parameter, in: method).text(in: language)
    return (said ?? method.command?.longName(of: parameter) ?? parameter.name)
      .printable(inOneLine: true)
  }

  /// Whether a word begins as `2026-11-26`: nobody types on behind a date.
  private static func isDate(_ word: String) -> Bool {
    word.count >= 10
      && zip(word, "0000-00-00").allSatisfy { $1 == "-" ? $0 == "-" : $0.isASCII && $0.isNumber }
  }

  /// A value of the row as a person would type it; nothing where nobody would.
  private static func word(_ value: JSONValue, _ rules: JSONSchema.Rules) -> String {
    switch value {
    case .bool(let flag): rules.isSwitch ? (flag ? "yes" : "no") : ""
    case .string, .integer, .double: WordValue.text(value).printable(inOneLine: true)
    default: ""
    }
  }

  /// What is sent: what the form is of, or, where a step was typed (`+5`), what takes steps.
  ///
  /// - Throws: ``FieldError``.
  func call(
    in domain: DomainDescription
  ) throws(FieldError) -> (method: MethodDescription, params: JSONObject) {
    let said = fields.filter { field in
      !field.word.isEmpty && (field.parameter.isRequired || field.word != field.given)
    }
    for field in said where field.word == "-" && field.parameter.source != nil {
      throw FieldError(
        parameter: field.parameter.name,
        error: UsageError("- is for pipes: name a file", "-는 파이프에서 씁니다. 파일 이름을 쓰십시오"))
    }
    for field in fields where field.parameter.isRequired && field.word.isEmpty {
      guard let error = field.missing else { continue }
      throw FieldError(parameter: field.parameter.name, error: error)
    }
    var words = said.map { ($0.parameter, $0.word) }
    for (index, field) in said.enumerated() where ArgumentBinder.isSigned(field.word) {
      guard let (stepping, by) = ArgumentBinder.stepping(field.parameter, of: method, in: domain)
      else { continue }
      let others = fixed.members.map(\.key) + said.map(\.parameter.name)
      let known = Set(stepping.parameters.map(\.name) + [field.parameter.name])
      // What else was typed would be lost.
      guard known.isSuperset(of: others) else { continue }
      words[index].0 = by
      return (stepping, try bind(words, to: stepping, of: domain, called: [by.name: field.name]))
    }
    return (method, try bind(words, to: method, of: domain))
  }

  private func bind(
    _ words: [(ParameterDescription, String)], to method: MethodDescription,
    of domain: DomainDescription, called other: [String: String] = [:]
  ) throws(FieldError) -> JSONObject {
    try ArgumentBinder.bind(
      fields: words, beside: fixed, to: method, of: domain, called: called.merging(other) { $1 })
  }

  /// What the fields are called, by their parameters: what is wrong with one is told so.
  var called: [String: String] {
    Dictionary(fields.map { ($0.parameter.name, $0.name) }) { one, _ in one }
  }

  /// Types into the focused field.
  mutating func type(_ text: String) {
    if fields[focus].isReplaced { fields[focus].word = "" }
    fields[focus].isReplaced = false
    fields[focus].word += text
  }

  mutating func rubOut() {
    fields[focus].isReplaced = false
    fields[focus].word = String(fields[focus].word.dropLast())
  }

  /// Shows what is wrong, at its field.
  mutating func tell(_ error: String, at parameter: String?) {
    sentAs = nil
    // The second line of a sentence says how the command is typed.
    self.error = error.split(separator: "\n").first.map(String.init) ?? ""
    if let index = fields.firstIndex(where: { $0.parameter.name == parameter }) { focus = index }
  }

  /// The next of the choices of the focused field, or the one before; a value that can be left out is
  /// left out between the last and the first.
  mutating func cycle(by step: Int) {
    var choices = fields[focus].choices
    guard !choices.isEmpty else { return }
    if !fields[focus].parameter.isRequired { choices.insert("", at: 0) }
    let now = choices.firstIndex(of: fields[focus].word)
    let next =
      now.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
    fields[focus].word = choices[next]
  }

  mutating func move(by step: Int) { focus = (focus + step + fields.count) % fields.count }
}
