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

  /// From values that are independent of each other, or nearly so: means of long batches, or days.
  ///
  /// Customers are neither: who comes behind one who waits long waits long as well.
  ///
  /// - Returns: Nil where there are fewer than two.
  init?(_ values: [Double]) {
    guard values.count > 1 else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    let width = error == 0 ? 0 : error * studentQuantile(freedom: values.count - 1)
    self.init(mean: mean, low: mean - width, high: mean + width)
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
