internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What a method wants to know besides what is known: a field for each parameter.
struct ActionForm {
  struct Field {
    let parameter: ParameterDescription
    /// Whether it cannot be done without: the domain says so, or a key asks for it first of all.
    var isNeeded = false
    /// What it is called.
    let name: String
    /// What it means, and what it is where it is left out.
    var help: String
    /// What it may be, where that is a list, by what it is called; a person may type others where it is
    /// not closed.
    var choices: [String]
    /// What values are called, which are sent as words of the wire.
    var names = ValueNames()
    /// Whether nothing else may stand there.
    var isClosed = false
    var text = TypedText()
    /// What stood there at first; only what differs is sent where it can be left out.
    var given = ""
    /// What is sent where that was emptied; nil where there is no such value.
    var nothing: JSONValue?
    /// Whether several values stand there, with commas between.
    var isList = false
    /// Whether what stands there is said even where it is as it was, as a count is confirmed.
    var isConfirmed = false
    /// Whether the first letter takes the place of what stands there, as of a number or a date.
    var isReplaced = false
    /// Whether it was chosen, and a letter begins another one.
    var isChosen = false
    /// Whether it is any text: to say so helps nobody.
    var isText = false

    /// What was typed.
    var word: String {
      get { text.text }
      set { text.set(newValue) }
    }

    /// What is said where nothing stands there that must, in words that a person can choose from; nil
    /// where what it has to be says more.
    var missing: UsageError? {
      guard !choices.isEmpty else {
        guard !parameter.isRequired || isText else { return nil }
        return UsageError("\(name) is missing", "\(name): 입력해 주십시오")
      }
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
  /// How many cells the rows of a field have, as it was drawn last.
  var rowCells = 60
  /// What is wrong; empty where nothing is known to be.
  var error = ""
  /// What stands above the fields, as what is missing.
  var notes: [String] = []
  /// What its key does, in words; empty where it tells what the command does.
  var label = ""
  /// Which row it is about, in words; empty where it is about none.
  var about = ""
  /// The marks of the rows that it is about.
  var marks: Set<JSONValue> = []
  /// What a read of the row may have that it has not itself.
  var awaited: [RowAction.Ask] = []
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
  ///   - isWhole: Whether everything is asked for all the same, beside what stands in `asks` at first.
  init?(
    _ method: MethodDescription, fixed: JSONObject, row: JSONValue?, schemas: [NamedSchema],
    help: Help, names: MemberNames? = nil, asks: [RowAction.Ask]? = nil,
    isWhole: Bool = false
  ) {
    self.method = method
    self.fixed = fixed
    let known = fixed.members.flatMap { $0.value.arrayValue ?? [$0.value] }
    fields = method.parameters.filter { parameter in
      fixed[parameter.name] == nil && !(parameter.source?.isCallers ?? false)
        && parameter.source != .descriptor
        // Another name for the row that is known already, as `id` beside `ids`.
        && (isWhole || parameter.isRequired
          || asks?.contains { $0.name == parameter.name } ?? true)
        && (parameter.isRequired || !known.contains { $0 == row?[parameter.name] })
    }.map { parameter in
      let rules = parameter.rules(in: schemas)
      let items = rules.items?.rules(in: schemas) ?? rules
      let values = names?.values(of: parameter, schemas) ?? ValueNames()
      var field = Field(
        parameter: parameter, name: Self.name(of: parameter, method, names, help.language),
        help: help.details(parameter, schemas) { values.name(of: $0, in: help.language) },
        choices: rules.isSwitch ? ["yes", "no"] : [])
      let usual = Self.usual(row?[parameter.name], rules, isRequired: parameter.isRequired)
      let ask = asks?.first { $0.name == parameter.name }
      let given = ask.map(\.given) ?? (asks == nil || isWhole ? usual : nil)
      if let given { field.given = Self.word(given, rules, schemas) }
      field.word = field.given
      (field.isList, field.isClosed) = (rules.items != nil, !items.enumeration.isEmpty)
      if field.isClosed {
        field.offer(items.enumeration.map(WordValue.text), values, in: help.language)
      }
      field.take(rules, isAsked: asks?.count == 1 && ask?.given != nil)
      // A key that asks for something new is pressed for that.
      let isFirst = asks?.first.map { $0.name == parameter.name && $0.isNew } ?? false
      field.isNeeded = parameter.isRequired || isFirst && !isWhole && rules.defaultValue == nil
      return field
    }
    // What must be said stands above what can be, and what the domain wants asked first of all that.
    let wanted = (asks ?? []).map(\.name)
    let place = { (field: Field) in
      field.parameter.isRequired ? -1 : wanted.firstIndex(of: field.parameter.name) ?? wanted.count
    }
    fields = (-1...wanted.count).flatMap { rank in fields.filter { place($0) == rank } }
    guard !fields.isEmpty else { return nil }
    for index in fields.indices { fields[index].help = told(fields[index].help) }
  }

  /// What a field is called by the domain, else by its option.
  private static func name(
    of parameter: ParameterDescription, _ method: MethodDescription, _ names: MemberNames?,
    _ language: Language
  ) -> String {
    let said = names?.name(of: parameter, in: method).text(in: language)
    let option = method.command?.longName(of: parameter) ?? parameter.name
    let name = said.flatMap { $0 == option ? nil : $0 } ?? option.replacing("-", with: " ")
    return name.printable(inOneLine: true).capitalizedStart
  }

  /// What is sent: what the form is of, or, where a step was typed (`+5`), what takes steps.
  ///
  /// - Throws: ``FieldError``.
  func call(
    in domain: DomainDescription
  ) throws(FieldError) -> (method: MethodDescription, params: JSONObject) {
    var said = fields.filter { field in
      !field.isEmpty && (field.parameter.isRequired || field.word != field.given)
    }
    let emptied = try emptied
    if said.isEmpty, emptied.isEmpty { said = fields.filter(\.isConfirmed) }
    for field in said where field.word == "-" && field.parameter.source != nil {
      throw FieldError(
        parameter: field.parameter.name,
        error: UsageError("- is for pipes: name a file", "-는 파이프에서 씁니다. 파일 이름을 쓰십시오"))
    }
    for field in fields where field.isNeeded && field.isEmpty {
      guard let error = field.missing else { continue }
      throw FieldError(parameter: field.parameter.name, error: error)
    }
    var words = said.map { ($0.parameter, $0.sent) }
    for (index, field) in said.enumerated() where ArgumentBinder.isSigned(field.word) {
      guard let (stepping, by) = ArgumentBinder.stepping(field.parameter, of: method, in: domain)
      else { continue }
      let others = fixed.members.map(\.key) + said.map(\.parameter.name)
      let known = Set(stepping.parameters.map(\.name) + [field.parameter.name])
      // What else was typed would be lost.
      guard known.isSuperset(of: others), emptied.isEmpty else { continue }
      words[index].0 = by
      return (
        stepping, try bind(words, [:], to: stepping, of: domain, called: [by.name: field.name])
      )
    }
    return (method, try bind(words, emptied, to: method, of: domain))
  }

  /// What was emptied, as it is told to be taken away.
  ///
  /// - Throws: ``FieldError`` at the field that has to have something, and had.
  private var emptied: JSONObject {
    get throws(FieldError) {
      var params = JSONObject()
      for field in fields where field.isEmptied && !field.parameter.isRequired {
        guard let nothing = field.nothing else {
          throw FieldError(parameter: field.parameter.name, error: field.kept)
        }
        params[field.parameter.name] = nothing
      }
      return params
    }
  }

  private func bind(
    _ words: [(ParameterDescription, String)], _ emptied: JSONObject, to method: MethodDescription,
    of domain: DomainDescription, called other: [String: String] = [:]
  ) throws(FieldError) -> JSONObject {
    var known = fixed
    for (name, value) in emptied.members { known[name] = value }
    return try ArgumentBinder.bind(
      fields: words, beside: known, to: method, of: domain, called: called.merging(other) { $1 })
  }

  /// What the fields are called, by their parameters: what is wrong with one is told so.
  var called: [String: String] {
    Dictionary(fields.map { ($0.parameter.name, $0.name) }) { one, _ in one }
  }

  /// What stands above its fields.
  func title(in language: Language) -> String {
    let deed = label.isEmpty || about.isEmpty ? method.told(in: language) : label.capitalizedStart
    return [deed, about].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// Shows what is wrong, at its field.
  mutating func tell(_ error: String, at parameter: String?, in language: Language) {
    sentAs = nil
    // The second line of a sentence says how the command is typed.
    self.error = told(error.split(separator: "\n").first.map(String.init) ?? "")
    guard let index = fields.firstIndex(where: { $0.parameter.name == parameter }) else { return }
    focus = index
    // Whose rule that is says nothing to who has emptied it.
    if fields[index].isEmptied { self.error = fields[index].kept.message.text(in: language) }
  }

  mutating func move(by step: Int) { focus = (focus + step + fields.count) % fields.count }
}
