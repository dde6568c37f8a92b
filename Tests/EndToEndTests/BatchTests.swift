import Foundation
import TestSupport
import Testing

/// A batch may hold anything that a frame may, in any order, and is answered element by element.
@Suite("Batches over a real socket", .serialized)
struct BatchTests {
  /// What is known of one element: what is sent, and what it is answered with.
  private enum Expected: Equatable {
    case nothing
    case count(Int)
    case anyResult
    case error(Int)
  }

  private struct Model {
    var rows = 0
    var nextID = 0

    mutating func element(_ kind: Int, isNotification: Bool) -> (Any, Expected, Int?) {
      nextID += 1
      let id = isNotification ? nil : nextID
      func message(_ method: String, _ params: [String: Any] = [:], meta: [String: Any]? = nil)
        -> Any
      { WireClient.message(method, params, meta: meta, id: id) }
      func answered(_ expected: Expected) -> Expected { isNotification ? .nothing : expected }
      switch kind {
      case 0: return (message("mate.ping"), answered(.anyResult), id)
      case 1: return (message("probe.count"), answered(.count(rows)), id)
      case 2:
        rows += 1
        return (message("probe.add", ["count": 1]), answered(.count(rows)), id)
      case 3:
        return (
          message("probe.add", ["count": 2], meta: ["dryRun": true]),
          answered(.count(rows + 2)), id
        )
      case 4: return (message("probe.add", ["count": "no"]), answered(.error(-32602)), id)
      case 5: return (message("probe.follow"), answered(.error(-32600)), id)
      case 6: return (message("probe.nothing"), answered(.error(-32601)), id)
      case 7:
        rows += 1
        return (message("probe.addLater", ["count": 1]), answered(.count(rows)), id)
      case 8:
        return (message("probe.add", ["count": 1, "fails": true]), answered(.error(-32603)), id)
      case 9:
        // Cancels what is answered already, what comes later, or nothing.
        let target = nextID + 2 - nextID % 5
        return (
          WireClient.message("$/cancel", ["id": target], id: nil), .nothing, nil
        )
      case 10: return (WireClient.message("$/unknown", id: nil), .nothing, nil)
      case 11: return (nextID, .error(-32600), nil)
      default: return ([String: Any](), .error(-32600), nil)
      }
    }
  }

  @Test("a batch of anything is answered in order, each element once", arguments: 1...12)
  func anything(_ seed: UInt64) throws {
    let probe = try Probe()
    let client = try probe.daemon.connect()
    var random = SeededNumbers(seed: seed)
    var model = Model()
    for _ in 0..<40 {
      var sent: [Any] = []
      var expected: [(Expected, Int?)] = []
      for _ in 0...random.below(12) {
        let (element, answer, id) = model.element(
          random.below(13), isNotification: random.below(3) == 0)
        sent.append(element)
        if answer != .nothing { expected.append((answer, id)) }
      }
      try client.send(sent)
      if !expected.isEmpty {
        let replies = try #require(try client.receiveAny() as? [[String: Any]], "\(sent)")
        #expect(replies.map { $0["id"] as? Int } == expected.map(\.1), "\(sent)")
        for (reply, (answer, _)) in zip(replies, expected) { try check(reply, answer) }
      }
      // The connection goes on: a change stands behind all that the batch does.
      model.rows += 1
      #expect(try client.result("probe.add", ["count": 1])["count"] as? Int == model.rows)
    }
  }

  private func check(_ reply: [String: Any], _ expected: Expected) throws {
    switch expected {
    case .nothing: break
    case .anyResult: #expect(reply["result"] != nil)
    case .count(let count):
      #expect((reply["result"] as? [String: Any])?["count"] as? Int == count, "\(reply)")
    case .error(let code): #expect(try WireFailure(reply).code == code)
    }
  }
}
