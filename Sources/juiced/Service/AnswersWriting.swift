internal import IPCProtocol

/// The answer to an order writes itself: it is what a busy bar answers most.
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

extension Answers.Level: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"fruit":"#)
    writer.string(fruit)
    writer.literal(#","name":"#)
    name.write(to: &writer)
    writer.literal(#","count":"#)
    writer.integer(count)
    writer.literal("}")
  }
}

extension Answers.Order: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"id":"#)
    writer.integer(id)
    writer.literal(#","juice":"#)
    writer.string(juice)
    writer.literal(#","name":"#)
    name.write(to: &writer)
    writer.literal(#","count":"#)
    writer.integer(count)
    writer.literal(#","at":"#)
    writer.string(at.description)
    if let insteadOf, let insteadOfName {
      writer.literal(#","insteadOf":"#)
      writer.string(insteadOf)
      writer.literal(#","insteadOfName":"#)
      insteadOfName.write(to: &writer)
    }
    if uid != nil { writeFate(to: &writer) }
    writer.literal("}")
  }

  /// What only lists say.
  private func writeFate(to writer: inout JSONWriter) {
    if let uid {
      writer.literal(#","uid":"#)
      writer.integer(Int64(uid))
    }
    if let user {
      writer.literal(#","user":"#)
      writer.string(user)
    }
    if let undoneAt {
      writer.literal(#","undoneAt":"#)
      writer.string(undoneAt.description)
    }
    if let state {
      writer.literal(#","state":"#)
      state.write(to: &writer)
    }
  }
}

extension Answers.Ordered: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"phrase":"#)
    writer.string(phrase)
    writer.literal(#","order":"#)
    order.write(to: &writer)
    writer.literal(#","stock":["#)
    for level in stock {
      writer.separate()
      level.write(to: &writer)
    }
    writer.literal(#"],"left":"#)
    left.write(to: &writer)
    writer.literal("}")
  }
}
