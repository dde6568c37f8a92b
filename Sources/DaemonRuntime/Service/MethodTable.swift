internal import IPCProtocol

/// Method name to what carries it out.
@LoopActor
struct MethodTable {
  private(set) var entries: [String: MethodEntry] = [:]
  private let schemas: SharedSchemas

  init(schemas: [NamedSchema]) { self.schemas = SharedSchemas(schemas) }

  /// Puts calls in, each with its description.
  ///
  /// - Precondition: The descriptions are those of the calls, in their order, and no name is there yet:
  ///   a description without a call would be a promise that nobody keeps.
  mutating func add<Domain>(
    _ calls: [Call<Domain>], as descriptions: [MethodDescription], of domain: Domain
  ) {
    precondition(calls.count == descriptions.count, "a method has no call, or a call no method")
    for (call, description) in zip(calls, descriptions) {
      precondition(call.name == description.name, "\(call.name) is described elsewhere")
      precondition(entries[call.name] == nil, "\(call.name) is added twice")
      entries[call.name] = MethodEntry(
        description, schemas: schemas, body: call.body(domain), gathers: call.gathers)
    }
  }

  /// The same for calls that no document describes in full.
  mutating func add<Domain>(_ calls: [Call<Domain>], of domain: Domain) {
    var names = SchemaNames()
    add(calls, as: calls.map { $0.describe(&names) }, of: domain)
  }
}

/// The named schemas of a domain, made ready once, when the first call is checked.
@LoopActor
final class SharedSchemas {
  private let schemas: [NamedSchema]
  lazy var checker = SchemaChecker(schemas: schemas)

  init(_ schemas: [NamedSchema]) { self.schemas = schemas }
}

/// One method as the dispatcher sees it: its types are gone, its checks are ready.
@LoopActor
final class MethodEntry {
  typealias Immediate = @LoopActor (JSONCursor, RequestContext, inout JSONWriter) throws -> Void
  typealias Work = @Sendable @concurrent () async throws -> [UInt8]

  enum Body {
    case read(Immediate)
    case longRead(@LoopActor (JSONCursor, RequestContext) throws -> LongResult)
    case change(Immediate)
    case task(@LoopActor (JSONCursor, RequestContext) throws -> Work)
    case stream(@LoopActor (JSONCursor, RequestContext, EventStream) throws -> Void)
  }

  let description: MethodDescription
  let body: Body
  /// Whether a change leaves its writes to the commit.
  let gathers: Bool
  /// Whether a parameter stands for a file that the client passes.
  let takesFile: Bool
  /// Whether calls go through the turn's transaction; such a call is never held.
  let isChange: Bool
  let isStream: Bool
  /// Whether a call outlives its turn and counts against the limits of requests in flight.
  let isLong: Bool
  var latency = LatencyHistogram()
  var failures: UInt64 = 0
  private let schemas: SharedSchemas
  /// Made at the first call: a daemon starts for one call, not for all of them.
  private lazy var schema = compiled()

  init(_ description: MethodDescription, schemas: SharedSchemas, body: Body, gathers: Bool) {
    self.description = description
    self.body = body
    self.gathers = gathers
    self.schemas = schemas
    takesFile = description.parameters.contains { $0.source == .descriptor }
    let changesState = description.access.changesState
    (isChange, isStream, isLong) =
      switch body {
      case .change: (true, false, false)
      case .stream: (changesState, true, true)
      case .task: (false, false, true)
      case .read, .longRead: (false, false, false)
      }
  }

  private func compiled() -> CompiledSchema {
    guard case .rules(var rules) = description.parametersSchema else {
      preconditionFailure("the parameters of \(description.name) are an object")
    }
    rules.properties.append(.init("_meta", .any))
    return CompiledSchema(.rules(rules))
  }

  /// Whether a key and a dry run mean something: what only reads changes nothing, whatever right it
  /// needs.
  var changesState: Bool {
    switch body {
    case .read, .longRead: false
    case .change, .task, .stream: description.access.changesState
    }
  }

  /// - Throws: ``SchemaViolation`` with the place that is wrong.
  func check(_ params: JSONCursor) throws(SchemaViolation) {
    try schemas.checker.check(params, against: schema)
  }
}
