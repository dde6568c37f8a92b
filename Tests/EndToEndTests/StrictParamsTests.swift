import Foundation
import TestSupport
import Testing

/// A misspelt member is refused with its place however deep it is, and not passed over.
@Suite("Members that no parameter has", .serialized)
struct StrictParamsTests {
  @Test("are refused inside lists too, with the nearest name, and nothing changes")
  func insideLists() throws {
    let daemon = try DaemonHarness("juiced", domain: "juice")
    let client = try daemon.connect()
    let before = try client.result("juice.menu") as NSDictionary
    for (item, name) in [
      (["fruit": "kiwi", "count": 1, "coutn": 9] as [String: Any], "coutn"),
      (["fruit": "kiwi", "count": 1, "_meta": [:] as [String: Any]], "_meta"),
    ] {
      let params: [String: Any] = [
        "juice": "kiwi", "recipe": [["fruit": "mango", "count": 1], item],
      ]
      let error = try client.error("juice.recipe.set", params)
      #expect(error.name == "mate.invalidParams")
      #expect(error.data["path"] as? String == "/recipe/1/\(name)")
      #expect((error.data["expected"] as? String)?.contains("count") == true)
    }
    #expect(try client.result("juice.menu") as NSDictionary == before)
  }

  @Test("are refused by matectl call, and by matectl before it asks the daemon")
  func typed() throws {
    let tool = try CommandLineTool()
    let object = #"{"juice":"kiwi","recipe":[{"fruit":"mango","count":1,"coutn":2}]}"#
    let result = try tool.run("call", "juice.recipe.set", object)
    #expect(result.status == 2)
    #expect(result.errors.contains("/recipe/0/coutn"), "\(result.errors)")
  }
}
