package import IPCProtocol

/// What a client may have opened: its own files by their descriptors; paths and addresses of the
/// daemon's view of the world only with the right to administer.
extension RequestContext {
  /// The file of the method's descriptor parameter, or nil where an administrator named a path or
  /// an address instead, which the daemon may open itself.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter.
  ///   - word: Its value: what people call the file, a path from the root on, or an address.
  /// - Returns: The file; nil where the daemon is to open what the word names.
  /// - Throws: ``WireError`` before anything is looked at: what is refused tells nothing of what
  ///   there is.
  package func passedFile(
    for parameter: String, named word: String
  ) throws(WireError) -> PassedFile? {
    switch arrival {
    case .file(let file): return file
    case .dropped:
      throw WireError(
        .busy, "too many passed files are open already; try again", data: ["retryAfterMs": 500])
    case .several:
      throw WireError(
        .busy, "a frame passes one file, and more came with this one", data: ["limit": 1])
    case nil:
      try requireAdmin("let \(method) open a path or an address; without it pass the file itself")
      guard word.hasPrefix("/") || word.contains("://") else {
        throw WireError(
          .invalidParams,
          "no file came with the request; what goes through another program passes none",
          data: [
            "path": .string("/\(parameter)"), "got": .string(String(word.prefix(256))),
            "expected": "a file passed with the frame, a path from the root on, or an address",
          ])
      }
      return nil
    }
  }

  /// - Parameter purpose: What the right is needed for, as `let … open an address`.
  /// - Throws: ``WireError`` where the client may not administer.
  package func requireAdmin(_ purpose: String) throws(WireError) {
    guard access.allows(.admin) else {
      throw WireError(
        .permissionDenied, "only those with the right to admin may \(purpose)",
        data: ["needs": .string(Access.admin.rawValue)])
    }
  }
}
