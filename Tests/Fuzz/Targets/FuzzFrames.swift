@testable import IPCProtocol

/// However a stream is cut, the same payloads and the same end come out of it.
func fuzzFrames(_ bytes: [UInt8]) {
  guard let step = bytes.first.map({ Int($0 % 17) + 1 }) else { return }
  let stream = Array(bytes.dropFirst())
  let whole = payloads(of: stream, step: max(1, stream.count))
  let pieces = payloads(of: stream, step: step)
  precondition(whole.payloads == pieces.payloads, "another cut, other payloads")
  precondition(whole.failure == pieces.failure, "another cut, another failure")
}

/// Pushes pieces of `step` bytes; after the last piece nothing is pushed until nothing comes.
private func payloads(of stream: [UInt8], step: Int) -> (payloads: [[UInt8]], failure: FrameError?)
{
  var decoder = FrameDecoder(maximumPayload: 512)
  var result: [[UInt8]] = []
  do throws(FrameError) {
    for offset in stride(from: 0, to: stream.count, by: step) {
      result += try decoder.push(stream[offset..<min(offset + step, stream.count)])
    }
    result += try decoder.push([])
  } catch {
    return (result, error)
  }
  return (result, nil)
}
