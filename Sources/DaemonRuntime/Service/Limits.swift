package import IPCProtocol

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

  /// Files that clients have passed and that are open still: of each user, and of all.
  package var passedFilesPerUser = 64
  package var passedFiles = 512

  package init() {}

  package var json: JSONObject {
    [
      "frameBytes": .integer(frameBytes), "connections": .integer(connections),
      "connectionsPerUser": .integer(connectionsPerUser),
      "requestsPerConnection": .integer(requestsPerConnection),
      "requestsInFlight": .integer(requestsInFlight),
      "streamBufferBytes": .integer(streamBufferBytes), "outputBytes": .integer(outputBytes),
      "requestsPerTurn": .integer(requestsPerTurn),
      "passedFilesPerUser": .integer(passedFilesPerUser), "passedFiles": .integer(passedFiles),
      "batchRequests": .integer(Dispatcher.maximumBatch),
    ]
  }
}
