internal import IPCProtocol
internal import Values

/// The pages of one domain: of its commands, for who uses it, and of its daemon, for who runs it.
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
      roff.term(parameter.name, help.details(parameter, domain.schemas))
    }
    for parameter in command.flagged(method) {
      roff.term(
        Help.flag(parameter, command, domain.schemas), help.details(parameter, domain.schemas))
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

  // MARK: bankd(8)

  /// The daemon's name: of a program that is named by its path, the last part.
  func program(_ domain: DomainDescription) -> String {
    domain.exec.split(separator: "/").last.map(String.init) ?? domain.exec
  }

  func daemon(_ domain: DomainDescription) -> Page {
    let name = program(domain)
    let short = domain.label
    var roff = roff(
      name, section: 8, text("the daemon of matectl-\(short)(1)", "matectl-\(short)(1)의 데몬"))
    roff.section(text("SYNOPSIS", "사용법"))
    roff.usage("\(name) [--socket PATH]")
    roff.usage("\(name) --describe | --version | --help | --check FILE | --restore FILE")
    roff.section(text("DESCRIPTION", "설명"))
    roff.paragraph(domain.summary.text(in: language))
    roff.paragraph(
      text(
        "The daemon serves the socket that systemd or matectl passes to it, and ends when it has been idle for a while; the next call starts it again with everything that it has acknowledged. Clients of any language speak with it as mate-protocol(7) says.",
        "systemd나 matectl이 넘겨준 소켓으로 동작하며, 한동안 쓰이지 않으면 끝납니다. 다음 호출이 다시 시작하고, 응답한 내용은 모두 남아 있습니다. 어떤 언어로 만든 클라이언트든 mate-protocol(7)대로 통신할 수 있습니다."
      ))
    roff.section(text("SIGNALS", "시그널"))
    roff.term(
      "SIGTERM", text("answers what was received, and stops", "받은 요청에 모두 응답하고 끝냅니다"))
    roff.term("SIGHUP", text("reads the configuration again", "설정을 다시 읽습니다"))
    roff.section(text("FILES", "파일"))
    roff.term(
      "/etc/mate/\(name).json, ~/.config/mate/\(name).json",
      text(
        "the configuration: who may do what, limits, when it ends if idle; an example is in /usr/share/doc/mate/examples",
        "설정: 권한, 한도, 쉬면 끝나는 시간. 예는 /usr/share/doc/mate/examples에 있습니다"))
    roff.term(
      "/var/lib/mate/\(short), ~/.local/state/mate/\(short)",
      text(
        "the store, of the system's instance and of a user's own; copy it with matectl backup",
        "저장소 (시스템 및 사용자 인스턴스). matectl backup으로 복사하십시오"))
    roff.term(
      "/run/mate/\(domain.socket), $XDG_RUNTIME_DIR/mate/\(domain.socket)",
      text("the socket", "소켓"))
    roff.term("\(name).service, \(name).socket", text("the units of systemd", "systemd 유닛"))
    seeAlso(["matectl-\(short)(1)", "matectl(1)", "mate-protocol(7)"], &roff)
    return Page(name: name, section: 8, roff: roff.text)
  }
}
