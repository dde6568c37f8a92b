internal import XMLTree

/// XML as the portals send it.
enum XMLReader {
  /// Elements nested deeper than this belong to no answer that we know.
  private static let maximumDepth = 16

  /// - Throws: ``UpstreamFault`` `truncated` or `malformed`.
  static func tree(_ bytes: [UInt8]) throws(UpstreamFault) -> UpstreamNode {
    do throws(XMLTree.Failure) {
      return UpstreamNode(
        try XMLTree.root(
          of: bytes, depth: .leftOut(beyond: maximumDepth), refusesDocumentType: false))
    } catch {
      switch error {
      case .syntax(_, isCut: true): throw .truncated
      case .syntax(let byte, isCut: false): throw .malformed("XML at byte \(byte)")
      case .noMemory: throw .malformed("no memory for XML")
      case .noRoot, .documentType, .tooDeep: throw .malformed("XML without a root")
      }
    }
  }
}

extension UpstreamNode {
  fileprivate init(_ element: XMLElement) {
    self.init(
      name: element.name, text: element.text, children: element.children.map { Self($0) })
  }
}
