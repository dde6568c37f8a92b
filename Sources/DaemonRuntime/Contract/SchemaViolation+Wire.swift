internal import IPCProtocol

extension SchemaViolation {
  var wireError: WireError {
    WireError(
      .invalidParams, "\(path.isEmpty ? "params" : path): expected \(expected), got \(got)",
      data: ["path": .string(path), "expected": .string(expected), "got": .string(got)])
  }
}
