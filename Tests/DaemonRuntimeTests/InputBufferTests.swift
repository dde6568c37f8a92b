import TestSupport
import Testing

@testable import DaemonRuntime

@Suite("Bytes that wait to be handled")
struct InputBufferTests {
  @Test("what comes out is what went in, however it is cut", arguments: 1...40)
  func sameBytes(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let buffer = InputBuffer()
    var model: [UInt8] = []
    for _ in 0..<400 {
      if numbers.below(3) > 0 {
        let count = numbers.below(numbers.below(8) == 0 ? 70_000 : 300)
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.below(256)) }
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
      #expect(buffer.bytes.elementsEqual(model))
    }
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
