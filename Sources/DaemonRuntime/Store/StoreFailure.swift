package import IPCProtocol
package import Storage

/// What a client is told of a store that failed.
extension WireError {
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

  static func readFailed(_ sentence: String, _ data: JSONObject) -> WireError {
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
