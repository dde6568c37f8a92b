internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What a refusal offers instead (`x-mate-follow-up`): a form for each thing that is missing, and then
/// what was refused once more.
final class Remedy {
  private let followUp: FollowUp
  private let error: WireError
  /// What was refused.
  private let deed: Deed
  private let method: MethodDescription
  private var rest: ArraySlice<JSONValue>

  /// Nil where the refusal has none that a person is asked something for.
  init?(_ error: WireError, of deed: Deed, in domain: DomainDescription) {
    let known = domain.errors.first { $0.kind.name == error.kind.name }
    guard let followUp = known?.followUp, !followUp.asks.isEmpty,
      let method = domain.methods.first(where: { $0.name == followUp.method })
    else { return nil }
    (self.followUp, self.error, self.method) = (followUp, error, method)
    var deed = deed
    deed.form = nil
    self.deed = deed
    let data = JSONValue.object(error.data)
    rest = (followUp.each.map { data.value(at: $0)?.arrayValue ?? [] } ?? [.object([:])])[...]
  }

  /// The form of the next thing that is missing; nil where nothing is left.
  func nextForm(
    _ errors: ErrorText, schemas: [NamedSchema], help: Help, names: MemberNames
  ) -> ActionForm? {
    guard let element = rest.popFirst() else { return nil }
    let data = JSONValue.object(error.data)
    func value(_ pointer: String) -> JSONValue? {
      element.value(at: pointer) ?? data.value(at: pointer)
    }
    var fixed = JSONObject()
    for parameter in followUp.parameters { fixed[parameter.name] = value(parameter.pointer) }
    let asks = followUp.asks.map { RowAction.Ask(name: $0.name) }
    guard
      var form = ActionForm(
        method, fixed: fixed, row: nil, schemas: schemas, help: help, names: names, asks: asks)
    else { return nil }
    for index in form.fields.indices {
      let name = form.fields[index].parameter.name
      let usual = followUp.asks.first { $0.name == name }?.defaultValue.flatMap(value)
      if let usual { form.fields[index].word = WordValue.text(usual) }
    }
    form.error = errors.translated(error).printable(inOneLine: true)
    form.notes = followUp.details.flatMap { errors.session.lines($0, of: error) }
    form.remedy = self
    return form
  }

  /// Whether what was refused is to be done now; nil where that is not asked.
  func question(_ session: Session) -> Question? {
    guard let again = followUp.again?.text(in: session.language) else { return nil }
    let head = Template(again).filled(with: .object(error.data), session.printer.values)
      .printable(inOneLine: true)
    let keys = session.text("y yes, n no", "y 예, n 아니요")
    return Question(lines: [.init("\(head) \(keys)", .warning)], deed: deed, otherwise: "")
  }
}
