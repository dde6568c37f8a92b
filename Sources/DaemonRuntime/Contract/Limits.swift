package import IPCProtocol
internal import Values

/// Every limit of a daemon, with its default; announced in `mate.status`.
package struct Limits: Sendable, Equatable {
  /// The largest request, in bytes without its length.
  package var frameBytes = 1 << 20
  package var connections = 4096
  package var connectionsPerUser = 2048
  /// Streams and slow requests of one connection.
  package var requestsPerConnection = 256
  /// Streams and slow requests of all connections.
  package var requestsInFlight = 8192
  /// Unsent bytes of a connection above which events of its streams are left out.
  package var streamBufferBytes = 256 << 10
  /// Unsent bytes of a connection above which nothing more is read from it.
  package var outputBytes = 1 << 20
  /// Requests of one connection that a turn handles before it looks at the others.
  package var requestsPerTurn = 128
  /// Streams and slow requests of one user.
  package var requestsPerUser = 4096
  /// Pieces of work beside the loop, also of requests that have ended.
  package var tasks = 1024
  package var tasksPerUser = 768
  /// Values and names that a request may have: each costs more in memory than in the text.
  package var frameValues = 1 << 17
  /// The largest result, and all results of a batch together, in bytes.
  package var replyBytes = 32 << 20
  /// Bytes that are held for all clients: input, unsent replies, held requests and batches.
  package var bufferBytes = 96 << 20
  package var bufferBytesPerUser = 64 << 20

  /// Files that clients have passed and that are open still: of each user, and of all.
  package var passedFilesPerUser = 64
  package var passedFiles = 512

  /// Elements of a batch.
  static let batchRequests = 1000
  /// What is read of one frame at a time.
  static let readAhead = 256 << 10
  /// A reply of so many bytes is made whatever others hold: a good client's mostly are.
  static let unnoticedBytes = 64 << 10

  package init() {}

  /// The names of the wire; the same in `mate.status` and in the configuration.
  static var members: KeyValuePairs<String, WritableKeyPath<Limits, Int>> {
    [
      "frameBytes": \.frameBytes, "frameValues": \.frameValues, "replyBytes": \.replyBytes,
      "bufferBytes": \.bufferBytes, "bufferBytesPerUser": \.bufferBytesPerUser,
      "connections": \.connections, "connectionsPerUser": \.connectionsPerUser,
      "requestsPerConnection": \.requestsPerConnection, "requestsPerUser": \.requestsPerUser,
      "requestsInFlight": \.requestsInFlight, "tasks": \.tasks, "tasksPerUser": \.tasksPerUser,
      "streamBufferBytes": \.streamBufferBytes, "outputBytes": \.outputBytes,
      "requestsPerTurn": \.requestsPerTurn,
      "passedFiles": \.passedFiles, "passedFilesPerUser": \.passedFilesPerUser,
    ]
  }

  package var json: JSONObject {
    var object = JSONObject(Self.members.map { ($0.key, .integer(self[keyPath: $0.value])) })
    object["batchRequests"] = .integer(Self.batchRequests)
    object["nameBytes"] = .integer(ClientText.maximumName)
    return object
  }

  /// The same limits where the process may have no more than so many descriptors: connections and
  /// files that clients pass leave some for the store, a backup, reports and other servers.
  ///
  /// Also for what libraries open when they are first used, and end the process without.
  func fitting(descriptors: Int) -> Limits {
    var limits = self
    let rest = descriptors - max(32, min(128, descriptors / 4))
    limits.passedFiles = max(1, min(passedFiles, rest / 4))
    limits.connections = max(1, min(connections, rest - limits.passedFiles))
    return limits
  }

  /// The same limits, none of which makes another one unreachable: what a user may hold has room
  /// for one whole frame as it comes, and what all may hold for one user.
  var consistent: Limits {
    var limits = self
    let frame = frameBytes + Self.readAhead + Self.unnoticedBytes
    limits.bufferBytesPerUser = max(bufferBytesPerUser, frame)
    limits.bufferBytes = max(bufferBytes, limits.bufferBytesPerUser)
    return limits
  }
}
