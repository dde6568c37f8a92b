import CivilTime
import HTTPClient
import TaskFormats
import TestSupport
import Testing
import Values

@testable import CalDAV

@Suite(
  "CalDAVClient", .enabled(if: CalendarServer.isPossible, "needs Debian's radicale and python3"))
struct CalDAVClientTests {
  private func task(_ title: String, _ id: UInt64 = 1) -> TaskRecord {
    TaskRecord(id: UUID(high: 1, low: id), title: title)
  }

  private func text(_ title: String, _ id: UInt64 = 1) -> String {
    CalendarObject.text(of: task(title, id), FormatContext(zone: .utc))
  }

  @Test(
    "task collections are found from the server, the principal, the folder and themselves",
    arguments: ["/", "/kim", "/kim/", "/kim/tasks/", "/kim/tasks"])
  func discovery(path: String) async throws {
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO", "VJOURNAL")
    try server.makeCalendar("events", "VEVENT")
    let found = try await server.client(path: path).discover()
    #expect(found.map(\.address.path) == ["/kim/tasks/"])
    #expect(found.map(\.name) == ["tasks & 할 일"])
    #expect(found.map(\.hasSync) == [true])
  }

  @Test("what is wrong is told apart: password, address, no tasks, no server")
  func failures() async throws {
    let server = try CalendarServer()
    try server.makeCalendar("events", "VEVENT")
    await #expect(throws: CalDAVError.unauthorized(host: server.host)) {
      try await server.client(password: "wrong").discover()
    }
    await #expect(throws: CalDAVError.noTasks(path: "/kim/events/")) {
      try await server.client(path: "/kim/events/").discover()
    }
    await #expect(throws: CalDAVError.notFound(path: "/kim/nothing/")) {
      try await server.client(path: "/kim/nothing/").discover()
    }
    try server.set(.unavailable)
    await #expect(throws: CalDAVError.busy(host: server.host, retryAfterSeconds: 7)) {
      try await server.client().discover()
    }
    let nobody = try CalDAVClient(
      url: "http://127.0.0.1:1/", credentials: nil, fetcher: HTTPFetcher())
    await #expect(throws: CalDAVError.transport(.cannotConnect(host: "127.0.0.1:1"))) {
      try await nobody.discover()
    }
  }

  @Test("a password does not leave the machine without https, nor go to a strange host")
  func secrets() throws {
    let credentials = HTTPRequest.Credentials(user: "a", password: "b")
    #expect(throws: CalDAVError.insecure(host: "example.com")) {
      try CalDAVClient(url: "http://example.com/", credentials: credentials, fetcher: HTTPFetcher())
    }
    #expect(throws: CalDAVError.insecure(host: "127.evil.example")) {
      try CalDAVClient(
        url: "http://127.evil.example/", credentials: credentials, fetcher: HTTPFetcher())
    }
    _ = try CalDAVClient(
      url: "https://example.com/", credentials: credentials, fetcher: HTTPFetcher())
    _ = try CalDAVClient(
      url: "http://[::1]:5232/", credentials: credentials, fetcher: HTTPFetcher())
  }

  @Test("an object is stored once as new and replaced only with the version it has")
  func versions() async throws {
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let client = try server.client()
    let collection = try #require(try await client.discover().first)
    let address = collection.address.member("a b%.ics")
    let first = try await client.store(text("one"), at: address, replacing: nil)
    await #expect(throws: CalDAVError.changed(path: address.path)) {
      try await client.store(text("other"), at: address, replacing: nil)
    }
    let second = try await client.store(text("two"), at: address, replacing: first.etag)
    #expect(first.etag != second.etag)
    await #expect(throws: CalDAVError.changed(path: address.path)) {
      try await client.store(text("late"), at: address, replacing: first.etag)
    }
    await #expect(throws: CalDAVError.changed(path: address.path)) {
      try await client.remove(address, etag: first.etag)
    }
    let found = try #require(try await client.resource(address))
    #expect(found.etag == second.etag)
    #expect(try CalendarObject(found.text).record.title == "two")
    try await client.remove(address, etag: second.etag)
    #expect(try await client.resource(address) == nil)
    // A removal whose answer was lost is asked for again.
    try await client.remove(address, etag: second.etag)
  }

  @Test("changes are told since the last time: new, changed, removed")
  func changes() async throws {
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let client = try server.client()
    let collection = try #require(try await client.discover().first)
    let (one, two) = (collection.address.member("1.ics"), collection.address.member("2.ics"))
    let first = try await client.store(text("one", 1), at: one, replacing: nil)
    let all = try await client.changes(in: collection, since: nil)
    #expect(all.isComplete && all.tags == [one: first.etag])
    let second = try await client.store(text("two", 2), at: two, replacing: nil)
    try await client.remove(one, etag: first.etag)
    let later = try await client.changes(in: collection, since: all.token)
    #expect(!later.isComplete && later.tags == [two: second.etag] && later.removed == [one])
    await #expect(throws: CalDAVError.staleToken) {
      try await client.changes(in: collection, since: "http://radicale.org/ns/sync/none")
    }
    let listed = CalDAVCollection(address: collection.address, name: "", hasSync: false)
    let listing = try await client.changes(in: listed, since: nil)
    #expect(listing.isComplete && listing.tags == [two: second.etag] && listing.token == nil)
    let found = try await client.resources([one, two], in: collection)
    #expect(found.map(\.address) == [two] && found.first?.etag == second.etag)
  }
}

extension CalendarServer {
  /// Without the scheme.
  var host: String { String(url.dropFirst("http://".count)) }
}
