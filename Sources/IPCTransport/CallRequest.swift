package import IPCProtocol
package import LinuxSystem

/// One call with everything that `_meta` may carry.
package struct CallRequest: Sendable {
  package var method: String
  /// A `_meta` among them is sent as well; where both name one thing, what stands below counts.
  package var params: JSONObject
  /// Whether it may be repeated after a broken connection: a read, or a change with a key.
  package var isRepeatable: Bool
  /// Whether it changes nothing: where no time is given it is then given up after
  /// ``IPCClient/longestRead``, and nobody is left in doubt.
  package var onlyReads = false
  package var timeoutMilliseconds: Int64?
  package var idempotencyKey: String?
  package var traceID: String?
  package var isDryRun = false
  /// Whether ``IPCClient/onProgress`` is to be called; only for methods that say so in their
  /// description, as a daemon of an older protocol refuses the question.
  package var wantsProgress = false
  /// Open for reading; passed with each frame that the request is sent in.
  package var file: OwnedDescriptor?

  package init(method: String, params: JSONObject = [:], isRepeatable: Bool = true) {
    self.method = method
    self.params = params
    self.isRepeatable = isRepeatable
  }

  func payload(id: Int64) -> [UInt8] {
    var params = params
    params["_meta"] = meta
    var request: JSONObject = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method)]
    if !params.isEmpty { request["params"] = .object(params) }
    var writer = JSONWriter()
    writer.value(.object(request))
    return writer.bytes
  }

  /// The `_meta` of the params, with what this request says itself above it.
  ///
  /// One that is no object stays what it is: the daemon tells what is wrong with it.
  private var meta: JSONValue? {
    let given = params["_meta"]
    var members = JSONObject()
    if let given {
      guard let object = given.objectValue else { return given }
      members = object
    }
    if let timeoutMilliseconds { members["timeoutMs"] = .integer(timeoutMilliseconds) }
    if let idempotencyKey { members["idempotencyKey"] = .string(idempotencyKey) }
    if let traceID { members["traceId"] = .string(traceID) }
    if isDryRun { members["dryRun"] = true }
    if wantsProgress { members["progress"] = true }
    return members.isEmpty ? given : .object(members)
  }
}
