import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite("InputFile: whole, or not at all")
struct InputFileTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("input") }

  init() throws { directory = try TemporaryDirectory() }

  private func code(_ read: () throws(SystemError) -> [UInt8]) -> Int32? {
    do throws(SystemError) {
      _ = try read()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("a file that stays as it is is read, an empty one as well", arguments: [0, 1, 200_000])
  func whole(count: Int) throws {
    let bytes = [UInt8](repeating: 7, count: count)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try InputFile.read(path, limit: count) == bytes)
    #expect(try InputFile.readOrdinary(path, limit: count) == bytes)
  }

  @Test("one that is cut or written to while it is read is refused", arguments: [true, false])
  func changing(isCut: Bool) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let size = 64 << 20
    truncate(path, off_t(size))
    let name = path
    // Goes on until the reader is through, so that it happens in between however slow that is.
    let hasStarted = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    let hasStopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var round = 0
      while isDone.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
        round += 1
        truncate(name, off_t(isCut ? size - round : size + round))
        if round == 1 { hasStarted.signal() }
      }
      hasStopped.signal()
    }
    hasStarted.wait()
    let refusal = code { () throws(SystemError) -> [UInt8] in
      try InputFile.read(name, limit: size * 2)
    }
    isDone.signal()
    hasStopped.wait()
    #expect(refusal == SystemError.changedWhileRead)
    let error = SystemError("read", name, code: SystemError.changedWhileRead)
    #expect(error.reason == "it was changed while it was read")
  }

  @Test("only what may wait for somebody reads a pipe")
  func pipe() throws {
    #expect(mkfifo(path, 0o600) == 0)
    let name = path
    let refusal = code { () throws(SystemError) -> [UInt8] in
      try InputFile.readOrdinary(name, limit: 9)
    }
    #expect(refusal == EINVAL)
    Thread.detachNewThread {
      let end = open(name, O_WRONLY | O_CLOEXEC)
      _ = write(end, "words", 5)
      close(end)
    }
    #expect(try InputFile.read(name, limit: 9) == Array("words".utf8))
  }
}
