import IPCProtocol
import Testing

@Suite("FrameDecoder")
struct FrameDecoderTests {
  private let stream: [UInt8] =
    [0, 0, 0, 2] + Array("{}".utf8) + [0, 0, 0, 1] + Array("7".utf8) + [0, 0, 0, 4]
    + Array("null".utf8)
  private let payloads = ["{}", "7", "null"].map { Array($0.utf8) }

  @Test("frames cut at any byte arrive once, in order", arguments: 0...19)
  func cutAnywhere(at cut: Int) throws {
    var decoder = FrameDecoder()
    let read = try decoder.push(stream.prefix(cut)) + decoder.push(stream.dropFirst(cut))
    #expect(read == payloads)
  }

  @Test("frames that come byte by byte arrive once, each with its last byte")
  func byteByByte() throws {
    var decoder = FrameDecoder()
    var ends: [Int] = []
    var read: [[UInt8]] = []
    for (index, byte) in stream.enumerated() {
      let new = try decoder.push([byte])
      if !new.isEmpty { ends.append(index) }
      read += new
    }
    #expect(read == payloads)
    #expect(ends == [5, 10, 18])
  }

  @Test("a payload of the limit is taken, one byte more is refused before it has come")
  func limit() throws {
    var decoder = FrameDecoder(maximumPayload: 3)
    #expect(try decoder.push([0, 0, 0, 3, 1, 2, 3]) == [[1, 2, 3]])
    #expect(throws: FrameError.tooLarge(length: 4)) { try decoder.push([0, 0, 0, 4]) }
  }

  @Test("a length of 0 ends the stream")
  func zero() throws {
    var decoder = FrameDecoder()
    #expect(throws: FrameError.zeroLength) { try decoder.push([0, 0, 0, 0]) }
  }

  @Test("what stands before a bad length is delivered, the failure comes next")
  func goodThenBad() throws {
    var decoder = FrameDecoder()
    #expect(try decoder.push([0, 0, 0, 1, 0x37, 0, 0, 0, 0]) == [[0x37]])
    #expect(throws: FrameError.zeroLength) { try decoder.push([]) }
  }
}
