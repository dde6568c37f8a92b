/// `params._meta`: what any request may carry beside its own parameters.
package struct RequestMeta: Sendable {
  package var timeoutMilliseconds: Int64?
  package var idempotencyKey: String?
  package var traceID: String?
  package var isDryRun = false
  /// Whether the client wants to know how far the request is (``ProgressNotice``).
  package var wantsProgress = false

  package init() {}

  /// Reads and checks `_meta`; an unknown member is refused so that no typing mistake passes.
  package init(_ cursor: JSONCursor) throws(SchemaViolation) {
    guard cursor.kind == .object else {
      throw SchemaViolation(path: "/_meta", expected: "an object", got: "\(cursor.kind)")
    }
    var failure: SchemaViolation?
    cursor.forEachMember { key, value in
      guard failure == nil else { return }
      let name = key.excerpt
      func refuse(_ expected: String) {
        failure = SchemaViolation(
          path: "/_meta/\(name)", expected: expected,
          got: String(decoding: value.raw.prefix(64), as: UTF8.self))
      }
      switch name {
      case "timeoutMs":
        guard let number = value.int64, Self.timeouts.contains(number) else {
          return refuse("an integer from 1 to \(Self.timeouts.upperBound)")
        }
        timeoutMilliseconds = number
      case "idempotencyKey":
        guard (1...128).contains(value.scalarCount), let text = value.string,
          !text.utf8.contains(0)
        else { return refuse("a string of 1 to 128 characters without U+0000") }
        idempotencyKey = text
      case "traceId":
        guard (1...64).contains(value.scalarCount), let text = value.string else {
          return refuse("a string of 1 to 64 characters")
        }
        traceID = text
      case "dryRun":
        guard let flag = value.bool else { return refuse("true or false") }
        isDryRun = flag
      case "progress":
        guard let flag = value.bool else { return refuse("true or false") }
        wantsProgress = flag
      default:
        refuse("one of timeoutMs, idempotencyKey, traceId, dryRun, progress")
      }
    }
    if let failure { throw failure }
  }

  /// Up to a day, in milliseconds: a longer wait is a mistake in units.
  package static let timeouts: ClosedRange<Int64> = 1...86_400_000
}
