package import IPCProtocol
package import Values

/// Who a domain is: all that a start has to know of its description.
package struct DomainIdentity: Sendable {
  package let domain: String
  package let version: String
  /// The name of its program.
  package let exec: String
  package let summary: LocalizedText

  /// - Parameters:
  ///   - domain: The first word of its commands; its program has a `d` behind that.
  ///   - version: Of the program.
  ///   - summary: What it is for, in English.
  ///   - ko: The same in Korean.
  package init(_ domain: String, version: String, _ summary: String, ko: String? = nil) {
    (self.domain, self.version, exec) = (domain, version, domain + "d")
    self.summary = LocalizedText(en: summary, ko: ko)
  }
}

extension DomainService {
  /// All that the domain says of itself.
  ///
  /// It is made for those who ask: it needs the shapes of all calls, and a start needs those of the
  /// calls that come.
  package nonisolated static var description: DomainDescription {
    var names = SchemaNames()
    let methods = calls.map { $0.describe(&names) }
    var description = DomainDescription(
      domain: identity.domain, version: identity.version, exec: identity.exec,
      summary: identity.summary, methods: methods, errors: Reason.descriptions,
      schemas: names.schemas)
    description.hasInstances = true
    description.screens = screens
    description.members = members
    description.publicPage = publicPage
    return description
  }
}
