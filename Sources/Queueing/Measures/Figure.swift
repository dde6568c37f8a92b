/// A figure of a simulation with the interval in which the truth is in 95 of 100 simulations.
package struct Figure: Hashable, Sendable {
  package var mean: Double
  package var low: Double
  package var high: Double

  package init(mean: Double, low: Double, high: Double) {
    self.mean = mean
    self.low = low
    self.high = high
  }

  /// From values that are independent of each other: days, or plays of the same line.
  ///
  /// - Returns: Nil where there are fewer than two.
  init?(_ values: [Double]) {
    self.init(values, per: values.map { _ in 1 }, areNeighbours: false)
  }

  /// What parts are of their wholes, all together: waits of customers, customers of days.
  ///
  /// The customers of a batch are not independent, as who comes behind one who waits long waits long
  /// as well; so the range is that of the batches, each weighed with its whole (W. G. Cochran,
  /// Sampling Techniques, 1977, chapter 6). Nil where fewer than two batches have a whole.
  ///
  /// - Parameters:
  ///   - parts: A value a batch.
  ///   - wholes: As many.
  ///   - areNeighbours: Whether each batch begins as the one before it ended.
  init?(_ parts: [Double], per wholes: [Double], areNeighbours: Bool) {
    let whole = wholes.reduce(0, +)
    guard wholes.count(where: { $0 > 0 }) > 1 else { return nil }
    let mean = parts.reduce(0, +) / whole
    let unit = whole / Double(wholes.count)
    let off = zip(parts, wholes).map { part, whole in
      let off = part - mean * whole
      // What rounding leaves of equal batches is nothing.
      return abs(off) < 1e-11 * abs(part) ? 0 : off / unit
    }
    let error = SamplingError(off, areNeighbours: areNeighbours)
    self.init(mean: mean, low: mean + error.low, high: mean + error.high)
  }

  /// The range of a share, never narrower than what so many customers can tell who are independent
  /// of each other: of what has not happened once it is not told that it never does.
  ///
  /// Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
  /// Journal of the American Statistical Association 22 (1927).
  func asShare(of customers: Int) -> Figure {
    guard customers > 0 else { return self }
    let count = Double(customers)
    let square = 1.959_963_984_540_054 * 1.959_963_984_540_054
    let middle = (mean + square / (2 * count)) / (1 + square / count)
    let within = (mean * (1 - mean) * square / count + square * square / (4 * count * count))
      .squareRoot()
    let width = within / (1 + square / count)
    return Figure(
      mean: mean, low: max(0, min(low, middle - width)), high: min(1, max(high, middle + width)))
  }

  /// Whether nobody can tell on which side of a value the truth is.
  ///
  /// Within three standard errors instead of the two of a range: of many figures that are looked at,
  /// as hours of a day and numbers of tellers, one in twenty would be told apart by chance.
  func isNear(_ value: Double) -> Bool {
    guard low < high else { return false }
    return (mean - 1.5 * (mean - low)...mean + 1.5 * (high - mean)).contains(value)
  }

  /// The same in another unit.
  func scaled(by factor: Double) -> Figure {
    Figure(mean: mean * factor, low: low * factor, high: high * factor)
  }
}

/// How far the truth may be from a mean of batches, below and above it, in 95 of 100 simulations.
///
/// Student's range of the mean, for batches of a line that stands still until it grows far: their
/// values are skewed, and neighbours are alike. Source: A. Tafazzoli and J. R. Wilson, "Skart: A
/// skewness- and autoregression-adjusted batch-means procedure for simulation analysis", IIE
/// Transactions 43 (2011); the correction for skewness is that of R. Willink (2005).
struct SamplingError: Hashable, Sendable {
  /// 0 or less, and 0 or more.
  private(set) var low = 0.0
  private(set) var high = 0.0

  /// Fewer batches say too little of their own skewness and likeness.
  private static let enough = 10

  /// - Parameters:
  ///   - values: At least two, of a mean of about 0.
  ///   - areNeighbours: Whether each began as the one before it ended.
  init(_ values: [Double], areNeighbours: Bool) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let off = values.map { $0 - mean }
    let squares = off.reduce(0) { $0 + $1 * $1 }
    guard squares > 0 else { return }
    let deviation = (squares / (count - 1)).squareRoot()
    var error = deviation / count.squareRoot()
    var skewness = 0.0
    if values.count >= Self.enough {
      let cubes = off.reduce(0) { $0 + $1 * $1 * $1 }
      skewness = cubes * count / ((count - 1) * (count - 2)) / (deviation * deviation * deviation)
      if areNeighbours {
        let likeness = zip(off, off.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / squares
        let bounded = min(0.8, max(0, likeness))
        error *= ((1 + bounded) / (1 - bounded)).squareRoot()
      }
    }
    let student = studentQuantile(freedom: values.count - 1)
    let shift = skewness / (6 * count.squareRoot())
    low = min(0, -Self.bent(student, shift) * error)
    high = max(0, -Self.bent(-student, shift) * error)
  }

  /// What a quantile of Student's becomes where values are skewed.
  private static func bent(_ quantile: Double, _ shift: Double) -> Double {
    guard abs(shift) > 1e-9 else { return quantile }
    return (cubeRoot(1 + 6 * shift * (quantile - shift)) - 1) / (2 * shift)
  }

  /// By Newton's way and of nothing but exact operations, so that it is the same on every machine.
  static func cubeRoot(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    let size = abs(value)
    var root = size > 1 ? size : 1
    // Newton's steps come down to the root from above.
    while true {
      let next = (2 * root + size / (root * root)) / 3
      guard next < root else { return value < 0 ? -root : root }
      root = next
    }
  }
}

/// What 97.5 percent of Student's t distribution does not exceed.
///
/// Below ten degrees from the tables, from there on by the first terms of the expansion around the
/// normal distribution (Abramowitz and Stegun 26.7.5), which is right to four digits there.
func studentQuantile(freedom: Int) -> Double {
  let table = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622]
  guard freedom > table.count else { return table[max(0, freedom - 1)] }
  let normal = 1.959_963_984_540_054
  let cube = normal * normal * normal
  let fifth = cube * normal * normal
  let degrees = Double(freedom)
  return normal + (cube + normal) / (4 * degrees)
    + (5 * fifth + 16 * cube + 3 * normal) / (96 * degrees * degrees)
    + (3 * fifth * normal * normal + 19 * fifth + 17 * cube - 15 * normal)
    / (384 * degrees * degrees * degrees)
}
