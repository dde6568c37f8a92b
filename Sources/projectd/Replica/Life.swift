internal import Values

/// Whether a project is there, and since which clock: its ``Field/removed`` with what it stands on.
///
/// What a calendar's server says of it (``ServerWord``) stands right behind what it speaks of: the
/// clock of such a word follows from that alone, so two boards that hear the same come to the same,
/// and each can be said once only. A project that is there again has its clock in the object as well
/// (``LifeMark``), so that others know whose word is the later one.
struct Life: Hashable, Sendable {
  /// Of a project that was never removed: 0, before all clocks.
  var clock: UInt64 = 0
  var isRemoved = false

  /// What comes of an object that the server had and has no more.
  ///
  /// - Parameters:
  ///   - known: The clock in the object when it was last seen.
  ///   - isUnchanged: Whether nothing was changed here since then; else that wins.
  /// - Returns: Nil where it stays as it is.
  func losing(known: UInt64, isUnchanged: Bool) -> Life? {
    // It was brought back since, and nobody who removed that object knew of it.
    guard !isRemoved, known >= clock else { return nil }
    let gone = Life(clock: known + 1, isRemoved: true)
    return isUnchanged ? gone : gone.broughtBack
  }

  /// What comes of an object that the server has.
  ///
  /// - Parameters:
  ///   - mark: The clock in it; 0 where it has none.
  ///   - isNews: Whether it says what nobody here knew when the project was removed: an edit
  ///     elsewhere wins over a removal.
  /// - Returns: Nil where it stays as it is.
  func seeing(mark: UInt64, isNews: () throws -> Bool) rethrows -> Life? {
    if mark > clock { return Life(clock: mark) }
    return try isRemoved && isNews() ? broughtBack : nil
  }

  private var broughtBack: Life { Life(clock: clock + 1) }
}

extension Registers {
  var life: Life {
    guard let register = entries.first(where: { $0.field == .removed })?.register else {
      return Life()
    }
    return Life(clock: register.stamp.clock, isRemoved: register.value != nil)
  }
}
