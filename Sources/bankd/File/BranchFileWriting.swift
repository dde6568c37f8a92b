internal import IPCProtocol
internal import Queueing
internal import Values

/// The file as text: JSON with a line for each service, teller, day and ticket, so that two of them
/// can be compared by lines.
extension BranchFile {
  func text() -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.line { writer in
      writer.member("format", Self.format)
      writer.key("version")
      writer.integer(Self.version)
    }
    writer.list("settings", isList: false) { writer in
      writer.member("spread", spread.word)
      if let hours { writer.write(hours) }
    }
    writer.list("services") { writer in
      for service in services { writer.element { $0.write(service) } }
    }
    writer.list("tellers") { writer in
      for teller in tellers { writer.element { write(teller, to: &$0) } }
    }
    if let history {
      writer.list("line") { writer in
        for ticket in history.line { writer.element { write(ticket, to: &$0) } }
      }
      writer.list("days") { writer in
        for day in history.days { writer.element { write(day, to: &$0) } }
      }
    }
    writer.newLine()
    writer.endObject()
    writer.newLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(_ teller: Teller, to writer: inout JSONWriter) {
    writer.member("teller", teller.number)
    if let name = teller.name { writer.member("name", name) }
    writer.key("services")
    writer.beginArray()
    for service in teller.services {
      writer.separate()
      writer.string(services[service].name)
    }
    writer.endArray()
    writer.member("mode", teller.mode.rawValue)
    if teller.isPaused { writer.flag("paused") }
  }

  private func write(_ ticket: Waiting, to writer: inout JSONWriter) {
    writer.member("number", ticket.number)
    writer.member("service", services[ticket.service].name)
    writer.member("grade", ticket.grade.word)
    if ticket.leg > 0 { writer.member("leg", ticket.leg) }
    writer.member("takenAt", ticket.takenAt.exact)
    writer.member("waitedSeconds", seconds: ticket.waited)
    writer.write(ticket.estimate)
  }

  private func write(_ day: Day, to writer: inout JSONWriter) {
    writer.key("day")
    writer.integer(day.number)
    writer.member("openedAt", day.openedAt.exact)
    writer.member("endedAt", day.endedAt.exact)
    writer.member("businessSeconds", seconds: day.business)
    writer.key("duty")
    writer.beginArray()
    for duty in day.duties {
      writer.separate()
      writer.beginObject()
      writer.member("teller", duty.teller)
      writer.member("dutySeconds", seconds: duty.time)
      writer.endObject()
    }
    writer.endArray()
    writer.list("tickets") { writer in
      for leg in day.legs { writer.element { write(leg, to: &$0) } }
    }
  }

  private func write(_ leg: Leg, to writer: inout JSONWriter) {
    writer.member("number", leg.number)
    writer.member("service", services[leg.service].name)
    writer.member("grade", leg.grade.word)
    if leg.leg > 0 { writer.member("leg", leg.leg) }
    writer.member("takenAt", leg.takenAt.exact)
    if let calledAt = leg.calledAt { writer.member("calledAt", calledAt.exact) }
    writer.member("endedAt", leg.endedAt.exact)
    if let teller = leg.teller { writer.member("teller", teller) }
    writer.member("outcome", leg.outcome.rawValue)
    writer.member("waitedSeconds", seconds: leg.waited)
    writer.write(leg.estimate)
    if let reason = leg.reason { writer.member("reason", reason) }
  }
}

extension JSONWriter {
  fileprivate mutating func newLine() { bytes.append(UInt8(ascii: "\n")) }

  fileprivate mutating func line(_ body: (inout JSONWriter) -> Void) {
    newLine()
    // A new line behind the brace, so that nothing is separated.
    var part = JSONWriter()
    part.beginObject()
    body(&part)
    bytes.append(contentsOf: part.bytes.dropFirst())
  }

  /// A list with an element a line, or an object on a line of its own, behind what stands already.
  fileprivate mutating func list(
    _ name: String, isList: Bool = true, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    newLine()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    guard isList else {
      beginObject()
      body(&self)
      return endObject()
    }
    beginArray()
    let start = bytes.count
    body(&self)
    if bytes.count > start { newLine() }
    endArray()
  }

  fileprivate mutating func element(_ body: (inout JSONWriter) -> Void) {
    separate()
    newLine()
    beginObject()
    body(&self)
    endObject()
  }

  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  fileprivate mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(Int64(number))
  }

  fileprivate mutating func member(_ name: String, seconds microseconds: Int64) {
    key(name)
    double(Double(microseconds) / 1e6)
  }

  fileprivate mutating func flag(_ name: String) {
    key(name)
    bool(true)
  }

  fileprivate mutating func write(_ estimate: WaitEstimate?) {
    guard let estimate else { return }
    key("estimate")
    beginObject()
    member("p50Seconds", seconds: estimate.p50)
    member("p90Seconds", seconds: estimate.p90)
    endObject()
  }

  fileprivate mutating func write(_ service: Service) {
    member("service", service.name)
    key("name")
    value(service.title.jsonValue)
    key("time")
    beginObject()
    member("distribution", service.time.kind)
    switch service.time {
    case .fixed(let time), .exponential(let time): member("durationSeconds", seconds: time)
    case .uniform(let shortest, let longest):
      member("minimumSeconds", seconds: shortest)
      member("maximumSeconds", seconds: longest)
    case .empirical(let samples):
      key("samplesSeconds")
      beginArray()
      for sample in samples.sorted {
        separate()
        double(Double(sample) / 1e6)
      }
      endArray()
    }
    endObject()
    if let target = service.target {
      key("target")
      beginObject()
      member("withinSeconds", seconds: target.within)
      key("share")
      double(target.share)
      endObject()
    }
    if service.isRetired { flag("retired") }
  }
}

extension Timestamp {
  /// RFC 3339 with as many decimals as it has, so that it comes back as it was.
  var exact: String {
    let text = description
    let rest = microseconds - microseconds.floorDivided(by: 1000) * 1000
    guard rest > 0 else { return text }
    let digits = String(rest)
    return text.dropLast() + String(repeating: "0", count: 3 - digits.utf8.count) + digits + "Z"
  }
}
