extension UnsafeRawBufferPointer {
  /// The first place from `start` on where `stops`, one of the functions of `CBytes`, sees something.
  ///
  /// Of a text shorter than sixteen bytes nothing is skipped.
  @inline(__always)
  func skipping(from start: Int, _ stops: (UnsafeRawPointer) -> UInt32) -> Int {
    guard let base = baseAddress else { return start }
    var place = start
    while place + 16 <= count {
      let mask = stops(base + place)
      if mask != 0 { return place + mask.trailingZeroBitCount }
      place += 16
    }
    guard place < count, count >= 16 else { return place }
    // The last sixteen bytes again, without those that were looked at.
    let mask = stops(base + count - 16) >> UInt32(truncatingIfNeeded: 16 - (count - place))
    return mask == 0 ? count : place + mask.trailingZeroBitCount
  }
}
