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

  fileprivate var broughtBack: Life { Life(clock: clock + 1) }
}

extension Registers {
  var life: Life {
    guard let register = entries.first(where: { $0.field == .removed })?.register else {
      return Life()
    }
    let life = Life(clock: register.stamp.clock, isRemoved: register.value != nil)
    var work = Work()
    for (field, register) in entries {
      work.take(field, clock: register.stamp.clock, value: register.value)
    }
    return life.isRemoved && !work.isRemoved ? life.broughtBack : life
  }
}

/// Whether a project that was removed on one board stays so beside what was done with it on another.
///
/// Nobody works on what he knows to be removed: who did so later had not heard of it, and his work would be
/// gone without a word. So the later of the two counts, of which every board knows the same.
///
/// What a server has told has the clock of what it speaks of, so it is no later or earlier than what was done:
/// ``Life/losing(known:isUnchanged:)`` has weighed it. And what came here by a server after the removal elsewhere
/// is no work. Of the next one of a series that went with an undo, ``SeriesWord`` tells.
struct Work {
  private var creation: UInt64 = 0
  private var removal: UInt64 = 0
  private var isTold = false
  private var last: UInt64 = 0

  /// Takes one register in, in any order.
  mutating func take(_ field: Field, clock: UInt64, value: String?) {
    switch field {
    case .removed:
      removal = value == nil ? 0 : clock
      isTold = [ServerWord.removal, SeriesWord.undone, SeriesWord.ended].contains(value)
    case .created: creation = clock
    default: if Self.isSome(field) { last = max(last, clock) }
    }
  }

  /// Whether who writes a field works on that project.
  static func isSome(_ field: Field) -> Bool {
    switch field {
    case .title, .body, .state, .deadline, .group, .recurrence, .tag, .priority, .note, .assigned,
      .wait, .scheduled, .reminder:
      true
    // These are also written where something happens to another project, or by an import.
    case .removed, .created, .modified, .completed, .series, .seriesStart, .repeatFrom, .parent,
      .depends, .extra:
      false
    }
  }

  var isRemoved: Bool { removal > 0 && (isTold || last <= max(removal, creation)) }
}
