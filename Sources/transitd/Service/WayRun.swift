internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// Who is told what happens to a way.
@LoopActor
protocol WayFollower: AnyObject {
  func tell(_ event: WayEvent)
  /// The way is over.
  func arrived(_ end: Answers.WayEnd)
  /// It cannot be followed any more.
  func fail(_ refusal: TransitError)
}

/// One way that somebody follows.
@LoopActor
final class WayRun {
  var question: JourneyDesk.Question
  let clocks: FeedLibrary.Match?
  let follower: any WayFollower
  /// By which the way was found; nil before that.
  var found: JourneyDesk.Found?
  var progress: WayProgress?
  /// As it was told last.
  var told: Way?
  /// The trouble that was told and has no way round it.
  var toldTrouble: WayProgress.Trouble?
  /// It was told that it comes too late, and that nothing comes in time.
  var toldLate = false
  var checkedAt: Timestamp
  var task: Task<Void, Never>?
  /// How near to setting out it was told last.
  var stage = LeaveStage.planned
  var isOver = false

  init(
    _ question: JourneyDesk.Question, _ clocks: FeedLibrary.Match?, _ follower: any WayFollower,
    at now: Timestamp
  ) {
    (self.question, self.clocks, self.follower, checkedAt) = (question, clocks, follower, now)
  }
}

/// How near it is to setting out.
enum LeaveStage: Int {
  case planned, soon, now

  init(seconds: Int) {
    self =
      Double(seconds) <= LeaveTracker.nowSeconds
      ? .now : Double(seconds) <= LeaveTracker.soonSeconds ? .soon : .planned
  }
}

/// Tells a stream, and the desktop what is urgent.
@LoopActor
final class WayStream: WayFollower {
  private let stream: StreamOf<WayEvent, Answers.WayEnd>
  private let notices: Notices
  private let to: String
  private let number: Int
  private let language: Language?

  init(
    _ stream: StreamOf<WayEvent, Answers.WayEnd>, _ notices: Notices, to: String, number: Int,
    in language: Language?
  ) {
    (self.stream, self.notices, self.to, self.number) = (stream, notices, to, number)
    self.language = language
  }

  func tell(_ event: WayEvent) {
    stream.send(event)
    notices.tell(event, to: to, number: number, in: language)
  }

  func arrived(_ end: Answers.WayEnd) { stream.finish(end) }
  func fail(_ refusal: TransitError) { stream.fail(refusal) }
}
