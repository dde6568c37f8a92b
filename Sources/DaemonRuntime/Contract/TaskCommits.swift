internal import IPCProtocol
internal import Loop
internal import Storage

/// Whether a request that is worked on beside the loop has changed something: each of its changes is a
/// commit of its own, so a store that fails later has not left everything as it was.
@LoopActor
final class TaskCommits {
  @TaskLocal static var current: TaskCommits?

  private var isAny = false

  /// A change of the request under way is on disk.
  func note() { isAny = true }

  /// The same work, whose failure says what became of all its changes.
  nonisolated static func followed(_ work: @escaping MethodEntry.Work) -> MethodEntry.Work {
    {
      let commits = TaskCommits()
      do {
        return try await $current.withValue(commits) { try await work() }
      } catch {
        throw await commits.told(error)
      }
    }
  }

  private func told(_ error: any Error) -> any Error {
    guard isAny else { return error }
    switch error {
    case let error as SQLiteError: return Self.partial(error.remedy, error.wireData)
    case let error as WireError where error.kind == .storageFailed:
      return Self.partial(error.message, error.data)
    default: return error
    }
  }

  private static func partial(_ sentence: String, _ data: JSONObject) -> WireError {
    WireError(
      .outcomeUnknown,
      "a part of this was done before the store failed; look before you repeat it: \(sentence)",
      data: data)
  }
}
