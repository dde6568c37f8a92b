internal import IPCProtocol
internal import Loop

/// Method name to what carries it out.
@LoopActor
struct MethodTable {
  private(set) var entries: [String: MethodEntry] = [:]

  /// Puts the calls of a domain in, or the runtime's own.
  ///
  /// - Precondition: No call of the same name is there.
  mutating func add<Domain>(_ calls: [Call<Domain>], of domain: Domain) {
    for call in calls {
      precondition(entries[call.name] == nil, "\(call.name) is added twice")
      entries[call.name] = MethodEntry(
        call.name, call.access, takesFile: call.takesFile, parameters: call.parameters,
        body: call.body(domain), gathers: call.gathers)
    }
  }
}

/// One method as the dispatcher sees it: its types are gone.
@LoopActor
final class MethodEntry {
  typealias Immediate = @LoopActor (JSONCursor, RequestContext, inout JSONWriter) throws -> Void
  typealias Work = @Sendable @concurrent () async throws -> [UInt8]
  /// The result of a task that is at hand; nil where there is something to wait for.
  typealias AtHand = @LoopActor (JSONCursor, RequestContext) throws -> [UInt8]?
  /// What is left of a change that was prepared beside the loop.
  typealias Apply = @Sendable @LoopActor (inout JSONWriter) throws -> Void
  typealias Preparation = @Sendable @concurrent () async throws -> Apply
  typealias Parameters = @Sendable (inout SchemaNames) -> [ParameterDescription]

  enum Body {
    case read(Immediate)
    case longRead(@LoopActor (JSONCursor, RequestContext) throws -> LongResult)
    case change(Immediate)
    case preparedChange(@LoopActor (JSONCursor, RequestContext) throws -> Preparation)
    case task(@LoopActor (JSONCursor, RequestContext) throws -> Work, atHand: AtHand? = nil)
    case stream(@LoopActor (JSONCursor, RequestContext, any EventSink) throws -> Void)
  }

  let name: String
  let access: Access
  let body: Body
  /// Whether a change leaves its writes to the commit.
  let gathers: Bool
  /// Whether a parameter stands for a file that the client passes.
  let takesFile: Bool
  /// Whether a key and a dry run mean something: what only reads changes nothing, whatever right it
  /// needs.
  let changesState: Bool
  /// Whether calls go through the turn's transaction; such a call is held only behind a turn in flight
  /// that somebody waits to see (``Turn/holdsChanges``).
  let isChange: Bool
  let isPreparedChange: Bool
  let isStream: Bool
  /// Whether a call outlives its turn and counts against the limits of requests in flight.
  let isLong: Bool
  var latency = LatencyHistogram()
  var failures: UInt64 = 0
  private let parameters: Parameters
  /// Made at the first call: a daemon starts for one call, not for all of them.
  private lazy var checks = ParameterChecks(parameters)

  init(
    _ name: String, _ access: Access, takesFile: Bool = false, parameters: @escaping Parameters,
    body: Body, gathers: Bool
  ) {
    (self.name, self.access) = (name, access)
    self.body = body
    self.gathers = gathers
    self.takesFile = takesFile
    self.parameters = parameters
    let mayChange = access.changesState
    (changesState, isChange, isPreparedChange, isStream, isLong) =
      switch body {
      case .change: (mayChange, true, false, false, false)
      case .preparedChange: (mayChange, false, true, false, true)
      case .stream: (mayChange, mayChange, false, true, true)
      case .task: (mayChange, false, false, false, true)
      case .read, .longRead: (false, false, false, false, false)
      }
  }

  /// The same method, carried out otherwise.
  convenience init(_ other: MethodEntry, body: Body) {
    self.init(
      other.name, other.access, takesFile: other.takesFile, parameters: other.parameters,
      body: body, gathers: other.gathers)
  }

  /// Whether every daemon has it, so that it needs no state of a domain.
  var isStandard: Bool { name.hasPrefix("mate.") || name.hasPrefix("rpc.") }

  /// Whether a call is worked on beside the loop.
  var isTask: Bool { isLong && !isStream }

  /// - Throws: ``SchemaViolation`` with the place that is wrong.
  func check(_ params: JSONCursor) throws(SchemaViolation) { try checks.check(params) }
}

/// What the params of a method are held against.
private final class ParameterChecks {
  private let checker: SchemaChecker
  private let schema: CompiledSchema

  init(_ parameters: MethodEntry.Parameters) {
    var names = SchemaNames()
    var properties: [JSONSchema.Property] = []
    var optional = ["_meta"]
    for parameter in parameters(&names) {
      properties.append(.init(parameter.name, parameter.schema))
      if !parameter.isRequired { optional.append(parameter.name) }
    }
    properties.append(.init("_meta", .any))
    schema = CompiledSchema(.object(properties, optional: optional, additional: false))
    checker = SchemaChecker(schemas: names.schemas, isStrict: true)
  }

  func check(_ params: JSONCursor) throws(SchemaViolation) {
    try checker.check(params, against: schema)
  }
}
