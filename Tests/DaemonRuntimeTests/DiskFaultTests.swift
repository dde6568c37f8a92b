import DiskFaults
import Foundation
import Loop
import LoopSupport
import Testing

@testable import DaemonRuntime

/// Every call on a file fails in turn, and whoever was answered finds it as he was told.
@Suite("A disk that fails")
struct DiskFaultTests {
  init() { RunningLoop.start() }

  struct Fault: CustomTestStringConvertible, Sendable {
    let error: Int32
    let isForGood: Bool
    let mode: disk_fault_mode
    let testDescription: String
  }

  static let faults = [
    Fault(error: EIO, isForGood: false, mode: disk_fault_undone, testDescription: "EIO once"),
    Fault(error: EIO, isForGood: true, mode: disk_fault_undone, testDescription: "EIO for good"),
    Fault(error: EIO, isForGood: false, mode: disk_fault_done, testDescription: "EIO, but done"),
    Fault(error: EIO, isForGood: false, mode: disk_fault_half, testDescription: "EIO, half done"),
    Fault(error: ENOSPC, isForGood: false, mode: disk_fault_undone, testDescription: "ENOSPC once"),
    Fault(
      error: ENOSPC, isForGood: false, mode: disk_fault_half, testDescription: "ENOSPC, half done"),
    Fault(
      error: ENOSPC, isForGood: true, mode: disk_fault_writes_done,
      testDescription: "ENOSPC of all writes, but done"),
    Fault(
      error: EDQUOT, isForGood: true, mode: disk_fault_undone, testDescription: "EDQUOT for good"),
  ]
  private static let steps = 14

  /// One case: a life in which the call fails, and after its end one in which nothing does.
  ///
  /// - Returns: Nil where so many calls were not made.
  @LoopActor
  private func run(
    _ fault: Fault, seed: UInt64, spared: Int
  ) throws -> (answers: Set<StoreModel.Answer>, isLost: Bool)? {
    let model = try StoreModel(seed: seed)
    try model.start()
    for _ in 0..<4 { model.step() }
    disk_fault_arm(Int32(spared), fault.isForGood ? 1 : 0, fault.error, fault.mode)
    for _ in 0..<Self.steps { model.step() }
    let hits = disk_fault_disarm()
    guard hits > 0 else { return nil }
    let outcome = (Set(model.answers.values), model.isLost)
    // Who has ended starts on the same files; so does who is killed now, or goes on and is then.
    if !model.isLost, seed % 2 == 0 { for _ in 0..<3 { model.step() } }
    try model.kill()
    try model.start()
    try model.judge("\(fault.testDescription), seed \(seed), after \(spared) calls")
    try goOn(model)
    return outcome
  }

  /// The store works as any other, and keeps what was there.
  @LoopActor
  private func goOn(_ model: StoreModel) throws {
    for _ in 0..<4 { model.step() }
    #expect(!model.answers.values.contains(.unknown))
    try model.kill()
    try model.start()
    try model.judge("and later")
  }

  @LoopActor
  @Test(
    "what was acknowledged is there, what was refused is not, whichever call fails",
    arguments: zip(faults, UInt64(1)...UInt64(faults.count)))
  func everyCall(fault: Fault, seed: UInt64) throws {
    // Each fault has calls of its own: with those of all, a run takes as many times as long.
    var seen: Set<StoreModel.Answer> = []
    var spared = 0
    while let outcome = try run(fault, seed: seed, spared: spared) {
      seen.formUnion(outcome.answers)
      // Nobody is left without an answer by a daemon that goes on.
      if outcome.answers.contains(.unknown) { #expect(outcome.isLost) }
      spared += 1
    }
    #expect(spared > 20, "few calls were made")
    #expect(seen.contains(.done))
  }

  @LoopActor
  @Test(
    "a full disk, or a quota that is used up, refuses, and neither ends the daemon nor keeps it from reading",
    arguments: [ENOSPC, EDQUOT])
  func full(error: Int32) throws {
    for seed: UInt64 in 1...20 {
      let model = try StoreModel(seed: seed)
      try model.start()
      for _ in 0..<Int(seed % 7) { model.step() }
      disk_fault_arm(0, 1, error, disk_fault_full)
      // Also where something below throws: other tests have this thread as well.
      defer { _ = disk_fault_disarm() }
      for _ in 0..<40 { model.step() }
      #expect(!model.isLost)
      #expect(!model.answers.values.contains(.unknown))
      try model.judge("full, seed \(seed)")
      #expect(disk_fault_disarm() > 0)
      try model.kill()
      try model.start()
      try model.judge("full and killed, seed \(seed)")
      try goOn(model)
    }
  }

  @LoopActor
  @Test("a start that fails loses nothing, whichever call fails")
  func starts() throws {
    for fault in Self.faults {
      var spared = 0
      while true {
        let model = try StoreModel(seed: UInt64(spared))
        try model.start()
        for _ in 0..<8 { model.step() }
        try model.kill()
        disk_fault_arm(Int32(spared), fault.isForGood ? 1 : 0, fault.error, fault.mode)
        // It may start or refuse to; the judge comes later.
        try? model.start()
        guard disk_fault_disarm() > 0 else { break }
        try model.kill()
        try model.start()
        try model.judge("start, \(fault.testDescription), after \(spared) calls")
        spared += 1
      }
      #expect(spared > 5, "few calls were made")
    }
  }
}
