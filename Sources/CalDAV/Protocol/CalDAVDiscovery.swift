internal import XMLTree

/// A collection of tasks on a server.
package struct CalDAVCollection: Hashable, Sendable {
  package let address: DAVAddress
  /// The name that people gave it; its last path component where they gave none.
  package let name: String
  /// Whether the server says what has changed (RFC 6578).
  package let hasSync: Bool

  package init(address: DAVAddress, name: String, hasSync: Bool) {
    self.address = address.asCollection
    self.name = name
    self.hasSync = hasSync
  }
}

extension CalDAVClient {
  private static let properties = """
    <d:resourcetype/><d:displayname/><d:current-user-principal/><d:sync-token/>\
    <d:supported-report-set/><c:calendar-home-set/><c:supported-calendar-component-set/>
    """

  /// The collections of tasks that an address leads to (RFC 6764, section 6).
  ///
  /// The address may be that of a collection itself, of a folder of them, of a principal or of the
  /// whole server.
  ///
  /// - Throws: ``CalDAVError``; ``CalDAVError/noTasks(path:)`` where nothing there holds tasks.
  package func discover() async throws -> [CalDAVCollection] {
    var asked: Set<DAVAddress> = []
    var waiting = [home]
    if home.path == "/", let known = try? home.resolve("/.well-known/caldav") {
      waiting.append(known)
    }
    var firstError: (any Error)?
    // From the server to the principal to the folder: three steps, and some more for detours.
    for _ in 0..<6 {
      guard let address = waiting.first else { break }
      waiting.removeFirst()
      guard asked.insert(address).inserted else { continue }
      do {
        let (found, next) = try await look(at: address)
        if !found.isEmpty { return found }
        waiting = next + waiting
      } catch let error as CalDAVError where error.isOfOneResource {
        firstError = firstError ?? error
      }
    }
    throw firstError ?? CalDAVError.noTasks(path: home.path)
  }

  /// The collections at an address, or else where to look next.
  private func look(
    at address: DAVAddress
  ) async throws -> (found: [CalDAVCollection], next: [DAVAddress]) {
    let answer = try await report(
      "PROPFIND", address, depth: "0", DAVBody.propfind(Self.properties))
    guard let own = answer.responses.first else { return ([], []) }
    if let collection = Self.collection(own) { return ([collection], []) }
    var next: [DAVAddress] = []
    for (name, namespace) in [
      ("calendar-home-set", DAVElement.Namespace.calDAV),
      ("current-user-principal", DAVElement.Namespace.dav),
    ] {
      for reference in own.property(name, in: namespace)?.all("href") ?? [] {
        if let text = reference.value { next.append(try own.address.resolve(text)) }
      }
    }
    guard own.isCollection else { return ([], next) }
    let listing = try await report(
      "PROPFIND", own.address.asCollection, depth: "1", DAVBody.propfind(Self.properties))
    return (listing.responses.compactMap(Self.collection), next)
  }

  /// Nil of what is no calendar, or one that takes no tasks.
  private static func collection(_ response: Multistatus.Response) -> CalDAVCollection? {
    guard let type = response.property("resourcetype"),
      type.first("calendar", in: DAVElement.Namespace.calDAV) != nil
    else { return nil }
    let components = response.property(
      "supported-calendar-component-set", in: DAVElement.Namespace.calDAV)
    // A calendar that does not say takes everything: RFC 4791, section 5.2.3.
    let takesTasks = components?.children.contains {
      $0.attributes["name"]?.uppercased() == "VTODO"
    }
    guard takesTasks ?? true else { return nil }
    let address = response.address.asCollection
    let last = address.path.split(separator: "/").last.map(String.init)
    let reports = response.property("supported-report-set")?.all("supported-report") ?? []
    let saysSync = reports.contains { $0.first("report")?.first("sync-collection") != nil }
    return CalDAVCollection(
      address: address, name: response.property("displayname")?.value ?? last ?? "/",
      hasSync: saysSync || response.property("sync-token")?.value != nil)
  }
}
