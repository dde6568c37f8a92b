package import IPCProtocol
internal import Loop
package import Values

/// One call of a domain, whole: its name and words, what it may do, what it takes and gives, how
/// that is shown, and what does it.
///
/// Description, help, completion, checks, reading and writing follow from it; nothing of it is said
/// a second time. A domain is a list of calls:
///
///     .change("bank.take", "Take a ticket for a service", ko: "번호표 뽑기",
///       words: .init("take <service>", examples: ["matectl bank take deposit"]),
///       takes: Take.self, gives: Taken.self, shows: .message(…)
///     ) { bank, params, request in try bank.take(params, at: request.now) },
package struct Call<Domain: Sendable>: Sendable {
  let name: String
  let access: Access
  let takesFile: Bool
  let parameters: @Sendable (inout SchemaNames) -> [ParameterDescription]
  var describe: @Sendable (inout SchemaNames) -> MethodDescription
  /// Makes what carries the call out for one domain.
  let body: @LoopActor @Sendable (Domain) -> MethodEntry.Body
  var gathers = false
}

// MARK: Kinds

extension Call {
  package typealias Handler<Params, Result> =
    @LoopActor @Sendable (Domain, Params, RequestContext) throws -> Result

  /// A call that is answered from memory and changes nothing.
  package static func read<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, ko: String? = nil, access: Access = .read,
    words: CallWords? = nil, takes: Params.Type, gives: Result.Type, shows: Rendering? = nil,
    by handler: @escaping Handler<Params, Result>
  ) -> Call {
    Call(
      name, summary, ko, access, words, takes, gives, shows,
      body: { domain in .read(immediate(domain, handler)) })
  }

  /// The same, for a result that may be long.
  package static func readLong<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, ko: String? = nil, words: CallWords? = nil,
    takes: Params.Type, gives: Result.Type, shows: Rendering? = nil,
    by handler: @escaping Handler<Params, LongResult>
  ) -> Call {
    Call(
      name, summary, ko, .read, words, takes, gives, shows,
      body: { domain in .longRead { try handler(domain, Params(params: $0), $1) } })
  }

  /// A call that changes state: in order, in its turn's transaction, undone as one if it throws.
  ///
  /// One that `gathers` touches no row of the store itself: what it has to write it adds to a
  /// ``Gathering``.
  package static func change<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, ko: String? = nil, access: Access = .write,
    words: CallWords? = nil, gathers: Bool = false, takes: Params.Type,
    gives: Result.Type, shows: Rendering? = nil, by handler: @escaping Handler<Params, Result>
  ) -> Call {
    precondition(access.changesState, "\(name) changes state, so it is no read")
    var call = Call(
      name, summary, ko, access, words, takes, gives, shows,
      body: { domain in .change(immediate(domain, handler)) })
    call.gathers = gathers
    return call
  }

  /// The same, where most of the work needs no state: `prepare`, which is told when the request came, runs beside
  /// the loop, as reading a
  /// long text, and the handler on it.
  package static func preparedChange<Params: Shape, Prepared: Sendable, Result: Shape>(
    _ name: String, _ summary: String, ko: String? = nil, access: Access = .write,
    words: CallWords? = nil, takes: Params.Type, gives: Result.Type, shows: Rendering? = nil,
    preparing prepare:
      @escaping @Sendable @concurrent (Domain, Params, Timestamp) async throws -> Prepared,
    by handler: @escaping Handler<Prepared, Result>
  ) -> Call {
    precondition(access.changesState, "\(name) changes state, so it is no read")
    return Call(
      name, summary, ko, access, words, takes, gives, shows,
      body: { domain in
        .preparedChange { cursor, context in
          let params = try context.later(cursor) { try Params(params: $0) }
          let now = context.now
          return {
            try Task.checkCancellation()
            let prepared = try await prepare(domain, try params(), now)
            return { writer in try handler(domain, prepared, context).write(to: &writer) }
          }
        }
      })
  }

  /// Slow work off the loop; cancelled with its request.
  ///
  /// Where it changes something it does so through ``DomainHost/change(_:)``, each time a commit of its
  /// own: its key is kept, and what becomes of a dry run has to be said.
  ///
  /// `atHand` is asked first, on the loop: what it gives is the answer, which then takes no thread of
  /// its own; nil is where there is something to wait for.
  package static func task<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, ko: String? = nil, access: Access = .read,
    rehearsal: TaskRehearsal? = nil, words: CallWords? = nil, takes: Params.Type,
    gives: Result.Type, shows: Rendering? = nil, atHand: Handler<Params, Result?>? = nil,
    by handler:
      @escaping @Sendable @concurrent (Domain, Params, RequestContext) async throws ->
      Result
  ) -> Call {
    precondition(
      !access.changesState || rehearsal != nil,
      "\(name) may change something, so it says what a dry run of it comes to")
    precondition(atHand == nil || !access.changesState, "\(name) changes nothing at once")
    return Call(
      name, summary, ko, access, words, takes, gives, shows,
      body: { domain in
        .task(
          { cursor, context in
            if context.isDryRun, case .refused(let reason) = rehearsal {
              throw reason(name).wireError
            }
            let params = try context.later(cursor) { try Params(params: $0) }
            return {
              // What was cancelled while it waited for a thread is not begun.
              try Task.checkCancellation()
              var writer = JSONWriter()
              try await handler(domain, try params(), context).write(to: &writer)
              return writer.bytes
            }
          }, atHand: atHand.map { Self.atHand(domain, $0) })
      })
  }

  private static func atHand<Params: Shape, Result: Shape>(
    _ domain: Domain, _ handler: @escaping Handler<Params, Result?>
  ) -> MethodEntry.AtHand {
    { cursor, context in
      guard let result = try handler(domain, Params(params: cursor), context) else { return nil }
      var writer = JSONWriter()
      try result.write(to: &writer)
      return writer.bytes
    }
  }

  /// A call that answers with events; where its access is not `read`, the handler runs as a change.
  package static func stream<Params: Shape, Event: WireWritable, Result: Shape>(
    _ name: String, _ summary: String, ko: String? = nil, access: Access = .read,
    words: CallWords? = nil, takes: Params.Type, sends: Event.Type, gives: Result.Type,
    shows: Rendering? = nil, showsEvent: Rendering? = nil,
    by handler:
      @escaping @LoopActor @Sendable (Domain, Params, RequestContext, StreamOf<Event, Result>)
      throws -> Void
  ) -> Call {
    Call(
      name, summary, ko, access, words, takes, gives, shows,
      body: { domain in .stream { try handler(domain, Params(params: $0), $1, StreamOf($2)) } }
    ).with { method, names in
      method.isStream = true
      method.event = sends.schema(&names)
      method.renderEvent = showsEvent
    }
  }
}

extension Shape {
  /// The params of a request, in which places are counted from themselves.
  ///
  /// - Throws: ``WireError`` for what the schema admits and the type does not hold, as a whole number
  ///   of more than 64 bits: a refusal, as nothing has been touched yet.
  fileprivate init(params cursor: JSONCursor) throws(WireError) {
    do throws(JSONDecodingFailure) {
      try self.init(reading: cursor)
    } catch {
      throw SchemaViolation(error, in: cursor).wireError
    }
  }

  /// The same for a short use: the params lie on the stack, which most calls are fast by.
  fileprivate static func reading(
    params cursor: JSONCursor, _ body: (Self) throws -> Void
  ) throws {
    try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { memory in
      guard let place = memory.baseAddress else { preconditionFailure("there is room for one") }
      do throws(JSONDecodingFailure) {
        try initialize(place, reading: cursor)
      } catch {
        throw SchemaViolation(error, in: cursor).wireError
      }
      try body(place.move())
    }
  }
}

// MARK: What a client does with it

extension Call {
  /// A client asks before it sends.
  package var confirmed: Call { with { method, _ in method.needsConfirmation = true } }

  /// A client asks before it sends what a rehearsal's result has something at a JSON Pointer for, as a
  /// count of what would be retired; the rehearsal's result is shown with the question.
  package func confirmed(where pointer: String) -> Call {
    with { method, _ in method.confirmedPart = pointer }
  }

  /// `matectl today` shows it.
  package var forToday: Call { with { method, _ in method.isForToday = true } }

  /// What a status bar shows of it.
  package func bar(_ bar: BarTemplate) -> Call { with { method, _ in method.bar = bar } }

  /// What a person may type while a client shows it.
  package func loop(_ loop: KeyLoop) -> Call { with { method, _ in method.loop = loop } }

  /// The member of its result, as a JSON Pointer, that says how much of the work failed.
  package func failed(_ pointer: String) -> Call { with { method, _ in method.failed = pointer } }

  func with(
    _ change: @escaping @Sendable (inout MethodDescription, inout SchemaNames) -> Void
  ) -> Call {
    var call = self
    call.describe = { [describe] names in
      var method = describe(&names)
      change(&method, &names)
      return method
    }
    return call
  }

  private init<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, _ ko: String?, _ access: Access, _ words: CallWords?,
    _ takes: Params.Type, _ gives: Result.Type, _ shows: Rendering?,
    body: @escaping @LoopActor @Sendable (Domain) -> MethodEntry.Body
  ) {
    let parameters: @Sendable (inout SchemaNames) -> [ParameterDescription] = { names in
      let parameters = Params.shape.parameters(&names)
      precondition(
        parameters.contains { $0.source == .descriptor } == Params.takesFile,
        "\(Params.self) does not know whether it takes a file")
      return parameters
    }
    self.init(
      name: name, access: access, takesFile: Params.takesFile, parameters: parameters,
      describe: { names in
        MethodDescription(
          name, summary: LocalizedText(en: summary, ko: ko), access: access,
          parameters: parameters(&names), result: Result.schema(nil, &names),
          command: words?.description(of: name), render: shows)
      }, body: body)
  }

  private static func immediate<Params: Shape, Result: Shape>(
    _ domain: Domain, _ handler: @escaping Handler<Params, Result>
  ) -> MethodEntry.Immediate {
    { cursor, context, writer in
      try Params.reading(params: cursor) { params in
        try handler(domain, params, context).write(to: &writer)
      }
    }
  }
}

/// What a dry run of slow work comes to, which is many commits and cannot be undone as one.
package enum TaskRehearsal: Sendable {
  /// The handler changes nothing where ``RequestContext/isDryRun`` is set.
  case byHandler
  /// It is refused, for a reason that is made of the call's name.
  case refused(@Sendable (String) -> any WireErrorConvertible)

  package static let refused = refused { name in
    SchemaViolation(
      path: "/_meta/dryRun", expected: "a method that changes the state", got: name
    ).wireError
  }
}
