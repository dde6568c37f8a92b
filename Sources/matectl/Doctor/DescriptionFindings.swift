internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import Values

/// What describes a domain, and whether its program is there.
extension Findings {
  mutating func look(at entry: DescriptionCatalog.Entry) {
    switch entry.description {
    case .failure(let error):
      add(
        "description", .broken, "the description \(entry.path) is invalid at \(whole: "\(error)")",
        "도메인 설명 파일 \(entry.path, .subject) 잘못되었습니다: \(whole: "\(error)")",
        command: DomainDescription.remedy(entry))
    case .success(let domain):
      let problem = domain.leftOut.first.map { "\($0)" } ?? domain.danglingPlaces.first
      if let problem {
        add(
          "description", .warning, "a part of \(entry.path) is not used: \(whole: problem)",
          "\(entry.path)의 일부를 쓰지 못합니다: \(whole: problem)")
      } else {
        add(
          "description", .fine, "described by \(entry.path), version \(domain.version)",
          "설명 파일 \(entry.path), 버전 \(domain.version)")
      }
      lookForProgram(of: domain)
    }
    for path in entry.shadowed {
      add(
        "shadowed", .warning, "\(path) is not used, as \(entry.path) comes first",
        "\(entry.path, .subject) 먼저 쓰여 \(path, .topic) 쓰이지 않습니다",
        command: "diff \(path) \(entry.path)")
    }
  }

  private mutating func lookForProgram(of domain: DomainDescription) {
    do throws(StartFailure) {
      let path = try DaemonStarter.program(domain.exec)
      add("program", .fine, "the program is \(path)", "프로그램은 \(path)입니다")
    } catch {
      add(
        "program", .broken,
        "the program \(domain.exec) is not installed, or not where it is looked for",
        "\(domain.exec) 프로그램이 없거나 찾는 곳에 없습니다", command: "matectl domains")
    }
  }

  /// Whether a running daemon is the one that its installed description speaks of.
  mutating func compare(
    _ domain: DomainDescription, described: DomainDescription, withLive document: JSONValue,
    restart: String
  ) {
    guard let live = try? DomainDescription(openRPC: document) else {
      return add(
        "live", .broken, "what \(domain.exec) says of itself cannot be read",
        "\(domain.exec, .subject) 스스로를 설명하는 말을 읽을 수 없습니다",
        command: restart)
    }
    guard live.openRPC != described.openRPC else {
      return add(
        "live", .fine, "the daemon is the one that is described",
        "설명 파일과 실행 중인 데몬이 같습니다")
    }
    add(
      "live", .warning,
      "the daemon (version \(live.version)) is not the one that is described (\(domain.version))",
      "실행 중인 데몬(버전 \(live.version))과 설명 파일(\(domain.version))이 다릅니다",
      command: restart)
  }
}

extension DomainDescription {
  /// A description that cannot be read is made again by its daemon.
  fileprivate static func remedy(_ entry: DescriptionCatalog.Entry) -> String? {
    entry.path.hasPrefix("/usr/share/") ? "sudo apt install --reinstall mate" : nil
  }
}
