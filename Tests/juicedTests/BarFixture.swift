import CivilTime
import Values

@testable import juiced

/// A manual clock: seconds after nine in the morning of 2026-11-21 wherever this runs.
func at(_ seconds: Double) -> Timestamp {
  guard let day = CivilDate("2026-11-21") else { preconditionFailure("no date") }
  return TimeZoneDatabase().local().start(of: day).adding(seconds: 32_400 + seconds)
}

func deed(_ seconds: Double = 0, uid: UInt32 = 1000) -> Deed { Deed(at: at(seconds), uid: uid) }

extension Bar {
  /// The bar on its first day: 10 of each fruit; its facts are taken.
  static func opened() throws -> Bar {
    var bar = try Bar.first(by: deed())
    _ = bar.takeFacts()
    return bar
  }

  /// Pieces by the word of the fruit.
  var counts: [String: Int64] {
    fruits.reduce(into: [:]) { $0[$1.name] = $1.count }
  }
}

/// The refusal of something that is refused.
func refusal<T>(_ body: () throws -> T) -> BarError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? BarError
  }
}
