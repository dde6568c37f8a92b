/// Runs of a trip of `frequencies.txt`; times are seconds of the service day.
struct Frequency: Equatable {
  let start: Int
  let until: Int
  let headway: Int
  let isExact: Bool

  /// Whether a run begins at a second of the service day.
  func begins(_ second: Int) -> Bool {
    (start..<max(start, until)).contains(second) && (second - start) % headway == 0
  }
}
