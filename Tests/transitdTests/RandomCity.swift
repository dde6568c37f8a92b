import Foundation
import TestSupport

@testable import transitd

/// A random feed with all that searches for ways have to know, as an archive and imported.
struct RandomCity {
  let zone: String
  /// The middle of the days for which it has services, in its zone.
  let noon: Date
  let calendar: Calendar
  let archive: String
  let feed: FeedFile
  /// Its folder lives as long as this.
  private let fixture: FeedFixture

  /// - Parameters:
  ///   - seed: Which zone, and which turn of its clocks.
  ///   - numbers: What comes of chance.
  /// - Throws: What the file system or the import says.
  init(_ seed: Int, _ numbers: inout SeededNumbers) throws {
    zone = RandomFeeds.zones[seed % RandomFeeds.zones.count]
    (noon, calendar) = try RandomFeeds.noon(seed)
    fixture = try FeedFixture()
    archive = try fixture.archive(
      RandomFeeds.files(&numbers, zone: zone, noon: noon, calendar),
      adding: ["transfers.txt", "pathways.txt"])
    feed = try fixture.feed(archive)
  }

  /// Noon of so many days around the middle one.
  func days(_ offsets: ClosedRange<Int>) -> [Date] {
    offsets.compactMap { calendar.date(byAdding: .day, value: $0, to: noon) }
  }
}
