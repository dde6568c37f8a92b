import Glibc

@testable import Storage
@testable import Values
@testable import transitd

/// Files of this process alone, in memory.
private let folder: String = {
  let folder = "/dev/shm/mate-fuzz.\(getpid())"
  guard mkdir(folder, 0o700) == 0 else { fatalError("no folder \(folder)") }
  atexit {
    for name in ["feed.zip", "feed"] { unlink("/dev/shm/mate-fuzz.\(getpid())/\(name)") }
    rmdir("/dev/shm/mate-fuzz.\(getpid())")
  }
  return folder
}()

/// An archive is taken or refused, whatever its bytes are.
func fuzzFeedArchive(_ bytes: [UInt8]) { _ = imported(bytes) }

/// The files of a feed as they stand in an archive that is whole, each behind a line `== name`: what is
/// taken can be asked for departures.
func fuzzFeedTables(_ bytes: [UInt8]) {
  guard let feed = imported(archive(of: bytes)) else { return }
  answersEverything(feed)
}

/// Trip updates and alerts are read or refused, and laid on a timetable.
func fuzzRealtime(_ bytes: [UInt8]) {
  guard let realtime = try? RealtimeFeed(bytes) else { return }
  do {
    let now = Timestamp(microseconds: 1_760_000_000_000_000)
    let snapshot = try RealtimeSnapshot(realtime, on: timetable, at: now)
    for run in snapshot.trips.values.joined() { _ = run.points.compactMap(\.delay) }
    if let days = snapshot.days { precondition(days.lowerBound <= days.upperBound) }
    _ = snapshot.alerts(FeedAlert.Subject(stops: [0]), from: now, to: now)
  } catch {
    fatalError("a snapshot fails: \(error)")
  }
}

/// What realtime is laid on: the seed of the tables.
///
/// libFuzzer has one thread.
nonisolated(unsafe) private let timetable: FeedFile = {
  let path = "Tests/Fuzz/Corpus/FeedTables/city"
  guard let file = fopen(path, "r") else { fatalError("no \(path)") }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
  guard let feed = imported(archive(of: bytes)) else { fatalError("\(path) is refused") }
  return feed
}()

private func imported(_ archive: [UInt8]) -> FeedFile? {
  let (zip, store) = ("\(folder)/feed.zip", "\(folder)/feed")
  guard let file = fopen(zip, "w") else { fatalError("no file in \(folder)") }
  fwrite(archive, 1, archive.count, file)
  fclose(file)
  let request = FeedImport.Request(
    name: "city", source: "city.zip", realtime: nil, importedAt: Timestamp(microseconds: 0))
  do {
    try FeedImport(archive: zip, store: store, request) { progress in
      precondition((0...1).contains(progress.share), "a share of \(progress.share)")
    }.run()
  } catch let problem as FeedProblem {
    precondition(!problem.text.en.isEmpty, "a refusal without words")
    return nil
  } catch {
    fatalError("no refusal, but a fault: \(error)")
  }
  do {
    return try FeedFile(path: store)
  } catch {
    fatalError("what was imported cannot be opened: \(error)")
  }
}

private func answersEverything(_ feed: FeedFile) {
  do {
    let start = feed.facts.firstDay.flatMap { feed.start(ofServiceDay: $0) }
    let from = start ?? Timestamp(microseconds: 0)
    for stop in try feed.stops("id >= ?", .integer(0)) {
      for departure in try DepartureSearch(feed: feed).next(at: [stop.number], from: from, limit: 4)
      {
        precondition(departure.scheduledAt >= from, "a departure that is over")
        _ = try Arrival(departure, of: feed)
      }
    }
    for trip in 0..<feed.facts.trips { _ = try feed.times(ofTrip: trip) }
  } catch {
    fatalError("what was imported cannot be asked: \(error)")
  }
}

// MARK: An archive of stored files

private func archive(of bytes: [UInt8]) -> [UInt8] {
  var body: [UInt8] = []
  var directory: [UInt8] = []
  var count = 0
  for (name, content) in sections(of: bytes) {
    let head =
      words16(20, 0, 0, 0, 0) + words32(crc(content), UInt32(content.count), UInt32(content.count))
      + words16(UInt16(name.count), 0)
    directory += words32(0x0201_4B50) + words16(20) + head + words16(0, 0, 0)
    directory += words32(0, UInt32(body.count)) + name
    body += words32(0x0403_4B50) + head + name + content
    count += 1
  }
  let end = words32(0x0605_4B50) + words16(0, 0, UInt16(count), UInt16(count))
  return body + directory + end + words32(UInt32(directory.count), UInt32(body.count)) + words16(0)
}

/// What stands behind each line that begins with `== `, whose rest is the name.
private func sections(of bytes: [UInt8]) -> [(name: [UInt8], content: [UInt8])] {
  var sections: [(name: [UInt8], content: [UInt8])] = []
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
    if line.starts(with: "== ".utf8) {
      guard sections.count < 64 else { break }
      sections.append((Array(line.dropFirst(3)), []))
    } else if !sections.isEmpty {
      sections[sections.count - 1].content += line + [0x0A]
    }
  }
  return sections
}

private func words16(_ values: UInt16...) -> [UInt8] {
  values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
}

private func words32(_ values: UInt32...) -> [UInt8] {
  values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}

/// CRC-32 of ISO 3309, bit by bit.
private func crc(_ bytes: [UInt8]) -> UInt32 {
  var crc = UInt32.max
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xEDB8_8320 }
  }
  return ~crc
}
