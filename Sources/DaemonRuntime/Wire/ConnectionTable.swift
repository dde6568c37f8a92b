internal import Loop

/// The open connections by token, and how many each user has.
@LoopActor
struct ConnectionTable {
  private var slots: [Connection?] = []
  private var freeSlots: [Int] = []
  /// In the upper half of every token, so that an event for a closed connection finds nobody.
  private var generation: UInt64 = 1
  private var users: [UInt32: UserShare] = [:]
  private(set) var count = 0

  /// Tokens below this are no connection's, as generations start at 1.
  static let firstToken: UInt64 = 1 << 32

  subscript(token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slots.indices.contains(slot), let connection = slots[slot], connection.token == token
    else { return nil }
    return connection
  }

  var all: [Connection] { slots.compactMap { $0 } }

  func count(ofUser uid: UInt32) -> Int { users[uid]?.connections ?? 0 }

  /// Makes a connection under a new token.
  mutating func add(
    of uid: UInt32, _ make: (_ token: UInt64, _ user: UserShare) -> Connection
  ) -> Connection {
    let user = users[uid] ?? UserShare(uid: uid)
    users[uid] = user
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(nil) }
    let connection = make(generation << 32 | UInt64(slot), user)
    generation += 1
    slots[slot] = connection
    user.connections += 1
    count += 1
    return connection
  }

  mutating func remove(_ connection: Connection) {
    let slot = Int(connection.token & 0xFFFF_FFFF)
    slots[slot] = nil
    freeSlots.append(slot)
    count -= 1
    let user = connection.user
    user.connections -= 1
    // Who has work or memory under way is remembered: the next connection's is counted with it.
    if user.connections == 0, user.tasks == 0, user.bytes == 0 { users[user.uid] = nil }
  }
}

/// Buffers for replies, kept for reuse: an idle connection keeps none.
struct OutputPool {
  private var buffers: [[UInt8]] = []

  private static let kept = 32
  private static let keptBytes = 64 << 10

  mutating func borrow(for output: inout [UInt8]) {
    guard output.capacity == 0, let buffer = buffers.popLast() else { return }
    output = buffer
  }

  mutating func giveBack(_ output: inout [UInt8]) {
    var buffer: [UInt8] = []
    swap(&buffer, &output)
    guard buffers.count < Self.kept, buffer.capacity <= Self.keptBytes else { return }
    buffer.removeAll(keepingCapacity: true)
    buffers.append(buffer)
  }
}
