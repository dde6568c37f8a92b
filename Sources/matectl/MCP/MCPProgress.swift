internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// How far a call is, as a client of MCP may be told: each number is greater than the one before, and there
/// are ten notices a second at most.
///
/// A daemon counts anew with each part of its work.
struct MCPProgress {
  private let token: JSONValue
  /// What was done in the parts before this one.
  private var before: Int64 = 0
  private var inPart: Int64 = 0
  private var told: Int64 = -1
  private var nextAt: Int64 = 0

  /// Between two notices, in milliseconds.
  private static let pause: Int64 = 100

  /// Nil where nobody wants to know, or the token is none.
  init?(token: JSONValue?) {
    switch token {
    case .string(let text)?: self.token = .string(text)
    case .integer(let number)?: self.token = .integer(number)
    case .unsigned(let number)?: self.token = .unsigned(number)
    default: return nil
    }
  }

  /// Nil for what is not told.
  ///
  /// - Parameters:
  ///   - notice: What the daemon said.
  ///   - language: Of the person.
  ///   - now: In milliseconds of a clock that is never set.
  /// - Returns: The params of `notifications/progress`.
  mutating func params(
    of notice: ProgressNotice, in language: Language, at now: Int64 = MonotonicTime.milliseconds
  ) -> JSONObject? {
    if notice.done < inPart { before = before.addingClamped(inPart) }
    inPart = notice.done
    let done = before.addingClamped(inPart)
    guard done > told, now >= nextAt else { return nil }
    (told, nextAt) = (done, now + Self.pause)
    var params: JSONObject = ["progressToken": token, "progress": .integer(done)]
    params["total"] = notice.total.map { .integer(before.addingClamped($0)) }
    params["message"] = notice.text.map { .string($0.text(in: language)) }
    return params
  }
}

extension Int64 {
  /// Of numbers that a stranger's daemon says.
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }
}
