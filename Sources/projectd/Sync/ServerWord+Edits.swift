internal import Values

extension ServerWord {
  /// What a change writes that tells whether a project is there.
  static func values(of told: Life, instead life: Life) -> [Edit.Value] {
    [
      Edit.Value(
        field: .removed, before: life.isRemoved ? "1" : nil,
        after: told.isRemoved ? Self.removal : nil),
      Edit.Value(field: Self.life, before: nil, after: HybridClock.text(told.clock)),
    ]
  }

  /// What a change writes whose texts are a server's: later than what they replace, and as late as
  /// the server says.
  ///
  /// - Parameters:
  ///   - changed: When the object was changed, as it says.
  ///   - replaced: The clocks of what stood here.
  /// - Returns: What stands beside the texts in the change.
  static func value(changed: Timestamp, replaced: [UInt64]) -> Edit.Value {
    let clock = max(HybridClock.clock(of: changed), replaced.max().map { $0 + 1 } ?? 0)
    return Edit.Value(field: texts, before: nil, after: HybridClock.text(clock))
  }
}
