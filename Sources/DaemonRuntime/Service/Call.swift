package import IPCProtocol

/// One call of a domain, whole: its name and words, what it may do, what it takes and gives, how
/// that is shown, and what does it.
///
/// Description, help, completion, checks, reading and writing follow from it; nothing of it is said
/// a second time.
package struct Call<Domain: DomainService>: Sendable {
  package typealias Render = Rendering

  let describe: @Sendable (inout SchemaNames) -> MethodDescription
  let register: @LoopActor @Sendable (Domain, MethodDescription, inout MethodTable) -> Void

  /// What a person types and reads, beside the members of what is taken.
  package struct Words: Sendable, ExpressibleByStringLiteral {
    let command: String?
    let flags: [CommandDescription.Flag]
    let examples: [String]

    /// - Parameters:
    ///   - command: The words behind the domain's, as `take <service>`: what stands in angle
    ///     brackets is a member that is given by its place.
    ///   - flags: Members whose option has another name than they have, or a short one.
    ///   - examples: Whole lines, as `matectl bank take deposit`.
    package init(
      _ command: String, flags: [CommandDescription.Flag] = [], examples: [String] = []
    ) {
      self.command = command
      self.flags = flags
      self.examples = examples
    }

    /// A command with one example, which is the command itself.
    package init(stringLiteral command: String) { self.init(command) }

    func description(of domain: String) -> CommandDescription {
      let words = (command ?? "").split(separator: " ").map(String.init)
      let path = words.filter { !$0.hasPrefix("<") }
      let positionals = words.filter { $0.hasPrefix("<") }.map { String($0.dropFirst().dropLast()) }
      return CommandDescription(
        path, positionals: positionals, flags: flags,
        examples: examples.isEmpty ? ["matectl \(domain) \(path.joined(separator: " "))"] : examples)
    }
  }
}

extension Call {
  /// A call that is answered from memory and changes nothing.
  package static func read<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, ko: String, words: Words? = nil, isForToday: Bool = false,
    takes: Params.Type = NoParams.self, gives: Result.Type, shows: Rendering? = nil,
    bar: BarTemplate? = nil,
    by handler: @escaping @LoopActor @Sendable (Domain, Params, RequestContext) throws -> Result
  ) -> Call {
    Call(
      describe: { names in
        var method = method(name, summary, ko, .read, words, takes, &names)
        method.result = Result.schema(nil, &names)
        method.render = shows
        method.bar = bar
        method.isForToday = isForToday
        return method
      },
      register: { domain, description, methods in
        methods.read(description) { (params: Params, request) in
          try handler(domain, params, request)
        }
      })
  }

  /// A call that changes state: in order, in this turn's transaction, undone as one if it throws.
  ///
  /// A refusal is thrown before anything in memory is touched.
  package static func change<Params: Shape, Result: Shape>(
    _ name: String, _ summary: String, ko: String, access: Access = .write, words: Words? = nil,
    confirms: Bool = false, gathers: Bool = false, takes: Params.Type = NoParams.self,
    gives: Result.Type, shows: Rendering? = nil, failed: String? = nil,
    by handler: @escaping @LoopActor @Sendable (Domain, Params, RequestContext) throws -> Result
  ) -> Call {
    Call(
      describe: { names in
        var method = method(name, summary, ko, access, words, takes, &names)
        method.result = Result.schema(nil, &names)
        method.render = shows
        method.needsConfirmation = confirms
        method.failed = failed
        return method
      },
      register: { domain, description, methods in
        methods.change(description, gathers: gathers) { (params: Params, request) in
          try handler(domain, params, request)
        }
      })
  }

  private static func method<Params: Shape>(
    _ name: String, _ summary: String, _ ko: String, _ access: Access, _ words: Words?,
    _ params: Params.Type, _ names: inout SchemaNames
  ) -> MethodDescription {
    let domain = String(name.prefix { $0 != "." })
    return MethodDescription(
      name, summary: LocalizedText(en: summary, ko: ko), access: access,
      parameters: Params.shape.parameters(&names), command: words?.description(of: domain))
  }
}
