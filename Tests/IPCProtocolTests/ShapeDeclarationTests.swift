import IPCProtocol
import Testing

/// A declaration that leaves something out ends the program that has it, before it does anything.
@Suite("Declarations that are wrong")
struct ShapeDeclarationTests {
  private struct Three: Sendable {
    let a: Bool
    let b: Int64
    let c: String
    var length: Int { c.count }
  }

  @Test("a property that is no member, and a member that is two, end the program")
  func holes() async {
    await #expect(processExitsWith: .failure) {
      _ = ShapeOf<Three>([Member("b", \.b), Member("c", \.c)])
    }
    await #expect(processExitsWith: .failure) {
      _ = ShapeOf<Three>([Member("a", \.a), Member("c", \.c)])
    }
    await #expect(processExitsWith: .failure) {
      _ = ShapeOf<Three>([Member("a", \.a), Member("b", \.b)])
    }
    await #expect(processExitsWith: .failure) {
      _ = ShapeOf<Three>([
        Member("a", \.a), Member("b", \.b), Member("c", \.c), Member("d", \.b),
      ])
    }
    await #expect(processExitsWith: .failure) { _ = Member("length", \Three.length) }
    await #expect(processExitsWith: .success) {
      _ = ShapeOf<Three>([Member("c", \.c), Member("b", \.b), Member("a", \.a)])
    }
  }

  @Test("two members of one name, and a default that is not admitted, end the program")
  func contradictions() async {
    await #expect(processExitsWith: .failure) {
      _ = ShapeOf<Three>([Member("a", \.a), Member("b", \.b), Member("b", \.c)])
    }
    await #expect(processExitsWith: .failure) {
      var names = SchemaNames()
      _ = ShapeOf<Three>([
        Member("a", \.a), Member("b", \.b, .within(1...2), default: 3), Member("c", \.c),
      ]).parameters(&names)
    }
  }
}
