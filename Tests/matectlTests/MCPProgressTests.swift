import IPCProtocol
import TestSupport
import Testing
import Values

@testable import matectl

/// What a client of MCP is told of progress, whatever a daemon says.
@Suite struct MCPProgressTests {
  private func notice(_ done: Int64, of total: Int64? = nil) -> ProgressNotice {
    var notice = ProgressNotice(done: 0)
    (notice.done, notice.total) = (done, total)
    return notice
  }

  @Test("each number is greater than the one before, and no second has more than ten")
  func grows() throws {
    for seed in 1...200 {
      var chance = SeededNumbers(seed: UInt64(seed))
      var progress = try #require(MCPProgress(token: .string("t")))
      var now = Int64.random(in: 0...1_000_000, using: &chance)
      var (told, at) = (Int64.min, [Int64]())
      for _ in 0..<300 {
        now += Int64.random(in: 0...60, using: &chance)
        let wild = Bool.random(using: &chance)
        let done =
          wild
          ? Int64.random(in: .min ... .max, using: &chance) : .random(in: 0...50, using: &chance)
        let total = wild ? Int64.random(in: .min ... .max, using: &chance) : 50
        guard let params = progress.params(of: notice(done, of: total), in: .english, at: now)
        else {
          continue
        }
        let number = try #require(params["progress"]?.integerValue)
        #expect(number > told)
        told = number
        #expect(at.last.map { now - $0 >= 100 } ?? true)
        at.append(now)
      }
    }
  }

  @Test("parts that are counted anew go on where the last one ended")
  func parts() throws {
    var progress = try #require(MCPProgress(token: .integer(1)))
    var told: [[Int64?]] = []
    let said: [(Int64, Int64)] = [(0, 10), (10, 10), (0, 4), (2, 4), (4, 4)]
    for (number, (done, total)) in said.enumerated() {
      let params = progress.params(
        of: notice(done, of: total), in: .english, at: Int64(number) * 100)
      told.append([params?["progress"]?.integerValue, params?["total"]?.integerValue])
    }
    // Where the second part begins nothing more is done than before.
    #expect(told == [[0, 10], [10, 10], [nil, nil], [12, 14], [14, 14]])
  }

  @Test(
    "what is no token wants nothing",
    arguments: [nil, .null, .bool(true), .array([]), .double(1.5)] as [JSONValue?])
  func tokens(token: JSONValue?) {
    #expect(MCPProgress(token: token) == nil)
  }
}
