internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What a run knows of domains: their descriptions, and where they listen.
extension Session {
  /// The description of a domain that a person named.
  func description(_ domain: String) throws(ExitStatus) -> DomainDescription {
    guard let entry = catalog.entry(domain) else {
      if let found = try remoteDescription(domain) { return found }
      throw unknownDomain(domain)
    }
    switch entry.description {
    case .success(let description): return try named(description)
    case .failure(let error):
      throw fail(
        text(
          "the description \(entry.path) is invalid at \(whole: "\(error)")",
          "도메인 설명 파일 \(entry.path, .subject) 잘못되었습니다: \(whole: "\(error)")"), .usage)
    }
  }

  /// What a command of a domain takes, which is a part of its description where that is enough.
  func description(
    _ domain: String, for words: [String]
  ) throws(ExitStatus) -> DomainDescription {
    let excerpt = catalog.excerpt(domain) { !$1.isEmpty && words.starts(with: $1) }
    if let excerpt { return try named(excerpt) }
    return try description(domain)
  }

  /// The description where there may be one of that name.
  private func named(_ domain: DomainDescription) throws(ExitStatus) -> DomainDescription {
    guard domain.instance != nil, !domain.hasInstances else { return domain }
    throw fail(
      text(
        "there is one \(domain.domain) on a machine, and no \(domain.label)",
        "\(domain.domain, .topic) 한 컴퓨터에 하나뿐이어서 \(domain.label, .topic) 없습니다"), .usage)
  }

  /// Every domain that is described, and each that there are several of; of them those alone that
  /// `--at` names.
  func entries() -> [DescriptionCatalog.Entry] {
    each(catalog.entry) { try? $0.description.get() }
  }

  /// What each of them has for today.
  func glances() -> [DomainDescription] { each(catalog.glance) { $0 } }

  private func each<Found>(
    _ find: (String) -> Found?, _ description: (Found) -> DomainDescription?
  ) -> [Found] {
    catalog.names.flatMap { name -> [Found] in
      guard let found = find(name) else { return [] }
      guard let domain = description(found) else { return [found] }
      let known = Instances.names(of: domain, directory: invocation.socketDirectory)
      if let chosen = invocation.instance { return known.contains(chosen) ? [found] : [] }
      return [found] + known.compactMap { find("\(name)@\($0)") }
    }
  }

  /// The same for a method that is called by its name.
  func description(
    _ domain: String, forMethod name: String
  ) throws(ExitStatus) -> DomainDescription {
    if let excerpt = catalog.excerpt(domain, where: { method, _ in method == name }) {
      return try named(excerpt)
    }
    return try description(domain)
  }

  /// The whole description of which a command has read a part; the part where it cannot be read.
  func whole(_ domain: DomainDescription) -> DomainDescription {
    // Described or not, the error itself is shown.
    catalog.description(of: domain.label) ?? domain
  }

  private func unknownDomain(_ word: String) -> ExitStatus {
    if let at = word.firstIndex(of: "@"), at > word.startIndex, DomainLabel(word) == nil {
      let name = String(word[word.index(after: at)...])
      return fail(
        text(
          "\(name) is no name for one of several: 1 to 32 of a-z, 0-9, - and _",
          "\(name, .topic) 이름으로 쓸 수 없습니다. a-z, 0-9, -, _ 1~32자로 지으십시오"), .usage)
    }
    let known = catalog.names + BuiltIn.allCases.map(\.name)
    let nearest = nearestNames(to: word, among: known).first
    return fail(
      UsageError(
        "there is no domain or command \(word)", "\(word) 도메인이나 명령은 없습니다", nearest: nearest,
        otherwise: ("; see `matectl domains`", ". `matectl domains`를 보십시오")))
  }

  /// Says that a domain has no such command, and which one is near.
  func unknownCommand(_ words: [String], in domain: DomainDescription) -> ExitStatus {
    if let option = words.first, option.hasPrefix("-") { return misplaced(option, in: domain) }
    let typed = Array(words.prefix { !$0.hasPrefix("-") })
    let (name, nearest) = CommandMatch.nearestCommand(to: typed, in: domain)
    let group = typed.first.flatMap { domain.hasCommand(startingWith: [$0]) ? " \($0)" : nil } ?? ""
    // A command of our own has the domain behind it: `matectl status bank`.
    let own = typed.first.flatMap { BuiltIn(rawValue: $0) }.flatMap { $0.takesDomain ? $0 : nil }
    let next =
      own.map { "matectl \($0.name) \(domain.label)" }
      ?? nearest.map { "matectl \(domain.label) \($0)" } ?? "matectl help \(domain.label)\(group)"
    return fail(
      text(
        "\(domain.label) has no command \(name); try `\(next)`",
        "\(domain.label)에 \(name) 명령은 없습니다. \("`\(next)`", .object) 해 보십시오"), .usage)
  }

  /// Says of an option between a domain and its command what is wrong with that.
  private func misplaced(_ option: String, in domain: DomainDescription) -> ExitStatus {
    let name = String(option.prefix { $0 != "=" })
    if Invocation.optionsBeforeDomain.contains(name) {
      return fail(
        text("\(name) stands before the domain", "\(name, .topic) 도메인 앞에 씁니다"), .usage)
    }
    if let place = domain.placeOfInstance(name) {
      return fail(place.text(in: language), .usage)
    }
    return fail(
      text(
        "there is no option \(name) before a command; try `matectl help \(domain.label)`",
        "명령 앞에 쓰는 \(name) 옵션은 없습니다. `matectl help \(domain.label)` 명령을 보십시오"), .usage)
  }

  func endpoint(_ domain: DomainDescription) throws(ExitStatus) -> Endpoint {
    do throws(SystemError) {
      return try Endpoint(
        domain: domain.domain, socket: domain.socket, instance: domain.instance, unit: domain.unit,
        directory: invocation.socketDirectory)
    } catch {
      throw fail(
        text(
          "the runtime directory \(error.subject) is not yours; set XDG_RUNTIME_DIR or --socket-dir",
          "런타임 폴더 \(error.subject, .object) 쓸 수 없습니다. XDG_RUNTIME_DIR 또는 --socket-dir를 지정하십시오"),
        .unreachable)
    }
  }
}
