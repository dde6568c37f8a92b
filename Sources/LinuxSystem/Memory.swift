internal import CLinux
internal import Glibc

/// The memory of the process.
package enum Memory {
  /// Gives freed pages back to the kernel, after work that needed much more than what comes next.
  package static func giveBack() { malloc_trim(0) }

  /// Gives freed pages back as they are freed, for a program that lays out a whole result again and
  /// again and keeps little of it: glibc would learn from the largest to keep as much at hand.
  package static func keepLittle() {
    mallopt(M_TRIM_THRESHOLD, 64 << 10)
    mallopt(M_MMAP_THRESHOLD, 64 << 10)
    mallopt(M_TOP_PAD, 16 << 10)
  }

  /// Asks for large pages behind memory that is about to be filled: megabytes of small ones cost as
  /// much as what is put into them.
  package static func preferLargePages(_ memory: UnsafeRawBufferPointer) {
    guard memory.count >= 2 * largePage, let start = memory.baseAddress else { return }
    let first = UnsafeMutableRawPointer(mutating: start.alignedUp(toMultipleOf: largePage))
    let end = (start + memory.count).alignedDown(toMultipleOf: largePage)
    // Without them everything is the same, only slower.
    madvise(first, end - UnsafeRawPointer(first), MADV_HUGEPAGE)
  }

  /// Where a part that is not empty stands first in a text, from `start` to before `end`.
  package static func place(
    of part: [UInt8], in text: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) -> Int? {
    guard let base = text.baseAddress, start < end,
      let found = memmem(base + start, end - start, part, part.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Bytes of a large page, of x86 and ARM alike.
  package static let largePage = 2 << 20
}
