internal import Glibc

/// The pages of the program's and its libraries' code that this process has mapped in.
package enum ProgramPages {
  /// Gives back what only starting needed: a daemon waits for weeks with what serving takes.
  ///
  /// Code is never written to, so a page that is needed again comes back from the page cache.
  package static func giveBack() {
    // Without the list nothing is given back, and nothing is lost.
    guard let maps = SmallFile.read("/proc/self/maps") else { return }
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard fields.count == 3, fields[1].elementsEqual("r-xp".utf8),
        fields[2].contains(UInt8(ascii: "/"))
      else { continue }
      let bounds = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard bounds.count == 2, let start = UnsafeMutableRawPointer(bitPattern: bounds[0]) else {
        continue
      }
      madvise(start, Int(bounds[1] - bounds[0]), MADV_DONTNEED)
    }
  }
}
