internal import Foundation

/// A PostgreSQL of Debian's in a folder of its own, on a Unix socket, without a standby.
///
/// It ends with the process of the tests, however that ends, and its folder with it.
package final class PostgresServer: @unchecked Sendable {
  private static let programs = "/usr/lib/postgresql/15/bin"

  package let directory: TemporaryDirectory
  // Touched by one test after the other.
  private var process: RunningCommand?

  package static var isPossible: Bool {
    FileManager.default.isExecutableFile(atPath: "\(programs)/postgres")
      && (geteuid() != 0 || SystemProgram.isInstalled("setpriv"))
  }

  package init() throws {
    directory = try TemporaryDirectory()
    if geteuid() == 0 {
      guard let user = getpwnam("postgres") else { throw TestFailure("no user postgres") }
      guard chown(directory.path, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
        throw TestFailure("chown: \(errno)")
      }
    }
    let made = try Self.run(
      "initdb",
      ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"])
    guard made.status == 0 else { throw TestFailure("initdb: \(made.errors)") }
    try start()
  }

  deinit { process?.endInput() }

  /// Keeps the server until nobody holds the other end of its input.
  private static let keeper = """
    folder=$1; shift
    "$@" < /dev/null &
    cat > /dev/null
    kill -QUIT $!
    wait
    rm -rf "$folder"
    """

  private var data: String { directory.file("data") }

  /// How clients find it.
  package var address: String { "host=\(directory.path) user=postgres dbname=postgres" }

  private static func words(_ program: String, _ arguments: [String]) -> (String, [String]) {
    let path = "\(programs)/\(program)"
    guard geteuid() == 0 else { return (path, arguments) }
    let user = ["--reuid=postgres", "--regid=postgres", "--clear-groups", path]
    return (SystemProgram.path("setpriv") ?? "setpriv", user + arguments)
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> CommandResult {
    let (path, words) = words(program, arguments)
    return try SystemProgram.run(path, words)
  }

  private func start() throws {
    let options = [
      "listen_addresses=", "unix_socket_directories=\(directory.path)", "shared_buffers=16MB",
      "fsync=off", "max_connections=30", "log_min_messages=fatal",
    ]
    let (path, words) = Self.words(
      "postgres", ["-D", data] + options.flatMap { ["-c", $0] })
    process = try SystemProgram.start(
      "sh", ["-c", Self.keeper, "sh", directory.path, path] + words, keepsInput: true)
    while try Self.run("pg_isready", ["-q", "-h", directory.path]).status != 0 {
      if let status = process?.status(within: 0) { throw TestFailure("postgres ended: \(status)") }
      usleep(10_000)
    }
  }

  /// What one statement or several give, as text.
  @discardableResult
  package func sql(_ text: String) throws -> String {
    let done = try SystemProgram.run(
      "\(Self.programs)/psql",
      [
        "-h", directory.path, "-U", "postgres", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", text,
        "postgres",
      ])
    guard done.status == 0 else { throw TestFailure("psql: \(done.errors)") }
    return done.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
