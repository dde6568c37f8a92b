internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Leave-bys: when to set out, until they are dismissed.
extension Transit {
  nonisolated static let leaveCalls: [Call<Transit>] = [
    .stream(
      "transit.leave", "Say when to leave for the next one that can be reached, until dismissed",
      ko: "출발 알림 시작", access: .write,
      words: CallWords(
        "leave <favourite> <to>",
        flags: [.init("walkSeconds", long: "walk", short: "w"), routeFlag] + wayFlags,
        examples: [
          "matectl transit leave 연신내 --walk 7m --between 07:30-09:00",
          "matectl transit leave EMSI AMV --arrive-by 09:00",
        ]),
      takes: Params.Leave.self, sends: LeaveEvent.self, gives: Answers.Dismissed.self,
      shows: dismissed, showsEvent: .message("{at:time}  {text}", ko: "{at:time}  {text}")
    ) { transit, params, request, stream in
      try transit.speak(params.language)
      if try transit.isWay(params) {
        try transit.leaveForWay(params, at: request.now, stream)
      } else {
        try transit.leave(params, at: request.now, stream)
      }
    }.openWorld,

    .read(
      "transit.leave.list", "Show the leave-bys", ko: "출발 알림 보기", words: "leave list",
      takes: NoParams.self, gives: Answers.Leaves.self, shows: leaveTable
    ) { transit, _, request in
      Answers.Leaves(
        leaves: (transit.leaves.runs.map {
          Answers.Leave($0.leave, name: $0.view.name, latest: $0.latest, at: request.now)
        }
          + transit.wayLeaves.runs.map {
            Answers.Leave(
              $0.leave, latest: $0.latest, $0.zone ?? transit.library.feeds.first?.zone,
              at: request.now)
          })
          .sorted { $0.leave < $1.leave })
    }.forToday,

    .change(
      "transit.leave.dismiss", "End a leave-by", ko: "출발 알림 끄기",
      words: CallWords("leave dismiss <leave>", examples: ["matectl transit leave dismiss 1"]),
      takes: Params.Dismiss.self, gives: Answers.Dismissed.self, shows: dismissed
    ) { transit, params, _ in
      let id = params.leave
      if let leave = transit.state.wayLeaves.first(where: { $0.id == id }) {
        try transit.dismissWay(id)
        return Answers.Dismissed(leave: id, name: leave.wish.title)
      }
      guard let leave = transit.state.leaves.first(where: { $0.id == id }) else {
        throw TransitError(.unknownLeave, ["leave": .integer(id)])
      }
      let name = transit.state.favourites[leave.favourite]?.name ?? ""
      try transit.change({ $0.leaves.removeAll { $0.id == id } }) { store, _ in
        try store.removeLeave(id)
      }
      return Answers.Dismissed(leave: id, name: name)
    }.idempotent,
  ]

  private nonisolated static let dismissed = Rendering.message(
    "{name}: dismissed", ko: "{name}: 출발 알림을 껐습니다")

  private nonisolated static let leaveTable = Rendering.table(
    rows: "/leaves",
    columns: [
      TableColumn("Number", ko: "번호", "/leave", format: "integer"),
      // When to leave is what a person looks for: nothing cuts it, and it never leaves.
      TableColumn("Leave", ko: "출발", "/leaveBy", format: "day", rank: 1),
      TableColumn("Favourite", ko: "즐겨찾기", "/name", rank: 2, least: 20),
      TableColumn("Latest", ko: "최근 알림", "/text", rank: 3, least: 20),
      TableColumn("There by", ko: "도착", "/thereBy", rank: 4),
      TableColumn("Walk", ko: "도보", "/walkSeconds", format: "duration", rank: 5),
      TableColumn("Between", ko: "시간대", "/between", rank: 6),
    ], empty: LocalizedText(en: "no leave-by", ko: "출발 알림이 없습니다"))
}

/// What they do.
extension Transit {
  static let maximumLeaves = 20

  /// Starts a leave-by, or follows the one that is the same.
  func leave(
    _ params: Params.Leave, at now: Timestamp, _ stream: StreamOf<LeaveEvent, Answers.Dismissed>
  ) throws {
    let favourite = try state.favourites.find(params.favourite)
    guard let walk = params.walkSeconds else {
      throw TransitError(.walkMissing, ["favourite": .string(favourite.name)])
    }
    var leave = Leave(
      id: state.nextLeave, favourite: favourite.id, walkSeconds: walk, createdAt: now)
    if let between = params.between {
      guard let window = DayWindow(between) else {
        throw TransitError(.invalidWindow, ["between": .string(between)])
      }
      leave.window = window
    }
    leave.routes = try Self.keptRoutes(params.routes)
    try keep(leave, in: \.leaves, stream) { try $0.save($1, next: $2) }
  }

  /// Keeps a leave-by of either kind, or finds the one that is the same, and follows it.
  func keep<Leave: KeptLeave>(
    _ leave: Leave, in list: WritableKeyPath<TransitState, [Leave]>,
    _ stream: StreamOf<LeaveEvent, Answers.Dismissed>,
    _ save: (TransitStore, Leave, _ next: Int) throws -> Void
  ) throws {
    let known = state[keyPath: list].first { $0.isSame(as: leave) }
    if known == nil {
      try checkRoom()
      try change({ state in
        state[keyPath: list].append(leave)
        state.nextLeave += 1
      }) { store, state in try save(store, leave, state.nextLeave) }
    }
    let id = known?.id ?? leave.id
    // A new one runs as soon as it stays.
    host.afterCommit { [self] in follow(id, stream) }
  }

  private func follow(_ id: Int, _ stream: StreamOf<LeaveEvent, Answers.Dismissed>) {
    let running: [RunningLeave] = leaves.runs + wayLeaves.runs
    guard let run = running.first(where: { $0.id == id }) else { return }
    if let latest = run.latest { stream.send(latest) }
    stream.follow(run.topic)
    // A run that is dismissed must outlive those who are still to be told of it.
    stream.onEnd { withExtendedLifetime(run) {} }
    keepTicking()
  }

  private func checkRoom() throws(TransitError) {
    guard state.leaves.count + state.wayLeaves.count < Self.maximumLeaves else {
      throw TransitError(.leavesFull, ["maximum": .integer(Self.maximumLeaves)])
    }
  }
}
