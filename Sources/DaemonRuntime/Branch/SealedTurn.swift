internal import Storage

/// A turn as the server keeps it: what changed, and eight bytes that tell whether it still is that.
///
/// A server whose disk rots finds that by itself only where it was made with checksums.
enum SealedTurn {
  private static let sealSize = 8

  /// - Parameters:
  ///   - payload: What the turn changed.
  ///   - turn: Its number, so that no other turn can stand in its place.
  /// - Returns: The bytes that ``opened(_:turn:)`` takes.
  static func sealed(_ payload: [UInt8], turn: UInt64) -> [UInt8] {
    var bytes = payload
    withUnsafeBytes(of: seal(payload[...], turn).bigEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// - Returns: What the turn changed; nil where the bytes are not what was sealed.
  static func opened(_ bytes: [UInt8], turn: UInt64) -> [UInt8]? {
    guard bytes.count >= sealSize else { return nil }
    let payload = bytes.dropLast(sealSize)
    let found = bytes.suffix(sealSize).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return found == seal(payload, turn) ? Array(payload) : nil
  }

  private static func seal(_ payload: ArraySlice<UInt8>, _ turn: UInt64) -> UInt64 {
    var hash = FNV1a()
    withUnsafeBytes(of: turn.bigEndian) { hash.mix($0) }
    payload.withUnsafeBytes { hash.mix($0) }
    return hash.value
  }
}
