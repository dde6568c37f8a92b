internal import Values

extension Branch {
  /// A ticket as the store has it.
  struct StoredTicket: Hashable, Sendable {
    enum Place: Hashable, Sendable {
      case waiting
      case inHand(teller: Int, calledAt: Timestamp, due: Timestamp?, waited: Int64, recalls: Int)
      case absent
    }

    let ticket: Ticket
    let place: Place
  }

  /// Puts a stored ticket back to where it was; in the order of their ids.
  ///
  /// - Returns: Whether its service and its teller exist.
  mutating func restore(_ stored: StoredTicket) -> Bool {
    let ticket = stored.ticket
    guard services.indices.contains(ticket.service), tickets[ticket.number] == nil else {
      return false
    }
    switch stored.place {
    case .waiting:
      let place = line.enqueue(
        ticket, service: ticket.service, grade: ticket.grade, order: ticket.id)
      tickets[ticket.number] = .waiting(place)
    case .absent: tickets[ticket.number] = .absent(ticket)
    case .inHand(let number, let calledAt, let due, let waited, let recalls):
      guard let index = tellers.firstIndex(where: { $0.number == number }),
        tellers[index].inHand == nil
      else { return false }
      tellers[index].inHand = InHand(
        ticket: ticket, calledAt: calledAt, due: due, waited: waited, recalls: recalls)
      tickets[ticket.number] = .inHand(teller: number)
      servingCount += 1
    }
    return true
  }
}
