internal import IPCProtocol
internal import Values

/// What a replica has seen: the clock of the last change of each replica.
///
/// It says all, because the changes of one replica are always handed on in the order they were made
/// and from where the receiver's knowledge ends.
struct Knowledge: Hashable, Sendable {
  private(set) var clocks: [UUID: UInt64]

  init(_ clocks: [UUID: UInt64] = [:]) { self.clocks = clocks }

  subscript(replica: UUID) -> UInt64 { clocks[replica] ?? 0 }

  /// Whether everything that `other` knows is known here.
  func covers(_ other: Knowledge) -> Bool {
    other.clocks.allSatisfy { $0.value <= self[$0.key] }
  }

  mutating func add(_ other: Knowledge) {
    for (replica, clock) in other.clocks { clocks[replica] = max(clock, self[replica]) }
  }

  /// As if nothing of a replica were known.
  func without(_ replica: UUID) -> Knowledge {
    var clocks = clocks
    clocks[replica] = nil
    return Knowledge(clocks)
  }
}

// MARK: As JSON, between replicas and on disk

extension Knowledge {
  /// - Throws: ``ProjectError`` for what is no knowledge.
  init(members: JSONObject) throws(ProjectError) {
    var clocks: [UUID: UInt64] = [:]
    for (key, value) in members {
      guard let id = UUID(key), let clock = value.stringValue.flatMap({ HybridClock.clock($0) })
      else {
        throw ProjectError(
          .invalidChanges, ["problem": .string("knowledge is an object of UUIDs and clocks")])
      }
      clocks[id] = clock
    }
    self.init(clocks)
  }

  var members: JSONObject {
    JSONObject(
      clocks.map { ($0.key.description, JSONValue.string(HybridClock.text($0.value))) }
        .sorted { $0.0 < $1.0 })
  }
}
