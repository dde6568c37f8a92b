import Glibc
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// What a machine goes through that stands aside where its disk has no place for the file, or where it dies meanwhile.
extension BranchTests {
  @LoopActor
  @Test("who cannot stand aside says so once, not at each try, and does when it can")
  func asideWithoutRoom() async throws {
    let world = try await OwnWorld.followed("noRoom", changes: 3)
    try await world.goOnAlone("first", changes: 4)
    try await world.sql(
      "UPDATE mate_owner SET epoch = epoch + 1, holder = 'x' WHERE branch = 'noRoom'")
    // Where the draft would be is something that cannot be removed as a file.
    let places = (Int64(0)..<40).map { second in
      let text = "\(Timestamp(microseconds: WallTime.now.microseconds + second * 1_000_000))"
      let name = text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
      return world.path("first") + ".not-followed-\(name).part"
    }
    for place in places { mkdir(place, 0o700) }
    let told = world["first"].roles.count
    try world.connect("first")
    try await world["first"].becomes("store")
    // Long enough for several tries.
    try await Task.sleep(nanoseconds: 400_000_000)
    // Once that it was taken over, and once why it stays.
    #expect(world["first"].roles[told...].count { $0 == "apart" } == 2)
    for place in places { rmdir(place) }
    try await world["first"].becomes("standby")
    #expect(world["first"].roles[told...].suffix(3) == ["apart", "apart", "standby"])
    let file = try #require(world["first"].member.status.aside?.first)
    #expect(try world.numbers(in: file) == Array(1...7))
    await world.endAll()
  }

  @LoopActor
  @Test("what a process has left of a file aside is removed at the next start, a whole file never")
  func draftsOfAside() async throws {
    let world = try OwnWorld("drafts")
    let name = "first.db.not-followed-20261125T031500Z"
    let names = ["", "-wal", "-shm", "-journal"].map { name + "-2.part\($0)" }
    for name in [name] + names { try world.directory.append("x", to: name) }
    let (whole, drafts) = (world.directory.file(name), names.map(world.directory.file))
    try world.begin("first")
    try await world["first"].becomes("owner")
    #expect(drafts.allSatisfy { access($0, F_OK) != 0 } && access(whole, F_OK) == 0)
    #expect(world["first"].member.status.aside == [whole])
    await world.endAll()
  }

  @Test("a trouble that stays is told ever more rarely, a new one and its end at once")
  func reminders() {
    var reminder = TroubleReminder()
    let minute: UInt64 = 60_000_000_000
    var told: [UInt64] = []
    for second in 0..<(4 * 3600) where reminder.isDue("full", at: UInt64(second) * 1_000_000_000) {
      told.append(UInt64(second) / 60)
    }
    #expect(told == [0, 1, 3, 7, 15, 31, 63, 127])
    let now = 240 * minute
    #expect(reminder.isDue("fenced", at: now) && !reminder.isDue("fenced", at: now))
    #expect(reminder.isDue(nil, at: now) && reminder.isDue("fenced", at: now))
  }
}
