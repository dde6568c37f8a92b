internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Settings: the quota, keys and addresses.
extension Transit {
  nonisolated static let settingCalls: [Call<Transit>] = [
    .read(
      "transit.quota", "Show how many calls of the day are used", ko: "오늘의 호출 횟수", words: "quota",
      takes: NoParams.self, gives: Answers.Quota.self, shows: quotaTable
    ) { transit, _, request in
      Answers.Quota(
        portals: Portal.allCases.map { transit.account($0, at: request.now) })
    },

    .change(
      "transit.configure", "Set keys and addresses", ko: "인증키와 주소 설정", access: .admin,
      words: CallWords(
        "configure",
        flags: [.init("subwayURL", long: "subway-url"), .init("busURL", long: "bus-url")],
        examples: [
          "matectl transit configure --key-file subway.key",
          "matectl transit configure --upstream ssh:home",
        ]),
      takes: Params.Configure.self, gives: Answers.Configured.self,
      shows: .message(
        """
        subway: key {subwayKeyName}, {subwayURL}; bus: key {busKeyName}, {busURL}; \
        arrivals from {source}
        """,
        ko: """
          지하철: 인증키 {subwayKeyName}, {subwayURL}; 버스: 인증키 {busKeyName}, {busURL}; \
          도착 정보: {source}
          """)
    ) { transit, params, _ in
      try transit.configure(params)
    }.idempotent,

    .task(
      RelayLink.method, "Give another transitd what a portal said of a place",
      ko: "다른 transitd에 포털의 응답 나눠 주기", takes: Params.Relay.self, gives: Answers.Relayed.self
    ) { transit, params, _ in
      try await transit.relay(params)
    },
  ]

  private nonisolated static let quotaTable = Rendering.table(
    rows: "/portals", key: "/portal",
    columns: [
      TableColumn("Portal", ko: "포털", "/portalName"),
      TableColumn("Used", ko: "사용", "/used", format: "integer"),
      TableColumn(
        "Left", ko: "남음", "/left", format: "integer",
        style: [StyleRule(when: "/left", is: 0, use: .danger)]),
      TableColumn("Share", ko: "비율", "/share", format: "bar"),
      TableColumn("Until", ko: "초기화", "/resetsAt", format: "relative"),
      TableColumn("Key", ko: "인증키", "/keyName"),
    ])
}

/// What they do.
extension Transit {
  func account(_ portal: Portal, at now: Timestamp) -> Answers.Account {
    let book = upstream.book
    let account = book.account(portal, at: now)
    let origin = upstream.keys.origin(of: portal)
    return Answers.Account(
      portal: portal, portalName: portal.title, used: account.used,
      daily: book.limits.daily, left: book.left(portal, for: .request, at: now),
      reserve: book.limits.reserve,
      share: min(1, Double(account.used) / Double(book.limits.daily)),
      exhausted: account.isExhausted, resetsAt: KoreaTime.nextMidnight(after: now),
      key: origin, keyName: origin.title)
  }

  func configure(_ params: Params.Configure) throws -> Answers.Configured {
    let keys: [(Portal, String)] = try [
      (.subway, params.keyFile), (.bus, params.busKeyFile),
    ].compactMap { portal, text in try text.map { (portal, try Self.key($0, portal)) } }
    let urls: [(String, String?)] = try [
      ("subwayURL", params.subwayURL), ("busURL", params.busURL),
    ].compactMap { name, text in try text.map { (name, try Self.url($0)) } }
    let source = try params.upstream.map { try Self.target($0) }
    guard !keys.isEmpty || !urls.isEmpty || source != nil else {
      throw TransitError(.nothingToConfigure)
    }
    try change({ state in
      if let source { state.settings.upstream = source }
      for (portal, key) in keys { state.settings.keys[portal] = key }
      for (name, url) in urls {
        if name == "busURL" { state.settings.busURL = url } else { state.settings.subwayURL = url }
      }
    }) { store, _ in
      for (portal, key) in keys {
        let isAnother = upstream.keys[portal] != self.keys.with(key, of: portal)[portal]
        try store.set(key: key, of: portal)
        if isAnother {
          var book = upstream.book
          book.renew(portal, at: now)
          try store.save(book.account(portal, at: now), of: portal)
        }
      }
      for (name, url) in urls { try store.set(name, url) }
      if let source { try store.set("upstream", source?.text) }
    }
    let (subway, bus) = (self.keys.origin(of: .subway), self.keys.origin(of: .bus))
    return Answers.Configured(
      subwayKey: subway, busKey: bus, subwayKeyName: subway.title, busKeyName: bus.title,
      subwayURL: address.subwayBase, busURL: address.busBase,
      upstream: state.settings.upstream?.text,
      source: state.settings.upstream.map { LocalizedText(en: $0.text, ko: $0.text) }
        ?? LocalizedText(en: "the portals", ko: "포털"))
  }

  /// What a portal said of a place, for another daemon.
  func relay(_ params: Params.Relay) async throws -> Answers.Relayed {
    let snapshot = try await desk.relayed(
      params.key, isWatch: params.watch, chain: params.chain)
    return Answers.Relayed(
      body: String(decoding: snapshot.body, as: UTF8.self),
      ageSeconds: max(0, now.seconds(since: snapshot.receivedAt)))
  }

  /// `default` goes back to the portals.
  private static func target(_ text: String) throws(TransitError) -> RelayTarget? {
    if text == "default" { return nil }
    guard let target = RelayTarget(text) else {
      throw TransitError(.invalidUpstream, ["upstream": .string(text)])
    }
    return target
  }

  private static func key(_ text: String, _ portal: Portal) throws(TransitError) -> String {
    guard let key = KeyRing.key(in: text) else {
      throw TransitError(
        .invalidKey,
        ["portal": .string(portal.rawValue), "portalName": portal.title.jsonValue])
    }
    return key
  }

  /// `default` goes back to the configuration's address, or the portal's own.
  private static func url(_ text: String) throws(TransitError) -> String? {
    if text == "default" { return nil }
    guard let url = BaseURL.checked(text) else {
      throw TransitError(.invalidURL, ["url": .string(text)])
    }
    return url
  }
}

extension KeyRing.Origin {
  fileprivate var title: LocalizedText {
    switch self {
    case .none: LocalizedText(en: "none", ko: "없음")
    case .stored: LocalizedText(en: "configured", ko: "설정됨")
    case .given: LocalizedText(en: "from the system", ko: "시스템 제공")
    }
  }
}
