internal import IPCProtocol

/// What one command changed in one project, as replicas hand it on: all fields under one stamp.
struct StoredChange: Hashable, Sendable {
  let stamp: Stamp
  let project: UUID
  let fields: [Field: String?]
}

// MARK: JSON

/// `{"replica":…,"clock":"1795251600000.3","project":…,"fields":{"title":"…","tag:a":"","group":null}}`.
extension StoredChange {
  var json: JSONValue {
    let members = fields.map { ($0.key.key, $0.value.map(JSONValue.string) ?? .null) }
    return [
      "replica": .string(stamp.replica.description),
      "clock": .string(HybridClock.text(stamp.clock)), "project": .string(project.description),
      "fields": .object(JSONObject(members.sorted { $0.0 < $1.0 })),
    ]
  }

  /// - Throws: ``ProjectError`` where this is no change that this program knows.
  init(_ json: JSONValue) throws(ProjectError) {
    func invalid(_ problem: String) -> ProjectError {
      ProjectError(.invalidChanges, ["problem": .string(problem)])
    }
    guard let replica = json["replica"]?.stringValue.flatMap({ UUID($0) }),
      let clock = json["clock"]?.stringValue.flatMap({ HybridClock.clock($0) }),
      let project = json["project"]?.stringValue.flatMap({ UUID($0) }),
      let members = json["fields"]?.objectValue, !members.isEmpty
    else { throw invalid("replica, clock, project or fields are missing or malformed") }
    var fields: [Field: String?] = [:]
    for (key, value) in members {
      // What a newer program writes cannot be kept by halves: all of it waits until this is newer.
      guard let field = Field(key: key) else {
        throw invalid("the field \(key) is not known; use the same version on both sides")
      }
      guard value == .null || value.stringValue != nil else {
        throw invalid("\(key) is a string or null")
      }
      fields[field] = .some(value.stringValue)
    }
    self.init(
      stamp: Stamp(clock: clock, replica: replica), project: project, fields: fields)
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

extension Knowledge {
  var json: JSONValue {
    let members = clocks.map {
      ($0.key.description, JSONValue.string(HybridClock.text($0.value)))
    }
    return .object(JSONObject(members.sorted { $0.0 < $1.0 }))
  }

  /// - Throws: ``ProjectError`` for what is no knowledge.
  init(_ json: JSONValue) throws(ProjectError) {
    var clocks: [UUID: UInt64] = [:]
    for (key, value) in json.objectValue?.members ?? [] {
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
