internal import IPCProtocol

extension SchemaViolation {
  /// What a reader has found; the place is counted from `root`, where there is one.
  init(_ failure: JSONDecodingFailure, in root: JSONCursor? = nil) {
    let path = String(failure.path.dropFirst(root?.pointer.count ?? 0))
    self.init(path: path, expected: failure.expected, got: failure.got)
  }

  var wireError: WireError {
    WireError(
      .invalidParams, "\(path.isEmpty ? "params" : path): expected \(expected), got \(got)",
      data: ["path": .string(path), "expected": .string(expected), "got": .string(got)])
  }
}
