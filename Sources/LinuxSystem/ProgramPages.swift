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
    for range in unwritten(in: maps) {
      guard let start = UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
      madvise(start, Int(range.upperBound - range.lowerBound), MADV_DONTNEED)
    }
  }

  /// What of files nobody has written to since they were mapped.
  ///
  /// Of what is read-only that is the lowest of a file alone: what comes further on was written to while it was
  /// linked (RELRO), and of a library of less than a page that begins at the file's first byte as well.
  ///
  /// - Parameter maps: As proc_pid_maps(5) has them, by rising addresses.
  /// - Returns: The addresses of whole pages.
  static func unwritten(in maps: [UInt8]) -> [Range<UInt>] {
    var ranges: [Range<UInt>] = []
    var file: ArraySlice<UInt8> = []
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      // address perms offset device inode path
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count == 6, fields[5].contains(UInt8(ascii: "/")) else { continue }
      let isFirst = fields[5] != file
      file = fields[5]
      let isHead =
        isFirst && fields[1].elementsEqual("r--p".utf8)
        && fields[2].allSatisfy { $0 == UInt8(ascii: "0") }
      guard isHead || fields[1].elementsEqual("r-xp".utf8) else { continue }
      let bounds = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      if bounds.count == 2, bounds[0] < bounds[1] { ranges.append(bounds[0]..<bounds[1]) }
    }
    return ranges
  }
}
