internal import Glibc

/// Lines one behind the other until there are enough of them to write.
struct LineBuffer: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private var count = 0
  private var lineStart = 0

  /// Written at once.
  private static let piece = 1 << 17
  /// Short texts and spaces are copied in moves of as many bytes, whatever they have.
  private static let move = 64

  private typealias Spaces = SIMD8<UInt64>
  private static let spaces = Spaces(repeating: 0x2020_2020_2020_2020)

  /// - Parameter longest: Bytes of a line at most.
  init(longest: Int) {
    memory = .allocate(byteCount: Self.piece + longest + Self.move, alignment: 64)
  }

  deinit { memory.deallocate() }

  /// Appends a part of a text.
  @inline(__always)
  mutating func append(_ text: UnsafeRawBufferPointer, _ start: Int, _ length: Int) {
    guard length > 0, let base = text.baseAddress else { return }
    if length <= 16, start + 16 <= text.count {
      (memory + count).copyMemory(from: base + start, byteCount: 16)
    } else if length <= Self.move, start + Self.move <= text.count {
      (memory + count).copyMemory(from: base + start, byteCount: Self.move)
    } else {
      (memory + count).copyMemory(from: base + start, byteCount: length)
    }
    count += length
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  mutating func append(spaces: Int) {
    guard spaces > 0 else { return }
    if spaces <= Self.move {
      (memory + count).storeBytes(of: Self.spaces, as: Spaces.self)
    } else {
      memset(memory + count, 0x20, spaces)
    }
    count += spaces
  }

  /// Ends the line, without spaces at its end where `isTrimmed`.
  @inline(__always)
  mutating func end(trimming isTrimmed: Bool) {
    while isTrimmed, count > lineStart,
      memory.load(fromByteOffset: count - 1, as: UInt8.self) == 0x20
    {
      count -= 1
    }
    append(0x0A)
    lineStart = count
  }

  var isFull: Bool { count >= Self.piece }

  mutating func flush(_ write: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    defer { (count, lineStart) = (0, 0) }
    return write(UnsafeRawBufferPointer(start: memory, count: count))
  }
}
