internal import CLinux
internal import Glibc

/// The memory of the process.
package enum Memory {
  /// Gives freed pages back to the kernel, after work that needed much more than what comes next.
  package static func giveBack() { malloc_trim(0) }

  /// Asks for large pages behind memory that is about to be filled: megabytes of small ones cost as
  /// much as what is put into them.
  package static func preferLargePages(_ memory: UnsafeRawBufferPointer) {
    guard memory.count >= 2 * largePage, let start = memory.baseAddress else { return }
    let first = UnsafeMutableRawPointer(mutating: start.alignedUp(toMultipleOf: largePage))
    let end = (start + memory.count).alignedDown(toMultipleOf: largePage)
    // Without them everything is the same, only slower.
    madvise(first, end - UnsafeRawPointer(first), MADV_HUGEPAGE)
  }

  private static let largePage = 2 << 20
}
