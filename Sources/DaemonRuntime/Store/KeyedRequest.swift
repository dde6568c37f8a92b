internal import IPCProtocol
internal import Storage

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

  /// The method, a zero and the canonical form of its params as ``FNV1a128``.
  ///
  /// Two requests of one user under one key are compared, so no adversary gains from a collision.
  static func fingerprint(method: String, params: JSONCursor) -> [UInt8] {
    var hash = FNV1a128()
    var method = method
    method.withUTF8 { hash.mix(UnsafeRawBufferPointer($0)) }
    hash.mix([0])
    hash.mix(JSON.canonical(params, leavingOut: "_meta"))
    return hash.bytes
  }
}
