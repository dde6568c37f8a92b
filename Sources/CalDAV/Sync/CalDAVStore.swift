package import TaskFormats
package import Values

/// A task with the number of its last change.
package struct LocalTask: Sendable {
  package let record: TaskRecord
  /// Another one, and not 0, after every change.
  package let revision: UInt64

  package init(record: TaskRecord, revision: UInt64) {
    self.record = record
    self.revision = revision
  }
}

/// The tasks of this machine, and the memory of what the server has.
///
/// Each call is durable when it returns. Between two of them the process may be killed: whatever
/// was done is then done again without harm.
package protocol CalDAVStore: Sendable {
  /// The revisions of all tasks that are to be on the server.
  func revisions() async throws -> [UUID: UInt64]

  /// A task as it is now; nil where it is not there or was removed.
  func task(_ id: UUID) async throws -> LocalTask?

  /// Takes in what the server has: puts it together with what has changed here, as
  /// ``TaskRecord/merged(with:)`` does, and remembers ``RemoteTask/entry(with:)`` in the same step.
  ///
  /// Between the two nobody may be killed: a task that has the server's words under a memory of
  /// older ones looks as if it had been edited here.
  ///
  /// - Returns: The task as it is now; nil where it was removed here and is to stay so.
  /// - Throws: Whatever ends the synchronisation.
  func merge(_ remote: RemoteTask) async throws -> LocalTask?

  /// Removes the task of an object that is gone from the server, unless it was changed since the
  /// entry's revision.
  ///
  /// - Returns: Whether it was removed now.
  func lose(_ entry: CalDAVEntry) async throws -> Bool

  func remember(_ entry: CalDAVEntry) async throws
  func forget(_ address: DAVAddress) async throws
  /// Called once everything that the token stands for was taken in.
  func remember(token: String?) async throws
}
