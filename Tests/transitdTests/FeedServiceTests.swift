import Foundation
import TestSupport
import Testing

@testable import transitd

@Suite("Timetables in the daemon", .serialized, .timeLimit(.minutes(2)))
struct FeedServiceTests {
  private let fixture: FeedFixture
  private let transit: TransitHarness

  init() throws {
    fixture = try FeedFixture()
    transit = try TransitHarness(hasKey: false)
    let feed = try transit.client.result(
      "transit.gtfs.import", ["path": try fixture.archive(), "name": "city"])
    #expect(feed["stopTimes"] as? Int == 13)
  }

  /// The departures of a Monday morning, as the first feed has them.
  private func departures(_ client: WireClient? = nil) throws -> [String] {
    let result = try (client ?? transit.client).result(
      "transit.departures", ["stop": "city:A", "at": "2026-09-07T07:00", "limit": 2])
    let departures = result["departures"] as? [[String: Any]] ?? []
    return departures.map { "\(($0["clock"] as? [String: Any])?["en"] ?? "") \($0["trip"] ?? "")" }
  }

  private let kept = ["08:00 city_1", "09:00 city_2"]

  private func refusal(_ path: String) throws -> WireFailure {
    try transit.client.error("transit.gtfs.import", ["path": path, "name": "city"])
  }

  /// What lies in the folder of the feeds.
  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: "\(transit.daemon.stateDirectory)/transit/feeds"
    ).sorted()
  }

  @Test("a malformed feed is refused with its file and line, and the old one stays")
  func malformed() throws {
    let rows = FeedFixture.stopTimes + "\ncity_2,8:61:00,08:00:00,A,1\n"
    let error = try refusal(fixture.archive(["stop_times.txt": rows]))
    #expect(error.name == "transit.feedInvalid")
    #expect(error.data["file"] as? String == "stop_times.txt")
    #expect(error.data["line"] as? Int == 15)
    #expect(error.message.hasPrefix("stop_times.txt, line 15: "))
    #expect(try departures() == kept)
    #expect(try files() == ["city.feed"])
  }

  /// An archive that Python's zipfile has written.
  private func archive(_ script: String) throws -> String {
    let path = fixture.directory.file("hostile.zip")
    _ = try SystemProgram.python(
      """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
      \(script)
      archive.close()
      """, [path])
    return path
  }

  @Test(
    "bombs and ways out of the archive are refused, and the old feed stays",
    arguments: [
      // 256 MiB of zeros in a quarter of a megabyte.
      "archive.writestr('stop_times.txt', bytes(1 << 28))",
      "archive.writestr('../../etc/cron.d/x', 'x')", "archive.writestr('/etc/passwd', 'x')",
      "[archive.writestr(f'{n}.txt', '') for n in range(10001)]",
    ])
  func hostile(script: String) throws {
    let error = try refusal(archive(script))
    #expect(error.name == "transit.feedTooLarge")
    #expect(try departures() == kept)
    #expect(try files() == ["city.feed"])
  }

  @Test("a file that is longer than its archive declares is not read on")
  func liar() throws {
    // 20 MB that are declared as 20 bytes, in both of the places where a size stands.
    let path = try archive(
      """
      for name, text in [('agency.txt', b'agency_name,agency_timezone\\nCity,Asia/Seoul\\n'),
                         ('stops.txt', b'stop_id,stop_name\\n' + b'A,x\\n' * 5000000)]:
          archive.writestr(name, text)
      info = archive.getinfo('stops.txt')
      size = info.file_size.to_bytes(4, 'little')
      archive.close()
      data = bytearray(open(sys.argv[1], 'rb').read().replace(size, (20).to_bytes(4, 'little')))
      open(sys.argv[1], 'wb').write(data)
      archive = zipfile.ZipFile(sys.argv[1] + '.other', 'w')
      """)
    let error = try refusal(path)
    #expect(["transit.feedUnreadable", "transit.feedTooLarge"].contains(error.name))
    #expect(try departures() == kept)
  }

  @Test("what is no archive, is not there, or is a web page is refused")
  func unreadable() throws {
    #expect(try refusal("/nowhere/feed.zip").name == "transit.feedUnreadable")
    #expect(try refusal("/etc/passwd").name == "transit.feedUnreadable")
    let page = try LoopbackServer { _ in
      .last("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n<html>no</html>")
    }
    #expect(
      try refusal("http://127.0.0.1:\(page.port)/feed.zip").name == "transit.feedUnreadable")
    let missing = try LoopbackServer { _ in
      .last("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(
      try refusal("http://127.0.0.1:\(missing.port)/feed.zip").name == "transit.downloadFailed")
    #expect(try departures() == kept)
    #expect(try files() == ["city.feed"])
  }

  /// Until the file that is downloaded to is there.
  private func waitForDownload() throws {
    while try !files().contains("city.zip") { _ = try transit.client.result("mate.ping") }
  }

  /// Until an import finds none in its way; this one has nothing to read.
  private func waitForNoImport() throws {
    var error = try transit.client.error("transit.gtfs.import", ["path": "/etc/passwd"])
    while error.name == "transit.importRunning" {
      error = try transit.client.error("transit.gtfs.import", ["path": "/etc/passwd"])
    }
    #expect(error.name == "transit.feedUnreadable")
  }

  @Test(
    "an import that is cancelled, or whose client goes, or whose daemon is killed, changes nothing")
  func cancelled() throws {
    let silent = try LoopbackServer { _ in .silence }
    let source: [String: Any] = [
      "path": "http://127.0.0.1:\(silent.port)/feed.zip", "name": "city",
    ]
    let client = try transit.daemon.connect()
    let id = try client.request("transit.gtfs.import", source)
    try waitForDownload()
    #expect(try transit.client.error("transit.gtfs.import", source).name == "transit.importRunning")
    try client.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
    var reply = try client.receive()
    while reply["method"] != nil { reply = try client.receive() }
    #expect(try WireFailure(reply).name == "mate.cancelled")
    #expect(try departures() == kept)
    // The answer does not wait for the import, which ends and clears up behind itself.
    try waitForNoImport()
    #expect(try files() == ["city.feed"])

    let other = try transit.daemon.connect()
    try other.request("transit.gtfs.import", source)
    other.endOutput()
    // What was asked is still answered or dropped; then the connection ends.
    while try other.receiveAny() != nil {}
    try waitForNoImport()
    let again = try transit.daemon.connect()
    try again.request("transit.gtfs.import", source)
    try waitForDownload()
    #expect(try files() == ["city.feed", "city.zip"])
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    #expect(try departures(transit.daemon.connect()) == kept)
    #expect(try files() == ["city.feed"])
  }

  private func feeds(_ client: WireClient) throws -> [String] {
    let feeds = try client.result("transit.gtfs.feeds")["feeds"] as? [[String: Any]] ?? []
    return feeds.compactMap { $0["feed"] as? String }
  }

  @Test("a removal that was killed before its file went is done, once; a new import is not removed")
  func removed() throws {
    let file = "\(transit.daemon.stateDirectory)/transit/feeds/city.feed"
    let copy = "\(file).copy"
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    let meta = ["idempotencyKey": "a key"]
    _ = try transit.client.result(
      "transit.gtfs.remove", ["feed": "city", "_meta": ["dryRun": true]])
    #expect(try departures() == kept)
    let removal: [String: Any] = ["feed": "city", "_meta": meta]
    let first = try transit.client.result("transit.gtfs.remove", removal)
    #expect(try files() == ["city.feed.copy"])
    transit.daemon.stop(SIGKILL)
    // As a kill between the commit and the removal of the file would have left it.
    try FileManager.default.moveItem(atPath: copy, toPath: file)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    #expect(try feeds(client).isEmpty)
    #expect(try files().isEmpty)
    let again = try client.result("transit.gtfs.remove", removal)
    #expect(NSDictionary(dictionary: again) == NSDictionary(dictionary: first))
    let other = try client.error("transit.gtfs.remove", ["feed": "city"])
    #expect(other.name == "transit.unknownFeed")
    _ = try client.result(
      "transit.gtfs.import", ["path": try fixture.archive(), "name": "city"])
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    #expect(try departures(transit.daemon.connect()) == kept)
  }

  @Test(
    "a stop of a timetable that nobody has is refused with names like it",
    arguments: [
      ("앙역", ["중앙역"]), ("중안역", ["중앙역"]), ("Böhmm", ["Böhm"]), ("öBhm", ["Böhm"]),
      ("Arthur, \"Odl\" Town", ["Arthur, \"Old\" Town"]), ("Xyzzyx", []),
    ])
  func unknownStop(word: String, similar: [String]) throws {
    let error = try transit.client.error("transit.departures", ["stop": word])
    #expect(error.name == "transit.unknownFeedStop")
    #expect(error.data["similar"] as? [String] == similar)
    let end = try transit.client.error("transit.route", ["from": word, "to": "A"])
    #expect(end.name == "transit.unknownEnd")
    #expect((end.data["similar"] as? [String])?.starts(with: similar) == true)
  }
}
