extension UnsafeRawBufferPointer {
  /// The first place from `start` on that `run`, one of the functions of `CBytes`, stops at; the last
  /// fifteen bytes of a text are left to the caller.
  @inline(__always)
  func skipping(from start: Int, _ run: (UnsafeRawPointer) -> Int32) -> Int {
    guard let base = baseAddress else { return start }
    var place = start
    while place + 16 <= count {
      let found = Int(run(base + place))
      place += found
      if found < 16 { break }
    }
    return place
  }
}
