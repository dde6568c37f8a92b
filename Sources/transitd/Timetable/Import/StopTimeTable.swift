internal import Glibc
internal import LinuxSystem

/// All stop times of a feed while it is imported: collected in the file's order, then gathered by
/// stop and sorted by time.
///
/// Only some of them are in memory: a run of two million is sorted by stop and written to a file
/// without a name, from which each stop takes its share of every run at the end. So a country's feed
/// needs no more memory than a city's.
final class StopTimeTable {
  typealias Words = (UInt64, UInt64)

  /// What an import may hold on disk: 16 bytes each, about a gigabyte.
  static let maximum = 64_000_000

  /// Where the stop times of each stop begin in a run that was written.
  private struct Run {
    let offset: Int
    let starts: [UInt32]
  }

  private let folder: String
  private let runRows: Int
  private var words: ContiguousArray<Words> = []
  private var stops: ContiguousArray<UInt32> = []
  private var runs: [Run] = []
  private var file: Int32 = -1
  private var written = 0

  private(set) var count = 0

  /// The runs go to a file in the folder; it never has a name that outlives this.
  init(folder: String, runRows: Int = 2_000_000) {
    self.folder = folder
    self.runRows = runRows
  }

  deinit { if file >= 0 { close(file) } }

  /// - Throws: `SystemError` where the disk takes no more.
  func append(_ time: StopTime, stop: Int) throws {
    words.append(time.words)
    stops.append(UInt32(stop))
    count += 1
    if words.count >= runRows { try writeRun() }
  }

  /// Calls `body` with the departures of each stop that has any, sorted, as they are stored.
  ///
  /// The last stops of trips, where nobody gets in, are marked; `lastSequence` is by trip.
  func forEachStop(
    count stopCount: Int, lastSequence: [Int32],
    _ body: (Int, UnsafeBufferPointer<Words>) throws -> Void
  ) throws {
    let rest = gathered(stopCount)
    defer { rest.words.deallocate() }
    (words, stops) = ([], [])
    var part: ContiguousArray<Words> = []
    for stop in 0..<stopCount {
      part.removeAll(keepingCapacity: true)
      for run in runs { try read(run, stop, &part) }
      part += rest.words[Int(rest.starts[stop])..<Int(rest.starts[stop + 1])]
      if part.isEmpty { continue }
      for index in part.indices {
        let time = StopTime(part[index].0, part[index].1)
        if Int(lastSequence[time.trip]) == time.sequence { part[index].1 |= 1 }
      }
      part.sort { ($0.0, $0.1) < ($1.0, $1.1) }
      try part.withUnsafeBufferPointer { try body(stop, $0) }
    }
  }

  /// What is in memory, by stop.
  private func gathered(
    _ stopCount: Int
  ) -> (words: UnsafeMutableBufferPointer<Words>, starts: [UInt32]) {
    var starts = [UInt32](repeating: 0, count: stopCount + 1)
    for stop in stops { starts[Int(stop) + 1] += 1 }
    for stop in 0..<stopCount { starts[stop + 1] += starts[stop] }
    let sorted = UnsafeMutableBufferPointer<Words>.allocate(capacity: words.count)
    var next = starts
    for (index, stop) in stops.enumerated() {
      sorted.initializeElement(at: Int(next[Int(stop)]), to: words[index])
      next[Int(stop)] += 1
    }
    return (sorted, starts)
  }

  // MARK: Runs

  private func writeRun() throws(SystemError) {
    let (sorted, starts) = gathered(Int((stops.max() ?? 0) + 1))
    defer { sorted.deallocate() }
    if file < 0 {
      var name = Array("\(folder)/times.XXXXXX".utf8CString)
      file = mkstemp(&name)
      guard file >= 0 else { throw SystemError("open", folder) }
      unlink(name)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    runs.append(Run(offset: written, starts: starts))
    var bytes = UnsafeRawBufferPointer(sorted)
    while !bytes.isEmpty {
      let count = pwrite(file, bytes.baseAddress, bytes.count, written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write", folder) }
      written += count
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
    }
    words.removeAll(keepingCapacity: true)
    stops.removeAll(keepingCapacity: true)
  }

  private func read(
    _ run: Run, _ stop: Int, _ part: inout ContiguousArray<Words>
  ) throws(SystemError) {
    guard stop + 1 < run.starts.count, run.starts[stop + 1] > run.starts[stop] else { return }
    let first = part.count
    let rows = Int(run.starts[stop + 1] - run.starts[stop])
    part.append(contentsOf: repeatElement((0, 0), count: rows))
    let size = rows * StopTime.bytes
    let offset = run.offset + Int(run.starts[stop]) * StopTime.bytes
    let isWhole = part.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < size {
        let place = bytes.baseAddress.map { $0 + first * StopTime.bytes + done }
        let count = pread(file, place, size - done, offset + done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    guard isWhole else { throw SystemError("read", folder) }
  }
}
