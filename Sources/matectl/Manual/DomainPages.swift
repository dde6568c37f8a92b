internal import IPCProtocol
internal import Values

/// The page of a domain: its commands, for who uses it.
extension ManualPages {
  // MARK: matectl-bank(1)

  func domain(_ domain: DomainDescription) -> Page {
    let name = "matectl-\(domain.label)"
    var roff = roff(name, section: 1, domain.summary.text(in: language))
    roff.section(text("SYNOPSIS", "사용법"))
    roff.usage("matectl \(domain.label) COMMAND [\(text("arguments", "인자"))]")
    roff.section(text("COMMANDS", "명령"))
    for method in domain.methods {
      if let command = method.command { self.command(method, command, of: domain, &roff) }
    }
    errors(of: domain, &roff)
    seeAlso(["matectl(1)", "\(program(domain))(8)"], &roff)
    return Page(name: name, section: 1, roff: roff.text)
  }

  private func command(
    _ method: MethodDescription, _ command: CommandDescription, of domain: DomainDescription,
    _ roff: inout Roff
  ) {
    roff.subsection(command.usage(of: method, in: domain).text(in: language))
    roff.paragraph(help.summary(method, command))
    for parameter in method.parameters where command.positionals.contains(parameter.name) {
      roff.term(parameter.name, help.details(parameter, of: domain))
    }
    for parameter in command.flagged(method) {
      roff.term(
        Help.flag(parameter, command, domain.schemas), help.details(parameter, of: domain))
    }
    if !command.examples.isEmpty { roff.example(command.examples) }
    roff.paragraph(String(help.note(method).dropLast()))
  }

  private func errors(of domain: DomainDescription, _ roff: inout Roff) {
    guard !domain.errors.isEmpty else { return }
    roff.section(text("REFUSALS", "거절"))
    roff.paragraph(
      text(
        "A refusal changes nothing, and matectl exits with 1. Words in braces stand for what the call was about.",
        "거절된 호출은 아무것도 바꾸지 않으며 matectl은 1로 끝납니다. 중괄호 안의 낱말은 호출마다 달라집니다."))
    for error in domain.errors {
      roff.term("\(error.kind.name) (\(error.kind.code))", error.message.text(in: language))
    }
  }
}
