internal import CivilTime
internal import Values

/// Ids of records whose format has none, or none that is a UUID: version 5, of what they say.
///
/// The same text gives the same id whenever it is read; a text that comes twice in one reading
/// gives two.
struct DerivedIDs {
  /// Our own namespace, made once at random.
  private static let namespace = UUID(high: 0x3C6E_0B8A_9C15_4A72, low: 0x9A5D_51C8_3D2F_7E41)

  private var seen: [String: Int] = [:]

  /// The id of a text that stays the same while the task is the same.
  mutating func id(_ format: TaskFormat, _ text: String) -> UUID {
    let id = next(format, text)
    seen[text, default: 0] += 1
    return id
  }

  /// The id that a text would get now.
  func next(_ format: TaskFormat, _ text: String) -> UUID {
    let count = (seen[text] ?? 0) + 1
    return Self.id(format, count == 1 ? text : "\(text)\u{0}\(count)")
  }

  /// The id of a foreign identifier, which is unique by itself.
  static func id(_ format: TaskFormat, _ name: String) -> UUID {
    UUID(namespace: namespace, name: "\(format.rawValue):\(name)")
  }
}
