internal import IPCProtocol

/// A request that is worked on off the loop.
///
/// It ends once: by its result, by a cancellation, by its deadline, or with its connection.
@LoopActor
final class RunningTask {
  private var task: Task<Void, Never>?
  private var deadline: LoopTimer?
  private var finish: (@LoopActor (Result<[UInt8], any Error>) -> Void)?

  init(finish: @escaping @LoopActor (Result<[UInt8], any Error>) -> Void) {
    self.finish = finish
  }

  func start(_ work: @escaping MethodEntry.Work) {
    task = Task { @LoopActor [weak self] in
      do {
        let bytes = try await work()
        self?.end(.success(bytes))
      } catch {
        self?.end(.failure(error))
      }
    }
  }

  func arm(deadline timer: LoopTimer, milliseconds: Int64) {
    deadline = timer
    timer.arm(afterMicroseconds: milliseconds * 1000)
  }

  /// Ends with an error now; what the work does later is dropped.
  func stop(_ error: WireError) {
    task?.cancel()
    end(.failure(error))
  }

  private func end(_ result: Result<[UInt8], any Error>) {
    guard let finish else { return }
    self.finish = nil
    deadline = nil
    finish(result)
  }
}
