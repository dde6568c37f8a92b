internal import CLinux

/// The memory of large texts.
package enum LargeBlocks {
  /// Above this many bytes a block has pages of its own, which go back to the system with it.
  private static let leastBytes: Int32 = 4 << 20

  /// Has large blocks given back when they are freed.
  ///
  /// The C library begins with 128 KiB, but takes each block that is freed for the usual size from
  /// then on, up to 32 MiB (mallopt(3), `M_MMAP_THRESHOLD`): a daemon would keep the memory of the
  /// longest request that ever came, once for each thread.
  package static func giveBackWhenFreed() { _ = mallopt(M_MMAP_THRESHOLD, leastBytes) }
}
