/// The files that have come with bytes of a connection whose frames are not handled yet.
///
/// A read ends behind the bytes that a file was sent with (the kernel never joins them with later
/// ones), so the last byte of that read is in the file's frame.
struct ArrivedFiles {
  /// What came with a frame beside its bytes.
  enum Arrival: Sendable {
    case file(PassedFile)
    /// There was no room for it.
    case dropped
    /// More than one, of which none counts.
    case several
  }

  /// At most so many wait on one connection.
  static let maximum = 8

  private var waiting: [(arrival: Arrival, place: Int)] = []

  var isEmpty: Bool { waiting.isEmpty }
  var hasRoom: Bool { waiting.count < Self.maximum }

  /// Adds what came with the byte at `place`, counted from the first byte that is not handled.
  mutating func add(_ arrival: Arrival, at place: Int) {
    if hasRoom {
      waiting.append((arrival, place))
    } else {
      // Whoever sends so many sees the last of them refused.
      waiting[waiting.count - 1] = (.dropped, place)
    }
  }

  /// What came with the frame that ends before `end`; one of several is none.
  func arrival(before end: Int) -> Arrival? {
    switch count(before: end) {
    case 0: nil
    case 1: waiting[0].arrival
    default: .several
    }
  }

  /// The frame that ends before `end` is handled.
  mutating func remove(before end: Int) { waiting.removeFirst(count(before: end)) }

  private func count(before end: Int) -> Int { waiting.prefix { $0.place < end }.count }

  /// The first `count` bytes are handled.
  mutating func advance(by count: Int) {
    for index in waiting.indices { waiting[index].place -= count }
  }

  mutating func removeAll() { waiting = [] }
}
