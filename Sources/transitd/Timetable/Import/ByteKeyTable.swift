internal import Glibc

/// Numbers for byte strings, in the order in which they first came; open addressing with FNV-1a.
///
/// Three million look-ups of ids that lie in a buffer: a dictionary of strings would make a string
/// for each.
final class ByteKeyTable {
  private struct Slot {
    var hash: UInt32
    var number: Int32
    var offset: UInt32
    var length: UInt32
  }

  private var slots: UnsafeMutableBufferPointer<Slot>
  private var keys: [UInt8] = []
  private(set) var count = 0
  private static let empty = Slot(hash: 0, number: -1, offset: 0, length: 0)

  init(capacity: Int = 1 << 12) {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Self.empty)
  }

  deinit { slots.deallocate() }

  /// The number of a key; nil where it never came.
  func find(_ key: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[place(of: key, Self.hash(key))]
    return slot.number < 0 ? nil : Int(slot.number)
  }

  /// The number of a key, a new one where it comes for the first time.
  func insert(_ key: UnsafeRawBufferPointer) -> (number: Int, isNew: Bool) {
    let hash = Self.hash(key)
    let place = place(of: key, hash)
    if slots[place].number >= 0 { return (Int(slots[place].number), false) }
    slots[place] = Slot(
      hash: hash, number: Int32(count), offset: UInt32(keys.count), length: UInt32(key.count))
    keys.append(contentsOf: key)
    count += 1
    if count * 2 > slots.count { grow() }
    return (count - 1, true)
  }

  private func place(of key: UnsafeRawBufferPointer, _ hash: UInt32) -> Int {
    let mask = slots.count - 1
    var place = Int(hash) & mask
    while slots[place].number >= 0 {
      if slots[place].hash == hash, isEqual(slots[place], key) { return place }
      place = (place + 1) & mask
    }
    return place
  }

  private func isEqual(_ slot: Slot, _ key: UnsafeRawBufferPointer) -> Bool {
    guard Int(slot.length) == key.count else { return false }
    return keys.withUnsafeBytes { keys in
      guard let known = keys.baseAddress, let new = key.baseAddress else { return true }
      return memcmp(known + Int(slot.offset), new, key.count) == 0
    }
  }

  private func grow() {
    let old = slots
    slots = .allocate(capacity: old.count * 2)
    slots.initialize(repeating: Self.empty)
    let mask = slots.count - 1
    for slot in old where slot.number >= 0 {
      var place = Int(slot.hash) & mask
      while slots[place].number >= 0 { place = (place + 1) & mask }
      slots[place] = slot
    }
    old.deallocate()
  }

  private static func hash(_ key: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
