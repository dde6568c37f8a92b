/// Draws from distributions that say how sure one may be of what was seen; by additions,
/// multiplications, roots and ``portableLogarithm(_:)`` only, for its reason.
extension RandomNumbers {
  /// From the standard normal distribution: the polar method, Marsaglia and Bray 1964.
  package mutating func normal() -> Double {
    while true {
      let across = 2 * unit() - 1
      let square = across * across + { $0 * $0 }(2 * unit() - 1)
      guard square < 1, square > 1e-300 else { continue }
      return across * (-2 * portableLogarithm(square) / square).squareRoot()
    }
  }

  /// From the gamma distribution with a shape and scale 1, whose mean is the shape.
  ///
  /// Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", 2000; shapes below 1 by
  /// their last section.
  ///
  /// - Precondition: `shape` is above 0.
  package mutating func gamma(_ shape: Double) -> Double {
    precondition(shape > 0, "no gamma distribution has the shape \(shape)")
    guard shape >= 1 else {
      return gamma(shape + 1) * naturalPower(portableLogarithm(1 - unit()) / shape)
    }
    let reduced = shape - 1 / 3.0
    let factor = 1 / (9 * reduced).squareRoot()
    while true {
      let normal = normal()
      let root = 1 + factor * normal
      guard root > 0 else { continue }
      let cube = root * root * root
      let bound = normal * normal / 2 + reduced * (1 - cube + portableLogarithm(cube))
      if portableLogarithm(1 - unit()) < bound { return reduced * cube }
    }
  }

  /// From Student's t distribution: how far the mean of a few may be from the truth, in its standard
  /// errors, when the error itself is known from these few only.
  ///
  /// Degrees of freedom are one less than were seen.
  ///
  /// - Precondition: `freedom` is above 0.
  package mutating func student(_ freedom: Double) -> Double {
    let chance = 2 * gamma(freedom / 2) / freedom
    return normal() / max(chance, 1e-300).squareRoot()
  }
}
