@testable import CivilTime
@testable import TaskFormats
@testable import Values

private let context: FormatContext = {
  let zones = TimeZoneDatabase()
  guard let seoul = try? zones.zone(named: "Asia/Seoul") else {
    fatalError("no time zones (tzdata)")
  }
  return FormatContext(zone: seoul) { try? zones.zone(named: $0) }
}()

/// What is read of a text can be written and read again, none of it is lost on the way, and after the
/// first time nothing changes any more.
func fuzzTasks(_ bytes: [UInt8], _ format: TaskFormat) {
  let found = format.read(bytes, context)
  for problem in found.bad + found.notes {
    precondition(problem.line >= 1, "a problem of no line: \(problem)")
    precondition(!problem.problem.text.en.isEmpty, "a problem without words")
  }
  let text = format.write(found.records, context)
  let again = format.read(text, context)
  precondition(again.bad.isEmpty, "what was written is refused: \(again.bad)")
  precondition(again.records.count == found.records.count, "tasks were lost or made")
  let second = format.write(again.records, context)
  let third = format.write(format.read(second, context).records, context)
  precondition(third == second, "a text that changes each time it is written")
  for other in TaskFormat.allCases where other != format {
    let read = other.read(other.write(found.records, context), context)
    precondition(read.bad.isEmpty, "\(other) refuses what was written: \(read.bad)")
    precondition(read.records.count == found.records.count, "tasks were lost or made in \(other)")
  }
}
