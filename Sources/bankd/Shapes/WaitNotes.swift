internal import IPCProtocol
internal import Values

/// What is said behind a wait that goes on past the opening hours.
extension Branch {
  /// Behind what a new customer is told: that it is outside of the hours, or that the wait will
  /// probably end, or may end, after them; nil where there is nothing to say.
  mutating func takeNote(_ estimate: WaitEstimate?, at now: Timestamp) -> LocalizedText? {
    guard isWithinHours(at: now) else { return outsideNote(at: now) }
    // Reading a calendar for each ticket would cost more than the ticket.
    guard let estimate, let until = hoursNow?.state.until,
      now.adding(microseconds: estimate.p90) > until
    else { return nil }
    return pastClosing(estimate, at: now)
  }

  /// Behind what somebody in the line is told.
  func ticketNote(_ estimate: WaitEstimate?, at now: Timestamp) -> LocalizedText? {
    guard state.hours.isSet else { return nil }
    if let estimate { return pastClosing(estimate, at: now) }
    guard !isCalling, case let day = state.hours.day(at: now), !day.isOpen, let until = day.until
    else { return nil }
    let opens = state.hours.text(of: until, at: now)
    return LocalizedText(
      en: "; the branch opens \(opens.en)", ko: " (개점 \(opens.text(in: .korean)))")
  }

  private func pastClosing(_ estimate: WaitEstimate, at now: Timestamp) -> LocalizedText? {
    let day = state.hours.day(at: now)
    guard day.isOpen, let closes = day.until, now.adding(microseconds: estimate.p90) > closes
    else { return nil }
    let time = state.hours.text(of: closes, at: now)
    let isProbable = now.adding(microseconds: estimate.p50) > closes
    // The clock closes so that the line is served to its end; a person may do otherwise.
    let isServed = state.hours.keeper == .clock
    return LocalizedText(
      en: "; \(isProbable ? "that is" : "it may be") after closing, \(time.en)"
        + (isServed ? ": who waits then is still served" : ""),
      ko: " (\(isProbable ? "" : "늦으면 ")폐점 \(time.text(in: .korean)) 이후"
        + (isServed ? ", 그때까지 기다린 고객은 모두 처리)" : ")"))
  }
}
