package import Values

/// A domain's description as the OpenRPC 1.x document that `rpc.discover` answers.
extension DomainDescription {
  package var openRPC: JSONValue {
    var document: JSONObject = [
      "openrpc": "1.3.2",
      "info": ["title": .string(summary.en), "version": .string(version)],
      "methods": .array(methods.map { .object($0.openRPC(errors: errors)) }),
    ]
    let components = self.components
    if !components.isEmpty { document["components"] = .object(components) }
    var mate: JSONObject = [
      "domain": .string(domain), "socket": .string(socket), "exec": .string(exec),
      "summary": summary.jsonValue,
    ]
    if hasInstances { mate["instances"] = true }
    mate["protocol"] = protocolVersion.map { .string("\($0)") }
    document["x-mate"] = .object(mate)
    if !errors.isEmpty {
      document["x-mate-errors"] = .object(
        JSONObject(errors.map { ($0.kind.name, $0.message.jsonValue) }))
    }
    let followUps = errors.compactMap { error in
      error.followUp.map { (error.kind.name, $0.jsonValue) }
    }
    if !followUps.isEmpty { document["x-mate-follow-up"] = .object(JSONObject(followUps)) }
    if !screens.isEmpty { document["x-mate-screens"] = .array(screens.map(\.jsonValue)) }
    if !members.isEmpty {
      document["x-mate-members"] = .object(
        JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.jsonValue) }))
    }
    document["x-mate-public"] = publicPage?.jsonValue
    return .object(document)
  }

  private var components: JSONObject {
    var components = JSONObject()
    if !schemas.isEmpty {
      components["schemas"] = .object(JSONObject(schemas.map { ($0.name, $0.schema.jsonValue) }))
    }
    // The codes stand with the methods that change state; without one they stand here.
    if !errors.isEmpty, !methods.contains(where: \.access.changesState) {
      components["errors"] = .object(
        JSONObject(
          errors.map {
            ($0.kind.name, ["code": .integer($0.kind.code), "message": .string($0.kind.name)])
          }))
    }
    return components
  }
}

extension LocalizedText {
  package var jsonValue: JSONValue {
    var object: JSONObject = ["en": .string(en)]
    object["ko"] = ko.map(JSONValue.string)
    return .object(object)
  }
}

extension MethodDescription {
  /// The params as one schema: an object that knows its members and no others.
  package var parametersSchema: JSONSchema {
    .object(
      parameters.map { .init($0.name, $0.schema) },
      optional: parameters.filter { !$0.isRequired }.map(\.name), additional: false)
  }

  fileprivate func openRPC(errors: [ErrorDescription]) -> JSONObject {
    var object: JSONObject = [
      "name": .string(name), "summary": .string(summary.en), "paramStructure": "by-name",
      "params": .array(parameters.map { .object($0.openRPC) }),
      "result": ["name": "result", "schema": result.jsonValue],
    ]
    if access.changesState, !errors.isEmpty {
      object["errors"] = .array(
        errors.map {
          ["code": .integer($0.kind.code), "message": .string($0.kind.name)]
        })
    }
    object["x-mate-access"] = .string(access.rawValue)
    if isStream { object["x-mate-stream"] = true }
    object["x-mate-event"] = event?.jsonValue
    if needsConfirmation { object["x-mate-confirm"] = true }
    if let confirmedPart { object["x-mate-confirm"] = .string(confirmedPart) }
    if isIdempotent { object["x-mate-idempotent"] = true }
    if isOpenWorld { object["x-mate-open-world"] = true }
    if isForToday { object["x-mate-today"] = true }
    object["x-mate-summary"] = summary.jsonValue
    object["x-mate-command"] = command.map { .object($0.jsonObject) }
    object["x-mate-render"] = render?.jsonValue
    object["x-mate-render-event"] = renderEvent?.jsonValue
    object["x-mate-bar"] = bar?.jsonValue
    object["x-mate-loop"] = loop?.jsonValue
    object["x-mate-leave"] = leaving?.jsonValue
    object["x-mate-failed"] = failed.map { .string($0) }
    if reportsProgress { object["x-mate-progress"] = true }
    return object
  }
}

extension ParameterDescription {
  fileprivate var openRPC: JSONObject {
    var object: JSONObject = [
      "name": .string(name), "description": .string(summary.en), "required": .bool(isRequired),
      "schema": schema.jsonValue, "x-mate-summary": summary.jsonValue,
    ]
    if let completion {
      var source: JSONObject = [
        "method": .string(completion.method), "values": .string(completion.values),
      ]
      source["aliases"] = completion.aliases.map(JSONValue.string)
      if !completion.filter.isEmpty { source["where"] = .object(completion.filter) }
      object["x-mate-complete"] = .object(source)
    }
    object["x-mate-from"] = source.map { .string($0.rawValue) }
    if hasLines { object["x-mate-lines"] = true }
    return object
  }
}

extension CommandDescription {
  fileprivate var jsonObject: JSONObject {
    var object: JSONObject = ["path": .array(path.map(JSONValue.string))]
    if !positionals.isEmpty { object["positionals"] = .array(positionals.map(JSONValue.string)) }
    if !flags.isEmpty {
      var members = JSONObject()
      for flag in flags {
        var words = JSONObject()
        words["long"] = flag.long.map(JSONValue.string)
        words["short"] = flag.short.map(JSONValue.string)
        members[flag.parameter] = .object(words)
      }
      object["flags"] = .object(members)
    }
    if !examples.isEmpty { object["examples"] = .array(examples.map(JSONValue.string)) }
    object["summary"] = summary?.jsonValue
    return object
  }
}
