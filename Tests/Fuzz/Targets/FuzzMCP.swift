@testable import IPCProtocol
@testable import matectl

/// A line is a message or has an error with one of the codes of JSON-RPC; nothing is both a request and an
/// answer.
func fuzzMCP(_ bytes: [UInt8]) {
  let answer = MCPAnswer(bytes)
  do throws(MCPError) {
    _ = try MCPMessage(bytes)
    precondition(answer == nil, "a request that is an answer")
  } catch {
    precondition([-32700, -32600].contains(error.code), "another code: \(error.code)")
    precondition(!error.message.isEmpty, "an error without words")
  }
}
