internal import IPCProtocol

/// Reads a long result while it arrives.
///
/// It is given the room for the whole result, of which so many bytes have arrived, and a way to wait
/// for more, which returns how many have; no more than before where the rest does not come. It
/// returns whether it has read all of it as one JSON value.
package typealias LongResultReader = (
  _ result: UnsafeRawBufferPointer, _ arrived: Int, _ more: (_ needed: Int) -> Int
) -> Bool

/// A reply that is written as ours are: a known beginning, the result, and the last brace.
struct LongReply {
  private let head: [UInt8]

  init(id: Int64) { head = Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":".utf8) }

  /// The result of a reply that is whole.
  func result(of payload: [UInt8]) -> ArraySlice<UInt8> { payload[head.count..<payload.count - 1] }

  /// Whether a payload, which may still arrive, is such a reply with a result that is one value.
  func isWhole(
    _ payload: UnsafeRawBufferPointer, arrived: Int, more: (_ needed: Int) -> Int,
    reader: LongResultReader?
  ) -> Bool {
    guard payload.count > head.count + 1, max(arrived, more(head.count)) >= head.count,
      payload[..<head.count].elementsEqual(head)
    else { return false }
    let result = UnsafeRawBufferPointer(rebasing: payload[head.count..<payload.count - 1])
    func moreOfResult(_ needed: Int) -> Int {
      min(more(min(needed + head.count, payload.count)) - head.count, result.count)
    }
    guard
      reader?(result, moreOfResult(0), moreOfResult) == true
        || isOneValue(result, moreOfResult)
    else { return false }
    return more(payload.count) == payload.count && payload.last == UInt8(ascii: "}")
  }

  /// Whether a result is one container, by its outline.
  private func isOneValue(
    _ result: UnsafeRawBufferPointer, _ more: (_ needed: Int) -> Int
  ) -> Bool {
    var outline = JSONOutline(from: 0)
    var arrived = more(0)
    while true {
      switch outline.follow(UnsafeRawBufferPointer(rebasing: result[..<arrived])) {
      case .end(let end): return end == result.count
      case .broken: return false
      case .open:
        let now = more(arrived + 1)
        guard now > arrived else { return false }
        arrived = now
      }
    }
  }
}
