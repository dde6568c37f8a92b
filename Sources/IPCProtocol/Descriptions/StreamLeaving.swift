package import Values

/// What a client tells, and asks, of a stream that goes on without it (`x-mate-leave`): what was begun
/// is done to its end, unless a person has it ended by another method.
package struct StreamLeaving: Hashable, Sendable {
  /// That it goes on, and how it is followed and ended; for who is asked nothing, or says no.
  package var remark: LocalizedText
  /// Whether it is to be ended.
  package var question: LocalizedText
  package var yes: LocalizedText
  package var no: LocalizedText
  /// What ends it.
  package var method: String
  /// Its parameters.
  package var parameters: JSONObject

  package init(
    _ remark: LocalizedText, question: LocalizedText, yes: LocalizedText = FollowUp.usualYes,
    no: LocalizedText = FollowUp.usualNo, method: String, parameters: JSONObject = JSONObject()
  ) {
    (self.remark, self.question, self.yes, self.no) = (remark, question, yes, no)
    (self.method, self.parameters) = (method, parameters)
  }
}

extension StreamLeaving {
  package var jsonValue: JSONValue {
    var object: JSONObject = [
      "remark": remark.jsonValue, "question": question.jsonValue, "yes": yes.jsonValue,
      "no": no.jsonValue, "method": .string(method),
    ]
    if !parameters.isEmpty { object["params"] = .object(parameters) }
    return .object(object)
  }

  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "remark", "question", "yes", "no", "method", "params")
    self.init(
      try reader.required("remark").localized(),
      question: try reader.required("question").localized(),
      yes: try reader.optional("yes")?.localized() ?? FollowUp.usualYes,
      no: try reader.optional("no")?.localized() ?? FollowUp.usualNo,
      method: try reader.required("method").string())
    for (name, value) in try reader.optional("params")?.members() ?? [] {
      parameters[name] = value.value
    }
  }
}

extension DomainDescription {
  /// What ends a stream is a method that answers at once, and is given what it needs.
  func checkLeaving(
    _ method: MethodDescription, _ reader: DescriptionReader
  ) throws(DescriptionError) {
    guard let leaving = method.leaving, let place = reader.optional("x-mate-leave") else { return }
    guard method.isStream, method.access.changesState else {
      throw place.failure("only a stream that changes something goes on without its client")
    }
    guard let ending = methods.first(where: { $0.name == leaving.method }), !ending.isStream else {
      throw try place.required("method").failure(
        "there is no method \(leaving.method) that answers at once")
    }
    let stranger = leaving.parameters.keys.first { name in
      !ending.parameters.contains { $0.name == name }
    }
    if let stranger { throw place.failure("\(ending.name) has no parameter \(stranger)") }
    let missing = ending.parameters.first {
      $0.isRequired && leaving.parameters[$0.name] == nil
    }
    if let missing { throw place.failure("\(ending.name) needs \(missing.name)") }
  }
}
