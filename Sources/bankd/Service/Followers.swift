internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// Those who follow one ticket or one desk, each told of what concerns it alone.
@LoopActor
final class Followers {
  typealias TicketTopic = Topic<WatchEvent, NoResult>
  typealias DeskTopic = Topic<DeskEvent, NoResult>

  private struct Watched {
    let topic: TicketTopic
    /// The place that was told last.
    var position: Int
  }

  private struct Desk {
    let topic: DeskTopic
    var last: DeskEvent
  }

  /// Places are counted by walking the line, so that of longer ones only the calls are told.
  private static let longestCounted = 1000

  private nonisolated let host: DomainHost
  private var tickets: [Int: Watched] = [:]
  private var desks: [Int: Desk] = [:]

  init(host: DomainHost) { self.host = host }

  var isEmpty: Bool { tickets.isEmpty && desks.isEmpty }

  // MARK: Following

  func follow(
    ticket number: Int, _ stream: StreamOf<WatchEvent, NoResult>, position: Int,
    startingWith state: @escaping @LoopActor () -> WatchEvent
  ) {
    let topic = tickets[number]?.topic ?? TicketTopic()
    tickets[number] = Watched(topic: topic, position: position)
    // The topic lives until the last of its streams has ended.
    stream.onEnd { [weak self] in
      guard let self, self.tickets[number]?.topic === topic else { return }
      if !topic.isFollowed { self.tickets[number] = nil }
    }
    stream.follow(topic, startingWith: state)
  }

  func follow(
    desk number: Int, _ stream: StreamOf<DeskEvent, NoResult>, last: DeskEvent,
    startingWith state: @escaping @LoopActor () -> DeskEvent
  ) {
    let topic = desks[number]?.topic ?? DeskTopic()
    desks[number] = Desk(topic: topic, last: last)
    stream.onEnd { [weak self] in
      guard let self, self.desks[number]?.topic === topic else { return }
      if !topic.isFollowed { self.desks[number] = nil }
    }
    stream.follow(topic, startingWith: state)
  }

  // MARK: Telling

  /// Tells of one event; whoever was called, or is gone, needs to follow no longer.
  func tell(_ event: ChangeEvent) {
    guard !tickets.isEmpty else { return }
    if event.kind == "reset" || event.kind == "imported" {
      for watched in tickets.values { end(watched.topic, with: event) }
      return
    }
    guard let number = event.ticket, let topic = tickets[number]?.topic else { return }
    if event.endsWait {
      end(topic, with: event)
    } else {
      host.publish(.change(event), to: topic)
    }
  }

  private func end(_ topic: TicketTopic, with event: ChangeEvent) {
    host.publish(.change(event), to: topic)
    topic.finish(NoResult())
  }

  /// Tells whose place or desk is another one after a change.
  func tellChanges(in branch: Branch, at now: Timestamp) {
    if branch.waitingCount <= Self.longestCounted { tellPlaces(in: branch, at: now) }
    for (number, desk) in desks {
      let event = DeskEvent(teller: number, in: branch)
      guard event.isNews(after: desk.last) else { continue }
      desks[number]?.last = event
      host.publish(event, to: desk.topic)
      if event.kind == .gone { desk.topic.finish(NoResult()) }
    }
  }

  /// Their waits come from one play for all of them, however many follow.
  private func tellPlaces(in branch: Branch, at now: Timestamp) {
    var moved: [(topic: TicketTopic, ticket: Ticket)] = []
    for (number, watched) in tickets where watched.topic.isFollowed {
      guard case .waiting(let place)? = branch.tickets[number], let ticket = branch.line[place]
      else { continue }
      let position = branch.line.position(of: place)
      guard position != watched.position else { continue }
      tickets[number]?.position = position
      moved.append((watched.topic, ticket))
    }
    guard !moved.isEmpty else { return }
    let waits = branch.waits(of: moved.map(\.ticket), at: now)
    for (topic, ticket) in moved {
      host.publish(
        .change(ChangeEvent(ofTicket: ticket.number, in: branch, at: now, waits: waits)), to: topic)
    }
  }
}
