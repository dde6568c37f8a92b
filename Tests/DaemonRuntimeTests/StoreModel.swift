import DiskFaults
import Foundation
import IPCProtocol
import Loop
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// A daemon's store and everything that changes go through, with numbers for a domain, and beside it
/// what its clients were told.
@LoopActor
final class StoreModel {
  enum Answer: Hashable { case done, refused, unknown }

  private(set) var answers: [Int64: Answer] = [:]
  private var folder: String
  private let root: String
  private var lives = 0
  private var world: NumberStore?
  private var next: Int64 = 1
  private var random: SeededNumbers

  init(seed: UInt64) throws {
    // Memory where there is some for files: these tests sync thousands of times.
    let place = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    root = "\(place)/mate-faults-\(UUID().uuidString)"
    folder = "\(root)/0"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    random = SeededNumbers(seed: seed)
  }

  isolated deinit {
    world = nil
    // What cannot be removed stays; the next boot clears it away.
    try? FileManager.default.removeItem(atPath: root)
  }

  var isLost: Bool { world?.commit.isLost ?? false }
  var isInDoubt: Bool { world?.commit.isInDoubt ?? false }

  /// Starts a process on what the last one has left.
  func start() throws {
    // Eight turns fill the log.
    let database = try Database(path: "\(folder)/numbers.db", pageBytes: 1024)
    let world = try NumberStore(database, pad: Self.pad, redoBytes: 8 * RedoLog.blockBytes)
    try world.commit.start()
    self.world = world
  }

  private static let pad = 700

  /// Ends the process without a word: the next one has the files as they are now.
  func kill() throws {
    let old = folder
    lives += 1
    folder = "\(root)/\(lives)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: old)
    for name in names where !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(atPath: "\(old)/\(name)", toPath: "\(folder)/\(name)")
    }
    world = nil
    try FileManager.default.removeItem(atPath: old)
  }

  /// What a turn, or the time between two, may do; chosen at random.
  func step() {
    guard let world, !world.commit.isLost else { return }
    switch random.next() % 10 {
    case 0: _ = world.commit.settle(reporting: false)
    case 1:
      // The disk may have failed; the log stays then.
      _ = try? world.database.checkpoint()
    case 2: _ = try? world.all()
    case let kind: turn(world, mixed: kind > 6)
    }
  }

  /// A turn of one to four changes.
  private func turn(_ world: NumberStore, mixed: Bool) {
    for _ in 0...random.next() % 4 {
      let number = next
      next += 1
      do {
        try world.add(number, gathers: !mixed || random.next() % 2 == 0, pad: Self.pad)
      } catch {
        answers[number] = .refused
        continue
      }
      world.commit.completions.add { [unowned self] in note($0, of: number) }
    }
    world.commit.turnEnds()
  }

  private func note(_ error: WireError?, of number: Int64) {
    switch error?.kind {
    case nil: answers[number] = .done
    case WireError.Kind.storageFailed?: answers[number] = .refused
    default: answers[number] = .unknown
    }
  }

  /// What is there: everything that was acknowledged, and nothing that was refused.
  func judge(_ label: String) throws {
    let stored = Set(try #require(world).all())
    for (number, answer) in answers {
      switch answer {
      case .done: #expect(stored.contains(number), "\(label): \(number) was acknowledged")
      case .refused: #expect(!stored.contains(number), "\(label): \(number) was refused")
      case .unknown: break
      }
    }
    #expect(stored.isSubset(of: answers.keys), "\(label): nobody asked for these")
    // What is there now stays; what is not does not come back.
    for number in answers.keys { answers[number] = stored.contains(number) ? .done : .refused }
  }
}
