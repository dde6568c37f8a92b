/// Lets one after another through, in the order in which they came.
@LoopActor
package final class OneAtATime {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package nonisolated init() {}

  /// Runs `body` when everybody who came before has left.
  @concurrent
  package nonisolated func run<T: Sendable>(
    _ body: @Sendable @concurrent () async throws -> T
  ) async throws -> T {
    await enter()
    do {
      let result = try await body()
      await leave()
      return result
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// The place goes to the next one without being free in between.
  private func leave() {
    guard !waiting.isEmpty else { return isTaken = false }
    waiting.removeFirst().resume()
  }
}
