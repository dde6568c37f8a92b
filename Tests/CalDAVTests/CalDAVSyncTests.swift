import CalDAV
import CivilTime
import HTTPClient
import Synchronization
import TaskFormats
import TestSupport
import Testing
import Values

@Suite(
  "CalDAVSync", .enabled(if: CalendarServer.isPossible, "needs Debian's radicale and python3"))
struct CalDAVSyncTests {
  private func task(_ title: String) -> TaskRecord {
    TaskRecord(
      id: UUID(random: .random(in: 0...UInt64.max), .random(in: 0...UInt64.max)), title: title)
  }

  @Test(
    "tasks, edits and removals of one machine reach the other, with and without tokens",
    arguments: [true, false])
  func basics(hasSync: Bool) async throws {
    let setting = try await Setting(hasSync: hasSync)
    var record = task("보고서, 초안; 끝")
    record.due = CalendarTime("2026-11-30T09:00:00[Asia/Seoul]")
    record.tags = ["work"]
    record.body = "a\nb"
    record.recurrence = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
    record.reminders = [.beforeDue(seconds: 600)]
    await setting.one.put(record)
    await setting.one.put(task("other"))
    #expect(try await setting.sync(setting.one).sent == 2)
    #expect(try await setting.sync(setting.two).received == 2)
    let original = await setting.one.records
    #expect(await setting.two.records == original)

    await setting.two.edit(record.id) { $0.state = .done }
    try await setting.sync(setting.two)
    try await setting.sync(setting.one)
    #expect(await setting.one.tasks[record.id]?.record.state == .done)

    await setting.one.removeTask(record.id)
    #expect(try await setting.sync(setting.one).removedThere == 1)
    #expect(try await setting.sync(setting.two).removedHere == 1)
    #expect(await setting.two.records.map(\.title) == ["other"])
    #expect(try await setting.sync(setting.one).isQuiet)
    #expect(try await setting.sync(setting.two).isQuiet)
  }

  @Test("it says how many tasks were sent and taken in, of how many")
  func progress() async throws {
    let setting = try await Setting()
    for title in ["a", "b", "c"] { await setting.one.put(task(title)) }
    let said = Mutex<[[Int]]>([])
    let (client, collection) = (setting.client, setting.collection)
    _ = try await setting.one.sync(client, collection) { done, total in
      said.withLock { $0.append([done, total]) }
    }
    // Sent one by one, and then found in one listing.
    #expect(said.withLock { $0.prefix(3) } == [[1, 3], [2, 3], [3, 3]])
    said.withLock { $0 = [] }
    _ = try await setting.two.sync(client, collection) { done, total in
      said.withLock { $0.append([done, total]) }
    }
    #expect(said.withLock { $0 } == [[3, 3]])
  }

  @Test("edits of different fields on both machines both stay; of one field the later one")
  func conflict() async throws {
    let setting = try await Setting()
    let record = task("both")
    await setting.one.put(record)
    try await setting.settle()
    await setting.one.edit(record.id) { $0.body = "from one" }
    await setting.one.edit(record.id) { $0.tags = ["one"] }
    await setting.two.edit(record.id) { $0.group = "from two" }
    await setting.two.edit(record.id) { $0.tags = ["two"] }
    await setting.one.edit(record.id) { $0.title = "earlier" }
    await setting.two.edit(record.id) { $0.title = "later" }
    try await setting.sync(setting.one)
    #expect(try await setting.sync(setting.two).merged == 1)
    try await setting.settle()
    for device in [setting.one, setting.two] {
      let merged = try #require(await device.tasks[record.id]?.record)
      #expect(merged.body == "from one" && merged.group == "from two")
      #expect(merged.tags == ["one", "two"] && merged.title == "later")
    }
  }

  @Test("an edit wins over a removal, whichever side it is on")
  func editAndRemoval() async throws {
    let setting = try await Setting()
    let (kept, back) = (task("removed there"), task("removed here"))
    await setting.one.put(kept)
    await setting.one.put(back)
    try await setting.settle()
    await setting.one.edit(kept.id) { $0.body = "still needed" }
    await setting.two.removeTask(kept.id)
    await setting.one.removeTask(back.id)
    await setting.two.edit(back.id) { $0.body = "still needed" }
    try await setting.sync(setting.two)
    try await setting.settle()
    for device in [setting.one, setting.two] {
      #expect(await device.records.map(\.body) == ["still needed", "still needed"])
    }
  }

  @Test("a version that was changed between the listing and the change is taken in first")
  func overtaken() async throws {
    let setting = try await Setting()
    let record = task("raced")
    await setting.one.put(record)
    try await setting.settle()
    // The second machine stores behind the first one's back: its etag is old when it sends.
    await setting.two.edit(record.id) { $0.group = "two" }
    await setting.one.edit(record.id) { $0.body = "one" }
    try await setting.sync(setting.two)
    let before = await setting.one.ledger
    // A token that hides the change makes the first machine send at once.
    let current = await setting.two.ledger.token
    await setting.one.forgetToken(current)
    let report = try await setting.sync(setting.one)
    #expect(report.sent == 1 && report.merged == 1)
    #expect(before.token != current)
    let merged = try #require(await setting.one.tasks[record.id]?.record)
    #expect(merged.body == "one" && merged.group == "two")
  }

  @Test("what other programs wrote keeps its unknown parts through our edits")
  func foreign() async throws {
    let setting = try await Setting()
    let foreign = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:-//Somebody//EN\r
      BEGIN:VTODO\r
      UID:not-a-uuid@example.com\r
      DTSTAMP:20261121T000000Z\r
      SUMMARY:theirs\r
      X-COLOR:red\r
      LOCATION:서울\r
      END:VTODO\r
      END:VCALENDAR\r

      """
    try setting.server.request("PUT", "/kim/tasks/theirs.ics", foreign)
    try await setting.sync(setting.one)
    let record = try #require(await setting.one.records.first)
    #expect(record.title == "theirs")
    await setting.one.edit(record.id) { $0.title = "ours" }
    #expect(try await setting.sync(setting.one).sent == 1)
    let text = try setting.server.request("GET", "/kim/tasks/theirs.ics").body
    for part in ["UID:not-a-uuid@example.com", "SUMMARY:ours", "X-COLOR:red", "LOCATION:서울"] {
      #expect(text.contains(part), "\(part)")
    }
    try await setting.settle()
    #expect(await setting.two.records.map(\.title) == ["ours"])
  }

  @Test("appointments and unreadable objects stay where they are; a task may have no title")
  func leftAlone() async throws {
    let setting = try await Setting()
    let event = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:e\r\n\
      DTSTAMP:20261121T000000Z\r\nDTSTART:20261121T000000Z\r\nSUMMARY:event\r\n\
      END:VEVENT\r\nEND:VCALENDAR\r\n
      """
    let nameless = event.replacing("VEVENT", with: "VTODO").replacing("UID:e", with: "UID:n")
      .replacing("SUMMARY:event\r\n", with: "")
    // A legal object with more properties than a task may have here.
    let endless = nameless.replacing(
      "UID:n", with: "UID:o" + String(repeating: "\r\nX-A:1", count: 400))
    try setting.server.request("PUT", "/kim/tasks/e.ics", event)
    try setting.server.request("PUT", "/kim/tasks/n.ics", nameless)
    try setting.server.request("PUT", "/kim/tasks/o.ics", endless)
    let report = try await setting.sync(setting.one)
    #expect(report.problems.map(\.subject) == ["/kim/tasks/o.ics"])
    #expect(report.sent == 0)
    #expect(await setting.one.records.map(\.title) == ["(no title)"])
    #expect(try await setting.sync(setting.one).isQuiet)
    #expect(try setting.server.request("GET", "/kim/tasks/e.ics").status == 200)
    #expect(try !setting.server.request("GET", "/kim/tasks/n.ics").body.contains("SUMMARY"))
    #expect(try setting.server.request("GET", "/kim/tasks/o.ics").status == 200)
  }

  @Test("a stale token is no loss: everything is compared")
  func staleToken() async throws {
    let setting = try await Setting()
    let record = task("kept")
    await setting.one.put(record)
    try await setting.settle()
    await setting.two.edit(record.id) { $0.body = "new" }
    try await setting.sync(setting.two)
    await setting.one.forgetToken("http://radicale.org/ns/sync/unknown")
    try await setting.sync(setting.one)
    #expect(await setting.one.records.map(\.body) == ["new"])
  }

  @Test("a collection that lost all its tasks empties no machine, unless that is meant")
  func everythingGone() async throws {
    let setting = try await Setting()
    for number in 0..<4 { await setting.one.put(task("\(number)")) }
    try await setting.settle()
    try setting.server.request("DELETE", "/kim/tasks/")
    try setting.server.makeCalendar("tasks", "VTODO")
    await #expect(throws: CalDAVError.everythingGone(count: 4)) {
      try await setting.sync(setting.one)
    }
    #expect(await setting.one.records.count == 4)
    #expect(try await setting.sync(setting.one, acceptsLoss: true).removedHere == 4)
  }

  @Test("what another machine removes right after we made it is removed here too")
  func shortLived() async throws {
    let setting = try await Setting()
    let record = task("short")
    await setting.one.put(record)
    // The run is killed between its change on the server and the look that follows.
    await setting.one.crash(atTokens: true)
    await #expect(throws: (any Error).self) { try await setting.sync(setting.one) }
    await setting.one.crash(atTokens: false)
    try await setting.sync(setting.two)
    await setting.two.removeTask(record.id)
    #expect(try await setting.sync(setting.two).removedThere == 1)
    try setting.server.set(.silentRemovals)
    #expect(try await setting.sync(setting.one).removedHere == 1)
    #expect(await setting.one.records.isEmpty)
  }

  @Test(
    "an answer that is lost after the server has acted loses and doubles nothing",
    arguments: [
      CalendarServer.Fault.lostAnswer, .lostAnswerToChange, .cutAnswer, .lostRequest, .unavailable,
    ])
  func brokenOff(fault: CalendarServer.Fault) async throws {
    let setting = try await Setting()
    let (old, gone, new) = (task("old"), task("gone"), task("new"))
    await setting.one.put(old)
    await setting.one.put(gone)
    try await setting.settle()
    await setting.one.edit(old.id) { $0.body = "edited" }
    await setting.one.removeTask(gone.id)
    await setting.one.put(new)
    // Each run fails at its first request that the fault meets; then the road is free again.
    for _ in 0..<3 {
      try setting.server.set(fault)
      await #expect(throws: CalDAVError.self) { try await setting.sync(setting.one) }
      try setting.server.set(.none)
    }
    try await setting.settle()
    #expect(Set(await setting.two.records.map(\.title)) == ["old", "new"])
    #expect(await setting.two.tasks[old.id]?.record.body == "edited")
    #expect(await setting.one.records == setting.two.records)
  }

  @Test(
    "what was sent without an answer is no change of others: later edits of it stay",
    arguments: [true, false])
  func editAfterLostAnswer(isNew: Bool) async throws {
    let setting = try await Setting()
    let record = task("report")
    await setting.one.put(record)
    if !isNew { try await setting.settle() }
    await setting.one.edit(record.id) {
      $0.body = "first"
      $0.tags = ["a"]
    }
    try setting.server.set(.lostAnswerToChange)
    await #expect(throws: CalDAVError.self) { try await setting.sync(setting.one) }
    try setting.server.set(.none)
    try await setting.sync(setting.two)
    #expect(await setting.two.tasks[record.id]?.record.body == "first")
    // Somebody else edits another field, and much later by the clock.
    for _ in 0..<10 { await setting.two.edit(record.id) { $0.group = "home" } }
    try await setting.sync(setting.two)
    await setting.one.edit(record.id) {
      $0.body = "second"
      $0.tags = []
    }
    try await setting.settle()
    for device in [setting.one, setting.two] {
      let merged = await device.tasks[record.id]?.record
      #expect(merged?.body == "second")
      #expect(merged?.tags == [])
      #expect(merged?.group == "home")
    }
  }

  @Test("with faults and kills at random nothing is lost or doubled in the end", arguments: 1...3)
  func chaos(round: Int) async throws {
    let setting = try await Setting()
    var removed: Set<UUID> = []
    var bodies: [UUID: String] = [:]
    var groups: [UUID: String] = [:]
    var broken = 0
    try setting.server.set(.random)
    for device in [setting.one, setting.two] { await device.crash(oneIn: 40) }
    for step in 0..<40 {
      // The first machine writes bodies and the second one groups: no field has two writers.
      let isFirst = step % 2 == 0
      let device = isFirst ? setting.one : setting.two
      let ids = await device.records.map(\.id).filter { !removed.contains($0) }
      switch Int.random(in: 0..<4) {
      case 0 where step < 30:
        let new = task("\(round)/\(step)")
        await device.put(new)
        (bodies[new.id], groups[new.id]) = (nil, nil)
      case 1:
        guard isFirst, ids.count > 4, let id = ids.randomElement() else { break }
        // What was removed may come back by an edit elsewhere; nothing is expected of it.
        removed.insert(id)
        await device.removeTask(id)
      default:
        guard let id = ids.randomElement() else { break }
        let text = "\(step)"
        if isFirst { bodies[id] = text } else { groups[id] = text }
        await device.edit(id) { if isFirst { $0.body = text } else { $0.group = text } }
      }
      do {
        try await setting.sync(device)
      } catch {
        broken += 1
      }
    }
    #expect((1..<40).contains(broken))
    try setting.server.set(.none)
    for device in [setting.one, setting.two] { await device.crash(oneIn: nil) }
    try await setting.settle()
    let (one, two) = (await setting.one.records, await setting.two.records)
    #expect(one.map(\.id) == two.map(\.id))
    for (left, right) in zip(one, two) { #expect(CalendarObject.isSame(left, right)) }
    #expect(Set(one.map(\.title)).count == one.count)
    for record in one where !removed.contains(record.id) {
      #expect(record.body == bodies[record.id], "\(record.title)")
      #expect(record.group == groups[record.id], "\(record.title)")
    }
    let listing = try setting.server.request("GET", "/kim/tasks/")
    let objects = TaskFormat.ics.read(Array(listing.body.utf8), FormatContext(zone: .utc))
    #expect(Set(objects.records.map(\.id)) == Set(one.map(\.id)))
    #expect(objects.records.count == one.count)
  }
}
