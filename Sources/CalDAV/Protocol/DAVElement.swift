internal import CLibXML

/// An element of an answer, with its namespace.
struct DAVElement: Hashable {
  enum Namespace {
    static let dav = "DAV:"
    static let calDAV = "urn:ietf:params:xml:ns:caldav"
    static let calendarServer = "http://calendarserver.org/ns/"
  }

  let namespace: String
  let name: String
  var text = ""
  var children: [DAVElement] = []
  var attributes: [String: String] = [:]

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
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }
}

/// Reads XML with libxml2.
///
/// FoundationXML is a wrapper around the same library that brings all of Foundation with it, which
/// triples a daemon's memory and start.
enum DAVParser {
  /// No answer of WebDAV is nested deeper.
  private static let maximumDepth = 24

  /// - Throws: ``CalDAVError/malformed(_:)`` also for a document with a DTD: no server needs one,
  ///   and entities are how XML grows without end.
  static func element(_ bytes: [UInt8]) throws(CalDAVError) -> DAVElement {
    guard let context = xmlNewParserCtxt() else { throw .malformed("no memory for XML") }
    defer { xmlFreeParserCtxt(context) }
    let document = bytes.withUnsafeBytes { bytes in
      xmlCtxtReadMemory(
        context, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), nil,
        nil, mate_xml_options())
    }
    guard let document else { throw .malformed("XML at byte \(xmlByteConsumed(context))") }
    defer { xmlFreeDoc(document) }
    guard document.pointee.intSubset == nil else { throw .malformed("XML with a DTD") }
    guard let root = xmlDocGetRootElement(document) else { throw .malformed("XML without a root") }
    return try element(root, depth: 0)
  }

  private static func element(
    _ node: xmlNodePtr, depth: Int
  ) throws(CalDAVError) -> DAVElement {
    guard depth < maximumDepth else { throw .malformed("XML nested too deep") }
    let namespace = node.pointee.ns?.pointee.href.map { String(cString: $0) } ?? ""
    var element = DAVElement(namespace: namespace, name: String(cString: node.pointee.name))
    var attribute = node.pointee.properties
    while let current = attribute {
      if let text = current.pointee.children?.pointee.content {
        element.attributes[String(cString: current.pointee.name)] = String(cString: text)
      }
      attribute = current.pointee.next
    }
    var next = node.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE: element.children.append(try Self.element(child, depth: depth + 1))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = child.pointee.content { element.text += String(cString: content) }
      default: break
      }
      next = child.pointee.next
    }
    return element
  }
}
