package import IPCProtocol
package import Storage

/// The one place where errors become what the wire calls them.
@LoopActor
enum ErrorMap {
  /// What a request is answered that ended with an error; to one that only reads nobody says that
  /// nothing was changed.
  static func wireError(
    _ error: any Error, _ context: RequestContext, isRead: Bool = false
  ) -> WireError {
    switch error {
    case let error as WireError where isRead && error.kind == .storageFailed:
      return readFailed(error.message, error.data)
    case let error as any WireErrorConvertible: return error.wireError
    case let error as SchemaViolation: return error.wireError
    case let error as JSONDecodingFailure:
      return SchemaViolation(path: error.path, expected: error.expected, got: error.got).wireError
    case let error as SQLiteError:
      return isRead
        ? readFailed(error.remedy, error.wireData) : storageFailed(error)
    case is CancellationError: return WireError(.cancelled, "the request was cancelled")
    default:
      Journal.shared.fault(error, context)
      return WireError(
        .internal,
        "a defect in the daemon; `matectl why \(context.traceID)` shows what was logged")
    }
  }

  /// A change that is not on disk and cannot appear there, or one of which nobody knows.
  static func storageFailed(_ error: SQLiteError) -> WireError {
    if error.isOutcomeUnknown { return outcomeUnknown(error) }
    return WireError(
      .storageFailed, "nothing was changed: \(error.remedy)", data: error.wireData)
  }

  static func outcomeUnknown(_ error: SQLiteError) -> WireError {
    WireError(
      .outcomeUnknown,
      "it is not known whether this was done, as the disk failed while it was written; look before "
        + "you repeat it: \(error.remedy)",
      data: error.wireData)
  }

  private static func readFailed(_ sentence: String, _ data: JSONObject) -> WireError {
    var data = data
    data["operation"] = "read"
    return WireError(
      .storageFailed, "the store failed, and with it this request, which only reads: \(sentence)",
      data: data)
  }
}

extension SQLiteError {
  /// What a client needs to say it in another language: SQLite's words, a word for programs, and where.
  package var wireData: JSONObject {
    ["reason": .string(message), "cause": .string(problem.name), "store": .string(path)]
  }
}

extension SchemaViolation {
  var wireError: WireError {
    WireError(
      .invalidParams, "\(path.isEmpty ? "params" : path): expected \(expected), got \(got)",
      data: ["path": .string(path), "expected": .string(expected), "got": .string(got)])
  }
}
