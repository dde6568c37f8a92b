internal import CivilTime
internal import IPCProtocol
internal import Queueing
internal import Values

/// Reads the lines of a record (RFC 4180), with or without a header.
struct PlanRecordRows {
  private enum Column: CaseIterable {
    case at, service, grade, time, end, number, outcome

    /// What may stand above it: words of its own, and what `tickets` prints there in any language.
    var names: [String] {
      let (own, printed) = words
      let column = DayTickets.columns.first { $0.value == "/\(printed)" }
      return own
        + [printed, column?.header.en, column?.header.ko].compactMap { $0?.lowercased() }
    }

    private var words: (own: [String], printed: String) {
      switch self {
      case .at: (["at", "time", "시각"], "takenAt")
      case .service: (["service"], "serviceName")
      case .grade: (["grade"], "gradeName")
      case .time: (["seconds"], "serviceSeconds")
      case .end: ([], "endedAt")
      case .number: (["ticket"], "number")
      case .outcome: (["outcome"], "outcomeName")
      }
    }
  }

  private let zone: TimeZoneRules
  private(set) var clock = PlanRecord.Clock.none
  private var columns: [Column: Int] = [.at: 0, .service: 1, .grade: 2]
  private var last = Int64.min
  private var before: (number: String, end: Int64?)?
  /// What the midnights that have passed add to times of day.
  private var midnights: Int64 = 0
  private static let day: Int64 = 86_400_000_000

  init(zone: TimeZoneRules) { self.zone = zone }

  mutating func customers(of text: String) throws(BankError) -> [PlanRecord.Customer] {
    var customers: [PlanRecord.Customer] = []
    var number = 0
    var isFirst = true
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let fields = Self.fields(line)
      guard fields.contains(where: { !$0.isEmpty }) else { continue }
      if isFirst, try readHeader(fields) {
        isFirst = false
        continue
      }
      isFirst = false
      customers.append(try customer(fields, number, isFirst: customers.isEmpty))
      guard customers.count <= PlanRecord.maximum else {
        throw PlanRecord.refusal(
          number,
          LocalizedText(
            en: "a day has at most \(PlanRecord.maximum) customers; give fewer",
            ko: "하루 고객은 \(PlanRecord.maximum)명까지입니다. 줄이십시오"))
      }
    }
    guard !customers.isEmpty else {
      throw PlanRecord.refusal(
        max(1, number),
        LocalizedText(
          en: "there is no customer; write one in a line, as `09:00:30,loan`",
          ko: "고객이 없습니다. `09:00:30,loan`처럼 한 줄에 한 명씩 쓰십시오"))
    }
    return customers
  }

  /// Fields between commas; a quoted one may hold commas, and `""` for a quote.
  private static func fields(_ line: Substring) -> [String] {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var rest = line[...]
    while let next = rest.popFirst() {
      switch next {
      case "\"" where isQuoted && rest.first == "\"":
        field.append("\"")
        rest.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case "\u{FEFF}": break
      default: field.append(next)
      }
    }
    return (fields + [field]).map { field in
      String(field.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private mutating func readHeader(_ fields: [String]) throws(BankError) -> Bool {
    let names = fields.map { $0.lowercased() }
    guard let first = names.first, time(first) == nil,
      // A line without any of them is a customer whose time cannot be read.
      names.contains(where: { name in Column.allCases.contains { $0.names.contains(name) } })
    else { return false }
    var found: [Column: Int] = [:]
    for column in Column.allCases {
      found[column] = names.firstIndex { column.names.contains($0) }
    }
    guard found[.at] != nil, found[.service] != nil else {
      throw PlanRecord.refusal(
        1,
        LocalizedText(
          en: "there is no column `at` and `service`; write `at,service,grade` above, or give what "
            + "`matectl bank tickets -o csv` prints",
          ko: "`at`과 `service` 열이 없습니다. 첫 줄에 `at,service,grade`를 쓰거나 "
            + "`matectl bank tickets -o csv`로 만든 파일을 주십시오"))
    }
    columns = found
    return true
  }

  private func field(_ column: Column, _ fields: [String]) -> String? {
    columns[column].flatMap { fields.indices.contains($0) ? fields[$0] : nil }
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func customer(
    _ fields: [String], _ line: Int, isFirst: Bool
  ) throws(BankError) -> PlanRecord.Customer {
    guard let word = field(.at, fields), let (told, clock) = time(word) else {
      throw PlanRecord.refusal(
        line,
        LocalizedText(
          en: "`\(field(.at, fields) ?? "")` is no time; write it as 09:00:30",
          ko: "`\(field(.at, fields) ?? "")`: 시각으로 읽을 수 없습니다. 09:00:30처럼 쓰십시오"))
    }
    guard isFirst || clock == self.clock else {
      throw PlanRecord.refusal(
        line,
        LocalizedText(
          en: "`\(word)` is a time of another kind than those above; write all alike",
          ko: "`\(word)`: 위의 시각과 쓰는 법이 다릅니다. 모두 같은 방법으로 쓰십시오"))
    }
    self.clock = clock
    // From late in the evening to early in the morning it is the next day.
    if clock == .day, midnights == 0, last >= Self.day / 2, told < last - Self.day / 2 {
      midnights = Self.day
    }
    let read = told + (clock == .day ? midnights : 0)
    guard read >= last else {
      throw PlanRecord.refusal(
        line,
        LocalizedText(
          en: "`\(word)` is before the line above; put the lines in order of their times",
          ko: "`\(word)`: 윗줄보다 이릅니다. 시각 순서로 정렬하십시오"))
    }
    last = read
    guard let service = field(.service, fields) else {
      throw PlanRecord.refusal(
        line,
        LocalizedText(
          en: "there is no service; write it behind the time, as `09:00:30,loan`",
          ko: "업무가 없습니다. `09:00:30,loan`처럼 시각 뒤에 쓰십시오"))
    }
    // Who was sent on comes to the next service when the one before ends.
    var at = read
    let number = field(.number, fields)
    if let number, number == before?.number, let end = before?.end, end >= read { at = end }
    before = number.map { ($0, field(.end, fields).flatMap { end($0, of: read) }) }
    return PlanRecord.Customer(
      at: at, service: service, grade: try grade(fields, line), serviceTime: try took(fields, line),
      line: line)
  }

  /// When a service ended that began at a moment or later; after midnight where that is so.
  private func end(_ word: String, of start: Int64) -> Int64? {
    guard let (end, clock) = time(word) else { return nil }
    guard clock == .day else { return end }
    return end + midnights < start ? end + midnights + Self.day : end + midnights
  }

  private func grade(_ fields: [String], _ line: Int) throws(BankError) -> Grade {
    guard let word = field(.grade, fields)?.lowercased() else { return .normal }
    for grade in Grade.allCases where [grade.word, grade.title.ko?.lowercased()].contains(word) {
      return grade
    }
    throw PlanRecord.refusal(
      line,
      LocalizedText(
        en: "`\(word)` is no grade; there are vvip, vip, normal",
        ko: "`\(word)` 등급은 없습니다. 가능한 등급: vvip, vip, normal"))
  }

  /// The time of a service that was finished.
  private func took(_ fields: [String], _ line: Int) throws(BankError) -> Int64? {
    let unfinished = [DayTickets.State.noShow, .left, .sentHome, .waiting, .serving]
      .flatMap { [$0.rawValue.lowercased(), $0.title.en, $0.title.ko ?? ""] }
    if let outcome = field(.outcome, fields), unfinished.contains(outcome.lowercased()) {
      return nil
    }
    guard let word = field(.time, fields) else { return nil }
    guard let time = PlanWords.microseconds(word) else {
      throw PlanRecord.refusal(
        line,
        LocalizedText(
          en: "a service cannot take `\(word)`; give 0.001 s to a day, or leave it empty",
          ko: "`\(word)`: 업무 시간이 될 수 없습니다. 0.001초부터 하루까지 쓰거나 비워 두십시오"))
    }
    return time
  }

  /// A moment, a time of day, or seconds from the beginning.
  private func time(_ word: String) -> (microseconds: Int64, PlanRecord.Clock)? {
    if let moment = Timestamp(rfc3339: word.uppercased()) {
      return (moment.microseconds, .moments(zone))
    }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } }
      ),
      let last = parts.last.flatMap({ Double($0) }), last.isFinite
    else { return nil }
    if parts.count == 1 {
      return last <= 86_400 ? (Int64((last * 1e6).rounded()), .none) : nil
    }
    guard parts.count <= 3, let hour = Int(parts[0]), let minute = Double(parts[1]), hour < 24,
      minute < 60, last < 60, parts.count == 3 || !parts[1].contains("."), !parts[1].contains(".")
    else { return nil }
    let seconds = Double(hour * 3600) + minute * 60 + (parts.count == 3 ? last : 0)
    return (Int64((seconds * 1e6).rounded()), .day)
  }
}
