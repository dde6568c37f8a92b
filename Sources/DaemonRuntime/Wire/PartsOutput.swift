internal import CLinux
internal import CSystemd
internal import Glibc
internal import IPCProtocol

/// Long results on their way to a socket, one behind another.
struct PartsOutput {
  private let results: [LongResult]
  /// The result that is on its way, and its piece: its start, its parts, its end.
  private var result = 0
  private var piece = 0
  /// How much of the piece is gone.
  private var sent = 0
  private(set) var unsentBytes: Int

  /// Pieces handed over with one call; the kernel takes no more (IOV_MAX).
  private static let piecesPerCall = 1024

  init(_ results: [LongResult]) {
    self.results = results
    unsentBytes = results.reduce(0) { $0 + $1.byteCount }
  }

  /// Writes as much as one call takes; returns what `writev` returned.
  ///
  /// - Precondition: There is something that was not sent.
  mutating func write(to descriptor: Int32) -> Int {
    while piece > results[result].lastPiece { (result, piece, sent) = (result + 1, 0, 0) }
    let count = results[result].withPieces(
      from: piece, atMost: Self.piecesPerCall, skipping: sent
    ) { pieces in
      writev(descriptor, pieces.baseAddress, Int32(pieces.count))
    }
    if count > 0 { advance(by: count) }
    return count
  }

  private mutating func advance(by count: Int) {
    unsentBytes -= count
    var rest = sent + count
    while piece <= results[result].lastPiece, rest >= results[result].byteCount(ofPiece: piece) {
      rest -= results[result].byteCount(ofPiece: piece)
      piece += 1
    }
    sent = rest
  }
}

extension LongResult {
  /// Pieces are numbered: 0 is the start, then come the parts, then the end.
  fileprivate var lastPiece: Int { parts.count + 1 }

  fileprivate func byteCount(ofPiece piece: Int) -> Int {
    switch piece {
    case 0: start.count
    case lastPiece: end.count
    default: parts[piece - 1].count
    }
  }

  /// Calls `body` with where pieces stand, of the first without the bytes that are skipped.
  fileprivate func withPieces(
    from first: Int, atMost limit: Int, skipping skipped: Int,
    _ body: (UnsafeMutableBufferPointer<iovec>) -> Int
  ) -> Int {
    start.withUnsafeBytes { start in
      text.withUnsafeBytes { text in
        end.withUnsafeBytes { end in
          withUnsafeTemporaryAllocation(of: iovec.self, capacity: limit) { vectors in
            let pieces = first...min(lastPiece, first + limit - 1)
            for (index, piece) in pieces.enumerated() {
              let bytes =
                switch piece {
                case 0: start
                case lastPiece: end
                default:
                  UnsafeRawBufferPointer(
                    rebasing: text[parts[piece - 1].offset...].prefix(parts[piece - 1].count))
                }
              let gone = index == 0 ? skipped : 0
              let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
              vectors.initializeElement(
                at: index,
                to: iovec(iov_base: start.map { $0 + gone }, iov_len: bytes.count - gone))
            }
            return body(UnsafeMutableBufferPointer(rebasing: vectors[..<pieces.count]))
          }
        }
      }
    }
  }
}
