import Testing
import XMLTree

@Suite("XML from outside")
struct XMLTreeTests {
  private func root(
    _ text: String, depth: XMLTree.Depth = .refused(beyond: 8), refusesDocumentType: Bool = false
  ) throws(XMLTree.Failure) -> XMLElement {
    try XMLTree.root(of: Array(text.utf8), depth: depth, refusesDocumentType: refusesDocumentType)
  }

  @Test("a tree has names, namespaces, attributes and all texts of an element")
  func tree() throws {
    let element = try root(
      #"<a xmlns="urn:a" xmlns:b="urn:b">점<b:c d="1" e=""><![CDATA[<심>]]></b:c>심&amp;</a>"#)
    #expect(element.name == "a" && element.namespace == "urn:a")
    #expect(element.text == "점심&")
    let child = try #require(element.children.first)
    #expect(child.name == "c" && child.namespace == "urn:b" && child.text == "<심>")
    #expect(child.attributes == ["d": "1", "e": ""])
    #expect(try root("<a/>").namespace.isEmpty)
  }

  @Test("what is nested deeper than wanted is refused or left out, as it is wanted")
  func depth() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
    }
    #expect(throws: Never.self) { try root(nested(8)) }
    #expect(throws: XMLTree.Failure.tooDeep) { try root(nested(9)) }
    var element = try root(nested(200), depth: .leftOut(beyond: 8))
    var levels = 1
    while let child = element.children.first { (element, levels) = (child, levels + 1) }
    #expect(levels == 9)
  }

  @Test("no entity is expanded, no file is read, and a document type is refused where it is to be")
  func documentType() throws {
    let bomb = #"<!DOCTYPE a [<!ENTITY e "aa"><!ENTITY f "&e;&e;">]><a>1&f;</a>"#
    let file = #"<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>1&e;</a>"#
    for text in [bomb, file] {
      #expect(try root(text).text == "1")
      #expect(throws: XMLTree.Failure.documentType) { try root(text, refusesDocumentType: true) }
    }
  }

  @Test("a document that is cut off is told from one that is wrong")
  func faults() {
    func isCut(_ text: String) -> Bool? {
      do throws(XMLTree.Failure) {
        _ = try root(text)
      } catch {
        if case .syntax(_, let isCut) = error { return isCut }
      }
      return nil
    }
    let whole = "<a><b>text</b></a>"
    for count in 0..<whole.count { #expect(isCut(String(whole.prefix(count))) == true, "\(count)") }
    #expect(isCut(whole) == nil)
    #expect(isCut("<a><b>text</c></a>") == false)
    #expect(isCut("<a>&nothing;</a> and more text behind it") == false)
  }
}
