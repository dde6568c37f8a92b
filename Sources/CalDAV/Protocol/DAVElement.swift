internal import TaskFormats
internal import XMLTree

/// An element of an answer, by its name in a namespace.
typealias DAVElement = XMLElement

extension DAVElement {
  enum Namespace {
    static let dav = "DAV:"
    static let calDAV = "urn:ietf:params:xml:ns:caldav"
  }

  /// No answer of WebDAV is nested deeper.
  private static let maximumDepth = 24

  /// - Throws: ``CalDAVError/malformed(_:)`` also for a document with a DTD: no server needs one.
  init(answer bytes: [UInt8]) throws(CalDAVError) {
    do throws(XMLTree.Failure) {
      self = try XMLTree.root(
        of: bytes, depth: .refused(beyond: Self.maximumDepth), refusesDocumentType: true)
    } catch {
      switch error {
      case .noMemory: throw .malformed("no memory for XML")
      case .syntax(let byte, _): throw .malformed("XML at byte \(byte)")
      case .documentType: throw .malformed("XML with a DTD")
      case .noRoot: throw .malformed("XML without a root")
      case .tooDeep: throw .malformed("XML nested too deep")
      }
    }
  }

  func isNamed(_ name: String, in namespace: String = Namespace.dav) -> Bool {
    self.name == name && self.namespace == namespace
  }

  func first(_ name: String, in namespace: String = Namespace.dav) -> DAVElement? {
    children.first { $0.isNamed(name, in: namespace) }
  }

  func all(_ name: String, in namespace: String = Namespace.dav) -> [DAVElement] {
    children.filter { $0.isNamed(name, in: namespace) }
  }

  /// The text without white space around it; nil where that is empty.
  var value: String? {
    let value = text.trimmed
    return value.isEmpty ? nil : value
  }
}
