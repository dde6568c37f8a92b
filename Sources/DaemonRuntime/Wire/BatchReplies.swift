internal import IPCProtocol

/// The replies of a batch as one JSON array, as far as it is made.
///
/// Short ones are gathered; a long result stays where it is, between what was gathered before and
/// what is gathered behind it, so that an array of many of them costs no copy and no memory.
struct BatchReplies {
  private var gathered = JSONWriter()
  /// What comes before `gathered`.
  private var before: [LongResult] = []
  private var bytesBefore = 0
  /// How many replies stand in `before`, and where the others stand in `gathered`.
  private var countBefore = 0
  private var spans: [Range<Int>] = []

  /// Of the elements that were answered, also of those that have no reply.
  var count: Int { countBefore + spans.count }

  var byteCount: Int { bytesBefore + gathered.bytes.count }

  /// Whether there is no reply, and so no array.
  var isEmpty: Bool { byteCount == 0 }

  mutating func addNone() { spans.append(0..<0) }

  mutating func add(_ write: (inout JSONWriter) -> Void) {
    gathered.literal(isEmpty ? "[" : ",")
    let start = gathered.bytes.count
    write(&gathered)
    spans.append(start..<gathered.bytes.count)
  }

  /// Adds the reply with a result that is only read, so that no reply before it changes any more.
  mutating func add(_ result: LongResult, id: RequestID) {
    gathered.literal(isEmpty ? "[" : ",")
    gathered.resultStart(id)
    close(
      with: LongResult(
        start: gathered.bytes + result.start, text: result.text, parts: result.parts,
        end: result.end + [UInt8(ascii: "}")]))
    countBefore += 1
  }

  /// Replaces a reply that was gathered; from the last to the first, so that the places before stay
  /// true.
  mutating func replace(_ index: Int, with reply: [UInt8]?) {
    gathered.bytes.replaceSubrange(spans[index - countBefore], with: reply ?? [])
  }

  /// Ends the array, and gives it away.
  mutating func taken() -> [LongResult] {
    gathered.literal("]")
    close(with: LongResult(start: gathered.bytes, text: [], parts: [], end: []))
    defer { self = BatchReplies() }
    return before
  }

  private mutating func close(with result: LongResult) {
    before.append(result)
    bytesBefore += result.byteCount
    countBefore += spans.count
    spans = []
    gathered = JSONWriter()
  }
}
