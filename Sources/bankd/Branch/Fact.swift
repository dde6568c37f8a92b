/// Something that happened in the branch: what the store writes and what watchers are told.
enum Fact: Hashable, Sendable {
  /// A new day; `kept` tickets are waiting from the one before.
  case opened(Day, kept: Int)
  /// Open again before the closing day had ended.
  case reopened
  case closing(keepsLine: Bool)
  case closed(DaySummary)
  /// The day of this number is as if it had never been.
  case reset(day: Int64)

  /// Everything is as a file says; the store has it already.
  case imported

  case taken(Ticket)
  case called(teller: Int, InHand)
  case ended(Visit)
  /// A ticket that was called is in the line again, after a transfer or a recall.
  case returned(Ticket, from: Outcome, day: Int64)
  /// Called once more by the teller who has it in hand.
  case recalled(Ticket, teller: Int)
  /// A ticket that waits longer than its service wants.
  case overTarget(Ticket)
  /// A kept ticket whose wait goes on in a new day, or stops for the night.
  case carried(Ticket)

  case tellerAdded(Teller)
  /// Its services or its name are others.
  case tellerSet(Teller)
  case tellerPaused(Int)
  case tellerResumed(Int)
  case tellerRemoved(Int)
  /// A teller has nobody in hand and found nobody in the line.
  case tellerFree(Int, order: Int64)
  case spreadSet(Spread)
  case hoursSet(OpeningHours)
  case duty(teller: Int, Duty, day: Int64)

  case serviceSet(index: Int, Service)
  case serviceRemoved(index: Int, Service)
}
