import Foundation
import TestSupport
import Testing

/// Recorded payloads that do not belong to this repository; tests read them where they lie.
///
/// Other people's files are not copied here. Where they are missing the tests that need them are
/// skipped, and say so; the same traps are in fixtures of our own.
enum RecordedData {
  static let folder: String? = {
    let given = ProcessInfo.processInfo.environment["MATE_TRANSIT_DATA"]
    let beside = "\(BuiltPrograms.repository())/../shared/data/transit"
    return [given, beside].compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: "\($0)/seoul/subway")
    }
  }()

  static var isThere: Bool { folder != nil }
  static let absence: Comment =
    "NO RECORDED TRANSIT DATA: set MATE_TRANSIT_DATA to its folder; these tests are skipped"

  static func path(_ name: String) -> String { "\(folder ?? "")/\(name)" }

  static func bytes(_ name: String) throws -> [UInt8] {
    guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
      throw TestFailure("no recorded file \(name)")
    }
    return Array(data)
  }
}
