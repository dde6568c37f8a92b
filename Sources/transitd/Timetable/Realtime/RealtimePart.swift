internal import HTTPClient
internal import Values

/// What one address of a feed's real time said last.
struct RealtimePart: Sendable {
  let address: String
  var feed: RealtimeFeed?
  var heardAt: Timestamp?
  /// Why the last attempt gave nothing.
  var trouble: UpstreamFault?

  /// When what it says was made; when it was heard, where it does not say.
  var madeAt: Timestamp? {
    feed?.timestamp.map { Timestamp(microseconds: $0 * 1_000_000) } ?? heardAt
  }

  /// Whether it says anything about now.
  func isFresh(at now: Timestamp) -> Bool {
    guard feed != nil, let madeAt else { return false }
    return now.seconds(since: madeAt) <= RealtimeSnapshot.staleAfter
  }

  /// The address without what may be a key in it.
  var title: String {
    let path = address.split(separator: "?").first.map(String.init) ?? address
    let words = path.split(separator: "://", maxSplits: 1)
    let rest = words.count == 2 ? String(words[1]) : path
    // A name and a password may stand before the host.
    let host = rest.prefix { $0 != "/" }
    return host.lastIndex(of: "@").map { String(rest[rest.index(after: $0)...]) } ?? rest
  }

  /// How old it is, or why it is not there.
  func sentence(at now: Timestamp) -> LocalizedText {
    let age = madeAt.map { max(0, Int(now.seconds(since: $0))) }
    if let trouble, !isFresh(at: now) {
      return LocalizedText(
        en: "\(title): \(trouble.problem.en)",
        ko: "\(title): \(trouble.problem.text(in: .korean))")
    }
    let text = ArrivalText.duration(max(1, age ?? 0))
    let (late, lateKo) = isFresh(at: now) ? ("", "") : (", too old to be used", ", 오래되어 쓰지 않음")
    return LocalizedText(
      en: "\(title): \(text.en) old\(late)",
      ko: "\(title): \(text.text(in: .korean)) 전 정보\(lateKo)")
  }
}

extension RealtimeFeed {
  /// The parts of a feed as one; times are as old as the oldest part that has any.
  init(parts: [RealtimeFeed]) {
    let timed =
      parts.contains { !$0.updates.isEmpty } ? parts.filter { !$0.updates.isEmpty } : parts
    self.init(
      timestamp: timed.compactMap(\.timestamp).min(), updates: parts.flatMap(\.updates),
      vehicles: parts.flatMap(\.vehicles),
      alerts: parts.flatMap(\.alerts))
  }

  /// Asks all addresses at once; one that fails keeps what it said before, and the others theirs.
  @concurrent
  static func parts(
    _ addresses: [String], _ known: [RealtimePart], at now: Timestamp
  ) async throws -> [RealtimePart] {
    let calls = addresses.map { address in
      Task { () async throws -> RealtimePart in
        var part =
          known.first { $0.address == address } ?? RealtimePart(address: address)
        do {
          part.feed = try await answer(of: address)
          (part.heardAt, part.trouble) = (now, nil)
        } catch let fault as UpstreamFault {
          part.trouble = fault
        }
        return part
      }
    }
    var parts: [RealtimePart] = []
    for call in calls { parts.append(try await call.value) }
    return parts
  }

  private static func answer(of url: String) async throws -> RealtimeFeed {
    var request = HTTPRequest("GET", url)
    request.limits.totalSeconds = 8
    request.limits.bodyBytes = 32 << 20
    let response = try await HTTPFetcher.shared.answer(to: request)
    guard response.isSuccess else {
      throw response.status < 500
        ? UpstreamFault.noSuchService(status: response.status)
        : UpstreamFault.serverFault(code: "HTTP \(response.status)")
    }
    return try RealtimeFeed(response.body)
  }
}
