/// One service with tellers of its own, endless patience and room: the fast way to play it.
///
/// Customers are called in the order in which they come, by the teller who is free first, so that
/// nothing but the tellers' next free moments needs to be kept (J. Kiefer and J. Wolfowitz, "On the
/// Theory of Queues with Many Servers", 1955). One loop, no events.
struct OneLine: Sendable {
  private let time: DurationDraw
  private let arrivals: ArrivalDraw
  private let samples: [Int64]
  private var free: [Int64]
  private(set) var busy: [Double]
  private var random: RandomNumbers
  private(set) var now: Int64 = 0
  private(set) var sum = 0.0
  private(set) var waited = 0

  init(_ service: Scenario.Service, tellers: Int, _ random: RandomNumbers) {
    var samples: [Int64] = []
    time = DurationDraw(service.time, &samples)
    arrivals = ArrivalDraw(service.arrivals)
    self.samples = samples
    free = Array(repeating: 0, count: tellers)
    busy = Array(repeating: 0, count: tellers)
    self.random = random
  }

  mutating func play(customers: Int, _ waits: inout WaitCounts) {
    var random = random
    var now = now
    var sum = 0.0
    var waited = 0
    free.withUnsafeMutableBufferPointer { free in
      busy.withUnsafeMutableBufferPointer { busy in
        for _ in 0..<customers {
          now = arrivals.next(after: now, [], &random)
          let first = Self.first(of: free)
          let duration = time.draw(samples, &random)
          let start = max(now, free[first])
          free[first] = start + duration
          busy[first] += Double(duration)
          let wait = start - now
          waits.add(wait)
          sum += Double(wait)
          waited += wait > 0 ? 1 : 0
        }
      }
    }
    self.random = random
    self.now = now
    self.sum += sum
    self.waited += waited
  }

  /// The teller who is free first; without branches, which nothing could foretell.
  @inline(__always)
  private static func first(of free: UnsafeMutableBufferPointer<Int64>) -> Int {
    var first = 0
    var moment = free[0]
    for teller in 1..<max(1, free.count) {
      let isEarlier = free[teller] < moment
      first = isEarlier ? teller : first
      moment = isEarlier ? free[teller] : moment
    }
    return first
  }

  /// Another batch begins.
  mutating func clear() {
    sum = 0
    waited = 0
    for teller in busy.indices { busy[teller] = 0 }
  }
}
