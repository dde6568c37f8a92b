import TestSupport
import Testing

@testable import Storage

/// What is damaged in a log is told, and what a kill or a power failure leaves is not taken for damage.
@Suite("WALScan", .serialized)
struct WALScanTests {
  private let written: WrittenLog
  private let all = WrittenLog.Outcome.opened(commits: WrittenLog.commits)

  init() throws { written = try WrittenLog() }

  @Test("the log that is searched has transactions of several frames, and old frames behind them")
  func isWorthSearching() throws {
    #expect(written.ends.count >= WrittenLog.commits)
    #expect(written.end / WrittenLog.frameBytes > 2 * WrittenLog.commits)
    #expect(written.end + 10 * WrittenLog.frameBytes < written.last.log.count)
    #expect(try written.outcome(log: written.last.log, index: nil) == all)
  }

  /// Every bit of the header, and some of the heads of frames and of the pages.
  private var bits: [Int] {
    var random = SeededNumbers(seed: 1)
    let heads = stride(from: 32, to: written.end, by: WrittenLog.frameBytes).flatMap { frame in
      (frame * 8)..<((frame + 24) * 8)
    }
    let pages = (0..<120).map { _ in Int.random(in: 32 * 8..<written.end * 8, using: &random) }
    return Array(0..<32 * 8) + heads.filter { _ in random.next() % 32 == 0 }
      + ends(heads: &random) + pages
  }

  /// Where one bit hides that a transaction ends.
  private func ends(heads random: inout SeededNumbers) -> [Int] {
    written.ends.flatMap { ($0 + 4) * 8..<($0 + 8) * 8 }
  }

  /// Where the frames of the last transaction begin.
  private var lastStart: Int {
    written.ends[written.ends.count - 2] + WrittenLog.frameBytes
  }

  @Test("one flipped bit is put right or told; after a power failure not always in the last commit")
  func oneBit() throws {
    var mended = 0
    var untold = 0
    let bits = bits
    for bit in bits {
      var log = written.last.log
      log[bit / 8] ^= 1 << (bit % 8)
      let known = try written.outcome(log: log, index: written.last.index)
      #expect(known == all || known == .refused, "\(known): bit \(bit) of \(written.end * 8)")
      if known == all { mended += 1 }
      let outcome = try written.outcome(log: log, index: nil)
      if outcome == .opened(commits: WrittenLog.commits - 1), bit / 8 >= lastStart {
        untold += 1
      } else {
        #expect(outcome == known, "bit \(bit) of \(written.end * 8)")
      }
    }
    #expect(mended * 3 > bits.count * 2)
    #expect(untold > 0)
  }

  @Test("more damage is told, but in the last transaction after a power failure")
  func bursts() throws {
    var random = SeededNumbers(seed: 2)
    let secondToLast = lastStart - WrittenLog.frameBytes
    var untold = 0
    for _ in 0..<300 {
      var log = written.last.log
      let start = Int.random(in: 0..<written.end - 8, using: &random)
      let count = Int.random(in: 2...min(700, written.end - start), using: &random)
      for place in start..<start + count { log[place] = UInt8.random(in: 0...255, using: &random) }
      guard log != written.last.log else { continue }
      let outcome = try written.outcome(log: log, index: nil)
      if case .opened(let commits) = outcome, commits != WrittenLog.commits {
        untold += 1
        // The end of the transaction before belongs to what is not told: nothing else says that the
        // last one is another.
        #expect(start + count > secondToLast, "\(start) + \(count)")
        #expect(commits >= 0)
      }
      // After a kill the index knows better.
      let known = try written.outcome(log: log, index: written.last.index)
      #expect(known == .refused || known == all, "\(start) + \(count)")
    }
    #expect(untold > 0)
  }

  @Test("a log that is cut short is told after a kill; after a power failure it ends earlier")
  func truncated() throws {
    var random = SeededNumbers(seed: 3)
    var lengths = [0, 1, 31, 32, 33, 55, 56]
    for end in written.ends {
      lengths += [end + WrittenLog.frameBytes - 1, end + WrittenLog.frameBytes, end + 1]
    }
    lengths += (0..<150).map { _ in Int.random(in: 0..<written.end, using: &random) }
    for length in lengths {
      let log = Array(written.last.log.prefix(length))
      let whole = written.ends.count { $0 + WrittenLog.frameBytes <= length }
      let hidden = written.ends.count - WrittenLog.commits
      let outcome = try written.outcome(log: log, index: nil)
      #expect(outcome == .opened(commits: max(0, whole - hidden)), "\(length)")
      // An empty one is told by the mark of the store, see StoreClaimTests.
      guard length >= 32 else { continue }
      let known = try written.outcome(log: log, index: written.last.index)
      #expect(known == (whole == written.ends.count ? all : .refused), "\(length)")
    }
  }

  /// What a power failure may leave of the writes of one transaction: some of their sectors.
  private func torn(_ number: Int, _ random: inout SeededNumbers) -> [UInt8] {
    let before = written.before[number - 1].log
    let after = written.moments[number].log
    var log = before
    if after.count > log.count {
      let grown = Int.random(in: 0...after.count - log.count, using: &random)
      log += [UInt8](repeating: 0, count: grown)
    }
    // A new header is on disk before the frames behind it.
    log.replaceSubrange(0..<32, with: after[0..<32])
    let chance = Double.random(in: 0...1, using: &random)
    for sector in stride(from: 0, to: log.count, by: 512)
    where Double.random(in: 0..<1, using: &random) < chance {
      let range = sector..<min(sector + 512, log.count)
      log.replaceSubrange(range, with: after[range])
    }
    return log
  }

  @Test("a transaction that was being written when the power failed is no damage")
  func tornEnds() throws {
    var random = SeededNumbers(seed: 4)
    var halves = 0
    for number in 1...WrittenLog.commits {
      for round in 0..<60 {
        let log = torn(number, &random)
        let index = round % 2 == 0 ? nil : written.moments[number - 1].index
        let outcome = try written.outcome(log: log, index: index)
        let isLegal =
          outcome == .opened(commits: number - 1) || outcome == .opened(commits: number)
        #expect(isLegal, "\(outcome) at commit \(number)")
        if outcome == .opened(commits: number - 1) { halves += 1 }
      }
    }
    #expect(halves > WrittenLog.commits)
  }

  @Test("a bit that is wrong in each of several frames is put right in all of them")
  func severalBits() throws {
    var log = written.last.log
    for frame in stride(from: 32, to: written.end, by: 3 * WrittenLog.frameBytes) {
      log[frame + 100] ^= 0x10
    }
    #expect(try written.outcome(log: log, index: nil) == all)
  }
}
