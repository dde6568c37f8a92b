internal import IPCProtocol

/// A command of matectl's own; all others come from descriptions.
struct BuiltIn: Sendable {
  let name: String
  let usage: String
  let summary: LocalizedText
  let run: @Sendable (Session, [String]) throws(ExitStatus) -> ExitStatus

  static let all: [BuiltIn] = [
    BuiltIn(
      name: "help", usage: "help [domain [command…]]",
      summary: LocalizedText(en: "show help", ko: "도움말 보기"), run: HelpCommand.run),
    BuiltIn(
      name: "domains", usage: "domains",
      summary: LocalizedText(en: "list the domains and where they come from", ko: "도메인과 그 출처 보기"),
      run: DomainsCommand.run),
    BuiltIn(
      name: "status", usage: "status [domain]",
      summary: LocalizedText(en: "show how the daemons are", ko: "데몬 상태 보기"), run: StatusCommand.run
    ),
    BuiltIn(
      name: "logs", usage: LogsCommand.usage,
      summary: LocalizedText(en: "show what the daemons logged", ko: "데몬 로그 보기"),
      run: LogsCommand.run),
    BuiltIn(
      name: "why", usage: "why ID",
      summary: LocalizedText(
        en: "tell what was logged for the id of an error", ko: "오류 번호에 대해 기록된 일 보기"),
      run: WhyCommand.run),
    BuiltIn(
      name: "call", usage: "call METHOD ['{json}'] [--stream]",
      summary: LocalizedText(en: "call any method", ko: "메서드 직접 호출"), run: CallCommand.run),
    BuiltIn(
      name: "describe", usage: "describe DOMAIN",
      summary: LocalizedText(en: "print the live description", ko: "살아 있는 도메인 설명 출력"),
      run: DescribeCommand.run),
    BuiltIn(
      name: "metrics", usage: "metrics [domain]",
      summary: LocalizedText(en: "print OpenMetrics of the daemons", ko: "데몬 지표 출력 (OpenMetrics)"),
      run: MetricsCommand.run),
    BuiltIn(
      name: "today", usage: "today",
      summary: LocalizedText(en: "show today at a glance", ko: "오늘 한눈에 보기"), run: TodayCommand.run),
    BuiltIn(
      name: "backup", usage: BackupCommand.usage,
      summary: LocalizedText(
        en: "copy a store into a file, while it is used", ko: "사용 중인 저장소를 파일로 백업"),
      run: BackupCommand.run),
    BuiltIn(
      name: "restore", usage: RestoreCommand.usage,
      summary: LocalizedText(en: "put a backup in the place of a store", ko: "백업으로 저장소 되돌리기"),
      run: RestoreCommand.run),
    BuiltIn(
      name: "stdio-bridge", usage: BridgeCommand.usage,
      summary: LocalizedText(
        en: "connect standard input and output to a domain, for programs",
        ko: "표준 입출력을 도메인에 연결 (프로그램용)"),
      run: BridgeCommand.run),
    BuiltIn(
      name: "completion", usage: "completion bash|zsh|fish",
      summary: LocalizedText(en: "print the shell's completion script", ko: "셸 자동 완성 스크립트 출력"),
      run: CompletionCommand.run),
  ]

  static func named(_ name: String) -> BuiltIn? { all.first { $0.name == name } }
}

enum HelpCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let name = words.first else {
      session.say(session.help.overview(session.catalog.all()))
      return .done
    }
    if let builtIn = BuiltIn.named(name), words.count == 1 {
      session.say("matectl \(builtIn.usage)\n  \(builtIn.summary.text(in: session.language))\n")
      return .done
    }
    let domain = try session.description(name)
    let rest = Array(words.dropFirst())
    guard let match = CommandMatch(rest, in: domain) else {
      if rest.isEmpty || domain.hasCommand(startingWith: rest) {
        session.say(session.help.domain(domain, prefix: rest))
        return .done
      }
      throw CommandMatch.unknown(rest, in: domain, session)
    }
    session.say(session.help.command(match.method, match.command, of: domain))
    return .done
  }
}

/// The command that words name: the one with the longest path.
struct CommandMatch {
  let method: MethodDescription
  let command: CommandDescription
  let rest: [String]

  init?(_ words: [String], in domain: DomainDescription) {
    let matches = domain.methods.compactMap { method -> (MethodDescription, CommandDescription)? in
      guard let command = method.command, words.starts(with: command.path) else { return nil }
      return (method, command)
    }
    guard let best = matches.max(by: { $0.1.path.count < $1.1.path.count }) else { return nil }
    (method, command) = best
    rest = Array(words.dropFirst(best.1.path.count))
  }

  static func unknown(
    _ words: [String], in domain: DomainDescription, _ session: Session
  ) -> ExitStatus {
    let typed = Array(words.prefix { !$0.hasPrefix("-") })
    let (name, nearest) = nearestCommand(to: typed, in: domain)
    let next = nearest.map { "matectl \(domain.domain) \($0)" } ?? "matectl help \(domain.domain)"
    return session.fail(
      session.text(
        "\(domain.domain) has no command \(name); try `\(next)`",
        "\(domain.domain)에 \(name) 명령은 없습니다. `\(next)`을(를) 해 보십시오"), .usage)
  }
}

extension CommandMatch {
  /// The command that was meant, and the words that were to name it.
  ///
  /// What stands behind those are its arguments. All words where none is near.
  static func nearestCommand(
    to typed: [String], in domain: DomainDescription
  ) -> (typed: String, command: String?) {
    let paths = domain.methods.compactMap { $0.command?.path }
    // Longer names first: `teller ad 4` is nearer to `teller add` than to anything of one word.
    let lengths = Set(paths.map(\.count)).filter { $0 <= typed.count }.sorted(by: >)
    for length in lengths {
      let words = typed.prefix(length).joined(separator: " ")
      let known = paths.filter { $0.count == length }.map { $0.joined(separator: " ") }
      if let nearest = nearestNames(to: words, among: known).first { return (words, nearest) }
    }
    let all = typed.joined(separator: " ")
    return (all, nearestNames(to: all, among: paths.map { $0.joined(separator: " ") }).first)
  }
}

extension DomainDescription {
  func hasCommand(startingWith words: [String]) -> Bool {
    methods.contains { $0.command?.path.starts(with: words) == true }
  }
}
