import Foundation
import TestSupport
import Testing

@Suite("The juice bar over a real socket", .serialized)
struct JuiceServiceTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("juiced", domain: "juice")
    client = try daemon.connect()
  }

  private typealias Object = [String: Any]

  private func stock() throws -> [String: Int] {
    let items = try client.result("juice.stock")["items"] as? [Object] ?? []
    return items.reduce(into: [:]) { $0[$1["fruit"] as? String ?? ""] = $1["count"] as? Int }
  }

  private func event(_ client: WireClient) throws -> Object {
    let message = try client.receive()
    let params = try #require(message["params"] as? Object, "\(message)")
    return try #require(params["event"] as? Object)
  }

  @Test("the menu has names in both languages, recipes in order, and how many cups can be made")
  func menu() throws {
    let items = try #require(try client.result("juice.menu")["items"] as? [Object])
    #expect(items.map { $0["canMake"] as? Int } == [0, 5, 3, 5, 1, 3, 5])
    #expect(
      items[4]["name"] as? [String: String] == ["en": "strawberry banana juice", "ko": "딸바쥬스"])
    let recipe = items[4]["recipe"] as? [Object]
    #expect(recipe?.map { $0["fruit"] as? String } == ["strawberry", "banana"])
    #expect(recipe?.map { $0["count"] as? Int } == [10, 1])
  }

  @Test("an order answers with its number, and what is left of its fruits")
  func order() throws {
    let result = try client.result("juice.order", ["juice": "딸바쥬스"])
    let order = try #require(result["order"] as? Object)
    #expect(order["id"] as? Int == 1)
    #expect(order["juice"] as? String == "strawberryBanana")
    #expect(order["count"] as? Int == 1)
    #expect((order["at"] as? String)?.hasSuffix("Z") == true)
    let left = try #require(result["stock"] as? [Object])
    #expect(left.map { $0["fruit"] as? String } == ["strawberry", "banana"])
    #expect(left.map { $0["count"] as? Int } == [0, 9])
    #expect(try stock()["strawberry"] == 0)
  }

  @Test("a shortage is error 1001 with every missing fruit, and changes nothing")
  func shortage() throws {
    let error = try client.error("juice.order", ["juice": "mangoKiwi", "count": 11])
    #expect(error.code == 1001)
    #expect(error.name == "juice.outOfStock")
    let missing = try #require(error.data["missing"] as? [Object])
    #expect(missing.map { $0["fruit"] as? String } == ["mango", "kiwi"])
    #expect(missing.map { $0["short"] as? Int } == [12, 1])
    #expect(error.data["canMake"] as? Int == 5)
    #expect(
      try stock() == ["strawberry": 10, "banana": 10, "pineapple": 10, "kiwi": 10, "mango": 10])
    #expect((try client.result("juice.orders")["items"] as? [Object])?.isEmpty == true)
  }

  @Test(
    "bad input has an error by name and changes nothing",
    arguments: [
      ("juice.order", #"{"juice":"coffee"}"#, "juice.unknownJuice"),
      ("juice.order", #"{"juice":"kiwi","count":0}"#, "juice.invalidCount"),
      ("juice.order", #"{"juice":"kiwi","count":-1}"#, "juice.invalidCount"),
      ("juice.order", #"{"juice":"kiwi","count":1000001}"#, "juice.invalidCount"),
      ("juice.order", #"{"juice":"kiwi","count":1.5}"#, "mate.invalidParams"),
      ("juice.order", #"{"juice":"kiwi","count":1e30}"#, "mate.invalidParams"),
      ("juice.order", #"{"juice":"kiwi","count":"2"}"#, "mate.invalidParams"),
      ("juice.order", #"{"juice":"kiwi","count":null}"#, "mate.invalidParams"),
      ("juice.order", #"{"juice":"kiwi","cuont":2}"#, "mate.invalidParams"),
      ("juice.order", #"{"juice":""}"#, "mate.invalidParams"),
      ("juice.order", "{}", "mate.invalidParams"),
      ("juice.stock.set", #"{"fruit":"durian","count":1}"#, "juice.unknownFruit"),
      ("juice.stock.set", #"{"fruit":"kiwi","count":-1}"#, "juice.invalidCount"),
      ("juice.stock.set", #"{"fruit":"kiwi","count":1,"reason":""}"#, "juice.invalidReason"),
      ("juice.stock.adjust", #"{"fruit":"kiwi","by":0}"#, "juice.invalidCount"),
      ("juice.stock.adjust", #"{"fruit":"kiwi","by":-11}"#, "juice.belowZero"),
      ("juice.stock.adjust", #"{"fruit":"kiwi","by":0.5}"#, "mate.invalidParams"),
      ("juice.recipe.set", #"{"juice":"mix","recipe":[]}"#, "juice.emptyRecipe"),
      (
        "juice.recipe.set", #"{"juice":"mix","recipe":[{"fruit":"durian","count":1}]}"#,
        "juice.unknownFruit"
      ),
      ("juice.recipe.set", #"{"juice":"mix","recipe":[{"fruit":"kiwi"}]}"#, "mate.invalidParams"),
      ("juice.fruit.retire", #"{"fruit":"kiwi"}"#, "juice.fruitInUse"),
      ("juice.fruit.add", #"{"fruit":"키위나무"}"#, "juice.invalidName"),
      ("juice.undo", #"{"order":17}"#, "juice.unknownOrder"),
      ("juice.stock.undo", #"{"entry":17}"#, "juice.unknownEntry"),
      ("juice.stock.receive", #"{"fruit":"kiwi","count":0}"#, "juice.invalidCount"),
      ("juice.stock.receive", #"{"fruit":"kiwi","count":-5}"#, "juice.invalidCount"),
      ("juice.stock.spoil", #"{"fruit":"kiwi","count":-5}"#, "juice.invalidCount"),
      ("juice.stock.spoil", #"{"fruit":"kiwi","count":11}"#, "juice.belowZero"),
      ("juice.import", #"{"file":"{}"}"#, "juice.invalidFile"),
      ("juice.sales", #"{"from":"2026-11-22","to":"2026-11-21"}"#, "juice.invalidPeriod"),
      ("juice.sales", #"{"by":"week"}"#, "mate.invalidParams"),
      ("juice.forecast", #"{"windowSeconds":1}"#, "juice.invalidDuration"),
      ("juice.orders", #"{"limit":1001}"#, "juice.invalidCount"),
    ])
  func badInput(_ method: String, _ params: String, _ name: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(params.utf8)) as? Object
    #expect(try client.error(method, object).name == name)
    #expect(try stock().values.allSatisfy { $0 == 10 })
    #expect(try client.result("juice.audit")["orders"] as? Int == 0)
  }

  @Test("an order is undone once, whole, and not again")
  func undo() throws {
    try client.result("juice.order", ["juice": "mangoKiwi", "count": 3])
    let undone = try client.result("juice.undo", ["order": 1])
    #expect((undone["stock"] as? [Object])?.map { $0["count"] as? Int } == [10, 10])
    let again = try client.error("juice.undo", ["order": 1])
    #expect(again.name == "juice.alreadyUndone")
    #expect(again.data["order"] as? Int == 1)
    #expect(try stock()["mango"] == 10)
  }

  @Test("an undo with a key that comes again has effect once and the first answer again")
  func repeatedUndo() throws {
    try client.result("juice.order", ["juice": "kiwi"])
    let first = try client.result("juice.undo", ["order": 1], meta: ["idempotencyKey": "u"])
    let again = try client.result("juice.undo", ["order": 1], meta: ["idempotencyKey": "u"])
    #expect(NSDictionary(dictionary: first) == NSDictionary(dictionary: again))
  }

  @Test("watchers see the whole bar first, then every change in order, and who runs low")
  func watch() throws {
    let watcher = try daemon.connect()
    try watcher.request("juice.watch")
    let first = try event(watcher)
    #expect(first["kind"] as? String == "bar")
    #expect((first["items"] as? [Object])?.count == 5)
    try client.result("juice.order", ["juice": "kiwi", "count": 2])
    try client.result("juice.stock.adjust", ["fruit": "kiwi", "by": 6, "reason": "delivery"])
    try client.result("juice.undo", ["order": 1])
    let ordered = try event(watcher)
    #expect(ordered["kind"] as? String == "ordered")
    #expect((ordered["stock"] as? [Object])?.first?["count"] as? Int == 4)
    #expect(ordered["soldToday"] as? Int == 2)
    let low = try event(watcher)
    #expect(low["kind"] as? String == "low")
    #expect(low["fruit"] as? String == "kiwi")
    let adjusted = try event(watcher)
    #expect(adjusted["kind"] as? String == "adjusted")
    #expect(adjusted["count"] as? Int == 10)
    #expect(adjusted["reason"] as? String == "delivery")
    let undone = try event(watcher)
    #expect(undone["kind"] as? String == "undone")
    #expect(undone["soldTodayInAll"] as? Int == 0)
  }

  @Test("a refusal and a dry run are no event, and a dry run changes nothing")
  func dryRun() throws {
    let watcher = try daemon.connect()
    try watcher.request("juice.watch")
    _ = try event(watcher)
    let result = try client.result("juice.order", ["juice": "kiwi"], meta: ["dryRun": true])
    #expect(result["dryRun"] as? Bool == true)
    #expect((result["stock"] as? [Object])?.first?["count"] as? Int == 7)
    _ = try client.error("juice.order", ["juice": "strawberry"])
    #expect(try stock()["kiwi"] == 10)
    try client.result("juice.order", ["juice": "mango"])
    let next = try event(watcher)
    #expect((next["order"] as? Object)?["juice"] as? String == "mango")
    #expect((next["order"] as? Object)?["id"] as? Int == 1)
  }

  @Test("everything is still there after the daemon was killed")
  func killed() throws {
    try client.result("juice.order", ["juice": "mango", "count": 2])
    try client.result("juice.fruit.add", ["fruit": "lemon", "nameKo": "레몬", "count": 9])
    try client.result(
      "juice.recipe.set", ["juice": "lemonade", "recipe": [["fruit": "레몬", "count": 3]]])
    try client.result("juice.undo", ["order": 1])
    let menu = try client.result("juice.menu")
    let ledger = try client.result("juice.ledger")
    daemon.stop(SIGKILL)
    try daemon.start()
    let other = try daemon.connect()
    #expect(
      NSDictionary(dictionary: try other.result("juice.menu")) == NSDictionary(dictionary: menu))
    #expect(
      NSDictionary(dictionary: try other.result("juice.ledger")) == NSDictionary(dictionary: ledger)
    )
    #expect(try other.error("juice.undo", ["order": 1]).name == "juice.alreadyUndone")
    let next = try other.result("juice.order", ["juice": "lemonade"])
    #expect((next["order"] as? Object)?["id"] as? Int == 2)
  }

  @Test("an export is imported by another bar, in one go or not at all")
  func files() throws {
    try client.result("juice.fruit.add", ["fruit": "lemon", "count": 9])
    try client.result(
      "juice.recipe.set", ["juice": "kiwi", "recipe": [["fruit": "lemon", "count": 1]]])
    let other = try DaemonHarness("juiced", domain: "juice")
    let there = try other.connect()
    for format in ["csv", "json"] {
      let text = try #require(
        try client.result("juice.export", ["format": format])["text"] as? String)
      try there.result("juice.import", ["file": text, "replace": true])
      #expect(try there.result("juice.export", ["format": format])["text"] as? String == text)
    }
    #expect(try there.result("juice.audit")["verdict"] as? String == "balanced")
  }

  @Test("sales and audit see what was committed before they were asked, in one pipeline")
  func pipelined() throws {
    for _ in 0..<3 { try client.request("juice.order", ["juice": "kiwi"]) }
    try client.request("juice.audit")
    var orders: Int?
    for _ in 0..<4 {
      if let result = try client.receive()["result"] as? Object,
        let count = result["orders"] as? Int
      {
        orders = count
      }
    }
    #expect(orders == 3)
  }

  @Test("the last cups go to exactly as many as there is fruit for")
  func lastCups() throws {
    let clients = try (0..<16).map { _ in try daemon.connect() }
    // Ten pineapples are five cups; sixteen people order two times each.
    for client in clients + clients { try client.request("juice.order", ["juice": "pineapple"]) }
    var served = 0
    var refused = 0
    for client in clients + clients {
      if try client.receive()["result"] != nil { served += 1 } else { refused += 1 }
    }
    #expect((served, refused) == (5, 27))
    #expect(try stock()["pineapple"] == 0)
  }

  @Test("days are those of the daemon's time zone")
  func timeZone() throws {
    // The two zones are 26 hours apart: it is never the same day in both.
    let zones = ["Pacific/Kiritimati", "Etc/GMT+12"]
    let days = try zones.map { zone -> String? in
      let daemon = try DaemonHarness("juiced", domain: "juice", environment: ["TZ": zone])
      let client = try daemon.connect()
      try client.result("juice.order", ["juice": "kiwi"])
      let rows = try client.result("juice.sales", ["by": "day"])["rows"] as? [Object]
      return rows?.first?["period"] as? String
    }
    #expect(days.allSatisfy { $0?.count == 10 })
    #expect(days[0] != days[1])
  }

  @Test("numbers for machines are there for every fruit and juice")
  func metrics() throws {
    try client.result("juice.order", ["juice": "mango"])
    let text = try #require(try client.result("mate.metrics")["openMetrics"] as? String)
    #expect(text.contains("juice_orders{domain=\"juice\"} 1.0\n"))
    #expect(text.contains("juice_stock{domain=\"juice\",fruit=\"mango\"} 7.0\n"))
    #expect(text.contains("juice_cups{domain=\"juice\",juice=\"mango\"} 2.0\n"))
    #expect(text.components(separatedBy: "# TYPE juice_stock gauge").count == 2)
  }
}
