internal import IPCProtocol
internal import Loop
internal import Storage

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
      return .readFailed(error.message, error.data)
    case let error as any WireErrorConvertible: return error.wireError
    case let error as SchemaViolation: return error.wireError
    case let error as JSONDecodingFailure: return SchemaViolation(error).wireError
    case let error as SQLiteError:
      return isRead
        ? .readFailed(error.remedy, error.wireData) : .storageFailed(error)
    case is CancellationError: return WireError(.cancelled, "the request was cancelled")
    default:
      Journal.shared.fault(error, context)
      return WireError(
        .internal,
        "a defect in the daemon; `matectl why \(context.traceID)` shows what was logged")
    }
  }
}
