import CalDAV
import CivilTime
import HTTPClient
import TaskFormats
import TestSupport
import Testing
import Values

/// Two machines and the collection they share.
struct Setting {
  let server: CalendarServer
  let client: CalDAVClient
  let collection: CalDAVCollection
  let one = Device()
  let two = Device(startingAt: 1_700_000_500)

  init(hasSync: Bool = true) async throws {
    server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO", "VEVENT")
    client = try server.client(path: "/kim/tasks/")
    let found = try #require(try await client.discover().first)
    collection =
      hasSync ? found : CalDAVCollection(address: found.address, name: "", hasSync: false)
  }

  @discardableResult
  func sync(_ device: Device, acceptsLoss: Bool = false) async throws -> CalDAVReport {
    try await device.sync(client, collection, acceptsLoss: acceptsLoss)
  }

  /// Both machines have seen everything.
  func settle() async throws {
    for _ in 0..<10 {
      let reports = [try await sync(one), try await sync(two)]
      if reports.allSatisfy(\.isQuiet) { return }
    }
    Issue.record("two machines never come to rest")
  }

  func path(_ id: UUID) -> String { "/kim/tasks/\(id).ics" }
}

extension CalDAVReport {
  /// Whether nothing was to do.
  var isQuiet: Bool {
    received + sent + removedHere + removedThere + merged == 0 && problems.isEmpty
  }
}
