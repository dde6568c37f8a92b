import Foundation
import IPCProtocol
import Synchronization
import Testing

/// What memory a shape holds is let go, wherever reading it ends.
@Suite("Memory of shapes")
struct ShapeMemoryTests {
  private static let living = Atomic<Int>(0)

  private final class Life: Sendable {
    init() { ShapeMemoryTests.living.add(1, ordering: .relaxed) }
    deinit { ShapeMemoryTests.living.subtract(1, ordering: .relaxed) }
  }

  /// A value of which each that is read is counted.
  private struct Counted: OwnWireValue {
    static let ownSchema = JSONSchema.boolean
    private let life: Life

    init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
      guard cursor.bool == true else { throw cursor.mismatch("true") }
      life = Life()
    }

    func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) { writer.bool(true) }
  }

  private struct Pair: Shape {
    let one: Counted
    let other: Counted
    static let shape = ShapeOf<Pair>([Member("one", \.one), Member("other", \.other)])
  }

  private struct Holder: Shape {
    let first: Counted
    let maybe: Counted?
    let list: [Counted]
    let pair: Pair
    let pairs: [Pair]?
    let last: Counted
    static let shape = ShapeOf<Holder>([
      Member("first", \.first), Member("maybe", \.maybe), Member("list", \.list),
      Member("pair", \.pair), Member("pairs", \.pairs), Member("last", \.last),
    ])
  }

  @Test("what was read is let go where a later value does not fit")
  func letGo() throws {
    let pair = #"{"one":true,"other":true}"#
    let text =
      #"{"first":true,"maybe":true,"list":[true,true],"pair":\#(pair),"pairs":[\#(pair),\#(pair)],"#
      + #""last":true}"#
    var places: [Range<String.Index>] = []
    var rest = text.startIndex..<text.endIndex
    while let place = text.range(of: "true", range: rest) {
      places.append(place)
      rest = place.upperBound..<text.endIndex
    }
    #expect(places.count == 11)
    for place in places {
      let broken = Array(text.replacingCharacters(in: place, with: "false").utf8)
      #expect(throws: JSONDecodingFailure.self) { try Holder(json: broken) }
      #expect(Self.living.load(ordering: .relaxed) == 0)
    }
    do {
      let whole = try Holder(json: Array(text.utf8))
      withExtendedLifetime(whole) { #expect(Self.living.load(ordering: .relaxed) == 11) }
    }
    #expect(Self.living.load(ordering: .relaxed) == 0)
  }
}
