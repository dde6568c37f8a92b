import Foundation
import TestSupport
import Testing

@Suite("Stock that cannot be oversold", .serialized)
struct OversellTests {
  private static let clients = 32
  private static let kills = 24

  @Test("32 clients order at random while the daemon is killed 24 times: the books are exact")
  func killed() throws {
    let daemon = try DaemonHarness("juiced", domain: "juice")
    let books = Books()
    let customers = (0..<Self.clients).map { Customer($0, path: daemon.socketPath, books: books) }
    let group = DispatchGroup()
    for customer in customers {
      group.enter()
      Thread {
        customer.run()
        group.leave()
      }.start()
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<Self.kills {
      // Not after a time but after so many answers: every life of the daemon does some work.
      books.waitForAnswers(Int.random(in: 10...150, using: &random))
      #expect(daemon.stop(SIGKILL) == -SIGKILL)
      try daemon.start()
    }
    books.close()
    group.wait()
    try compare(books, with: try daemon.connect())
  }

  /// The customers' notes against what the daemon says.
  private func compare(_ books: Books, with client: WireClient) throws {
    #expect(books.failures == [])
    let listed = try orders(client)
    // Numbered without gaps, so none was lost and none is there twice.
    #expect(listed.keys.sorted() == Array(1...max(1, listed.count)))
    for (id, order) in books.acknowledged { #expect(listed[id] == order) }
    // What is there without an answer was cut off by a kill; what was refused is not there.
    let unanswered = listed.filter { books.acknowledged[$0.key] == nil }
    #expect(unanswered.count <= books.unanswered.count)
    var open = books.unanswered
    for order in unanswered.values {
      let place = open.firstIndex(of: order)
      #expect(place != nil, "nobody ordered \(order)")
      if let place { open.remove(at: place) }
    }
    #expect(books.refused > 0)
    #expect(books.acknowledged.count > Self.kills * 10)
    // Fruit in = stock + sold, by our own arithmetic.
    var expected = books.received
    for order in listed.values {
      for (fruit, count) in Books.recipes[order.juice] ?? [:] {
        expected[fruit, default: 0] -= count * order.cups
      }
    }
    let items = try client.result("juice.stock")["items"] as? [[String: Any]] ?? []
    for item in items {
      let fruit = try #require(item["fruit"] as? String)
      #expect(item["count"] as? Int == expected[fruit], "\(fruit)")
    }
    // And by the daemon's: from single orders, and from the kept totals.
    let audit = try client.result("juice.audit")
    #expect(audit["verdict"] as? String == "balanced")
    let sales = try client.result("juice.sales")
    #expect(sales["orders"] as? Int == listed.count)
    #expect(sales["cups"] as? Int == listed.values.reduce(0) { $0 + $1.cups })
  }

  private func orders(_ client: WireClient) throws -> [Int: Books.Order] {
    var orders: [Int: Books.Order] = [:]
    var before: Int?
    while true {
      var params: [String: Any] = ["limit": 1000]
      params["before"] = before
      let items = try client.result("juice.orders", params)["items"] as? [[String: Any]] ?? []
      guard !items.isEmpty else { return orders }
      for item in items {
        let id = try #require(item["id"] as? Int)
        #expect(orders[id] == nil)
        orders[id] = Books.Order(
          juice: item["juice"] as? String ?? "", cups: item["count"] as? Int ?? 0)
        before = id
      }
    }
  }
}

/// What all customers have seen; guarded by its condition.
private final class Books: @unchecked Sendable {
  struct Order: Hashable {
    let juice: String
    let cups: Int
  }

  /// The recipes of the first day, by hand.
  static let recipes: [String: [String: Int]] = [
    "strawberry": ["strawberry": 16], "banana": ["banana": 2], "kiwi": ["kiwi": 3],
    "pineapple": ["pineapple": 2], "strawberryBanana": ["strawberry": 10, "banana": 1],
    "mango": ["mango": 3], "mangoKiwi": ["mango": 2, "kiwi": 1],
  ]

  // Every member below is read and written under this lock only, or after all threads have ended.
  private let condition = NSCondition()
  private(set) var acknowledged: [Int: Order] = [:]
  /// Orders whose answer never came, of customers who do not ask again.
  private(set) var unanswered: [Order] = []
  private(set) var refused = 0
  private(set) var received = [
    "strawberry": 10, "banana": 10, "pineapple": 10, "kiwi": 10, "mango": 10,
  ]
  private(set) var failures: [String] = []
  private var answers = 0
  private var closed = false

  private func note(_ body: () -> Void) {
    condition.lock()
    body()
    answers += 1
    condition.signal()
    condition.unlock()
  }

  var isClosed: Bool {
    condition.lock()
    defer { condition.unlock() }
    return closed
  }

  func close() {
    condition.lock()
    closed = true
    condition.unlock()
  }

  func acknowledge(_ id: Int, _ order: Order) {
    note {
      // One number for two orders, or one order under two numbers, would be found here.
      if acknowledged.updateValue(order, forKey: id) != nil { failures.append("\(id) twice") }
    }
  }

  func refuse() { note { refused += 1 } }
  func leaveOpen(_ order: Order) { note { unanswered.append(order) } }
  func receive(_ count: Int, of fruit: String) { note { received[fruit, default: 0] += count } }
  func fail(_ reason: String) { note { failures.append(reason) } }

  func waitForAnswers(_ count: Int) {
    condition.lock()
    defer { condition.unlock() }
    let goal = answers + count
    while answers < goal, condition.wait(until: Date().addingTimeInterval(60)) {}
    if answers < goal { failures.append("no answers within a minute") }
  }
}

/// One client that orders and now and then brings fruit, until the books are closed.
///
/// Three of four give each order a key and ask again until they have an answer; the others never
/// learn what became of an order whose answer was cut off.
private final class Customer: @unchecked Sendable {
  // Used by the one thread that runs it.
  private let number: Int
  private let path: String
  private let books: Books
  private var client: WireClient?
  private var sent = 0
  private var random = SystemRandomNumberGenerator()

  init(_ number: Int, path: String, books: Books) {
    self.number = number
    self.path = path
    self.books = books
  }

  private var asksAgain: Bool { number % 4 != 0 }

  func run() {
    while !books.isClosed {
      sent += 1
      if number % 8 == 1, sent % 5 == 0 { deliver() } else { order() }
    }
  }

  private func order() {
    let juice = Books.recipes.keys.sorted()[Int.random(in: 0..<7, using: &random)]
    let order = Books.Order(juice: juice, cups: Int.random(in: 1...3, using: &random))
    let params: [String: Any] = ["juice": order.juice, "count": order.cups]
    guard let reply = call("juice.order", params) else { return books.leaveOpen(order) }
    if let result = reply["result"] as? [String: Any],
      let made = result["order"] as? [String: Any], let id = made["id"] as? Int
    {
      books.acknowledge(id, order)
    } else if let error = reply["error"] as? [String: Any], error["code"] as? Int == 1001 {
      books.refuse()
    } else {
      books.fail("\(reply)")
    }
  }

  private func deliver() {
    let fruit = ["strawberry", "banana", "pineapple", "kiwi", "mango"][
      sent % 5 == 0 ? sent / 5 % 5 : 0]
    let count = Int.random(in: 20...200, using: &random)
    guard let reply = call("juice.stock.adjust", ["fruit": fruit, "by": count]) else { return }
    if reply["result"] != nil { books.receive(count, of: fruit) } else { books.fail("\(reply)") }
  }

  /// The reply; nil where it was cut off and this customer does not ask again.
  private func call(_ method: String, _ params: [String: Any]) -> [String: Any]? {
    let meta = asksAgain ? ["idempotencyKey": "customer-\(number)-\(sent)"] : nil
    while true {
      do {
        if client == nil { client = try WireClient(path: path) }
        if let reply = try client?.reply(method, params, meta: meta) { return reply }
      } catch {
        client = nil
        if !asksAgain { return nil }
      }
    }
  }
}
