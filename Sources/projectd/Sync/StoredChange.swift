internal import IPCProtocol

/// What one command changed in one project, as replicas hand it on: all fields under one stamp.
struct StoredChange: Hashable, Sendable {
  let stamp: Stamp
  let project: UUID
  let fields: [Field: String?]
}

// MARK: On the wire

extension StoredChange {
  /// - Throws: ``ProjectError`` where this is no change that this program knows.
  init(_ change: WireChange) throws(ProjectError) {
    guard let clock = HybridClock.clock(change.clock), !change.fields.members.isEmpty else {
      throw Self.malformed
    }
    var fields: [Field: String?] = [:]
    for (key, value) in change.fields.members {
      // What a newer program writes cannot be kept by halves: all of it waits until this is newer.
      guard let field = Field(key: key) else {
        throw Self.invalid("the field \(key) is not known; use the same version on both sides")
      }
      guard value == .null || value.stringValue != nil else {
        throw Self.invalid("\(key) is a string or null")
      }
      fields[field] = .some(value.stringValue)
    }
    self.init(
      stamp: Stamp(clock: clock, replica: change.replica), project: change.project,
      fields: fields)
  }

  /// One that stands in a file.
  ///
  /// - Throws: ``ProjectError`` where this is no change that this program knows.
  init(json: [UInt8]) throws(ProjectError) {
    guard let change = try? WireChange(json: json) else { throw Self.malformed }
    try self.init(change)
  }

  private static let malformed = invalid(
    "replica, clock, project or fields are missing or malformed")

  private static func invalid(_ problem: String) -> ProjectError {
    ProjectError(.invalidChanges, ["problem": .string(problem)])
  }
}

extension HybridClock {
  /// `1795251600000.3`: milliseconds and counter, as JSON's numbers do not hold 64 bits everywhere.
  static func text(_ clock: UInt64) -> String { "\(clock >> 16).\(clock & 0xFFFF)" }

  static func clock(_ text: String) -> UInt64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = UInt64(parts[0]), milliseconds < 1 << 47,
      let counter = UInt64(parts[1]), counter <= 0xFFFF
    else { return nil }
    return milliseconds << 16 | counter
  }
}

extension KnownClocks {
  init(_ knowledge: Knowledge) {
    let members = knowledge.clocks.map {
      ($0.key.description, JSONValue.string(HybridClock.text($0.value)))
    }
    self.init(members: JSONObject(members.sorted { $0.0 < $1.0 }))
  }
}

extension Knowledge {
  /// - Throws: ``ProjectError`` for what is no knowledge.
  init(_ known: KnownClocks) throws(ProjectError) {
    var clocks: [UUID: UInt64] = [:]
    for (key, value) in known.members {
      guard let id = UUID(key), let clock = value.stringValue.flatMap({ HybridClock.clock($0) })
      else {
        throw ProjectError(
          .invalidChanges, ["problem": .string("knowledge is an object of UUIDs and clocks")])
      }
      clocks[id] = clock
    }
    self.init(clocks)
  }
}
