internal import CLibXML

/// XML through libxml2.
///
/// FoundationXML is a wrapper around the same library that brings all of Foundation with it, which
/// triples a daemon's memory and start; and XML from outside is nothing to read by hand.
enum XMLReader {
  /// Elements nested deeper than this belong to no answer that we know.
  private static let maximumDepth = 16

  /// - Throws: ``UpstreamFault`` `truncated` or `malformed`.
  static func tree(_ bytes: [UInt8]) throws(UpstreamFault) -> UpstreamNode {
    guard let context = xmlNewParserCtxt() else { throw .malformed("no memory for XML") }
    defer { xmlFreeParserCtxt(context) }
    let document = bytes.withUnsafeBytes { bytes in
      xmlCtxtReadMemory(
        context, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), nil,
        nil, mate_xml_options())
    }
    guard let document else { throw fault(context, bytes) }
    defer { xmlFreeDoc(document) }
    guard let root = xmlDocGetRootElement(document) else { throw .malformed("XML without a root") }
    return node(root, depth: 0)
  }

  /// A document that ends too early fails at its end, and not for a wrong closing tag: a cut one
  /// has no `>`.
  private static func fault(_ context: xmlParserCtxtPtr, _ bytes: [UInt8]) -> UpstreamFault {
    let place = xmlByteConsumed(context)
    let isMismatch =
      context.pointee.errNo == Int32(XML_ERR_TAG_NAME_MISMATCH.rawValue)
      && bytes.last { $0 > 0x20 } == UInt8(ascii: ">")
    guard place >= 0, place < bytes.count - 1 || isMismatch else { return .truncated }
    return .malformed("XML at byte \(place)")
  }

  private static func node(_ element: xmlNodePtr, depth: Int) -> UpstreamNode {
    var node = UpstreamNode(name: String(cString: element.pointee.name))
    guard depth < maximumDepth else { return node }
    var next = element.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE: node.children.append(Self.node(child, depth: depth + 1))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = child.pointee.content { node.text += String(cString: content) }
      default: break
      }
      next = child.pointee.next
    }
    return node
  }
}
