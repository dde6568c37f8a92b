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
