internal import CLinux

/// The memory of the process.
package enum Memory {
  /// Gives freed pages back to the kernel, after work that needed much more than what comes next.
  package static func giveBack() { malloc_trim(0) }
}
