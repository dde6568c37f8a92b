import DaemonRuntime
import Loop
import LoopSupport
import TestSupport
import Testing

@testable import juiced

@Suite("Rehearsals of the juice bar")
struct JuiceRehearsalTests {
  init() { RunningLoop.start() }

  typealias Request = RehearsalBench<JuiceBar>.Request

  @LoopActor
  @Test("leave no trace, whatever was rehearsed among real changes", arguments: 1...3)
  func property(seed: UInt64) throws {
    try rehearseAtRandom(
      JuiceBar.self, seed: seed, steps: 150,
      reads: ["juice.stock", "juice.export", "juice.currency"].map { Request($0) }
        + [Request("juice.stock", #"{"all":true}"#)], Self.request)
  }

  static func request(_ random: inout SeededNumbers, _ step: Int) -> Request {
    let fruits = ["strawberry", "banana", "pineapple", "kiwi", "mango", "lime", "plum"]
    let fruit = random.one(of: fruits)
    let juice = random.one(of: ["strawberry", "banana", "kiwi", "mango", "mangoKiwi", "limeade"])
    let count = random.below(60)
    switch random.below(100) {
    case 0..<45:
      return Request(
        "juice.order", #"{"juice":"\#(juice)","count":\#(1 + random.below(2))}"#)
    case 45..<55: return Request("juice.undo", #"{"order":\#(1 + random.below(30))}"#)
    case 55..<65: return Request("juice.stock.set", #"{"fruit":"\#(fruit)","count":\#(count)}"#)
    case 65..<73:
      return Request("juice.stock.adjust", #"{"fruit":"\#(fruit)","by":\#(count - 29)}"#)
    case 73..<76:
      let dated = #""bestBefore":"\#(random.below(9))d","zone":"Asia/Seoul""#
      return Request(
        "juice.stock.receive", #"{"fruit":"\#(fruit)","count":\#(1 + count),\#(dated)}"#)
    case 76..<78: return Request("juice.stock.low", #"{"fruit":"\#(fruit)","count":\#(count)}"#)
    case 78..<83: return Request("juice.fruit.add", #"{"fruit":"\#(fruit)","count":\#(count)}"#)
    case 83..<86:
      let name = "\(fruit) no. \(count)"
      return Request("juice.fruit.rename", #"{"fruit":"\#(fruit)","name":"\#(name)"}"#)
    case 86..<89: return Request("juice.fruit.retire", #"{"fruit":"\#(fruit)"}"#)
    case 89..<94:
      let recipe = #"[{"fruit":"\#(fruit)","count":\#(1 + random.below(4))}]"#
      return Request(
        "juice.recipe.set",
        #"{"juice":"\#(juice)","recipe":\#(recipe),"price":\#(count * 100)}"#)
    case 94..<96: return Request("juice.recipe.retire", #"{"juice":"\#(juice)"}"#)
    default:
      return Request("juice.recipe.rename", #"{"juice":"\#(juice)","name":"Juice \#(count)"}"#)
    }
  }
}
