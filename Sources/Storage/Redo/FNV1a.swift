/// The 64-bit hash FNV-1a: for finding things and for telling damage, not against an adversary.
///
/// Source: Fowler, Noll, Vo; offset basis and prime of the 64-bit variant.
package struct FNV1a {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
