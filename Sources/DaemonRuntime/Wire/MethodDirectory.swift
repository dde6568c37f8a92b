internal import IPCProtocol
internal import Loop

/// Methods by the bytes of their names, as requests have them: no text is made to find one.
///
/// Open addressing over names that never change; nobody who is not trusted chooses what is in it.
@LoopActor
struct MethodDirectory {
  private var slots: [MethodEntry?]

  init(_ entries: [String: MethodEntry]) {
    var count = 16
    while count < entries.count * 4 { count *= 2 }
    slots = Array(repeating: nil, count: count)
    for (name, entry) in entries {
      var name = name
      var place = name.withUTF8 { hashed(UnsafeRawBufferPointer($0)) }
      while slots[place] != nil { place = next(place) }
      slots[place] = entry
    }
  }

  subscript(name: JSONCursor) -> MethodEntry? {
    var place = hashed(name)
    while let entry = slots[place] {
      if name.equals(entry.name) { return entry }
      place = next(place)
    }
    return nil
  }

  private func hashed(_ name: JSONCursor) -> Int {
    if let bytes = name.plainText { return hashed(bytes) }
    var text = name.string ?? ""
    return text.withUTF8 { hashed(UnsafeRawBufferPointer($0)) }
  }

  private func hashed(_ name: UnsafeRawBufferPointer) -> Int {
    var hash = UInt32(truncatingIfNeeded: name.count)
    for byte in name { hash = hash &* 31 &+ UInt32(byte) }
    return Int(hash ^ (hash >> 8)) & (slots.count - 1)
  }

  private func next(_ place: Int) -> Int { (place + 1) & (slots.count - 1) }
}
