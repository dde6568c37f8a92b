import Testing

@testable import DaemonRuntime

@Suite("LatencyHistogram")
struct LatencyHistogramTests {
  @Test(
    "a value lies in its bucket, which is at most an eighth wide",
    arguments: [
      0, 1, 7, 8, 9, 15, 16, 17, 31, 100, 999, 1_000_000, 123_456_789, UInt64(1) << 50,
    ])
  func bucketHoldsItsValue(_ value: UInt64) {
    let bucket = LatencyHistogram.bucket(value)
    let lower = LatencyHistogram.lowerBound(bucket)
    let upper = LatencyHistogram.lowerBound(bucket + 1)
    #expect(lower <= value)
    #expect(value < upper)
    #expect(upper - lower <= max(1, lower / 8))
  }

  @Test("buckets follow each other without a gap")
  func bucketsAreContiguous() {
    for bucket in 0..<400 {
      #expect(LatencyHistogram.bucket(LatencyHistogram.lowerBound(bucket)) == bucket)
    }
  }

  @Test("quantiles are by nearest rank")
  func quantiles() {
    var histogram = LatencyHistogram()
    #expect(histogram.quantile(0.5) == nil)
    for _ in 0..<99 { histogram.record(nanoseconds: 1000) }
    histogram.record(nanoseconds: 1_000_000)
    // 1000 ns lies in [960, 1024), whose middle is 992; 1,000,000 in [983040, 1048576).
    #expect(histogram.quantile(0.5) == 992e-9)
    #expect(histogram.quantile(0.99) == 992e-9)
    #expect(histogram.quantile(1.0) == 1_015_808e-9)
    #expect(histogram.total == 100)
  }
}
