/// e to a power by additions, multiplications and scaling only, for the reason of
/// ``portableLogarithm(_:)``.
///
/// The power is n·ln 2 + r with |r| at most ln 2 / 2; e^r is its series up to where the terms are
/// below 1e-17, and 2^n is exact.
package func naturalPower(_ power: Double) -> Double {
  guard power > -745 else { return 0 }
  guard power < 709 else { return .infinity }
  let steps = (power * 1.442_695_040_888_963_4).rounded()
  // ln 2 in two parts, so that the first product is exact.
  let rest = power - steps * 0.693_147_180_369_123_8 - steps * 1.908_214_929_270_587_7e-10
  var term = 1.0
  var sum = 1.0
  for number in 1...18 {
    term *= rest / Double(number)
    sum += term
  }
  return sum * Double(sign: .plus, exponent: Int(steps), significand: 1)
}
