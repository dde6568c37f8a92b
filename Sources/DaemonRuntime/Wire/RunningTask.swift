internal import IPCProtocol
internal import Loop

/// A request that is worked on off the loop.
///
/// It ends once: by its result, by a cancellation, by its deadline, or with its connection. The work
/// is asked to end as well, and is counted until it has.
@LoopActor
final class RunningTask {
  private let turn: Turn
  private let user: UserShare
  private var task: Task<Void, Never>?
  private var deadline: LoopTimer?
  /// Nil for what is no change; see ``PreparedChange``.
  private let change: PreparedChange?
  private let release: @LoopActor () -> Void
  private var finish: (@LoopActor (Result<[UInt8], any Error>) -> Void)?
  private var isOverdue = false

  /// - Parameters:
  ///   - turn: Counts it.
  ///   - user: Whose it is.
  ///   - change: The change that it prepares, if it does.
  ///   - release: Gives back what the work has used; called when it returns, before the end.
  ///   - finish: Called at the end, with the result.
  init(
    turn: Turn, user: UserShare, change: PreparedChange?,
    release: @escaping @LoopActor () -> Void,
    finish: @escaping @LoopActor (Result<[UInt8], any Error>) -> Void
  ) {
    self.change = change
    self.release = release
    self.turn = turn
    self.user = user
    self.finish = finish
  }

  /// Whether it is carried out also where nobody reads what comes of it.
  var isChange: Bool { change != nil }

  /// The work keeps this alive until it returns: a notification has nobody else who does.
  func start(_ work: @escaping MethodEntry.Work) {
    turn.workBegan(of: user)
    task = Task { @LoopActor in
      let result: Result<[UInt8], any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      turn.workReturned(of: user, wasOverdue: isOverdue)
      release()
      isOverdue = false
      task = nil
      end(result)
    }
  }

  func arm(deadline timer: LoopTimer, milliseconds: Int64) {
    deadline = timer
    timer.arm(afterMicroseconds: milliseconds * 1000)
  }

  /// Ends with an error now; what the work does later is dropped.
  func stop(_ error: WireError) {
    // What is made is answered as what it comes to.
    if let change, change.isMade { return }
    if let task, !isOverdue {
      task.cancel()
      isOverdue = true
      turn.workBecameOverdue()
    }
    end(.failure(error))
  }

  /// Ends with what comes first; what comes later is dropped.
  func end(_ result: Result<[UInt8], any Error>) {
    guard let finish else { return }
    self.finish = nil
    deadline = nil
    finish(result)
  }
}
