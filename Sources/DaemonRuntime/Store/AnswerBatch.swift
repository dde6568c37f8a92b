internal import Storage

/// Some answers in the order in which they were given, as one row of the store has them: one behind
/// the other, in the coding of ``KeptAnswer``.
struct AnswerBatch {
  /// A row has so much, and one answer more.
  static let usualBytes = 16 << 10
  /// Microseconds between the answers of a batch; it is forgotten as one.
  static let longestSpan: Int64 = 60_000_000

  private var writer = RedoWriter()
  private(set) var places: [Int64] = []
  /// Microseconds since 1970 of the newest answer.
  private(set) var newest: Int64 = .min
  private var oldest: Int64 = .max

  var bytes: [UInt8] { writer.bytes }

  func hasRoom(for answer: KeptAnswer) -> Bool {
    places.isEmpty
      || writer.bytes.count < Self.usualBytes
        && max(newest, answer.at) - min(oldest, answer.at) <= Self.longestSpan
  }

  mutating func add(_ answer: KeptAnswer, at place: Int64) {
    answer.encode(at: place, to: &writer)
    places.append(place)
    (newest, oldest) = (max(newest, answer.at), min(oldest, answer.at))
  }

  /// The places of a batch; nil where it is none.
  static func places(in bytes: [UInt8]) -> [Int64]? {
    var reader = RedoReader(bytes)
    var places: [Int64] = []
    do throws(RedoDefect) {
      while !reader.isAtEnd {
        places.append(try reader.integer())
        try KeptAnswer.skipBehindPlace(&reader)
      }
    } catch {
      return nil
    }
    return places
  }

  /// The last answer to a key, where the batch has one.
  static func answer(
    at place: Int64, _ key: KeyedRequest.Place, in bytes: [UInt8]
  ) throws(RedoDefect) -> KeptAnswer? {
    var reader = RedoReader(bytes)
    var found: KeptAnswer?
    while !reader.isAtEnd {
      var ahead = reader
      guard try reader.integer() == place else {
        try KeptAnswer.skipBehindPlace(&reader)
        continue
      }
      let answer = try KeptAnswer(from: &ahead)
      if answer.key == key { found = answer }
      reader = ahead
    }
    return found
  }
}
