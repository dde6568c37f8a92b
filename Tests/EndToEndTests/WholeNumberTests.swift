import Foundation
import TestSupport
import Testing

/// Numbers that no parameter takes, wherever they are typed.
@Suite("Whole numbers of any length", .serialized)
struct WholeNumberTests {
  private let tool: CommandLineTool
  private static let long = [
    "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "-9223372036854775809", "99999999999999999999999",
  ]

  init() throws { tool = try CommandLineTool() }

  @Test("words of more than 64 bits are refused with the bounds, and change nothing")
  func words() throws {
    let before = try tool.run("juice", "stock", "--json").output
    for number in Self.long {
      for words in [
        ["bank", "ticket", number], ["juice", "stock", "set", "mango", number],
        ["juice", "recipe", "set", "x", "mango=\(number)"],
        ["project", "show", number],
      ] {
        for language in ["en", "ko"] {
          // A negative number is a word, and no flag.
          let result = try tool.start(["--lang", language] + words).finish()
          let place = "\(words): \(result.errors)"
          #expect([1, 2].contains(result.status), "\(place)")
          #expect(result.output.isEmpty, "\(place)")
          #expect(!result.errors.contains("an integer, got"), "\(place)")
          #expect(!result.errors.contains("필요한 값은 정수, 받은"), "\(place)")
        }
      }
    }
    #expect(try tool.run("juice", "stock", "--json").output == before)
  }

  @Test(
    "so they are in parameters that are JSON",
    arguments: ["9223372036854775808", "18446744073709551615"])
  func json(number: String) throws {
    let result = try tool.run(
      "call", "juice.stock.set", "{\"fruit\":\"mango\",\"count\":\(number)}")
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("an integer from "), "\(result.errors)")
    #expect(result.errors.contains("\"path\":\"/count\""), "\(result.errors)")
    #expect(result.errors.contains("\"got\":\"\(number)\""), "\(result.errors)")
  }

  @Test("a number of JSON that no 64 bits and no double hold is refused as it was typed")
  func beyond() throws {
    let numbers = [
      "18446744073709551616", "-9223372036854775809", "100000000000000000000", "1e400", "-2.5E+999",
      String(repeating: "9", count: 400),
    ]
    for number in numbers {
      for json in ["{\"fruit\":\"mango\",\"count\":\(number)}", "{\"a\":[1,{\"b\":\(number)}]}"] {
        let result = try tool.run("call", "juice.stock.set", json)
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains(number.prefix(60)), "\(result.errors)")
        #expect(result.errors.contains("more than 64 bits"), "\(result.errors)")
      }
    }
    // In a string it is a text.
    let text = "{\"fruit\":\"a \\\"99999999999999999999\\\" 1e999\",\"count\":1}"
    #expect(try tool.run("call", "juice.stock.set", text).errors.contains("juice.unknownFruit"))
  }
}
