internal import CBytes

/// Whether two short texts are the same, sixteen bytes at a time.
enum SameBytes {
  /// How many bytes must be readable where texts of so many bytes are compared.
  @inline(__always)
  static func reach(_ count: Int) -> Int { (count + 15) & ~15 }

  @inline(__always)
  static func are(_ text: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    var done = 0
    while done < count {
      let run = Int(mate_common_run(text + done, other + done))
      done += run
      if run < 16 { return done >= count }
    }
    return true
  }
}
