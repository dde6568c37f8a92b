import IPCProtocol
import Testing
import Values

@testable import transitd

@Suite("Events of a watch")
struct WatchBoardTests {
  private static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  /// So many trains of each line and direction, as long in words as any.
  private func board(
    _ trains: Int, isSpecial: Bool, places: Int = 1, lines: Int = 6
  ) -> (board: WatchBoard, lines: Set<String>) {
    let lines = [1001, 1063, 1075, 1065, 1032, 1004].prefix(lines)
    var arrivals: [Arrival] = []
    for number in 0..<trains {
      for (index, line) in lines.enumerated() {
        for direction in [Arrival.Direction.up, .down] {
          var arrival = Arrival(
            .subway(SubwayLine(line)), state: .running, claim: .seconds(60 + number * 300 + index))
          arrival.direction = direction
          arrival.destination = "인천공항2터미널"
          arrival.vehicle = "A\(line)\(number)\(direction == .up ? 0 : 1)"
          arrival.stopsAway = number + 1
          arrival.measuredAt = Self.now
          if isSpecial { (arrival.expressKind, arrival.isLast) = ("급행", true) }
          arrivals.append(arrival)
        }
      }
    }
    let snapshot = Snapshot(
      arrivals: arrivals, receivedAt: Self.now, rows: arrivals.count, total: arrivals.count)
    let reports = (0..<places).map { place in
      let view = PlaceView(place: .station("서울\(place)"), name: "서울\(place)")
      return (
        view, PlaceReport(view, snapshot: snapshot, trouble: nil, at: Self.now) { [] }
      )
    }
    let board = WatchBoard(reports, alerts: [], news: [], at: Self.now)
    return (board, Set(lines.map(String.init)))
  }

  private func bytes(_ board: WatchBoard) throws -> Int {
    var writer = JSONWriter()
    try board.write(to: &writer)
    return writer.bytes.count
  }

  /// `{"jsonrpc":"2.0","method":"$/event","params":{"id":9999,"seq":99999,"event":…}}` and four bytes.
  private static let envelope = 90

  @Test(
    "about one place is at most 3 KB, however much comes there", arguments: 0..<9, [false, true])
  func size(trains: Int, isSpecial: Bool) throws {
    let (board, _) = board(trains, isSpecial: isSpecial)
    #expect(try bytes(board) + Self.envelope <= 3000)
    #expect((board.up + board.down).isEmpty == (trains == 0))
  }

  @Test("has of each line and direction the first, and of several places all of twelve lines")
  func order() {
    let (one, lines) = board(3, isSpecial: false, lines: 3)
    let shown = one.up + one.down
    #expect(Set(one.up.map(\.line)) == lines)
    #expect(Set(one.down.map(\.line)) == lines)
    #expect(one.up.map { $0.seconds ?? 0 } == one.up.map { $0.seconds ?? 0 }.sorted())
    #expect(shown.count < 18)
    #expect(shown.allSatisfy { $0.name == nil && $0.stale == nil && $0.last == nil })
    let (two, _) = board(3, isSpecial: false, places: 2)
    #expect(two.up.count == WatchBoard.cards && two.down.count == WatchBoard.cards)
    #expect(Set(two.up.compactMap(\.name)) == ["서울0"])
  }

  @Test("a card is as large as it says, or smaller")
  func cards() throws {
    for isSpecial in [false, true] {
      for places in 1...2 {
        let board = board(2, isSpecial: isSpecial, places: places).board
        for card in board.up {
          var writer = JSONWriter()
          try card.write(to: &writer)
          #expect(writer.bytes.count + 1 <= card.bytes, "\(card)")
          #expect(writer.bytes.count + 60 > card.bytes, "\(card)")
        }
      }
    }
  }
}
