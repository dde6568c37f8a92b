internal import IPCProtocol

// The board has a row for each who waits, which may be thousands: it writes itself.

extension Answers.Title: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"en":"#)
    writer.string(en)
    if let ko {
      writer.literal(#","ko":"#)
      writer.string(ko)
    }
    writer.literal("}")
  }
}

extension Board.Waiting: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"number":"#)
    writer.integer(Int64(number))
    writer.literal(#","service":"#)
    writer.string(service)
    writer.literal(#","serviceName":"#)
    serviceName.write(to: &writer)
    writer.literal(#","grade":"#)
    writer.string(grade.word)
    writer.literal(#","waitedSeconds":"#)
    writer.double(waitedSeconds)
    writer.literal("}")
  }
}

extension Board.Serving: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"number":"#)
    writer.integer(Int64(number))
    writer.literal(#","service":"#)
    writer.string(service)
    writer.literal(#","serviceName":"#)
    serviceName.write(to: &writer)
    writer.literal(#","grade":"#)
    writer.string(grade.word)
    writer.literal(#","teller":"#)
    writer.integer(Int64(teller))
    writer.literal(#","elapsedSeconds":"#)
    writer.double(elapsedSeconds)
    writer.literal("}")
  }
}

extension Board.Clock: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"timer":"#)
    writer.string(timer)
    writer.literal(#","phase":"#)
    phase.write(to: &writer)
    writer.literal("}")
  }
}

extension Board: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal("{")
    if let kind {
      writer.literal(#""kind":"#)
      writer.string(kind)
      writer.literal(",")
    }
    if let phrase {
      writer.literal(#""phrase":"#)
      writer.string(phrase)
      writer.literal(",")
    }
    writer.literal(#""open":"#)
    writer.bool(open)
    writer.literal(#","phase":"#)
    writer.string(phase)
    writer.literal(#","businessSeconds":"#)
    writer.double(businessSeconds)
    writer.literal(#","served":"#)
    writer.integer(Int64(served))
    writer.literal(#","waitingCount":"#)
    writer.integer(Int64(waitingCount))
    writer.literal(#","servingCount":"#)
    writer.integer(Int64(servingCount))
    writer.literal(#","waiting":"#)
    Self.write(waiting, to: &writer)
    writer.literal(#","serving":"#)
    Self.write(serving, to: &writer)
    writer.literal(#","clock":"#)
    Self.write(clock, to: &writer)
    writer.literal("}")
  }

  private static func write(_ rows: [some JSONWritable], to writer: inout JSONWriter) {
    writer.beginArray()
    for row in rows {
      writer.separate()
      row.write(to: &writer)
    }
    writer.endArray()
  }
}
