internal import HTTPClient
internal import Values

/// One question to a portal, asked and read off the loop.
enum PortalClient {
  /// The portal answers within a second when it is well; a subway answer of sixty rows is 60 KB,
  /// the list of all stations 3 MB.
  static let limits: HTTPRequest.Limits = {
    var limits = HTTPRequest.Limits()
    limits.connectSeconds = 4
    limits.totalSeconds = 10
    limits.bodyBytes = 8 << 20
    limits.redirects = 3
    return limits
  }()

  /// What comes to a place; the URL is made for this request and kept nowhere.
  ///
  /// - Throws: ``UpstreamFault``, or `CancellationError`.
  @concurrent
  static func arrivals(
    at place: PlaceKey, _ address: PortalAddress, key: String
  ) async throws -> UpstreamAnswer {
    switch place {
    case .station(let name): try await subway(address.arrivals(station: name, key: key))
    case .stop(let number): try await bus(address.arrivals(stopNumber: number, key: key))
    }
  }

  /// An answer of a portal about a place that another daemon has passed on.
  static func read(
    _ body: [UInt8], about place: PlaceKey
  ) throws(UpstreamFault) -> UpstreamAnswer {
    var answer = try place.portal == .bus ? BusEnvelope.answer(body) : SubwayEnvelope.answer(body)
    answer.body = body
    return answer
  }

  /// - Throws: ``UpstreamFault``, or `CancellationError`.
  @concurrent
  static func subway(_ url: String) async throws -> UpstreamAnswer {
    try read(try await fetch(url), SubwayEnvelope.answer)
  }

  /// - Throws: ``UpstreamFault``, or `CancellationError`.
  @concurrent
  static func bus(_ url: String) async throws -> UpstreamAnswer {
    try read(try await fetch(url), BusEnvelope.answer)
  }

  private static func fetch(_ url: String) async throws -> HTTPResponse {
    var request = HTTPRequest("GET", url)
    request.limits = limits
    return try await HTTPFetcher.shared.answer(to: request)
  }

  /// What the body says outranks the status, as both portals say most things with 200; where it
  /// says nothing of its own the status speaks.
  static func read(
    _ response: HTTPResponse, _ envelope: ([UInt8]) throws(UpstreamFault) -> UpstreamAnswer
  ) throws(UpstreamFault) -> UpstreamAnswer {
    if response.isSuccess {
      var answer = try envelope(response.body)
      answer.body = response.body
      return answer
    }
    do throws(UpstreamFault) {
      _ = try envelope(response.body)
    } catch {
      switch error {
      case .key, .quotaExhausted, .tooFast: throw error
      default: break
      }
    }
    throw fault(status: response.status)
  }

  private static func fault(status: Int) -> UpstreamFault {
    switch status {
    case 401: .key(.unregistered)
    case 403: .key(.denied)
    case 429: .tooFast
    case 400..<500: .noSuchService(status: status)
    default: .serverFault(code: "HTTP \(status)")
    }
  }
}

extension Snapshot {
  /// What an answer about a place means.
  init(_ answer: UpstreamAnswer, of place: PlaceKey, at now: Timestamp) {
    let routes = place.portal == .bus ? BusMapping.routes(answer, receivedAt: now) : []
    let arrivals =
      place.portal == .bus ? routes.flatMap(\.arrivals) : SubwayMapping.arrivals(answer)
    self.init(
      arrivals: ArrivalList.deduplicated(arrivals), routes: routes, receivedAt: now,
      rows: answer.rows.count, total: answer.total, emptiness: answer.emptiness,
      body: answer.body)
  }
}
