internal import IPCProtocol

/// An object whose members have names that nobody can list beforehand, as UUIDs.
protocol OpenObject: OwnWireValue {
  /// What every member may be.
  static var element: JSONSchema { get }

  var members: JSONObject { get }
  init(members: JSONObject)
}

extension OpenObject {
  static var ownSchema: JSONSchema {
    var rules = JSONSchema.Rules()
    rules.types = [.object]
    rules.additionalProperties = .schema(element)
    return .rules(rules)
  }

  init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
    guard let members = cursor.value().objectValue else { throw cursor.mismatch("an object") }
    self.init(members: members)
  }

  func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) {
    writer.value(.object(members))
  }
}

/// What a replica has seen: clocks by the UUIDs of replicas.
///
/// Read by ``Knowledge``, whose refusals have names of their own.
struct KnownClocks: OpenObject {
  let members: JSONObject

  static let element = JSONSchema.string(maxLength: 40)
}

extension KnownClocks {
  init(_ knowledge: Knowledge) { self.init(members: knowledge.members) }
}

extension Knowledge {
  /// - Throws: ``ProjectError`` for what is no knowledge.
  init(_ known: KnownClocks) throws(ProjectError) { try self.init(members: known.members) }
}

/// The fields of a change by their names; null where one is empty from then on.
struct ChangedFields: OpenObject {
  let members: JSONObject

  static let element: JSONSchema = {
    var rules = JSONSchema.Rules()
    rules.types = [.string, .null]
    return .rules(rules)
  }()
}

/// What an import brought, by its names there.
struct Extras: OpenObject {
  let members: JSONObject

  static let element = JSONSchema.string
}
