import Foundation
import LinuxSystem
import Loop
import LoopSupport
import Synchronization
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite("FileCopy", .timeLimit(.minutes(1)))
struct FileCopyTests {
  private let folder: TemporaryDirectory

  init() throws {
    RunningLoop.start()
    folder = try TemporaryDirectory()
  }

  private func source(
    size: Int, changes: Bool = false, read: @escaping @Sendable (Int, Int) -> Int
  ) -> FileCopy.Source {
    let asked = Shared(0)
    return FileCopy.Source(
      state: {
        .success(
          .init(
            isOrdinary: true, isAnsweredByProgram: false, size: size,
            changedAt: [changes ? asked.add(1) : 0]))
      },
      read: { room, offset in
        let count = read(offset, room.count)
        for index in 0..<max(0, count) { room[index] = UInt8(truncatingIfNeeded: offset + index) }
        return count
      })
  }

  /// What the copying ends with, and what was written.
  @LoopActor
  private func copy(
    _ source: FileCopy.Source, limit: Int = 1 << 30, stallSeconds: Int = 30
  ) async throws -> Data {
    let path = folder.file("copy")
    let target = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    let copy = FileCopy(source, to: OwnedDescriptor(target), limit: limit)
    try await copy.run(stallSeconds: stallSeconds)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test("a file is copied byte for byte, in whatever pieces it comes", arguments: [0, 1, 300_001])
  func whole(size: Int) async throws {
    let data = try await copy(source(size: size) { min($1, 4096, size - $0) })
    #expect(data == Data((0..<size).map { UInt8(truncatingIfNeeded: $0) }))
  }

  @Test("a file that is cut while it is read, or written to, is refused")
  func changed() async throws {
    await #expect(throws: PassedFileProblem.changed) {
      try await copy(source(size: 9000) { offset, _ in offset < 5000 ? 1000 : 0 })
    }
    await #expect(throws: PassedFileProblem.changed) {
      try await copy(source(size: 9000, changes: true) { min($1, 9000 - $0) })
    }
  }

  @Test("what is too large, or cannot be read, is refused")
  func unread() async throws {
    await #expect(throws: PassedFileProblem.tooLarge(limit: 10)) {
      try await copy(source(size: 11) { min($1, 11 - $0) }, limit: 10)
    }
    let failing = source(size: 11) { _, _ in
      errno = EIO
      return -1
    }
    await #expect(throws: PassedFileProblem.unread(SystemError("read", code: EIO))) {
      try await copy(failing)
    }
  }

  @Test("a read that never returns ends the call, not the thread of anybody else")
  func stalled() async throws {
    let gate = DispatchSemaphore(value: 0)
    let stuck = source(size: 100) { _, _ in
      gate.wait()
      return 0
    }
    await #expect(throws: PassedFileProblem.stalled(seconds: 1)) {
      try await copy(stuck, stallSeconds: 1)
    }
    gate.signal()
  }

  @Test("a cancelled copying ends at once, also in the middle of a read")
  func cancelled() async throws {
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let stuck = source(size: 100) { _, _ in
      begun.signal()
      gate.wait()
      return 0
    }
    let task = Task { try await copy(stuck) }
    await Task.detached { begun.waitForever() }.value
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.signal()
  }
}

extension DispatchSemaphore {
  /// Blocks the thread: for a test that has begun something on another.
  fileprivate func waitForever() { wait() }
}

/// A number that several threads count with.
private final class Shared: Sendable {
  private let number: Atomic<Int>

  init(_ number: Int) { self.number = Atomic(number) }

  func add(_ count: Int) -> Int { number.add(count, ordering: .relaxed).newValue }
}
