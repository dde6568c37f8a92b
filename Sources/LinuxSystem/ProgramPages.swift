internal import Glibc

/// The pages of the program's and its libraries' files that this process has mapped in.
package enum ProgramPages {
  /// Gives back what only starting needed: a daemon waits for weeks with what serving takes.
  ///
  /// Code is never written to, and neither is the head of a library, with the names by which it is
  /// linked; so a page that is needed again comes back from the page cache.
  package static func giveBack() {
    // Without the list nothing is given back, and nothing is lost.
    guard let maps = SmallFile.read("/proc/self/maps") else { return }
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard fields.count == 4, fields[3].contains(UInt8(ascii: "/")) else { continue }
      // What is read-only further on in the file may have been written to while it was linked.
      let isHead =
        fields[1].elementsEqual("r--p".utf8) && fields[2].allSatisfy { $0 == UInt8(ascii: "0") }
      guard isHead || fields[1].elementsEqual("r-xp".utf8) else { continue }
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
