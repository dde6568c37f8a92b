import Glibc
import LinuxSystem
import Testing

@testable import Queueing

@Suite("RandomNumbers")
struct RandomNumbersTests {
  @Test("the generator gives the published numbers of xoshiro256**")
  func published() {
    // From the state 1, 2, 3, 4, as in the tests of Rust's rand_xoshiro.
    var random = RandomNumbers(words: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
      10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test("seeds are spread by the published numbers of SplitMix64")
  func splitMix() {
    var mixer = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in mixer.next() } == expected)
  }

  @Test("numbers below a bound are all reached and none is outside", arguments: [1, 2, 21, 1000])
  func below(_ bound: Int) {
    var random = RandomNumbers(seed: 3)
    var seen = Set<Int>()
    for _ in 0..<bound * 20 { seen.insert(random.below(bound)) }
    #expect(seen == Set(0..<bound))
  }

  /// A distribution, and two of its quantiles as tables have them.
  struct Drawn: Sendable, CustomStringConvertible {
    let description: String
    let p50: Double
    let p90: Double
    let draw: @Sendable (inout RandomNumbers) -> Double
  }

  @Test(
    "normal, gamma and Student's numbers are below the quantiles of the tables as often as they say",
    arguments: [
      Drawn(description: "normal", p50: 0, p90: 1.2816) { $0.normal() },
      Drawn(description: "gamma 1/2", p50: 0.2275, p90: 1.3528) { $0.gamma(0.5) },
      Drawn(description: "gamma 1", p50: 0.6931, p90: 2.3026) { $0.gamma(1) },
      Drawn(description: "gamma 3", p50: 2.6741, p90: 5.3223) { $0.gamma(3) },
      Drawn(description: "t 1", p50: 0, p90: 3.0777) { $0.student(1) },
      Drawn(description: "t 4", p50: 0, p90: 1.5332) { $0.student(4) },
      Drawn(description: "t 30", p50: 0, p90: 1.3104) { $0.student(30) },
    ])
  func continuous(_ drawn: Drawn) {
    var random = RandomNumbers(seed: 11)
    let count = 10_000
    var within = (p50: 0, p90: 0)
    for _ in 0..<count {
      let number = drawn.draw(&random)
      if number <= drawn.p50 { within.p50 += 1 }
      if number <= drawn.p90 { within.p90 += 1 }
    }
    // Three standard errors.
    #expect(abs(Double(within.p50) / Double(count) - 0.5) < 0.015)
    #expect(abs(Double(within.p90) / Double(count) - 0.9) < 0.009)
  }

  @Test("the portable logarithm is within two units in the last place of the C library's")
  func logarithm() {
    var random = RandomNumbers(seed: 5)
    for _ in 0..<100_000 {
      let number = 1 - random.unit()
      let expected = log(number)
      #expect(abs(portableLogarithm(number) - expected) <= 2 * expected.ulp)
    }
    #expect(portableLogarithm(1) == 0)
    #expect(portableLogarithm(0x1p-53) == -36.7368005696771)
  }
}
