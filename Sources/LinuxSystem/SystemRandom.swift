internal import CLinux
internal import Glibc

/// Randomness from the kernel.
package enum SystemRandom {
  package static func number() -> UInt64 {
    var number: UInt64 = 0
    let count = getrandom(&number, 8, 0)
    precondition(count == 8, "getrandom failed")
    return number
  }
}
