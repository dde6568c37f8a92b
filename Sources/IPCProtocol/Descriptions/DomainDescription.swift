package import Values

/// One domain as its OpenRPC document describes it: all that a client needs to drive it.
///
/// Declared once in the daemon, beside the handlers; `protocol.md`, section 6.
package struct DomainDescription: Hashable, Sendable {
  /// The first word of its commands, the prefix of its methods, and the name of its socket.
  package var domain: String
  package var version: String
  /// The socket of the one without a name.
  private var plainSocket: String
  /// The program: a name to look up, or an absolute path.
  package var exec: String
  package var summary: LocalizedText
  package var methods: [MethodDescription]
  /// What the domain refuses, each with its translation.
  package var errors: [ErrorDescription]
  /// What its full screen shows besides what a client finds (`x-mate-screens`).
  package var screens: [ScreenDescription] = []
  /// What members of its rows are called where no table has a head for them (`x-mate-members`).
  package var members: [String: LocalizedText] = [:]
  /// What one customer may see of it (`x-mate-public`).
  package var publicPage: PublicPage?
  /// `#/components/schemas`, in order of declaration.
  package var schemas: [NamedSchema]
  /// The protocol that its program speaks: ours where it is declared here; nil where a document does
  /// not say, which is 1.0.
  package var protocolVersion: ProtocolVersion?
  /// Whether several of it may be on one machine, each with a store of its own: `instances`.
  package var hasInstances = false
  /// Which of several is meant, which no document says; nil for the one without a name.
  package private(set) var instance: InstanceName?
  /// Methods of the document that are nobody's, each with its place and what is wrong.
  package var leftOut: [DescriptionError] = []

  package init(
    domain: String, version: String, exec: String, socket: String? = nil, summary: LocalizedText,
    methods: [MethodDescription], errors: [ErrorDescription] = [], schemas: [NamedSchema] = []
  ) {
    self.domain = domain
    self.version = version
    self.exec = exec
    plainSocket = socket ?? "\(domain).sock"
    self.summary = summary
    self.methods = methods
    self.errors = errors
    self.schemas = schemas
    protocolVersion = .current
  }

  /// The same domain, meant as one of several.
  package func at(_ instance: InstanceName?) -> DomainDescription {
    var one = self
    one.instance = instance
    return one
  }

  /// The file name of the socket in the runtime directory.
  package var socket: String { DomainLabel.name(plainSocket, at: instance, end: ".sock") }

  /// As it is typed: `bank`, or `bank@gangnam` for one of several.
  package var label: String { DomainLabel.name(domain, at: instance) }

  /// The name of its units, without their kind: `bankd`, or `bankd@gangnam` for one of several.
  package var unit: String {
    DomainLabel.name(exec.split(separator: "/").last.map(String.init) ?? exec, at: instance)
  }
}

/// What a method may do: read the state, change it, or run the daemon.
package enum Access: String, Hashable, Sendable, CaseIterable {
  case read, write, admin

  /// Whether a call may change state: it is then ordered, idempotent and durable.
  package var changesState: Bool { self != .read }
}

/// One method: its words, its parameters, its answer and how that is shown.
package struct MethodDescription: Hashable, Sendable {
  package var name: String
  package var summary: LocalizedText
  package var access: Access
  package var isStream: Bool
  /// Whether a client asks before it sends (`x-mate-confirm`).
  package var needsConfirmation: Bool
  /// JSON Pointer of the member of a rehearsal's result for which a client asks first
  /// (`x-mate-confirm`).
  package var confirmedPart: String?
  /// Whether `matectl today` shows it (`x-mate-today`).
  package var isForToday: Bool
  package var parameters: [ParameterDescription]
  package var result: JSONSchema
  /// What one event of a stream may be (`x-mate-event`); nil where the document does not say.
  package var event: JSONSchema?
  package var command: CommandDescription?
  package var render: Rendering?
  /// How one event of a stream is shown (`x-mate-render-event`).
  package var renderEvent: Rendering?
  /// What a status bar shows of an event or a result (`x-mate-bar`).
  package var bar: BarTemplate?
  /// JSON Pointer of the result's member that says how much of the work failed (`x-mate-failed`).
  package var failed: String?
  /// What a person may type while it is shown (`x-mate-loop`).
  package var loop: KeyLoop?
  /// Whether it says how far it is to who asks (`x-mate-progress`); events of such a stream are for
  /// programs.
  package var reportsProgress = false
  /// Whether to do it twice comes to the same as once (`x-mate-idempotent`).
  package var isIdempotent = false
  /// Whether it asks or tells somebody outside of this machine (`x-mate-open-world`).
  package var isOpenWorld = false
  /// What is said and asked where a person leaves the stream before its end (`x-mate-leave`).
  package var leaving: StreamLeaving?

  package init(
    _ name: String, summary: LocalizedText, access: Access = .read, isStream: Bool = false,
    needsConfirmation: Bool = false, isForToday: Bool = false,
    parameters: [ParameterDescription] = [], result: JSONSchema = .object([]),
    event: JSONSchema? = nil,
    command: CommandDescription? = nil, render: Rendering? = nil, renderEvent: Rendering? = nil,
    bar: BarTemplate? = nil, failed: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.access = access
    self.isStream = isStream
    self.needsConfirmation = needsConfirmation
    self.isForToday = isForToday
    self.parameters = parameters
    self.result = result
    self.event = event
    self.command = command
    self.render = render
    self.renderEvent = renderEvent
    self.bar = bar
    self.failed = failed
  }

  /// Whether it is about the daemon and its store, as `mate.storeDigest`, and not about the domain's matter.
  package var isOfRuntime: Bool { name.hasPrefix("mate.") || name.hasPrefix("rpc.") }

  /// Whether a result says that a part of the work failed: by a member that is there and is not
  /// null, false, 0 or empty.
  package func isFailed(_ result: JSONValue) -> Bool {
    failed.map { Self.hasSomething(result, at: $0) } ?? false
  }

  /// Whether a rehearsal's result has what a client asks about first.
  package func asksFirst(about rehearsed: JSONValue) -> Bool {
    confirmedPart.map { Self.hasSomething(rehearsed, at: $0) } ?? false
  }

  /// Whether at a place there is something that is not null, false, 0 or empty.
  package static func hasSomething(_ result: JSONValue, at pointer: String) -> Bool {
    guard let value = result.value(at: pointer) else { return false }
    switch value {
    case .null, .bool(false), .integer(0), .unsigned(0), .string(""): return false
    case .double(let number): return number != 0
    case .array(let elements): return !elements.isEmpty
    case .object(let object): return !object.isEmpty
    default: return true
    }
  }
}

/// One parameter: an OpenRPC content descriptor.
package struct ParameterDescription: Hashable, Sendable {
  package var name: String
  package var schema: JSONSchema
  package var isRequired: Bool
  /// `description` in English; `x-mate-summary` holds both languages.
  package var summary: LocalizedText
  /// The method that knows the values (`x-mate-complete`).
  package var completion: CompletionSource?
  /// What a client that works for a person fills in (`x-mate-from`).
  package var source: ParameterSource?
  /// Whether people write texts of several lines for it (`x-mate-lines`).
  package var hasLines: Bool

  package init(
    _ name: String, _ schema: JSONSchema, required: Bool = false, _ summary: LocalizedText,
    completion: CompletionSource? = nil, source: ParameterSource? = nil, hasLines: Bool = false
  ) {
    self.source = source
    self.hasLines = hasLines
    self.name = name
    self.schema = schema
    self.isRequired = required
    self.summary = summary
    self.completion = completion
  }
}

/// What a parameter stands for at a person's side, where the daemon cannot look.
package enum ParameterSource: String, Hashable, Sendable, CaseIterable {
  /// The name of the caller's time zone, as `Asia/Seoul`, where the parameter is left out.
  case timeZone
  /// The caller's language, as `ko`, where the parameter is left out: for what is said when they are gone.
  case language
  /// The text of the file that the word names; `-` is standard input.
  case file
  /// The same, but letters alone (`report`) are no file and are sent as they stand.
  case fileOrWord
  /// The path of the file that the word names, from the root on; an address with a scheme stays.
  ///
  /// For methods that only an administrator may call: the daemon opens it with its own rights.
  case path
  /// A point in the past as people type it, as `2h` (ago), `yesterday` or a date: sent as RFC 3339, or
  /// where the format is `date` as the date in the caller's zone.
  case past
  /// The file that the word names, which the client opens with the caller's rights and passes with
  /// the frame (`SCM_RIGHTS`); the word itself is sent as a name for people. An address with a
  /// scheme stays, and passes nothing.
  case descriptor

  /// Whether it is something of the caller's own that nobody types, as their clients know it.
  package var isCallers: Bool { self == .timeZone || self == .language }
}

/// Where the values of a parameter come from: a read method and a pointer into its result.
package struct CompletionSource: Hashable, Sendable {
  package var method: String
  /// A JSON Pointer in which `*` stands for every element, as `/items/*/fruit`.
  package var values: String
  /// Where other words stand that mean the same; offered where no value begins as what is typed.
  package var aliases: String?
  /// What an element must have to be offered, as `{"isAutomatic":false}`; a member that is absent
  /// is null.
  package var filter: JSONObject

  package init(
    method: String, values: String, aliases: String? = nil, where filter: JSONObject = [:]
  ) {
    self.method = method
    self.values = values
    self.aliases = aliases
    self.filter = filter
  }
}

/// The words of a subcommand (`x-mate-command`).
package struct CommandDescription: Hashable, Sendable {
  package struct Flag: Hashable, Sendable {
    package var parameter: String
    package var long: String?
    package var short: String?

    package init(_ parameter: String, long: String? = nil, short: String? = nil) {
      self.parameter = parameter
      self.long = long
      self.short = short
    }
  }

  package var path: [String]
  package var positionals: [String]
  package var flags: [Flag]
  package var examples: [String]
  package var summary: LocalizedText?

  package init(
    _ path: [String], positionals: [String] = [], flags: [Flag] = [], examples: [String] = [],
    summary: LocalizedText? = nil
  ) {
    self.path = path
    self.positionals = positionals
    self.flags = flags
    self.examples = examples
    self.summary = summary
  }
}

/// One refusal of a domain: its code, its lasting name, and its sentence (`x-mate-errors`).
package struct ErrorDescription: Hashable, Sendable {
  package var kind: WireError.Kind
  /// A template over the members of `data`.
  package var message: LocalizedText
  /// What may be offered then (`x-mate-follow-up`).
  package var followUp: FollowUp?

  package init(_ kind: WireError.Kind, message: LocalizedText, followUp: FollowUp? = nil) {
    self.kind = kind
    self.message = message
    self.followUp = followUp
  }
}
