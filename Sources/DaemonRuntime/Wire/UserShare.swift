internal import Loop

/// What one user has of what all clients share; kept while the user has a connection or work.
@LoopActor
final class UserShare {
  let uid: UInt32
  var connections = 0
  /// Bytes that are held for the user's connections.
  var bytes = 0
  /// Streams, slow requests and held reads.
  var requests = 0
  /// Pieces of work beside the loop that have not returned, also those whose request has ended.
  var tasks = 0

  init(uid: UInt32) { self.uid = uid }
}

/// The bytes that are held for clients: input, replies that were not taken, held requests, batches.
///
/// Each connection is counted with what it held when it was looked at last, so a look costs a few
/// additions. Who stores most for longest without moving is the first to go when there is too much.
@LoopActor
final class BufferLedger {
  private(set) var bytes = 0
  private let limits: Limits
  /// Whether a limit was passed since the last time somebody was sent away.
  private(set) var isOver = false

  init(limits: Limits) { self.limits = limits }

  /// Counts what a connection holds now.
  func count(_ connection: Connection, at nanoseconds: UInt64) {
    let held = connection.bytesHeld
    let growth = held - connection.bytesCounted
    guard growth != 0 else { return }
    if connection.bytesCounted == 0 { connection.movedAt = nanoseconds }
    connection.bytesCounted = held
    connection.user.bytes += growth
    bytes += growth
    if growth > 0, isFull(for: connection.user) { isOver = true }
  }

  /// Whether nothing more is to be read for a user.
  func isFull(for user: UserShare) -> Bool {
    bytes >= limits.bufferBytes || user.bytes >= limits.bufferBytesPerUser
  }

  /// Whether a reply of so many bytes may be made.
  func hasRoom(for count: Int, of user: UserShare) -> Bool {
    count <= Limits.unnoticedBytes
      || (bytes + count <= limits.bufferBytes && user.bytes + count <= limits.bufferBytesPerUser)
  }

  /// Who must go so that an eighth of each limit is free again.
  func excess(of connections: [Connection], at nanoseconds: UInt64) -> [Connection] {
    isOver = false
    let inAll = limits.bufferBytes - limits.bufferBytes / 8
    let ofUser = limits.bufferBytesPerUser - limits.bufferBytesPerUser / 8
    let order = connections.filter { $0.bytesCounted > 0 }
      .map { (connection: $0, weight: $0.weight(at: nanoseconds)) }
      .sorted { $0.weight > $1.weight }.map(\.connection)
    var bytes = bytes
    var left: [UInt32: Int] = [:]
    for connection in order { left[connection.user.uid] = connection.user.bytes }
    var gone: [Connection] = []
    let isOverInAll = bytes >= limits.bufferBytes
    // Those of users above their share first, then whoever holds most.
    for connection in order where connection.user.bytes >= limits.bufferBytesPerUser {
      guard left[connection.user.uid, default: 0] > ofUser else { continue }
      left[connection.user.uid, default: 0] -= connection.bytesCounted
      bytes -= connection.bytesCounted
      gone.append(connection)
    }
    guard isOverInAll else { return gone }
    let most = order.sorted {
      left[$0.user.uid, default: 0] > left[$1.user.uid, default: 0]
    }
    for connection in most where bytes > inAll && !gone.contains(where: { $0 === connection }) {
      bytes -= connection.bytesCounted
      gone.append(connection)
    }
    return gone
  }
}

extension Connection {
  /// How much a connection is in the way of others: its bytes times how long none of them moved.
  fileprivate func weight(at nanoseconds: UInt64) -> Double {
    let still = nanoseconds - min(nanoseconds, movedAt)
    return Double(bytesCounted) * (Double(still) / 1e9 + 0.001)
  }
}
