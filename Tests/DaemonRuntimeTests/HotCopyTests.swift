import Foundation
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// Copies of a store's files that were made by hand, in every order and at every moment.
@Suite("Copies of a folder", .serialized)
struct HotCopyTests {
  init() { RunningLoop.start() }

  /// A daemon's store as the runtime opens it: numbers that are acknowledged when they are in the redo
  /// log or in the store.
  @LoopActor
  private final class Owner {
    let database: Database
    let store: NumberStore
    var numbers: Gathering<GatheredNumber> { store.numbers }

    init(_ path: String, gathers: Bool = true, acceptsLoss: Bool = false) throws {
      database = try Database(path: path, acceptsLoss: acceptsLoss)
      try database.claim(domain: "numbers", acceptsLoss: acceptsLoss)
      store = try NumberStore(database, gathers: gathers)
    }

    func keep(_ number: Int) throws {
      try store.add(Int64(number))
      store.commit.turnEnds()
    }

    func store(_ number: Int) throws {
      try store.add(Int64(number), gathers: false)
      store.commit.turnEnds()
      #expect(!store.commit.isLost)
    }

    func settle() throws { #expect(store.commit.settle()) }

    func endCleanly() throws {
      try settle()
      try database.endCleanly()
    }

    var all: Set<Int> {
      get throws {
        let stored = try database.query("SELECT n FROM t") { Int($0.integer(0)) }
        return Set(stored).union(numbers.elements.map { Int($0.value) })
      }
    }
  }

  private enum Step: CaseIterable { case keep, store, settle, checkpoint, end, kill }

  /// Goes on with a store's life by one step.
  @LoopActor
  private final class Life {
    let path: String
    var owner: Owner?
    var acknowledged: Set<Int> = []
    private let gathers: Bool
    private var last = 0

    init(_ path: String, gathers: Bool = true) {
      self.path = path
      self.gathers = gathers
    }

    func go(_ step: Step) throws {
      if owner == nil { owner = try Owner(path, gathers: gathers) }
      guard let owner else { return }
      switch step {
      case .keep where gathers:
        last += 1
        try owner.keep(last)
        acknowledged.insert(last)
      case .store, .keep:
        last += 1
        try owner.store(last)
        acknowledged.insert(last)
      case .settle: try owner.settle()
      case .checkpoint: try owner.database.execute("PRAGMA wal_checkpoint(RESTART)")
      case .end:
        try owner.endCleanly()
        self.owner = nil
      case .kill: self.owner = nil
      }
    }
  }

  private static let suffixes = ["", "-wal", "-redo"]

  @LoopActor
  @Test(
    "a copy of any of the files, in any order, between any changes, is right or refused",
    arguments: [true, false])
  func copies(gathers: Bool) throws {
    let directory = try TemporaryDirectory()
    var random = SeededNumbers(seed: 7)
    var right = 0
    var refused = 0
    for round in 0..<120 {
      let life = Life(directory.file("\(round).db"), gathers: gathers)
      let copy = directory.file("\(round)-copy.db")
      for _ in 0..<Int.random(in: 0...8, using: &random) { try life.go(Self.step(&random)) }
      let chosen = Self.suffixes.filter { _ in Bool.random(using: &random) }
        .shuffled(using: &random)
      let atFirst = life.acknowledged
      for suffix in chosen {
        // A file that is not there is not copied.
        try? FileManager.default.copyItem(
          atPath: life.path + suffix, toPath: copy + suffix)
        for _ in 0..<Int.random(in: 0...3, using: &random) { try life.go(Self.step(&random)) }
      }
      let atLast = life.acknowledged
      let isThere = Self.suffixes.contains { FileManager.default.fileExists(atPath: copy + $0) }
      guard isThere else { continue }
      let before = files(copy)
      do {
        let found = try Owner(copy, gathers: gathers).all
        #expect(found.isSuperset(of: atFirst), "round \(round): \(chosen), \(found), \(atFirst)")
        #expect(found.isSubset(of: atLast), "round \(round): \(chosen), \(found), \(atLast)")
        right += 1
      } catch is SQLiteError {
        refused += 1
        // The lock has made an empty store where there was none.
        #expect(files(copy).filter { !$0.value.isEmpty } == before.filter { !$0.value.isEmpty })
      } catch is InconsistentStore {
        refused += 1
      }
      // And the store that was copied goes on.
      try life.go(.kill)
      #expect(try Owner(life.path, gathers: gathers).all == atLast)
    }
    #expect(right > 3 && refused > 25, "\(right) right, \(refused) refused")
  }

  /// The files of a store, but for the index, which says nothing without the log.
  private func files(_ path: String) -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: Self.suffixes.compactMap { suffix in
        FileManager.default.contents(atPath: path + suffix).map { (suffix, $0) }
      })
  }

  private static func step(_ random: inout SeededNumbers) -> Step {
    Step.allCases.randomElement(using: &random) ?? .keep
  }

  @LoopActor
  private func make(_ path: String, _ steps: [Step]) throws -> Set<Int> {
    let life = Life(path)
    for step in steps { try life.go(step) }
    return life.acknowledged
  }

  @LoopActor
  @Test(
    "a store that goes on while its files are copied is no store there", arguments: [true, false])
  func goesOn(gathers: Bool) throws {
    let directory = try TemporaryDirectory()
    let life = Life(directory.file("numbers.db"), gathers: gathers)
    let copy = directory.file("copy.db")
    for step in [Step.store, .store] { try life.go(step) }
    try FileManager.default.copyItem(atPath: life.path, toPath: copy)
    // The log begins anew with the next change: the copy will have neither what was in it, nor this.
    for step in [Step.checkpoint, .store] { try life.go(step) }
    for suffix in ["-wal", "-redo"] {
      // A domain that gathers nothing has no redo log.
      try? FileManager.default.copyItem(atPath: life.path + suffix, toPath: copy + suffix)
    }
    #expect(throws: SQLiteError.self) { try Owner(copy, gathers: gathers) }
  }

  @LoopActor
  @Test("a store whose log or redo log is missing after a kill is refused with what to do")
  func missing() throws {
    let directory = try TemporaryDirectory()
    for suffix in ["-wal", "-redo"] {
      let path = directory.file("numbers\(suffix).db")
      _ = try make(path, [.store, .keep, .kill])
      try FileManager.default.removeItem(atPath: path + suffix)
      let error = try #require(throws: SQLiteError.self) { try Owner(path) }
      #expect(error.remedy.contains(path + suffix))
      #expect(error.remedy.contains("--accept-loss"))
      // What is left counts when a person says so, and is kept beside it as it was.
      let taken = try Owner(path, acceptsLoss: true)
      #expect(try taken.all.isSubset(of: [1, 2]))
      try taken.endCleanly()
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(names.contains { $0.contains("numbers\(suffix).db.before-accept-") })
    }
    for path in ["-wal", "-redo"].map({ directory.file("numbers\($0).db") }) {
      _ = try Owner(path).all
    }
  }

  @LoopActor
  @Test("a log that was removed, emptied or cut is refused at every start, and nothing is changed")
  func emptied() throws {
    let directory = try TemporaryDirectory()
    var random = SeededNumbers(seed: 8)
    var refused = 0
    for round in 0..<60 {
      let folder = directory.file("\(round)")
      let path = "\(folder)/numbers.db"
      let life = Life(path)
      for _ in 0...Int.random(in: 0...8, using: &random) { try life.go(Self.step(&random)) }
      try life.go(.kill)
      let bytes = FileManager.default.contents(atPath: "\(path)-wal") ?? Data()
      try? FileManager.default.removeItem(atPath: "\(path)-wal")
      let left = Int.random(in: -8..<32, using: &random)
      if left >= 0 { try bytes.prefix(left).write(to: URL(fileURLWithPath: "\(path)-wal")) }
      if Bool.random(using: &random) { unlink("\(path)-shm") }
      let before = try all(in: folder)
      for start in 1...3 {
        do {
          let found = try Owner(path).all
          // It goes on at once or not at all.
          #expect(start == 1 && found == life.acknowledged, "round \(round), start \(start)")
          break
        } catch let error as SQLiteError {
          #expect(error.remedy.contains("--accept-loss"))
          #expect(try all(in: folder) == before, "round \(round), start \(start)")
          if start == 3 { refused += 1 }
        }
      }
    }
    #expect(refused > 20, "\(refused)")
  }

  /// Every file of a folder.
  private func all(in folder: String) throws -> [String: Data?] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let files = names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)")) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @LoopActor
  @Test("a log or a redo log without its store is refused")
  func withoutStore() throws {
    let directory = try TemporaryDirectory()
    for suffix in ["-wal", "-redo"] {
      let path = directory.file("numbers\(suffix).db")
      _ = try make(path, [.store, .keep, .kill])
      for other in ["", "-wal", "-redo", "-shm"] where other != suffix {
        try? FileManager.default.removeItem(atPath: path + other)
      }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
      #expect(throws: SQLiteError.self) { try Owner(path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + suffix)) == bytes)
      #expect(throws: SQLiteError.self) { try Owner(path) }
    }
  }

  @LoopActor
  @Test("a copy of the one file of a closed store is right, and one of another domain is not")
  func closed() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    let acknowledged = try make(path, [.store, .keep, .keep, .end])
    let copy = directory.file("copy.db")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try Owner(copy).all == acknowledged)
    let other = directory.file("other.db")
    try FileManager.default.copyItem(atPath: path, toPath: other)
    let database = try Database(path: other)
    #expect(throws: SQLiteError.self) { try database.claim(domain: "others") }
  }

  @LoopActor
  @Test("a store that was only read says nothing, and one that was changed says so once")
  func onlyRead() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    _ = try make(path, [.store, .end])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let reader = try Owner(path)
    #expect(try reader.all == [1])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    try reader.store(2)
    let marked = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(marked != bytes)
    try reader.store(3)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == marked)
  }
}
