internal import IPCProtocol

/// A request that comes with a key: whose the key is, and what it was sent for.
struct KeyedRequest: Sendable {
  /// A key belongs to the user who sent it.
  struct Place: Hashable, Sendable {
    let uid: UInt32
    let key: String
  }

  let place: Place
  /// See ``fingerprint(method:params:)``.
  let request: [UInt8]

  init(place: Place, request: [UInt8]) {
    self.place = place
    self.request = request
  }

  init(place: Place, method: String, params: JSONCursor) {
    self.init(place: place, request: Self.fingerprint(method: method, params: params))
  }

  /// The method and the canonical form of its params as 128 bits of FNV-1a.
  ///
  /// Source: Fowler, Noll, Vo; offset basis and prime of the 128-bit variant. Two requests of one
  /// user under one key are compared, so no adversary gains from a collision.
  static func fingerprint(method: String, params: JSONCursor) -> [UInt8] {
    let prime = UInt128(0x0000_0000_0100_0000) << 64 | UInt128(0x13B)
    var hash = UInt128(0x6C62_272E_07BB_0142) << 64 | UInt128(0x62B8_2175_6295_C58D)
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
    }
    mix(method.utf8)
    mix(CollectionOfOne(0))
    mix(JSON.canonical(params, leavingOut: "_meta"))
    return (0..<16).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
  }
}
