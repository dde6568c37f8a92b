package import IPCProtocol
package import Values

/// Who a domain is: all that a start has to know of its description.
package struct DomainIdentity: Sendable {
  package let domain: String
  package let version: String
  /// The name of its program.
  package let exec: String
  package let summary: LocalizedText

  package init(domain: String, version: String, exec: String, summary: LocalizedText) {
    (self.domain, self.version, self.exec) = (domain, version, exec)
    self.summary = summary
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
    return DomainDescription(
      domain: identity.domain, version: identity.version, exec: identity.exec,
      summary: identity.summary, methods: methods, errors: errors, schemas: names.schemas)
  }
}
