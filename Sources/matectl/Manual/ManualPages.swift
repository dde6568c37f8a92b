internal import IPCProtocol
internal import Values

/// The manual: pages of matectl, of every domain and of its daemon, from descriptions alone, so that a
/// stranger's domain has its pages too.
struct ManualPages {
  struct Page {
    /// As `matectl-bank`.
    let name: String
    let section: Int
    let roff: String
  }

  let help: Help
  let version: String
  let date: String

  var language: Language { help.language }

  /// `matectl`, `bank` or `matectl-bank`, `bankd`, `webd`.
  func page(_ name: String, among domains: [DomainDescription]) -> Page? {
    if name == "matectl" { return client(domains) }
    if name == Self.page { return webDaemon() }
    for description in domains {
      let short = description.domain
      if name == short || name == "matectl-\(short)" { return domain(description) }
      if name == program(description) { return daemon(description) }
    }
    return nil
  }

  // MARK: What pages share

  func text(_ en: String, _ ko: String) -> String { help.text(en, ko) }

  func roff(_ name: String, section: Int, _ summary: String) -> Roff {
    var roff = Roff(name, section: section, date: date, version: version)
    roff.section(text("NAME", "이름"))
    roff.name(name, summary)
    return roff
  }

  func seeAlso(_ pages: [String], _ roff: inout Roff) {
    roff.section(text("SEE ALSO", "함께 보기"))
    roff.paragraph(pages.joined(separator: ", "))
  }

  // MARK: matectl(1)

  private func client(_ domains: [DomainDescription]) -> Page {
    let summary = text("one client for every mate domain", "모든 mate 도메인을 다루는 명령")
    var roff = roff("matectl", section: 1, summary)
    roff.section(text("SYNOPSIS", "사용법"))
    roff.usage(
      "matectl [\(text("options", "옵션"))] DOMAIN COMMAND [\(text("arguments", "인자"))]")
    roff.section(text("DESCRIPTION", "설명"))
    roff.paragraph(
      text(
        "matectl speaks with small daemons, each of which serves one domain through a Unix socket, and is started by its first call. It knows no domain itself: commands, help, completion and manuals come from the domain's description, also of a domain that somebody else has written.",
        "matectl은 도메인마다 하나씩 있는 작은 데몬과 유닉스 소켓으로 통신합니다. 데몬은 첫 호출에 시작됩니다. 명령, 도움말, 자동 완성, 매뉴얼은 모두 도메인의 설명 파일에서 나오므로 누가 만든 도메인이든 바로 쓸 수 있습니다."
      ))
    if !domains.isEmpty {
      roff.section(text("DOMAINS", "도메인"))
      for domain in domains { roff.term(domain.label, domain.summary.text(in: language)) }
    }
    roff.section(text("COMMANDS", "내장 명령"))
    for builtIn in BuiltIn.allCases {
      roff.term("matectl \(builtIn.usage)", builtIn.summary.text(in: language))
    }
    roff.section(text("OPTIONS", "옵션"))
    for option in Invocation.options {
      roff.term(
        String(Invocation.title(of: option).drop { $0 == " " }), option.text.text(in: language))
    }
    exitStatuses(&roff)
    environment(&roff)
    roff.section(text("FILES", "파일"))
    roff.term(
      "/usr/share/mate/domains/*.json",
      text(
        "the descriptions of domains; see mate-plugins(7)",
        "도메인 설명 파일 (mate-plugins(7) 참고)"))
    roff.term("/run/mate/*.sock", text("the sockets of the system's daemons", "시스템 데몬의 소켓"))
    roff.term(
      "~/.config/mate/matectl.json",
      text(
        "settings of your own: language, output, color, pager, host, aliases",
        "나의 설정: language, output, color, pager, host, aliases"))
    seeAlso(
      domains.map { "matectl-\($0.domain)(1)" }
        + ["mate-protocol(7)", "mate-plugins(7)", "mate-web(7)"], &roff)
    return Page(name: "matectl", section: 1, roff: roff.text)
  }

  private func exitStatuses(_ roff: inout Roff) {
    roff.section(text("EXIT STATUS", "종료 상태"))
    let meanings: [(ExitStatus, String)] = [
      (.done, text("done", "완료")),
      (.refused, text("refused by the domain, or not permitted", "도메인이 거절했거나 권한이 없음")),
      (.usage, text("the words or the parameters are wrong", "명령이나 값이 잘못됨")),
      (
        .unreachable,
        text(
          "no daemon to talk to, or it is busy, stopping, or late",
          "데몬에 연결할 수 없거나, 바쁘거나, 종료 중이거나, 늦음")
      ),
      (
        .fault,
        text(
          "a fault of the daemon or its disk: it is not known whether a change was made",
          "데몬이나 디스크의 장애. 변경되었는지 알 수 없음")
      ),
      (.interrupted, text("interrupted by Ctrl-C", "Ctrl-C로 중단됨")),
    ]
    for (status, meaning) in meanings { roff.term(String(status.rawValue), meaning) }
  }

  private func environment(_ roff: inout Roff) {
    roff.section(text("ENVIRONMENT", "환경 변수"))
    roff.term(
      "LC_ALL, LC_MESSAGES, LANG",
      text("Korean where they start with ko, else English", "ko로 시작하면 한국어, 아니면 영어"))
    roff.term(
      "NO_COLOR", text("no colour; without it colour only on a terminal", "색을 쓰지 않음. 없으면 터미널에서만 사용")
    )
    roff.term(
      "MATE_AT",
      text(
        "which of several of a domain is meant, as --at", "여럿 가운데 어느 것인지 (--at과 같음)"))
    roff.term(
      "MATE_SSH",
      text(
        "what -H calls in the place of ssh, as ssh -F FILE", "-H가 ssh 대신 부를 명령 (예: ssh -F FILE)"))
    roff.term(
      "MATE_PAGER, PAGER",
      text(
        "what shows what is longer than the terminal; empty for nothing",
        "터미널보다 긴 것을 보여 줄 프로그램. 비우면 쓰지 않음"))
    roff.term(
      "MATE_RUNTIME_DIR, XDG_RUNTIME_DIR", text("where the sockets are", "소켓이 있는 폴더"))
    roff.term(
      "MATE_STATE_DIR, XDG_STATE_HOME",
      text("where daemons keep their stores and logs", "데몬이 저장소와 로그를 두는 폴더"))
    roff.term(
      "MATE_DOMAINS_PATH",
      text("folders of descriptions, before the installed ones", "설치된 것보다 먼저 찾을 도메인 설명 폴더"))
    roff.term(
      "MATE_LIBEXEC_PATH",
      text(
        "folders of daemons, after those beside matectl and before /usr/libexec/mate",
        "데몬을 찾을 폴더. matectl 옆 폴더 다음, /usr/libexec/mate 앞"))
  }
}
