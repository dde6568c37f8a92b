internal import Glibc
internal import HTTPClient
internal import LinuxSystem
internal import Values

/// The password of an account, had anew for each exchange and kept nowhere.
///
/// No sentence here holds what was read, nor the command, which may have a secret in it.
extension CalendarAccount {
  /// Bytes of a password with its line's end.
  private static let longestPassword = 4096
  /// How long a command may take: none may ask anybody anything.
  private static let patience: Int64 = 30_000

  /// - Throws: ``PeerFailure`` where it cannot be had.
  func credentials() throws(PeerFailure) -> HTTPRequest.Credentials? {
    guard let user else { return nil }
    let bytes: [UInt8]
    if let passwordFile {
      bytes = try Self.contents(of: passwordFile)
    } else if let passwordCommand {
      bytes = try Self.output(of: passwordCommand)
    } else {
      return nil
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, let password = String(validating: line, as: UTF8.self) else {
      throw Self.failure("its first line is empty or no UTF-8", "첫 줄이 비었거나 UTF-8이 아닙니다")
    }
    return HTTPRequest.Credentials(user: user, password: password)
  }

  private static func failure(_ en: String, _ ko: String) -> PeerFailure {
    .failed("no password: \(en)", ko: "비밀번호를 얻지 못했습니다: \(ko)")
  }

  private static func contents(of path: String) throws(PeerFailure) -> [UInt8] {
    var status = stat()
    // A pipe would keep everybody waiting for whoever writes into it.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw failure("\(path) is no ordinary file", "\(path, .topic) 일반 파일이 아닙니다")
    }
    do throws(SystemError) {
      return try InputFile.readOrdinary(path, limit: longestPassword)
    } catch {
      throw failure(error.description, error.description)
    }
  }

  private static func output(of command: String) throws(PeerFailure) -> [UInt8] {
    let program: SocketProgram
    do throws(SystemError) {
      program = try SocketProgram("/bin/sh", ["sh", "-c", command])
    } catch {
      throw failure(error.description, error.description)
    }
    defer { close(program.descriptor) }
    // Whoever asks on standard input is told at once that nobody answers.
    shutdown(program.descriptor, Int32(SHUT_WR))
    let deadline = MonotonicTime.milliseconds + patience
    let bytes = received(program.descriptor, until: deadline)
    let left = deadline - MonotonicTime.milliseconds
    let status = program.end(waitingMilliseconds: Int(max(0, left)))
    guard left > 0 else {
      let seconds = patience / 1000
      throw failure(
        "the command did not end within \(seconds) s; it must not ask for anything",
        "명령이 \(seconds)초 안에 끝나지 않았습니다. 아무것도 묻지 않는 명령이어야 합니다")
    }
    guard status == 0 else {
      let complaint = program.complaint()
      let detail = complaint.isEmpty ? "status \(status)" : complaint
      throw failure("the command failed: \(detail)", "명령이 실패했습니다: \(detail)")
    }
    return bytes
  }

  /// What comes until the end, the limit or the deadline.
  private static func received(_ descriptor: Int32, until deadline: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while bytes.count < longestPassword {
      let left = deadline - MonotonicTime.milliseconds
      guard left > 0 else { break }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(left)) > 0 else { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
