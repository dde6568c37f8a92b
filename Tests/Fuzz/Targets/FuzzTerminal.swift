@testable import matectl
@testable import transitd

/// However the bytes of a terminal are cut, the same keys come of them, and nothing is waited for for ever.
func fuzzKeys(_ bytes: [UInt8]) {
  guard let step = bytes.first.map({ Int($0 % 7) + 1 }) else { return }
  let typed = Array(bytes.dropFirst())
  let whole = keys(typed, step: max(1, typed.count))
  precondition(whole == keys(typed, step: step), "another cut, other keys")
}

private func keys(_ bytes: [UInt8], step: Int) -> [Key] {
  var decoder = KeyDecoder()
  var keys: [Key] = []
  for offset in stride(from: 0, to: bytes.count, by: step) {
    keys += decoder.push(bytes[offset..<min(offset + step, bytes.count)])
  }
  // What has begun is given up until nothing has.
  for _ in 0..<64 where decoder.patience != nil { keys += decoder.giveUp() }
  precondition(decoder.patience == nil, "a decoder that waits for ever")
  return keys
}

/// A line of gpsd is a position on this globe, or none.
func fuzzGpsd(_ bytes: [UInt8]) {
  guard let fix = GpsdReport.fix(bytes) else { return }
  let point = fix.point
  precondition(abs(point.latitude) <= 90 && abs(point.longitude) <= 180, "no point of the globe")
}
