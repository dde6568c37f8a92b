internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Values

/// The journal's fields as one JSON object a line, for machines without a journal.
///
/// Rotated by size: one old file is kept, so the two never take more than twice the limit.
@LoopActor
final class LogFile {
  /// Bytes of one file at most.
  private let limit: Int
  private let path: String
  private let clock: SteadyClock
  private let folder: OwnedFolder
  private let name: String
  private var descriptor: Int32
  private var size: Int

  /// The log of a daemon.
  static func path(daemon: String) -> String { "\(StateHome.logFolder)/\(daemon).jsonl" }

  /// Beside it: what clients cause, which takes no room from what the daemon itself has to say.
  static func pathOfClients(daemon: String) -> String {
    "\(StateHome.logFolder)/\(daemon)-clients.jsonl"
  }

  /// Opens the file for appending, making its folder; nil where that is not possible, or the
  /// folder is one that others may put links into.
  init?(path: String, clock: SteadyClock, limit: Int = 8 << 20) {
    self.limit = limit
    self.path = path
    self.clock = clock
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    name = parts.last.map(String.init) ?? path
    do {
      folder = try OwnedFolder.made(
        parts.dropLast().joined(separator: "/"), owners: .callerOrRoot)
      descriptor = try folder.open(name, Self.flags)
    } catch {
      return nil
    }
    size = Int(max(0, lseek(descriptor, 0, SEEK_END)))
  }

  private static let flags = O_WRONLY | O_APPEND | O_CREAT

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
    // Where there is no new one, entries go on into the old one.
    guard let fresh = try? folder.open(name, Self.flags) else { return }
    close(descriptor)
    descriptor = fresh
    size = 0
  }

  isolated deinit { close(descriptor) }
}
