internal import IPCProtocol
internal import Values

/// The page of a daemon, for who runs it; and that of webd, which is one without a domain.
extension ManualPages {
  /// The daemon's name: of a program that is named by its path, the last part.
  func program(_ domain: DomainDescription) -> String {
    domain.exec.split(separator: "/").last.map(String.init) ?? domain.exec
  }

  // MARK: bankd(8)

  func daemon(_ domain: DomainDescription) -> Page {
    let name = program(domain)
    let short = domain.label
    var roff = roff(
      name, section: 8, text("the daemon of matectl-\(short)(1)", "matectl-\(short)(1)의 데몬"))
    roff.section(text("SYNOPSIS", "사용법"))
    roff.usage("\(name) [--socket PATH]")
    roff.usage("\(name) --check FILE | --restore FILE | --accept-loss")
    roff.usage("\(name) --describe | --version | --help")
    roff.section(text("DESCRIPTION", "설명"))
    roff.paragraph(domain.summary.text(in: language))
    roff.paragraph(
      text(
        "The daemon serves the socket that systemd or matectl passes to it, and ends when it has been idle for a while; the next call starts it again with everything that it has acknowledged. Clients of any language speak with it as mate-protocol(7) says.",
        "systemd나 matectl이 넘겨준 소켓으로 동작하며, 한동안 쓰이지 않으면 끝납니다. 다음 호출이 다시 시작하고, 응답한 내용은 모두 남아 있습니다. 어떤 언어로 만든 클라이언트든 mate-protocol(7)대로 통신할 수 있습니다."
      ))
    roff.section(text("OPTIONS", "옵션"))
    socketOption(&roff)
    storeOptions(of: domain, &roff)
    roff.term(
      "--describe", text("prints the domain's OpenRPC description", "도메인의 OpenRPC 설명을 출력합니다"))
    signals(text("answers what was received, and stops", "받은 요청에 모두 응답하고 끝냅니다"), &roff)
    if domain.hasInstances { several(of: domain, &roff) }
    roff.section(text("FILES", "파일"))
    configuration(of: name, &roff)
    roff.term(
      "/var/lib/mate/\(short), ~/.local/state/mate/\(short)",
      text(
        "the store, of the system's instance and of a user's own; copy it with matectl backup",
        "저장소 (시스템 및 사용자 인스턴스). matectl backup으로 복사하십시오"))
    units(of: name, domain.socket, &roff)
    seeAlso(["matectl-\(short)(1)", "matectl(1)", "mate-protocol(7)"], &roff)
    return Page(name: name, section: 8, roff: roff.text)
  }

  private func storeOptions(of domain: DomainDescription, _ roff: inout Roff) {
    roff.term(
      "--check FILE",
      text(
        "says as JSON whether FILE is a whole store of \(domain.label), and ends",
        "FILE이 온전한 \(domain.label) 저장소인지 JSON으로 말하고 끝납니다"))
    roff.term(
      "--restore FILE",
      text(
        "puts FILE in the place of the store and keeps the old one beside it; people use matectl restore",
        "FILE로 저장소를 바꾸고 이전 것을 옆에 남깁니다. 사람은 matectl restore를 쓰십시오"))
    roff.term(
      "--accept-loss",
      text(
        "goes on with what can be read where a log of the store is damaged or missing, or where it is a copy of a store in use; keeps the files as they were, says what was taken, and ends",
        "저장소의 로그가 손상되었거나 없을 때, 또는 사용 중에 복사된 저장소일 때 읽을 수 있는 것으로 이어 갑니다. 파일을 있던 그대로 남기고, 무엇을 버렸는지 말하고 끝납니다"
      ))
  }

  private func several(of domain: DomainDescription, _ roff: inout Roff) {
    let name = program(domain)
    roff.section(text("ENVIRONMENT", "환경 변수"))
    roff.term(
      "MATE_INSTANCE",
      text(
        "the name of one of several, as gangnam: its state is in \(domain.domain)@gangnam beside the others', its configuration in \(name)@gangnam.json where that is there. matectl new \(domain.domain)@gangnam makes one; its unit is \(name)@gangnam.service",
        "여럿 가운데 하나의 이름(예: gangnam). 상태는 다른 것 옆의 \(domain.domain)@gangnam에, 설정은 \(name)@gangnam.json이 있으면 거기에 둡니다. matectl new \(domain.domain)@gangnam으로 만들며, 유닛은 \(name)@gangnam.service입니다"
      ))
  }

  // MARK: webd(8)

  static let page = "webd"

  func webDaemon() -> Page {
    let name = Self.page
    let summary = text(
      "the screens of all domains in a browser", "모든 도메인의 화면을 브라우저에서")
    var roff = roff(name, section: 8, summary)
    roff.section(text("SYNOPSIS", "사용법"))
    roff.usage("\(name) [--socket PATH] [--port PORT]")
    roff.usage("\(name) --version | --help")
    roff.section(text("DESCRIPTION", "설명"))
    roff.paragraph(
      text(
        "It serves the page that mate-web(7) tells of, through the sockets that systemd or matectl passes to it. It is a client of the domains' daemons, keeps nothing on disk, and shows nothing but what its configuration lists. matectl web open prints a link with which one browser may change things.",
        "mate-web(7)의 페이지를 systemd나 matectl이 넘겨준 소켓으로 제공합니다. 도메인 데몬들의 클라이언트이며 디스크에 아무것도 남기지 않고, 설정에 적힌 것만 보여 줍니다. matectl web open은 브라우저 하나가 바꿀 수 있게 하는 링크를 출력합니다."
      ))
    roff.section(text("OPTIONS", "옵션"))
    socketOption(&roff)
    roff.term(
      "--port PORT",
      text("listens on 127.0.0.1:PORT as well", "127.0.0.1:PORT에서도 기다립니다"))
    signals(text("stops", "끝냅니다"), &roff)
    roff.section(text("FILES", "파일"))
    configuration(of: name, &roff)
    units(of: name, "web.sock", &roff)
    seeAlso(["mate-web(7)", "matectl(1)"], &roff)
    return Page(name: name, section: 8, roff: roff.text)
  }

  // MARK: What both have

  private func socketOption(_ roff: inout Roff) {
    roff.term(
      "--socket PATH",
      text("listens on PATH instead, until it is stopped", "대신 PATH에서 기다리며, 멈출 때까지 실행됩니다"))
  }

  private func signals(_ end: String, _ roff: inout Roff) {
    roff.section(text("SIGNALS", "시그널"))
    roff.term("SIGTERM", end)
    roff.term("SIGHUP", text("reads the configuration again", "설정을 다시 읽습니다"))
  }

  private func configuration(of name: String, _ roff: inout Roff) {
    let package = name == Self.page ? "mate-web" : "mate"
    roff.term(
      "/etc/mate/\(name).json, ~/.config/mate/\(name).json",
      text(
        "the configuration: who may do what, limits, when it ends if idle; an example is in /usr/share/doc/\(package)/examples",
        "설정: 권한, 한도, 쉬면 끝나는 시간. 예는 /usr/share/doc/\(package)/examples에 있습니다"))
  }

  private func units(of name: String, _ socket: String, _ roff: inout Roff) {
    roff.term("/run/mate/\(socket), $XDG_RUNTIME_DIR/mate/\(socket)", text("the socket", "소켓"))
    roff.term("\(name).service, \(name).socket", text("the units of systemd", "systemd 유닛"))
  }
}
