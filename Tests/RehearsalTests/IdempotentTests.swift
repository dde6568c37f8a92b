import IPCProtocol
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime
@testable import bankd
@testable import juiced
@testable import projectd
@testable import transitd

/// What a description calls idempotent (`x-mate-idempotent`), models do again where they are not sure: a
/// second time must leave everything as the first did, whether it is done or refused.
@Suite("Calls that are said to be idempotent")
struct IdempotentTests {
  init() { RunningLoop.start() }

  @LoopActor
  @Test("at the bank")
  func bank() throws {
    try twice(
      Bank.self,
      reads: ["bank.board", "bank.teller.list", "bank.service.list", "bank.hours"],
      first: [
        // Whatever chance lets them want, the last of so many wait.
        ("bank.open", ""), ("bank.add", #""count":24"#),
        ("bank.teller.add", #""services":["deposit"],"mode":"manual""#),
        ("bank.hours.close", #""date":"2030-12-25""#),
        ("bank.service.set", #""service":"card","durationSeconds":9"#),
      ],
      [
        ("bank.spread", #""by":"lowestNumber""#), ("bank.spread", #""by":"longestIdle""#),
        ("bank.hours.rules", #""outside":"note","zone":"Europe/Berlin""#),
        ("bank.hours.set", #""days":"daily","times":"24h""#),
        ("bank.hours.set", #""days":"sun","times":"9-16","pauses":"12-13""#),
        ("bank.hours.close", #""date":"2030-12-20","until":"2030-12-27""#),
        ("bank.hours.reopen", #""date":"2030-12-26""#), ("bank.hours.clear", ""),
        ("bank.service.set", #""service":"loan","durationSeconds":3,"target":"90% within 10m""#),
        ("bank.service.remove", #""service":"card""#),
        ("bank.teller.set", #""teller":4,"name":"Kim","services":["loan"]"#),
        ("bank.teller.pause", #""teller":1"#), ("bank.teller.pause", #""teller":4"#),
        ("bank.teller.resume", #""teller":4"#), ("bank.teller.remove", #""teller":4"#),
        ("bank.leave", #""ticket":24,"reason":"gaveUp""#), ("bank.leave", #""ticket":23"#),
        ("bank.close", #""clearLine":true"#), ("bank.open", ""),
      ])
  }

  @LoopActor
  @Test("at the juice bar")
  func juice() throws {
    try twice(
      JuiceBar.self, reads: ["juice.stock", "juice.export", "juice.currency", "juice.menu"],
      first: [
        ("juice.order", #""juice":"banana""#),
        ("juice.stock.adjust", #""fruit":"kiwi","by":-3"#),
      ],
      [
        ("juice.undo", #""order":1"#),
        ("juice.stock.low", #""fruit":"mango","count":4"#), ("juice.stock.undo", #""entry":1"#),
        ("juice.stock.undo", #""entry":2"#), ("juice.stock.undo", #""entry":3"#),
        ("juice.fruit.add", #""fruit":"lime","count":9"#),
        ("juice.fruit.rename", #""fruit":"lime","to":"plum","name":"Plum""#),
        (
          "juice.recipe.set",
          #""juice":"plumade","recipe":[{"fruit":"plum","count":2}],"price":100"#
        ),
        ("juice.recipe.add", #""juice":"plumer","recipe":[{"fruit":"plum","count":3}]"#),
        ("juice.recipe.rename", #""juice":"plumer","to":"plumest""#),
        ("juice.recipe.retire", #""juice":"plumest""#),
        ("juice.recipe.retire", #""juice":"plumade""#),
        ("juice.fruit.retire", #""fruit":"plum""#), ("juice.currency.set", #""currency":"KRW""#),
      ])
  }

  @LoopActor
  @Test("on the board")
  func project() throws {
    try twice(
      ProjectService.self,
      reads: [
        "project.list", "project.board", "project.history", "project.sync.status",
        "project.context.list",
      ],
      first: (1...5).map { ("project.add", #""title":"Task \#($0)","zone":"UTC""#) } + [
        ("project.add", #""title":"Each week","due":"tomorrow","repeats":"weekly","zone":"UTC""#),
        ("project.sync.add", #""name":"other","command":"true""#),
      ],
      [
        ("project.start", #""ids":[1,6]"#), ("project.stop", #""ids":[1]"#),
        ("project.move", #""ids":[1,2],"to":"done""#),
        ("project.move", #""ids":[2,3],"to":"doing""#),
        ("project.assign", #""ids":[3,4],"to":"kim","zone":"UTC""#),
        ("project.remind", #""id":6,"when":["1h before"],"zone":"UTC""#),
        ("project.remind", #""id":6,"when":["off"],"zone":"UTC""#),
        ("project.context.set", #""name":"home","words":["@home"],"zone":"UTC""#),
        ("project.context.use", #""name":"home""#), ("project.context.remove", #""name":"home""#),
        ("project.sync.remove", #""name":"other""#), ("project.remove", #""ids":[4]"#),
      ])
  }

  @LoopActor
  @Test("on the way to work")
  func transit() throws {
    try twice(
      Transit.self,
      reads: [
        "transit.favourite.list", "transit.place.list", "transit.alarm.list", "transit.leave.list",
        "transit.quota",
      ],
      first: [
        ("transit.favourite.add", #""place":"사당""#), ("transit.favourite.add", #""place":"잠실""#),
      ],
      [
        ("transit.place.set", #""name":"work","place":"시청""#),
        ("transit.place.set", #""name":"home","place":"37.498,127.028""#),
        ("transit.place.remove", #""name":"home""#),
        ("transit.favourite.add", #""place":"강남""#),
        ("transit.favourite.move", #""favourite":"강남","position":1"#),
        ("transit.favourite.move", #""favourite":"1","position":3"#),
        ("transit.alarm.set", #""favourite":"강남""#), ("transit.alarm.remove", #""favourite":"강남""#),
        ("transit.favourite.remove", #""favourite":"1""#),
        ("transit.configure", #""subwayURL":"http://127.0.0.1:1024/""#),
      ], elsewhere: ["transit.gtfs.remove", "transit.leave.dismiss"])
  }

  /// Does each change twice, some time apart, and holds all answers and the store after the second to
  /// those after the first.
  ///
  /// Every call that the description calls idempotent must be among them and be done once at least.
  @LoopActor
  private func twice<Service: DomainService>(
    _ type: Service.Type, reads: [String], first: [(String, String)],
    _ changes: [(String, String)], elsewhere: Set<String> = []
  ) throws {
    let directory = try TemporaryDirectory()
    let bench = try RehearsalBench(
      type, directory.file("store.db"),
      reads: reads.map { RehearsalBench<Service>.Request($0, Self.params[$0] ?? "{}") })
    var done: Set<String> = []
    for (method, params) in first {
      _ = try bench.change(.init(method, "{\(params)}"), isRehearsal: false)
    }
    #expect(bench.kept == first.count, "what comes before was refused")
    for (method, params) in changes {
      let request = RehearsalBench<Service>.Request(method, "{\(params)}")
      let kept = bench.kept
      let said = try bench.change(request, isRehearsal: false)
      if bench.kept > kept { done.insert(method) }
      bench.endTurn()
      let once = try bench.answers()
      let rows = try Self.rows(of: directory.file("store.db"))
      let again = try bench.change(request, isRehearsal: false)
      bench.endTurn()
      let twice = try bench.answers()
      let wrong = twice.filter { once[$0.key] != $0.value }.keys.sorted()
      // A history, or a ledger, would have one line more.
      #expect(try Self.rows(of: directory.file("store.db")) == rows, "\(request) said \(again)")
      #expect(wrong.isEmpty, "\(request) said \(said), then \(again), and changed \(wrong)")
      try bench.reload()
      #expect(try bench.answers() == twice, "\(request): the store has other answers")
    }
    let declared = Set(type.description.methods.filter(\.isIdempotent).map(\.name))
    #expect(declared.subtracting(done) == elsewhere, "idempotent, and never done here")
    #expect(done.subtracting(declared).isEmpty)
  }

  /// How many rows each table has.
  private static func rows(of path: String) throws -> [String: Int64] {
    let database = try Database(path: path, mode: .reader)
    let tables = try database.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
      $0.text(0)
    }
    var rows: [String: Int64] = [:]
    for table in tables {
      rows[table] = try database.first("SELECT count(*) FROM \"\(table)\"") { $0.integer(0) }
    }
    return rows
  }

  /// All that there is, rather than what a person wants to see first.
  private static let params = [
    "project.list": #"{"all":true,"zone":"UTC","sort":"changed"}"#, "juice.stock": #"{"all":true}"#,
    "project.board": #"{"zone":"UTC"}"#,
  ]
}
