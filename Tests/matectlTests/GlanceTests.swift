import IPCTransport
import TestSupport
import Testing

@testable import IPCProtocol
@testable import matectl

/// What `today --live` reads of a description.
@Suite("Glances of domains")
struct GlanceTests {
  @Test(
    "a part of the description shows what the whole shows for today, and follows the same",
    arguments: ["bank", "juice", "project", "transit"])
  func same(name: String) throws {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    let whole = try #require(catalog.description(of: name))
    let glance = try #require(catalog.glance(name))
    let wanted = whole.methods.filter(\.isForToday)
    #expect(!wanted.isEmpty)
    #expect(glance.methods.filter(\.isForToday).map(\.name) == wanted.map(\.name))
    #expect(glance.methods.count < whole.methods.count / 2)
    #expect(glance.socket == whole.socket && glance.summary == whole.summary)
    for method in wanted {
      let one = try #require(ScreenView.view(of: method, in: whole))
      let read = try #require(glance.methods.first { $0.name == method.name })
      let other = try #require(ScreenView.view(of: read, in: glance))
      #expect(other.rendering == one.rendering && other.params == one.params)
      #expect(Self.stream(other) == Self.stream(one))
    }
  }

  /// What a view follows.
  private static func stream(_ view: ScreenView) -> String {
    switch view.follow {
    case .nothing: ""
    case .whole(let method): "whole \(method.name)"
    case .hint(let method): "hint \(method.name)"
    }
  }

  @Test("a domain that is not described, or has nothing for today, has none")
  func nothing() throws {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    #expect(catalog.glance("tea") == nil && catalog.glance("../bank") == nil)
    let toys =
      #"{"openrpc":"1.3.2","x-mate":{"domain":"toy","exec":"toyd"},"methods":[{"name":"toy.list","params":[]}]}"#
    #expect(DomainDescription(glanceOf: Array(toys.utf8)) == nil)
  }
}
