internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// The journal's fields as one JSON object a line, for machines without a journal.
///
/// Rotated by size: one old file is kept, so the two never take more than twice the limit.
@LoopActor
final class LogFile {
  /// Bytes of one file at most.
  private let limit: Int
  private let path: String
  private let clock: SteadyClock
  private var descriptor: Int32
  private var size: Int

  /// Opens the file for appending, making its folder; nil where that is not possible.
  init?(path: String, clock: SteadyClock, limit: Int = 8 << 20) {
    self.limit = limit
    self.path = path
    self.clock = clock
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    do { try Directory.create(String(folder)) } catch { return nil }
    descriptor = Self.open(path)
    guard descriptor >= 0 else { return nil }
    size = Int(max(0, lseek(descriptor, 0, SEEK_END)))
  }

  private static func open(_ path: String) -> Int32 {
    mate_open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
  }

  func append(_ entry: [(String, String)]) {
    var object: JSONObject = [
      "at": .string(clock.now.description), "_PID": .integer(Int(getpid())),
    ]
    for (key, value) in entry { object[key] = .string(value) }
    var writer = JSONWriter()
    writer.value(.object(object))
    writer.bytes.append(0x0A)
    if size + writer.bytes.count > limit { rotate() }
    // A log that cannot be written must not stop the daemon that writes it.
    let written = write(descriptor, writer.bytes, writer.bytes.count)
    size += max(0, written)
  }

  private func rotate() {
    guard rename(path, path + ".1") == 0 else { return }
    let fresh = Self.open(path)
    guard fresh >= 0 else { return }
    close(descriptor)
    descriptor = fresh
    size = 0
  }

  isolated deinit { close(descriptor) }
}
