package import IPCProtocol

/// Method name to handler; what a domain registers its calls in.
@LoopActor
package struct MethodTable {
  private(set) var entries: [String: MethodEntry] = [:]
  private let schemas: SharedSchemas

  init(schemas: [NamedSchema]) { self.schemas = SharedSchemas(schemas) }

  /// A call that is answered from memory and changes nothing.
  package mutating func read<Params, Result>(
    _ method: Method<Params, Result>,
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> Result
  ) {
    add(method, .read(Self.erased(handler)))
  }

  /// The same, for values that read and write themselves.
  package mutating func read<Params: JSONReadable, Result: JSONWritable>(
    _ method: Method<Params, Result>,
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> Result
  ) {
    add(method, .read(Self.direct(handler)))
  }

  /// The same, for a result that may be long.
  package mutating func readLong<Params>(
    _ method: Method<Params, LongResult>,
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> LongResult
  ) {
    add(method, .longRead { try handler($0.decode(Params.self), $1) })
  }

  /// A call that changes state: in order, in this turn's transaction, undone as one if it throws.
  ///
  /// A refusal is thrown before anything in memory is touched.
  ///
  /// One that `gathers` touches no row of the store itself: what it has to write it adds to a
  /// ``Gathering``.
  package mutating func change<Params, Result>(
    _ method: Method<Params, Result>, gathers: Bool = false,
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> Result
  ) {
    add(method, .change(Self.erased(handler)), gathers: gathers)
  }

  /// The same, for values that read and write themselves.
  package mutating func change<Params: JSONReadable, Result: JSONWritable>(
    _ method: Method<Params, Result>, gathers: Bool = false,
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> Result
  ) {
    add(method, .change(Self.direct(handler)), gathers: gathers)
  }

  /// The same, where most of the work needs no state: `prepare` runs beside the loop, as reading a
  /// long text, and the handler on it.
  package mutating func change<Params, Prepared: Sendable, Result>(
    _ method: Method<Params, Result>,
    preparing prepare: @escaping @Sendable @concurrent (Params) async throws -> Prepared,
    _ handler: @escaping @Sendable @LoopActor (Prepared, RequestContext) throws -> Result
  ) {
    add(
      method,
      .preparedChange { cursor, context in
        let params = try context.later(cursor) { try $0.decode(Params.self) }
        return {
          try Task.checkCancellation()
          let prepared = try await prepare(try params())
          return { writer in try writer.encode(handler(prepared, context)) }
        }
      })
  }

  /// Slow work off the loop; cancelled with its request.
  package mutating func task<Params, Result>(
    _ method: Method<Params, Result>,
    _ handler: @escaping @Sendable @concurrent (Params, RequestContext) async throws -> Result
  ) {
    add(
      method,
      .task { cursor, context in
        let params = try context.later(cursor) { try $0.decode(Params.self) }
        return {
          // What was cancelled while it waited for a thread is not begun.
          try Task.checkCancellation()
          let params = try params()
          let result = try await handler(params, context)
          var writer = JSONWriter()
          try writer.encode(result)
          return writer.bytes
        }
      })
  }

  /// A call that answers with events; where the method's access is `write`, the handler itself
  /// runs as a change.
  package mutating func stream<Params, Result>(
    _ method: Method<Params, Result>,
    _ handler: @escaping @LoopActor (Params, RequestContext, EventStream) throws -> Void
  ) {
    add(
      method,
      .stream { cursor, context, stream in
        try handler(cursor.decode(Params.self), context, stream)
      })
  }

  private mutating func add<P, R>(
    _ method: Method<P, R>, _ body: MethodEntry.Body, gathers: Bool = false
  ) {
    let entry = MethodEntry(method.description, schemas: schemas, body: body, gathers: gathers)
    precondition(entries[entry.description.name] == nil, "\(entry.description.name) added twice")
    entries[entry.description.name] = entry
  }

  private static func direct<Params: JSONReadable, Result: JSONWritable>(
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> Result
  ) -> MethodEntry.Immediate {
    { cursor, context, writer in
      try handler(Params(reading: cursor), context).write(to: &writer)
    }
  }

  private static func erased<Params: Decodable, Result: Encodable>(
    _ handler: @escaping @LoopActor (Params, RequestContext) throws -> Result
  ) -> MethodEntry.Immediate {
    { cursor, context, writer in
      let result = try handler(cursor.decode(Params.self), context)
      try writer.encode(result)
    }
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
  /// What is left of a change that was prepared beside the loop.
  typealias Apply = @Sendable @LoopActor (inout JSONWriter) throws -> Void
  typealias Preparation = @Sendable @concurrent () async throws -> Apply

  enum Body {
    case read(Immediate)
    case longRead(@LoopActor (JSONCursor, RequestContext) throws -> LongResult)
    case change(Immediate)
    case preparedChange(@LoopActor (JSONCursor, RequestContext) throws -> Preparation)
    case task(@LoopActor (JSONCursor, RequestContext) throws -> Work)
    case stream(@LoopActor (JSONCursor, RequestContext, EventStream) throws -> Void)
  }

  let description: MethodDescription
  let body: Body
  /// Whether a change leaves its writes to the commit.
  let gathers: Bool
  /// Whether a parameter stands for a file that the client passes.
  let takesFile: Bool
  /// Whether a key and a dry run mean something: what only reads changes nothing, whatever right it
  /// needs.
  let changesState: Bool
  /// Whether calls go through the turn's transaction; such a call is never held.
  let isChange: Bool
  let isPreparedChange: Bool
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
    let mayChange = description.access.changesState
    (changesState, isChange, isPreparedChange, isStream, isLong) =
      switch body {
      case .change: (mayChange, true, false, false, false)
      case .preparedChange: (mayChange, false, true, false, true)
      case .stream: (mayChange, mayChange, false, true, true)
      case .task: (mayChange, false, false, false, true)
      case .read, .longRead: (false, false, false, false, false)
      }
  }

  /// Whether a call is worked on beside the loop.
  var isTask: Bool { isLong && !isStream }

  private func compiled() -> CompiledSchema {
    guard case .rules(var rules) = description.parametersSchema else {
      preconditionFailure("the parameters of \(description.name) are an object")
    }
    rules.properties.append(.init("_meta", .any))
    return CompiledSchema(.rules(rules))
  }

  /// - Throws: ``SchemaViolation`` with the place that is wrong.
  func check(_ params: JSONCursor) throws(SchemaViolation) {
    try schemas.checker.check(params, against: schema)
  }
}
