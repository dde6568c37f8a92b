import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

/// What is given back comes again from the file, so nothing may be in it that only memory has.
@Suite("Pages of programs")
struct ProgramPagesTests {
  @Test("a library of one page has its addresses behind the names, in the same page of the file")
  func small() {
    let maps = """
      7f0000000000-7f0000001000 r--p 00000000 fe:01 17                         /lib/small.so
      7f0000001000-7f0000002000 r--p 00000000 fe:01 17                         /lib/small.so
      7f0000002000-7f0000003000 rw-p 00001000 fe:01 17                         /lib/small.so
      7f0000003000-7f0000004000 rw-p 00000000 00:00 0
      7f0000004000-7f0000006000 r--p 00000000 fe:01 18                         /lib/with a blank.so
      7f0000006000-7f0000009000 r-xp 00002000 fe:01 18                         /lib/with a blank.so
      7f0000009000-7f000000a000 r--p 00005000 fe:01 18                         /lib/with a blank.so
      7ffc00000000-7ffc00001000 r-xp 00000000 00:00 0                          [vdso]
      """
    let found = ProgramPages.unwritten(in: Array(maps.utf8))
    #expect(
      found == [
        0x7f00_0000_0000..<0x7f00_0000_1000, 0x7f00_0000_4000..<0x7f00_0000_6000,
        0x7f00_0000_6000..<0x7f00_0000_9000,
      ])
  }

  @Test("all that is given back of this process is what its files have")
  func same() throws {
    // A library of less than a page beside what there is.
    let library = dlopen(BuiltPrograms.path("libShiftedClock.so"), RTLD_NOW | RTLD_LOCAL)
    #expect(library != nil)
    let maps = try #require(SmallFile.read("/proc/self/maps"))
    // As another process sees it: between variables a sanitizer forbids this one to look.
    let memory = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/mem"))
    let ranges = Set(ProgramPages.unwritten(in: maps).map(\.lowerBound))
    var compared = 0
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ranges.contains(bounds[0]) else { continue }
      let offset = try #require(UInt64(fields[2], radix: 16))
      let path = fields[5].drop { $0 == " " }
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: String(path)))
      try file.seek(toOffset: offset)
      let size = Int(bounds[1] - bounds[0])
      let bytes = try #require(try file.read(upToCount: size))
      try memory.seek(toOffset: UInt64(bounds[0]))
      #expect(try memory.read(upToCount: bytes.count) == bytes, "\(line)")
      compared += 1
    }
    #expect(compared > 3)
  }
}
