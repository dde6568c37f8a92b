internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Help from descriptions: it needs no daemon.
struct Help {
  let language: Language
  let style: Style

  // MARK: Pages

  /// `matectl help`.
  func overview(_ domains: [DescriptionCatalog.Entry]) -> String {
    var page = text("matectl: drive every mate domain", "matectl: 모든 mate 도메인을 다루는 명령") + "\n\n"
    page += heading("Usage", "사용법")
    page +=
      "  matectl "
      + text("[options] <domain> <command…> [arguments]", "[옵션] <도메인> <명령…> [인자]") + "\n\n"
    page += heading("Domains", "도메인")
    let rows = domains.map { entry -> (String, String) in
      switch entry.description {
      case .success(let description): (entry.label, description.summary.text(in: language))
      case .failure(let error): (entry.label, text("invalid: ", "잘못됨: ") + "\(entry.path)\(error)")
      }
    }
    page +=
      rows.isEmpty
      ? "  " + text("none found; see `matectl domains`", "없음. `matectl domains` 참고") + "\n"
      : list(rows)
    page += "\n" + heading("Built in", "내장 명령")
    page += list(BuiltIn.allCases.map { ($0.usage, $0.summary.text(in: language)) })
    page += "\n" + heading("Options", "옵션") + options() + "\n"
    page += text(
      "In tables ! marks what is wrong, and ~ what to watch.\n",
      "표에서 !는 문제가 있는 것, ~는 지켜볼 것입니다.\n")
    page += text(
      "Next: `matectl help <domain>`; an example: matectl bank take deposit",
      "다음: `matectl help <도메인>`, 예: matectl bank take deposit")
    return page + "\n"
  }

  /// `matectl help bank`, or the commands below some of its words.
  func domain(_ domain: DomainDescription, prefix: [String] = []) -> String {
    let title = (["matectl", domain.label] + prefix).joined(separator: " ")
    var page = "\(title): \(domain.summary.text(in: language).printable(inOneLine: true))\n\n"
    page += heading("Usage", "사용법")
    page += "  \(title) " + text("<command…> [arguments]", "<명령…> [인자]") + "\n\n"
    page += heading("Commands", "명령")
    page += list(
      domain.methods.compactMap { method in
        guard let command = method.command, command.path.starts(with: prefix) else { return nil }
        return (command.words(of: method, in: domain), summary(method, command))
      })
    page += "\n"
    page += text(
      "Next: `matectl help \(domain.label) <command>`",
      "다음: `matectl help \(domain.label) <명령>`")
    return page + "\n"
  }

  /// `matectl help bank take`.
  func command(
    _ method: MethodDescription, _ command: CommandDescription, of domain: DomainDescription
  ) -> String {
    let words = command.path.joined(separator: " ")
    var page = "matectl \(domain.label) \(words): \(summary(method, command))\n\n"
    page += heading("Usage", "사용법")
    page += "  \(command.usage(of: method, in: domain).text(in: language))\n"
    let arguments = method.parameters.filter { command.positionals.contains($0.name) }
    if !arguments.isEmpty {
      page += "\n" + heading("Arguments", "인자")
      page += list(arguments.map { ($0.name, details($0, of: domain)) })
    }
    let flags = command.flagged(method)
    if !flags.isEmpty {
      page += "\n" + heading("Options", "옵션")
      page += list(
        flags.map { (Self.flag($0, command, domain.schemas), details($0, of: domain)) })
    }
    if !command.examples.isEmpty {
      page += "\n" + heading("Examples", "예")
      for example in command.examples {
        page += "  \(example.printable(inOneLine: true))\n"
      }
    }
    page += "\n" + note(method)
    return page
  }

  func note(_ method: MethodDescription) -> String {
    var notes: [String] = []
    if method.isStream {
      notes.append(text("Runs until it ends or Ctrl-C", "끝나거나 Ctrl-C를 누를 때까지 실행"))
    }
    if method.needsConfirmation {
      notes.append(text("Asks first; --yes answers", "먼저 묻습니다. --yes로 답할 수 있음"))
    }
    if method.confirmedPart != nil {
      notes.append(
        text(
          "Shows first what it would do, and asks where something is taken away; --yes answers",
          "무엇이 바뀌는지 먼저 보이고, 없어지는 것이 있으면 묻습니다. --yes로 답할 수 있음"))
    }
    if method.isDrawn { notes.append(text("Drawn by `-o chart`", "`-o chart`로 그림")) }
    notes.append(text("Method \(method.name)", "메서드 \(method.name)"))
    return notes.joined(separator: text("; ", ". ")) + "\n"
  }

  // MARK: Parts

  func text(_ en: String, _ ko: String) -> String { language == .korean ? ko : en }

  private func heading(_ en: String, _ ko: String) -> String {
    style.apply(.strong, text(en, ko)) + "\n"
  }

  private func list(_ texts: [(String, String)]) -> String {
    let rows = texts.map { ($0.0.printable(inOneLine: true), $0.1.printable(inOneLine: true)) }
    let width = min(34, rows.map { $0.0.terminalCells }.max() ?? 0)
    return rows.map { row in
      let gap =
        row.0.terminalCells > width ? "\n" + String(repeating: " ", count: width + 4) : "  "
      return "  \(row.0.padded(toCells: width))\(gap)\(row.1)\n"
    }.joined()
  }

  private func options() -> String {
    list(
      Invocation.options.map { option in
        (Invocation.title(of: option), option.text.text(in: language))
      })
  }

  func summary(_ method: MethodDescription, _ command: CommandDescription) -> String {
    (command.summary ?? method.summary).text(in: language).printable(inOneLine: true)
  }

  /// What a parameter means, what it may be, and what it is where it is left out; `tell` has what
  /// stands for a value, as its name.
  func details(
    _ parameter: ParameterDescription, _ schemas: [NamedSchema], tell: (String) -> String
  ) -> String {
    let rules = parameter.rules(in: schemas)
    var parts = [parameter.summary.text(in: language)].filter { !$0.isEmpty }
    let allowed = rules.items.map { $0.rules(in: schemas) } ?? rules
    if !allowed.enumeration.isEmpty {
      parts.append(allowed.enumeration.map { tell(WordValue.text($0)) }.joined(separator: "|"))
    } else if allowed.minimum != nil || allowed.maximum != nil {
      let low = allowed.minimum.map(allowed.boundText) ?? ""
      parts.append("\(low)…\(allowed.maximum.map(allowed.boundText) ?? "")")
    }
    // That a list is empty where nothing is put into it, and that nothing is switched on, goes without saying.
    if let value = rules.defaultValue, value != .array([]), value != .bool(false) {
      let word =
        value == .bool(true)
        ? "yes" : rules.format == .duration ? rules.boundText(value) : tell(WordValue.text(value))
      parts.append(text("default ", "기본값 ") + word)
    } else if parameter.isRequired {
      parts.append(text("required", "필수"))
    }
    return parts.joined(separator: "; ")
  }

  /// The same for a command line, where words are typed: their names stand behind them where a line
  /// has room.
  func details(_ parameter: ParameterDescription, of domain: DomainDescription) -> String {
    let names = domain.valueNames(of: parameter)
    let told = details(parameter, domain.schemas) { names.told($0, in: language) }
    guard told.terminalCells > Self.detailCells else { return told }
    return details(parameter, domain.schemas) { $0 }
  }

  /// Those behind an option on a terminal of 100.
  private static let detailCells = 72

  static func flag(
    _ parameter: ParameterDescription, _ command: CommandDescription, _ schemas: [NamedSchema]
  ) -> String {
    let rules = parameter.rules(in: schemas)
    let short = command.flags.first { $0.parameter == parameter.name }?.short
    var word = (short.map { "-\($0), " } ?? "") + "--\(command.longName(of: parameter))"
    if rules.types != [.boolean] { word += " \(placeholder(rules))" }
    return word
  }

  private static func placeholder(_ rules: JSONSchema.Rules) -> String {
    if rules.format == .duration { return "DURATION" }
    switch rules.types.first {
    case .integer: return "N"
    case .number: return "NUMBER"
    case .array: return "LIST"
    case .object: return "JSON"
    default: return "VALUE"
    }
  }
}

extension Session {
  var help: Help { Help(language: language, style: style) }
}
