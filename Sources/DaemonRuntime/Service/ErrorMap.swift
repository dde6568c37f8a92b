internal import IPCProtocol
internal import Storage

/// The one place where errors become what the wire calls them.
@LoopActor
enum ErrorMap {
  static func wireError(_ error: any Error, _ context: RequestContext) -> WireError {
    switch error {
    case let error as any WireErrorConvertible: return error.wireError
    case let error as SchemaViolation: return error.wireError
    case let error as JSONDecodingFailure:
      return SchemaViolation(path: error.path, expected: error.expected, got: error.got).wireError
    case let error as SQLiteError: return storageFailed(error)
    case is CancellationError: return WireError(.cancelled, "the request was cancelled")
    default:
      Journal.shared.fault(error, context)
      return WireError(
        .internal,
        "a defect in the daemon; `matectl why \(context.traceID)` shows what was logged")
    }
  }

  static func storageFailed(_ error: SQLiteError) -> WireError {
    WireError(
      .storageFailed, "nothing was changed: \(error.remedy)",
      data: ["reason": .string(error.message)])
  }
}

extension SchemaViolation {
  var wireError: WireError {
    WireError(
      .invalidParams, "\(path.isEmpty ? "params" : path): expected \(expected), got \(got)",
      data: ["path": .string(path), "expected": .string(expected), "got": .string(got)])
  }
}
