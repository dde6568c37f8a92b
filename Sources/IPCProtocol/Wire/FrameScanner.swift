/// Finds frames in a buffer: a 32-bit big-endian length, then so many bytes.
package enum FrameScanner {
  package enum Result: Hashable, Sendable {
    /// The payload's place; the next frame starts behind it.
    case frame(Range<Int>)
    /// How many bytes are missing, at least.
    case incomplete(needed: Int)
    case zeroLength
    case tooLarge(length: Int)
  }

  package static let headerBytes = 4

  package static func next(
    in bytes: UnsafeRawBufferPointer, from offset: Int, maximumPayload: Int
  ) -> Result {
    let available = bytes.count - offset
    guard available >= headerBytes else { return .incomplete(needed: headerBytes - available) }
    let length = Int(
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    if length == 0 { return .zeroLength }
    if length > maximumPayload { return .tooLarge(length: length) }
    let end = offset + headerBytes + length
    guard end <= bytes.count else { return .incomplete(needed: end - bytes.count) }
    return .frame(offset + headerBytes..<end)
  }
}

/// Why a stream of frames cannot be followed any further.
package enum FrameError: Error, Hashable, Sendable {
  case zeroLength
  case tooLarge(length: Int)
}

/// Bytes to payloads, for those who get them in pieces.
package struct FrameDecoder {
  /// Bytes of one payload at most.
  package let maximumPayload: Int
  private var buffer: [UInt8] = []

  package init(maximumPayload: Int = 1 << 20) { self.maximumPayload = maximumPayload }

  /// Adds received bytes and returns every payload that is now complete, oldest first.
  ///
  /// - Parameter bytes: Any piece of the stream, in order; may be empty.
  /// - Returns: Payloads without their lengths.
  /// - Throws: ``FrameError`` for a length of 0 or above the limit; the stream ends there.
  package mutating func push(_ bytes: some Sequence<UInt8>) throws(FrameError) -> [[UInt8]] {
    buffer.append(contentsOf: bytes)
    var payloads: [[UInt8]] = []
    var offset = 0
    var failure: FrameError?
    buffer.withUnsafeBytes { bytes in
      while true {
        switch FrameScanner.next(in: bytes, from: offset, maximumPayload: maximumPayload) {
        case .frame(let range):
          payloads.append(Array(bytes[range]))
          offset = range.upperBound
          continue
        case .incomplete: return
        case .zeroLength: failure = .zeroLength
        case .tooLarge(let length): failure = .tooLarge(length: length)
        }
        return
      }
    }
    buffer.removeFirst(offset)
    if let failure, payloads.isEmpty { throw failure }
    return payloads
  }
}

extension JSONWriter {
  /// Where a frame starts, so that it can be closed or taken back.
  package struct FrameStart {
    let offset: Int
  }

  package mutating func beginFrame() -> FrameStart {
    let start = FrameStart(offset: bytes.count)
    bytes.append(contentsOf: [0, 0, 0, 0])
    return start
  }

  /// Begins a frame whose payload's length is known.
  package mutating func beginFrame(payload length: Int) {
    withUnsafeBytes(of: UInt32(length).bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Fills in the length.
  package mutating func endFrame(_ start: FrameStart) {
    let length = UInt32(bytes.count - start.offset - FrameScanner.headerBytes).bigEndian
    withUnsafeBytes(of: length) { digits in
      for index in 0..<digits.count { bytes[start.offset + index] = digits[index] }
    }
  }

  package mutating func takeBack(_ start: FrameStart) {
    bytes.removeLast(bytes.count - start.offset)
  }
}
