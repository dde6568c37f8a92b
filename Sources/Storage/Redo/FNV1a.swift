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

/// The 128-bit hash FNV-1a.
///
/// Source: as of ``FNV1a``; the prime is 2^88 + 0x13B, so a product is one of 64 bits and a shift.
package struct FNV1a128 {
  private var high: UInt64 = 0x6C62_272E_07BB_0142
  private var low: UInt64 = 0x62B8_2175_6295_C58D

  package init() {}

  package mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      low ^= UInt64(byte)
      let product = low.multipliedFullWidth(by: 0x13B)
      high = high &* 0x13B &+ product.high &+ low << 24
      low = product.low
    }
  }

  package mutating func mix(_ bytes: [UInt8]) { bytes.withUnsafeBytes { mix($0) } }

  /// 16 bytes, little-endian.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      raw.storeBytes(of: low.littleEndian, toByteOffset: 0, as: UInt64.self)
      raw.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
      count = 16
    }
  }
}
