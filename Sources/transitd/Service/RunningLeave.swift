internal import DaemonRuntime
internal import Loop

/// A leave-by that runs, and those who listen; what it watches is the matter of its kind.
@LoopActor
class RunningLeave {
  let id: Int
  let topic = Topic<LeaveEvent, Answers.Dismissed>()
  /// What was told last, for those who come later and for the list.
  private(set) var latest: LeaveEvent?

  init(id: Int) { self.id = id }

  /// Tells those who listen, and the desktop.
  func say(_ event: LeaveEvent, by host: DomainHost, _ notices: Notices) {
    latest = event
    host.publish(event, to: topic)
    notices.tell(event)
  }
}
