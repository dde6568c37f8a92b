internal import CalDAV
internal import HTTPClient
internal import Values

/// One exchange with a server of calendars.
struct CalendarSync: Sendable {
  let projects: Projects
  let name: String
  let target: SyncTarget
  /// Whether it is meant that everything is gone from the server.
  let acceptsLoss: Bool

  /// - Throws: ``PeerFailure``, or what the store throws.
  func run() async throws -> SyncCounts {
    do {
      let client = try CalDAVClient(
        url: target.target, credentials: try target.account.credentials(), fetcher: HTTPFetcher())
      let collection = try choose(try await client.discover())
      let progress = SyncProgress(name: name)
      let remarks = SyncRemarks()
      let store = CalendarStore(projects: projects, name: name, remarks: remarks)
      let report = try await CalDAVSync.run(
        client, collection, store, ledger: try await store.ledger(of: collection),
        context: projects.context, acceptsLoss: acceptsLoss
      ) { progress.looked(at: $0, of: $1) }
      var counts = SyncCounts()
      counts.received = report.received + report.merged + report.removedHere
      counts.sent = report.sent + report.removedThere
      counts.knowledge = try await projects.knowledge
      counts.problems = await remarks.texts + report.problems.map(Self.sentence)
      return counts
    } catch CalDAVError.everythingGone(let count) {
      throw Self.everythingGone(count, name)
    } catch let error as CalDAVError {
      throw PeerFailure(isOffline: error.isOffline, text: error.text)
    }
  }

  private static func sentence(_ problem: CalDAVReport.Problem) -> LocalizedText {
    let text = problem.text
    return LocalizedText(
      en: text.en.contains(problem.subject) ? text.en : "\(problem.subject): \(text.en)",
      ko: text.ko.map { $0.contains(problem.subject) ? $0 : "\(problem.subject): \($0)" })
  }

  private static func everythingGone(_ count: Int, _ name: String) -> PeerFailure {
    let text = CalDAVError.everythingGone(count: count).text
    let command = "`matectl project sync run \(name) --accept-loss`"
    return .failed(
      "\(text.en); if that is meant: \(command)", ko: "\(text.ko ?? text.en). 지운 것이 맞으면: \(command)"
    )
  }

  private func choose(_ found: [CalDAVCollection]) throws(PeerFailure) -> CalDAVCollection {
    if let name = target.account.collection {
      if let collection = found.first(where: { $0.name == name }) { return collection }
    } else if found.count == 1, let only = found.first {
      return only
    }
    let names = found.map(\.name).joined(separator: ", ")
    throw .failed(
      "the server has these lists: \(names); remove \(name) and add it with --collection",
      ko: "서버에 있는 목록: \(names). \(name) 등록을 해제하고 --collection을 붙여 다시 등록하십시오")
  }
}
