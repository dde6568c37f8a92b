internal import Glibc
internal import LinuxSystem
internal import Loop

/// A connection that was opened on a thread of its own, on its way to the loop, which has it alone from
/// then on: names are looked up and certificates checked by libpq while nobody waits.
struct OpenedConnection: @unchecked Sendable {
  let handle: LibPQ.Connection
}

extension PostgresConnection {
  /// Seconds for one of the servers that an address names.
  private nonisolated static let patience = "2"

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - address: As libpq has it, `host=db1,db2 dbname=mate` or `postgresql://…`
  ///     (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
  ///   - name: By which the server's own views call the session.
  /// - Returns: The connection, on the loop.
  /// - Throws: ``PostgresError`` with what each server had to say.
  package static func open(
    _ address: String, name: String
  ) async throws(PostgresError) -> PostgresConnection {
    guard let library = LibPQ.shared else {
      throw PostgresError(.noLibrary, "libpq is not installed")
    }
    let outcome = await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start {
        continuation.resume(returning: connect(address, name: name, library))
      }
      if !isStarted {
        continuation.resume(
          returning: .failure(PostgresError(.unreachable, "no thread can be started")))
      }
    }
    return PostgresConnection(try outcome.get(), library)
  }

  /// What an address says overrides what stands before it here.
  private nonisolated static func connect(
    _ address: String, name: String, _ library: LibPQ
  ) -> Result<OpenedConnection, PostgresError> {
    guard ServerAddress(address, library).isPlausible else {
      return .failure(PostgresError(.address, "the address cannot be read"))
    }
    let parameters = [
      ("connect_timeout", patience), ("keepalives_idle", "2"), ("keepalives_interval", "1"),
      ("keepalives_count", "3"), ("dbname", address), ("fallback_application_name", name),
      ("client_encoding", "UTF8"),
    ]
    let words = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in words + values { free(text) } }
    let opened = (words.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { words in
      (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
        words.baseAddress.flatMap { words in
          values.baseAddress.flatMap { library.connect(words, $0, 1) }
        }
      }
    }
    guard let opened else {
      return .failure(PostgresError(.unreachable, "there is no memory for a connection"))
    }
    if library.status(opened) == LibPQ.isConnected {
      return .success(OpenedConnection(handle: opened))
    }
    return explained(opened, library)
  }

  /// Asks once more for the reason, where a server has refused in words: only so libpq tells it.
  private nonisolated static func explained(
    _ opened: LibPQ.Connection, _ library: LibPQ
  ) -> Result<OpenedConnection, PostgresError> {
    func words() -> String { library.errorMessage(opened).map { String(cString: $0) } ?? "" }
    let message = words()
    var states = ""
    if ConnectionComplaint.isServers(message) {
      _ = library.setVerbosity(opened, LibPQ.asState)
      library.connectAgain(opened)
      if library.status(opened) == LibPQ.isConnected {
        _ = library.setVerbosity(opened, LibPQ.inWords)
        return .success(OpenedConnection(handle: opened))
      }
      states = words()
    }
    library.finish(opened)
    let kind = ConnectionComplaint.kind(message, states: states)
    return .failure(PostgresError(kind, message))
  }
}
