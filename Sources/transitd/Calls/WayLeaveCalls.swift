internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Leave-bys for whole ways.
extension Transit {
  /// Whether a leave-by is for a way, and not for what comes to one favourite.
  func isWay(_ params: Params.Leave) throws -> Bool {
    if params.to != nil || params.arriveBy != nil { return true }
    return try state.favourites.known(params.favourite.trimmed)?.ends != nil
  }

  /// Starts one, or follows the one that is the same.
  func leaveForWay(
    _ params: Params.Leave, at now: Timestamp, _ stream: StreamOf<LeaveEvent, Answers.Dismissed>
  ) throws {
    let (from, to) = try ends(params.favourite, params.to)
    guard params.walkSeconds == nil, params.between == nil, params.routes == nil else {
      throw TransitError(.leaveMixed, ["to": .string(to)])
    }
    guard let arriveBy = params.arriveBy else {
      throw TransitError(.arriveByMissing, ["to": .string(to)])
    }
    let wish = WayWish(
      from: from, to: to, maxTransfers: params.maxTransfers,
      walkMetresPerSecond: params.walkMetersPerSecond, avoid: params.avoid ?? [],
      maxWalkMetres: params.maxWalkMeters, isStepFree: params.wheelchair)
    // What nobody knows is refused now, and not told later.
    let question = try question(wish, isArrival: true) { try next(arriveBy, $0, after: now) }
    let leave = WayLeave(
      id: state.nextLeave, wish: wish, arriveBy: question.question.at, createdAt: now)
    try keep(leave, in: \.wayLeaves, stream) { try $0.save($1, next: $2) }
  }

  /// A time of day that has passed is tomorrow's.
  private func next(
    _ text: String, _ clocks: FeedLibrary.Match?, after now: Timestamp
  ) throws -> Timestamp {
    let time = try moment(text, clocks)
    if time > now { return time }
    guard MomentWords.clock(text) != nil, case let tomorrow = time.adding(seconds: 86_400),
      tomorrow > now
    else {
      throw TransitError(.timePassed, ["time": .string(text)])
    }
    return tomorrow
  }
}
