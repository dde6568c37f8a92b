import HTTPClient
import Testing

@Suite("Backoff")
struct BackoffTests {
  private let backoff = Backoff(firstSeconds: 1, longestSeconds: 60)

  @Test(
    "waits double up to the longest",
    arguments: [(1, 1.0), (2, 2), (3, 4), (6, 32), (7, 60), (9999, 60)])
  func doubles(failures: Int, longest: Double) {
    #expect(backoff.seconds(after: failures, share: 1) == longest)
  }

  @Test("jitter spreads from a tenth to the whole")
  func jitter() {
    #expect(backoff.seconds(after: 3, share: 0) == 0.4)
    #expect(backoff.seconds(after: 3, share: 0.5) == 4 * 0.55)
  }
}
