internal import IPCProtocol

extension Board {
  /// The answer to a list: what was found, in its order, and what was left out.
  mutating func list(_ found: BoardQuery.Found, _ reader: ReaderDay) -> LongResult {
    var end = JSONWriter()
    end.literal(#"],"count":"#)
    end.integer(Int64(found.shown.count))
    end.literal(#","total":"#)
    end.integer(Int64(found.total))
    end.literal(#","done":"#)
    end.integer(Int64(found.done))
    if found.waiting > 0 {
      end.literal(#","waiting":"#)
      end.integer(Int64(found.waiting))
    }
    if let remark = found.remark {
      end.literal(#","remark":"#)
      end.value(remark.jsonValue)
    }
    if found.shown.isEmpty {
      end.literal(#","nothing":"#)
      end.value(
        NothingFound.text(asked: found.asked, on: self, asFilter: found.asFilter).jsonValue)
    }
    end.literal("}")
    let (text, parts) = rows(at: found.shown, reader)
    return LongResult(
      start: Array(#"{"projects":["#.utf8), text: text, parts: parts, end: end.bytes)
  }

  /// A list of most of the board is parts of rows that are kept; a shorter one is written.
  private mutating func rows(
    at places: [Int32], _ reader: ReaderDay
  ) -> (text: [UInt8], parts: [LongResult.Part]) {
    if places.count > liveCount / 2 { makeRows(for: reader) } else { turnRows(to: reader) }
    if rows.isReady(for: reader) { return (rows.bytes, rows.parts(places)) }
    var writer = JSONWriter()
    for (index, place) in places.enumerated() {
      if index > 0 { writer.literal(",") }
      let key = keys[Int(place)]
      writer.row(of: projects[Int(place)], isBlocked: key.isBlocked, reader)
    }
    let count = writer.bytes.count
    return (writer.bytes, count == 0 ? [] : [.init(offset: 0, count: count)])
  }
}
