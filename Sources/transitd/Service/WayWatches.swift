internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// All ways that are followed: each is looked at as often as real time is asked for.
@LoopActor
final class WayWatches {
  let host: DomainHost
  let library: FeedLibrary
  private let timetables: Timetables
  private let journeys: JourneyDesk
  private let notices: Notices
  private var runs: [WayRun] = []
  private var lastNumber = 0
  /// What moved by less is the same time, in seconds.
  private static let sameSeconds = 60

  init(
    host: DomainHost, library: FeedLibrary, timetables: Timetables, journeys: JourneyDesk,
    notices: Notices
  ) {
    self.notices = notices
    self.host = host
    self.library = library
    self.timetables = timetables
    self.journeys = journeys
  }

  var isEmpty: Bool { runs.isEmpty }

  /// Follows the way that arrives first (or leaves last), until it is over or nobody listens.
  func follow(
    _ question: JourneyDesk.Question, _ clocks: FeedLibrary.Match?, in language: Language?,
    _ stream: StreamOf<WayEvent, Answers.WayEnd>
  ) {
    lastNumber += 1
    let number = lastNumber
    let run = follow(
      question, clocks,
      WayStream(stream, notices, to: question.to.name, number: number, in: language))
    stream.onEnd { [weak self] in
      self?.notices.endWay(number)
      self?.end(run)
    }
  }

  /// The same for whoever is told of it.
  func follow(
    _ question: JourneyDesk.Question, _ clocks: FeedLibrary.Match?, _ follower: any WayFollower
  ) -> WayRun {
    let run = WayRun(question, clocks, follower, at: host.now)
    runs.append(run)
    work(run) { [self] in
      let found = try await journeys.ways(run.question)
      guard run.question.isArrival, let best = found.best, best.leaves < seconds(host.now) else {
        return try begin(run, found, .way) { $0 }
      }
      // Nobody can set out in the past: as soon as it goes, then.
      let late = try text(run, found).tooLate(run.question.at)
      (run.question.at, run.question.isArrival) = (host.now, false)
      try begin(run, try await journeys.ways(run.question), .broken) {
        late.joined($0, en: "; instead: ", ko: ". 대신 ")
      }
    }
    return run
  }

  func end(_ run: WayRun) {
    run.isOver = true
    run.task?.cancel()
    runs.removeAll { $0 === run }
  }

  /// A second has passed.
  func tick() {
    for run in runs where run.task == nil && run.progress != nil {
      remind(run)
      if let way = run.progress?.way, seconds(host.now) >= way.arrives {
        run.follower.arrived(
          Answers.WayEnd(to: run.question.to.name, arrivedAt: WayText.moment(way.arrives)))
      } else if !(0..<timetables.freshness).contains(host.now.seconds(since: run.checkedAt)) {
        run.checkedAt = host.now
        work(run) { [self] in try await check(run) }
      }
    }
  }

  /// Two minutes before setting out, and when it is time.
  private func remind(_ run: WayRun) {
    guard let progress = run.progress, let found = run.found, progress.trouble == nil else {
      return
    }
    let left = progress.way.leaves - seconds(host.now)
    let stage = LeaveStage(seconds: left)
    defer { run.stage = stage }
    guard stage.rawValue > run.stage.rawValue, left > -Self.sameSeconds,
      let text = try? text(run, found).reminder(progress.way, seconds: stage == .now ? 0 : left)
    else { return }
    send(run, WayEvent(kind: stage == .now ? .leaveNow : .soon, at: host.now, text: text))
  }

  private func send(_ run: WayRun, _ event: WayEvent) {
    if !run.isOver { run.follower.tell(event) }
  }

  private func seconds(_ time: Timestamp) -> Int { Int(time.microseconds / 1_000_000) }

  /// One thing after the other; what fails ends the stream.
  private func work(_ run: WayRun, _ body: @escaping @LoopActor () async throws -> Void) {
    run.task = Task {
      do {
        try await body()
      } catch let refusal as TransitError {
        if !run.isOver { run.follower.fail(refusal) }
      } catch is CancellationError {
        return
      } catch {
        host.log(.error, "a way cannot be followed: \(error)")
        if !run.isOver { run.follower.fail(TransitError(.timetablesChanged)) }
      }
      run.task = nil
    }
  }

  // MARK: Looking

  private func check(_ run: WayRun) async throws {
    let (live, _) = await timetables.live()
    guard !run.isOver, var progress = run.progress, let found = run.found else { return }
    guard journeys.isCurrent(found) else { throw TransitError(.timetablesChanged) }
    let news = try progress.way.rides.map { try self.news($0, found.network, live) }
    progress.advance(news, at: seconds(host.now))
    run.progress = progress
    if let trouble = progress.trouble { return try await goOn(run, progress, trouble) }
    if try await isOvertaken(run, progress.way, found) { return }
    let hadTrouble = run.toldTrouble != nil
    run.toldTrouble = nil
    guard hadTrouble || run.told.map({ isOther(progress.way, than: $0) }) ?? true else { return }
    let text = text(run, found)
    try tell(run, .times, found, try text.times(progress.way))
  }

  /// Whether a way that comes too late by now has given place to one that comes in time.
  private func isOvertaken(
    _ run: WayRun, _ way: Way, _ found: JourneyDesk.Found
  ) async throws -> Bool {
    let (now, end) = (seconds(host.now), seconds(run.question.at))
    guard run.question.isArrival, way.arrives > end, way.leaves > now else {
      run.toldLate = false
      return false
    }
    if run.toldLate { return false }
    run.toldLate = true
    let other: JourneyDesk.Found
    do {
      other = try await journeys.ways(run.question)
    } catch is TransitError {
      return false
    }
    guard !run.isOver, let best = other.best, best.leaves >= now, best.arrives <= end else {
      return false
    }
    run.toldLate = false
    let reason = text(run, found).tooLate(way)
    try begin(run, other, .broken, try text(run, found).journey(way)) {
      reason.joined($0, en: "; instead: ", ko: ". 대신 ")
    }
    return true
  }

  /// Whether anything of it moved so far that somebody wants to know.
  private func isOther(_ way: Way, than told: Way) -> Bool {
    let moved = zip(way.rides, told.rides).map {
      max(abs($0.departs - $1.departs), abs($0.arrives - $1.arrives))
    }
    return (moved.max() ?? 0) >= Self.sameSeconds
  }

  // MARK: Another way

  /// Looks for a way from where somebody is by now.
  private func goOn(
    _ run: WayRun, _ progress: WayProgress, _ trouble: WayProgress.Trouble
  ) async throws {
    guard let old = run.found else { return }
    let now = host.now
    var question = run.question
    switch progress.whereabouts(at: seconds(now)) {
    case .beginning:
      if !question.isArrival { question.at = max(now, question.at) }
    case .stop(let number, let position, let from):
      let ride = progress.way.rides[number]
      let feed = old.network.feeds[Int(old.network.patterns[ride.pattern].feed)]
      let stop = old.network.stop(
        of: old.network.patterns[ride.pattern], at: position)
      let name = try text(run, old).name(ride, position)
      question.from = JourneyPlace(name: name, stops: [(feed.name, stop - feed.firstStop)])
      (question.at, question.isArrival) = (WayText.moment(from), false)
    }
    let reason = try text(run, old).reason(trouble, progress.way)
    let broken = try text(run, old).journey(
      progress.way, cancelled: trouble == .cancelled(trouble.ride) ? trouble.ride : nil)
    do {
      var found = try await journeys.ways(question)
      if question.isArrival, found.best.map({ $0.leaves < seconds(now) }) ?? true {
        // Nobody can set out in the past: as soon as it goes, then.
        (question.at, question.isArrival) = (now, false)
        found = try await journeys.ways(question)
      }
      run.question = question
      try begin(run, found, .broken, broken) {
        reason.joined($0, en: "; instead: ", ko: ". 대신 ")
      }
    } catch is TransitError {
      guard run.toldTrouble != trouble else { return }
      run.toldTrouble = trouble
      let none = LocalizedText(en: "there is no other way", ko: "다른 길이 없습니다")
      send(
        run,
        WayEvent(
          kind: .broken, at: now, text: reason.joined(none, en: "; ", ko: ". "),
          brokenJourney: broken))
    }
  }

  // MARK: Telling

  private func begin(
    _ run: WayRun, _ found: JourneyDesk.Found, _ kind: WayEvent.Kind,
    _ broken: Answers.Journey? = nil, _ sentence: (LocalizedText) -> LocalizedText
  ) throws {
    guard let way = found.best, !run.isOver else { return }
    (run.found, run.progress, run.toldTrouble) = (found, WayProgress(way), nil)
    run.stage = LeaveStage(seconds: way.leaves - seconds(host.now))
    try tell(run, kind, found, sentence(try text(run, found).sentence(way)), broken)
  }

  private func tell(
    _ run: WayRun, _ kind: WayEvent.Kind, _ found: JourneyDesk.Found, _ text: LocalizedText,
    _ broken: Answers.Journey? = nil
  ) throws {
    guard let way = run.progress?.way else { return }
    run.told = way
    send(
      run,
      WayEvent(
        kind: kind, at: host.now, text: text, journey: try self.text(run, found).journey(way),
        brokenJourney: broken))
  }

  private func text(_ run: WayRun, _ found: JourneyDesk.Found) -> WayText {
    let feed = run.clocks?.feed ?? library.feeds.first
    return WayText(
      network: found.network, from: run.question.from, to: run.question.to,
      millimetresPerSecond: run.question.millimetresPerSecond,
      zone: feed?.zone(of: run.clocks?.stops ?? []) ?? found.network.feeds[0].zone, now: host.now,
      at: found.question.at, feed: { [library] in library[$0] })
  }
}
