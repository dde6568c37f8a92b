import Glibc
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite("Bytes that wait to be handled")
struct InputBufferTests {
  /// Bytes of which no part is like another; to make some for each step would take most of the time.
  private static let material: [UInt8] = {
    var numbers = SeededNumbers(seed: 0)
    return (0..<80_000).map { _ in UInt8(truncatingIfNeeded: numbers.below(256)) }
  }()

  @Test("what comes out is what went in, however it is cut", arguments: 1...40)
  func sameBytes(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let buffer = InputBuffer()
    var model: [UInt8] = []
    for _ in 0..<400 {
      if numbers.below(3) > 0 {
        let count = numbers.below(numbers.below(8) == 0 ? 70_000 : 300)
        let bytes = Self.material.dropFirst(numbers.below(10_000)).prefix(count)
        let room = buffer.room(for: count + numbers.below(100))
        room.copyBytes(from: bytes)
        buffer.filled(count)
        model += bytes
      } else {
        let count = numbers.below(model.count + 1)
        buffer.drop(count)
        model.removeFirst(count)
      }
      #expect(buffer.count == model.count)
      #expect(isSame(buffer.bytes, model))
    }
  }

  /// By the C library: one byte after the other, unoptimized, takes minutes.
  private func isSame(_ bytes: UnsafeRawBufferPointer, _ model: [UInt8]) -> Bool {
    guard bytes.count == model.count, let start = bytes.baseAddress else { return model.isEmpty }
    return memcmp(start, model, model.count) == 0
  }

  @Test("memory that was written to is little more than what waits")
  func noAmplification() {
    let buffer = InputBuffer()
    for _ in 0..<1000 {
      [UInt8](repeating: 1, count: 1000).withUnsafeBytes { buffer.append($0) }
      buffer.drop(900)
      #expect(buffer.bytesHeld <= 2 * buffer.count + 2000)
    }
  }
}
