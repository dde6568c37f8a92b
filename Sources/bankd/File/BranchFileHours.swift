internal import CivilTime
internal import IPCProtocol
internal import Values

/// Opening hours in a file.
extension JSONWriter {
  mutating func write(_ hours: OpeningHours) {
    key("hours")
    beginObject()
    if let zone = hours.zoneName { member("zone", zone) }
    member("by", hours.keeper.word)
    member("outside", hours.outside.word)
    if let week = hours.week {
      key("week")
      beginObject()
      for day in Weekday.allCases { list(day.word, week[day.rawValue - 1].map(\.text)) }
      endObject()
    }
    list("closed", hours.closed.map(\.description))
    endObject()
  }

  private mutating func list(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts {
      separate()
      string(text)
    }
    endArray()
  }
}

extension BranchFile {
  static func hours(_ value: FileValue) throws(FileProblem) -> OpeningHours {
    try value.allow("zone", "by", "outside", "week", "closed")
    var hours = OpeningHours()
    let zones = TimeZoneDatabase()
    hours.zoneName = try value.readOptional("zone") { value throws(FileProblem) in
      try value.text()
    }
    if let name = hours.zoneName {
      do throws(TimeZoneFailure) {
        hours.zone = try zones.zone(describedBy: name)
      } catch {
        throw FileProblem(error.text.en, error.text.text(in: .korean)).under("zone")
      }
    }
    hours.keeper = try value.read("by") { value throws(FileProblem) in
      try value.word(OpeningHours.Keeper.allCases.map { ($0.word, $0) })
    }
    hours.outside = try value.read("outside") { value throws(FileProblem) in
      try value.word(OpeningHours.Outside.allCases.map { ($0.word, $0) })
    }
    hours.week = try value.readOptional("week", week)
    hours.closed = try value.read("closed") { value throws(FileProblem) in
      let dates = try unique(
        try value.each { value throws(FileProblem) in
          let text = try value.text()
          guard let date = CivilDate(text) else {
            throw FileProblem(
              "a date as 2026-12-25 is expected", "2026-12-25 같은 날짜가 와야 합니다")
          }
          return date
        }, by: { $0 })
      guard dates.count <= OpeningHours.maximumClosed else {
        throw FileProblem(
          "at most \(OpeningHours.maximumClosed) dates", "날짜는 \(OpeningHours.maximumClosed)개까지입니다")
      }
      return dates.sorted()
    }
    if hours.isSet { hours.settle(in: zones.local()) }
    return hours
  }

  private static func week(_ value: FileValue) throws(FileProblem) -> [[OpeningHours.Span]] {
    try value.allow("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    var week: [[OpeningHours.Span]] = []
    for day in Weekday.allCases {
      week.append(
        try value.read(day.word) { value throws(FileProblem) in
          let texts = try value.each { value throws(FileProblem) in try value.text() }
          guard !texts.isEmpty else { return [] }
          var spans: [OpeningHours.Span] = []
          try judged { () throws(BankError) in
            spans = try HoursWords.times(texts.joined(separator: ","))
          }
          return spans
        })
    }
    return week
  }
}
