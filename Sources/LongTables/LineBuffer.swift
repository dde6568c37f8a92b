internal import Glibc

/// Lines one behind the other until there are enough of them to write.
struct LineBuffer: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private var count = 0

  /// Written at once.
  private static let piece = 1 << 17

  /// - Parameter longest: Bytes of a line at most.
  init(longest: Int) {
    memory = .allocate(byteCount: Self.piece + longest + Line.move, alignment: 64)
  }

  deinit { memory.deallocate() }

  /// A line behind those that are there; it counts when it has ended.
  @inline(__always)
  func begin() -> Line { Line(start: memory + count) }

  /// Ends the line that was begun last, without spaces at its end where `isTrimmed`.
  @inline(__always)
  mutating func end(_ line: Line, trimming isTrimmed: Bool) {
    count = line.end(trimming: isTrimmed) - memory
  }

  var isFull: Bool { count >= Self.piece }

  mutating func flush(_ write: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    defer { count = 0 }
    return write(UnsafeRawBufferPointer(start: memory, count: count))
  }
}

/// A line that is being written, in memory that has room for it: small enough for registers.
struct Line {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer

  /// Short texts and spaces are copied in moves of as many bytes, whatever they have.
  fileprivate static let move = 64

  fileprivate init(start: UnsafeMutableRawPointer) { (self.start, next) = (start, start) }

  /// Appends a part of a text.
  @inline(__always)
  mutating func append(_ text: UnsafeRawBufferPointer, _ offset: Int, _ count: Int) {
    guard count > 0 else { return }
    // A text with a part that is not empty has an address.
    let part = text.baseAddress.unsafelyUnwrapped + offset
    if count <= 16, offset + 16 <= text.count {
      next.copyMemory(from: part, byteCount: 16)
    } else if count <= Self.move, offset + Self.move <= text.count {
      next.copyMemory(from: part, byteCount: Self.move)
    } else {
      next.copyMemory(from: part, byteCount: count)
    }
    next += count
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    next.storeBytes(of: byte, as: UInt8.self)
    next += 1
  }

  @inline(__always)
  mutating func append(spaces: Int) {
    guard spaces > 0 else { return }
    if spaces <= Self.move {
      next.storeBytes(
        of: SIMD8(repeating: 0x2020_2020_2020_2020), as: SIMD8<UInt64>.self)
    } else {
      memset(next, 0x20, spaces)
    }
    next += spaces
  }

  /// Puts the end behind the line; returns what is behind that.
  @inline(__always)
  fileprivate func end(trimming isTrimmed: Bool) -> UnsafeMutableRawPointer {
    var end = next
    while isTrimmed, end > start, (end - 1).load(as: UInt8.self) == 0x20 { end -= 1 }
    end.storeBytes(of: 0x0A, as: UInt8.self)
    return end + 1
  }
}
