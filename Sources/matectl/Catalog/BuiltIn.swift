internal import Values

/// The commands of matectl's own; all others come from descriptions.
enum BuiltIn: String, CaseIterable {
  case help, domains, status, logs, why, call, describe, metrics, today, backup, restore
  case new, stop, restart, doctor, mcp, web
  case bridge = "stdio-bridge"
  case completion, man, version

  var name: String { rawValue }

  /// Whether it is a look that can be had again and again.
  var isForWatching: Bool { [.status, .domains, .today, .metrics].contains(self) }

  /// Where it is done with `-H`.
  enum Place {
    /// Here, with the daemons there.
    case here
    /// By the client there, which has its machine at hand.
    case there
    /// With files of one machine, so not over two.
    case neither
  }

  var place: Place {
    switch self {
    case .domains, .status, .today, .metrics, .logs, .why, .new, .stop, .restart, .bridge: .there
    case .backup, .restore, .web: .neither
    default: .here
    }
  }

  /// Whether a domain may stand behind it.
  var takesDomain: Bool {
    usage.lowercased().contains("domain") && ![.domains, .mcp].contains(self)
  }

  /// As it is typed behind `matectl`.
  var usage: String {
    switch self {
    case .help: "help [domain [command…]]"
    case .domains, .today, .version: name
    case .status, .metrics: "\(name) [domain]"
    case .logs: "logs [domain…] [-f] [-n N] [--since T] [--priority P] [--trace ID] [--json]"
    case .why: "why ID"
    case .call: "call METHOD ['{json}'] [--stream]"
    case .describe, .bridge: "\(name) DOMAIN"
    case .backup, .restore: "\(name) DOMAIN FILE"
    case .new: "new DOMAIN@NAME"
    case .stop, .restart: "\(name) DOMAIN…"
    case .doctor: "doctor [domain…] [--deep]"
    case .mcp: "mcp [--write] [--admin] [--domains A,B] [--output-schemas]"
    case .web: "web open"
    case .completion: "completion bash|zsh|fish"
    case .man: "man [PAGE]"
    }
  }

  var summary: LocalizedText {
    switch self {
    case .help: .init(en: "show help", ko: "도움말 보기")
    case .domains: .init(en: "list the domains and where they come from", ko: "도메인과 그 출처 보기")
    case .status: .init(en: "show how the daemons are", ko: "데몬 상태 보기")
    case .logs: .init(en: "show what the daemons logged", ko: "데몬 로그 보기")
    case .why: .init(en: "tell what was logged for the id of an error", ko: "오류 번호에 대해 기록된 일 보기")
    case .call: .init(en: "call any method", ko: "메서드 직접 호출")
    case .describe: .init(en: "print the live description", ko: "살아 있는 도메인 설명 출력")
    case .metrics: .init(en: "print OpenMetrics of the daemons", ko: "데몬 지표 출력 (OpenMetrics)")
    case .today: .init(en: "show today at a glance", ko: "오늘 한눈에 보기")
    case .backup: .init(en: "copy a store into a file, while it is used", ko: "사용 중인 저장소를 파일로 백업")
    case .restore: .init(en: "put a backup in the place of a store", ko: "백업으로 저장소 되돌리기")
    case .new:
      .init(
        en: "make one more of a domain, as a second branch with a line of its own",
        ko: "도메인 하나 더 만들기 (예: 줄이 따로인 둘째 지점)")
    case .stop:
      .init(en: "end daemons; the next call starts them again", ko: "데몬 끝내기 (다음 호출이 다시 시작)")
    case .restart: .init(en: "end daemons and start them again", ko: "데몬 다시 시작")
    case .doctor:
      .init(en: "look for what is wrong, and say what to type", ko: "잘못된 곳을 찾아 고칠 명령을 알려 주기")
    case .mcp:
      .init(
        en: "serve the domains as tools of the Model Context Protocol",
        ko: "도메인을 MCP 도구로 제공 (프로그램용)")
    case .web:
      .init(
        en: "print a link that opens the page for changes, once",
        ko: "웹 페이지에서 바꿀 수 있게 하는 일회용 링크 출력")
    case .bridge:
      .init(
        en: "connect standard input and output to a domain, for programs",
        ko: "표준 입출력을 도메인에 연결 (프로그램용)")
    case .version: .init(en: "print the version", ko: "버전 출력")
    case .completion: .init(en: "print the shell's completion script", ko: "셸 자동 완성 스크립트 출력")
    case .man:
      .init(
        en: "show a page of the manual: matectl, a domain, or a daemon",
        ko: "매뉴얼 보기: matectl, 도메인, 데몬")
    }
  }
}
