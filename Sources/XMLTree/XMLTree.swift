internal import CLibXML

/// An element of a document, with its namespace.
package struct XMLElement: Hashable, Sendable {
  /// Empty where it has none.
  package let namespace: String
  package let name: String
  /// All of its own text, which may have stood in several places between its children.
  package fileprivate(set) var text = ""
  package fileprivate(set) var children: [XMLElement] = []
  package fileprivate(set) var attributes: [String: String] = [:]
}

/// Reads XML from outside with libxml2: no network, no entities, no more than a domain wants.
///
/// FoundationXML is a wrapper around the same library that brings all of Foundation with it, which
/// triples a daemon's memory and start; and XML from outside is nothing to read by hand.
package enum XMLTree {
  package enum Failure: Error, Hashable, Sendable {
    case noMemory, noRoot
    /// Not well-formed; `isCut` where that may be because the end is missing.
    case syntax(byte: Int, isCut: Bool)
    /// A document type, of which there is no need, and whose entities are how XML grows without end.
    case documentType
    case tooDeep
  }

  /// What is done with elements nested deeper than any answer that is known.
  package enum Depth: Sendable {
    case refused(beyond: Int)
    case leftOut(beyond: Int)
  }

  /// - Throws: ``Failure``.
  package static func root(
    of bytes: [UInt8], depth: Depth, refusesDocumentType: Bool
  ) throws(Failure) -> XMLElement {
    guard let context = xmlNewParserCtxt() else { throw .noMemory }
    defer { xmlFreeParserCtxt(context) }
    let document = bytes.withUnsafeBytes { bytes in
      xmlCtxtReadMemory(
        context, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), nil,
        nil, mate_xml_options())
    }
    guard let document else { throw failure(context, bytes) }
    defer { xmlFreeDoc(document) }
    if refusesDocumentType, document.pointee.intSubset != nil { throw .documentType }
    guard let root = xmlDocGetRootElement(document) else { throw .noRoot }
    return switch depth {
    case .refused(let limit): try element(root, limit, isStrict: true)
    case .leftOut(let limit): try element(root, limit, isStrict: false)
    }
  }

  /// A document that ends too early fails at its end, and not for a wrong closing tag: a cut one
  /// has no `>`.
  private static func failure(_ context: xmlParserCtxtPtr, _ bytes: [UInt8]) -> Failure {
    let place = xmlByteConsumed(context)
    let isMismatch =
      context.pointee.errNo == Int32(XML_ERR_TAG_NAME_MISMATCH.rawValue)
      && bytes.last { $0 > 0x20 } == UInt8(ascii: ">")
    return .syntax(
      byte: place, isCut: place < 0 || place >= bytes.count - 1 && !isMismatch)
  }

  /// An element with at most so many levels of its own, itself included.
  private static func element(
    _ node: xmlNodePtr, _ levels: Int, isStrict: Bool
  ) throws(Failure) -> XMLElement {
    let namespace = node.pointee.ns?.pointee.href.map { String(cString: $0) } ?? ""
    var element = XMLElement(namespace: namespace, name: String(cString: node.pointee.name))
    guard levels > 0 else {
      if isStrict { throw .tooDeep }
      return element
    }
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
      case XML_ELEMENT_NODE:
        element.children.append(try Self.element(child, levels - 1, isStrict: isStrict))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = child.pointee.content { element.text += String(cString: content) }
      default: break
      }
      next = child.pointee.next
    }
    return element
  }
}
