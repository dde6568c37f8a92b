import Foundation
import TestSupport

/// Somebody with a calendar on a server, who knows nothing of boards.
struct CalendarPhone {
  let server: CalendarServer

  /// A moment as calendars write it, seconds from now.
  static func moment(_ seconds: Double) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    return format.string(from: Date(timeIntervalSinceNow: seconds))
  }

  /// Finishes a task there, and makes no next one.
  func finish(_ id: String, at moment: String) throws {
    try change(
      id, at: moment, ["STATUS:COMPLETED", "COMPLETED:\(moment)", "PERCENT-COMPLETE:100"])
  }

  /// Writes lines in the place of those of the same names.
  func change(_ id: String, at moment: String, _ lines: [String]) throws {
    let path = "/kim/tasks/\(id).ics"
    var text = try server.request("GET", path).body
    for line in lines + ["LAST-MODIFIED:\(moment)", "DTSTAMP:\(moment)"] {
      let name = line.prefix { $0 != ":" }
      text = text.split(separator: "\r\n").filter { !$0.hasPrefix("\(name):") }
        .joined(separator: "\r\n")
      text = text.replacingOccurrences(of: "END:VTODO", with: "\(line)\r\nEND:VTODO") + "\r\n"
    }
    let status = try server.request("PUT", path, text).status
    guard status < 300 else { throw TestFailure("PUT: \(status)") }
  }
}
