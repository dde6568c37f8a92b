internal import IPCProtocol
internal import Values

/// The past of a file: days that are over, and who waits for the next one.
extension BranchFile {
  /// - Returns: Nil where the file says nothing of it.
  static func history(
    _ root: FileValue, _ places: Places
  ) throws(FileProblem) -> History? {
    guard root.optional("line") != nil || root.optional("days") != nil else { return nil }
    let line = try root.read("line") { value throws(FileProblem) in
      try unique(
        try value.each { value throws(FileProblem) in try waiting(value, places) }, by: \.number)
    }
    guard line.count <= Branch.maximumWaiting else {
      throw FileProblem(
        "at most \(Branch.maximumWaiting) can wait", "대기줄은 \(Branch.maximumWaiting)명까지입니다"
      ).under("line")
    }
    let days = try root.read("days") { value throws(FileProblem) in
      try value.each { value throws(FileProblem) in try day(value, places) }
    }
    for (index, (one, next)) in zip(days, days.dropFirst()).enumerated()
    where one.number >= next.number {
      throw FileProblem("days go up, and each is there once", "영업일은 오름차순으로 한 번씩 와야 합니다")
        .under("day").under("\(index + 1)").under("days")
    }
    return History(line: line, days: days)
  }

  private static func waiting(
    _ value: FileValue, _ places: Places
  ) throws(FileProblem) -> Waiting {
    try value.allow("number", "service", "grade", "leg", "takenAt", "waitedSeconds", "estimate")
    return Waiting(
      number: try value.read("number", Self.number),
      service: try value.read("service") { value throws(FileProblem) in
        try places.service(value, isPast: false)
      },
      grade: try value.read("grade", Self.grade), leg: try leg(value),
      takenAt: try value.read("takenAt") { value throws(FileProblem) in try value.time() },
      waited: try value.read("waitedSeconds") { value throws(FileProblem) in
        try value.seconds()
      }, estimate: try value.readOptional("estimate", Self.estimate))
  }

  private static func day(_ value: FileValue, _ places: Places) throws(FileProblem) -> Day {
    try value.allow("day", "openedAt", "endedAt", "businessSeconds", "duty", "tickets")
    return Day(
      number: try value.read("day") { value throws(FileProblem) in try value.integer(from: 1) },
      openedAt: try value.read("openedAt") { value throws(FileProblem) in try value.time() },
      endedAt: try value.read("endedAt") { value throws(FileProblem) in try value.time() },
      business: try value.read("businessSeconds") { value throws(FileProblem) in
        try value.seconds()
      },
      duties: try value.read("duty") { value throws(FileProblem) in
        try unique(try value.each(Self.duty), by: \.teller).sorted { $0.teller < $1.teller }
      },
      legs: try value.read("tickets") { value throws(FileProblem) in
        let legs = try value.each { value throws(FileProblem) in try visit(value, places) }
        // The same file put together twice would count everybody twice.
        return try unique(legs, by: LegKey.init)
      })
  }

  /// What tells the legs of a day apart: a number may be given again after a reset.
  private struct LegKey: Hashable, CustomStringConvertible {
    let number, leg: Int
    let takenAt: Timestamp

    init(_ leg: Leg) { (number, self.leg, takenAt) = (leg.number, leg.leg, leg.takenAt) }

    var description: String { "\(number)" }
  }

  private static func duty(_ value: FileValue) throws(FileProblem) -> Duty {
    try value.allow("teller", "dutySeconds")
    return Duty(
      teller: try value.read("teller", Self.number),
      time: try value.read("dutySeconds") { value throws(FileProblem) in try value.seconds() })
  }

  private static func visit(_ value: FileValue, _ places: Places) throws(FileProblem) -> Leg {
    try value.allow(
      "number", "service", "grade", "leg", "takenAt", "calledAt", "endedAt", "teller", "outcome",
      "waitedSeconds", "estimate", "reason")
    let visit = Leg(
      number: try value.read("number", Self.number),
      service: try value.read("service") { value throws(FileProblem) in
        try places.service(value, isPast: true)
      },
      grade: try value.read("grade", Self.grade), leg: try leg(value),
      takenAt: try value.read("takenAt") { value throws(FileProblem) in try value.time() },
      calledAt: try value.readOptional("calledAt") { value throws(FileProblem) in
        try value.time()
      },
      endedAt: try value.read("endedAt") { value throws(FileProblem) in try value.time() },
      teller: try value.readOptional("teller", Self.number),
      outcome: try value.read("outcome") { value throws(FileProblem) in
        try value.word(Outcome.allCases.map { ($0.rawValue, $0) })
      },
      waited: try value.read("waitedSeconds") { value throws(FileProblem) in
        try value.seconds()
      }, estimate: try value.readOptional("estimate", Self.estimate),
      reason: try value.readOptional("reason") { value throws(FileProblem) in
        let text = try value.text()
        var kept = text
        try judged { () throws(BankError) in kept = try LeaveReason.kept(text) }
        return kept
      })
    let isCalled = [.served, .transferred, .noShow].contains(visit.outcome)
    guard (visit.teller != nil) == isCalled, (visit.calledAt != nil) == isCalled else {
      throw FileProblem(
        isCalled
          ? "who was called has teller and calledAt" : "nobody called who went by themselves",
        isCalled
          ? "호출된 고객에게는 teller와 calledAt이 있어야 합니다" : "호출되지 않은 고객에게 teller나 calledAt이 있습니다")
    }
    return visit
  }

  private static func leg(_ value: FileValue) throws(FileProblem) -> Int {
    try value.readOptional("leg") { value throws(FileProblem) in
      Int(try value.integer(from: 0))
    } ?? 0
  }

  private static func grade(_ value: FileValue) throws(FileProblem) -> Grade {
    try value.word(Grade.allCases.map { ($0.word, $0) })
  }

  private static func estimate(_ value: FileValue) throws(FileProblem) -> WaitEstimate {
    try value.allow("p50Seconds", "p90Seconds")
    return WaitEstimate(
      p50: try value.read("p50Seconds") { value throws(FileProblem) in try value.seconds() },
      p90: try value.read("p90Seconds") { value throws(FileProblem) in try value.seconds() })
  }
}
