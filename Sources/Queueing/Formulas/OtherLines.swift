/// One server, Poisson arrivals, any times: M/G/1.
///
/// F. Pollaczek, 1930, and A. Khinchine, 1932; Gross and Harris, section 5.1.
///
/// - Parameters:
///   - arrivalRate: Customers per unit of time.
///   - mean: Of the time of service, in that unit.
///   - variance: Of the time of service, in that unit squared.
/// - Returns: The mean wait; infinite where the line grows without end.
package func pollaczekKhinchineWait(arrivalRate: Double, mean: Double, variance: Double) -> Double {
  let utilisation = arrivalRate * mean
  guard utilisation < 1 else { return .infinity }
  return arrivalRate * (variance + mean * mean) / (2 * (1 - utilisation))
}

/// Several servers, Poisson arrivals, one fixed time of service: M/D/c.
///
/// C. Crommelin, "Delay Probability Formulae When the Holding Times Are Constant", 1932: the mean
/// wait is D·Σ over i ≥ 1 of P(N ≥ ic) - (c/a)·P(N ≥ ic + 1), where N is Poisson with mean i·a and a
/// is the load.
///
/// - Returns: The mean wait; infinite where the line grows without end.
package func crommelinWait(arrivalRate: Double, time: Double, servers: Int) -> Double {
  let load = arrivalRate * time
  let count = Double(servers)
  guard load < count else { return .infinity }
  var sum = 0.0
  for step in 1...100_000 {
    let mean = Double(step) * load
    let atLeast = poissonTail(mean, from: step * servers)
    let more = atLeast.tail - atLeast.first
    let term = atLeast.tail - count / load * more
    sum += term
    if term < 1e-13 * max(sum, 1e-300) { break }
  }
  return max(0, sum) * time
}

/// P(N ≥ k) and P(N = k) of a Poisson distribution, with the terms added from the largest.
private func poissonTail(_ mean: Double, from first: Int) -> (tail: Double, first: Double) {
  var logarithm = -mean
  for number in 1...max(1, first) where first > 0 {
    logarithm += portableLogarithm(mean) - portableLogarithm(Double(number))
  }
  let start = naturalPower(logarithm)
  var term = start
  var tail = start
  var number = Double(first)
  while term > 1e-18 * tail, term > 1e-300 || number < mean {
    number += 1
    term *= mean / number
    tail += term
  }
  return (tail, start)
}

/// Several servers, arrivals at even distances, exponential times: D/M/c.
///
/// L. Takács, "Introduction to the Theory of Queues", 1962, chapter 2, for GI/M/c with the
/// transform e^(-s·d) of a fixed distance d.
///
/// - Returns: The mean wait; infinite where the line grows without end.
package func evenArrivalsWait(distance: Double, serviceRate: Double, servers: Int) -> Double {
  let count = Double(servers)
  guard 1 / distance < count * serviceRate else { return .infinity }
  // The root below 1 of x = transform of c·µ·(1 - x); the iteration rises to it from 0.
  var root = 0.0
  for _ in 0..<100_000 {
    let next = naturalPower(-count * serviceRate * (1 - root) * distance)
    if abs(next - root) < 1e-15 { break }
    root = next
  }
  var product = 1.0
  var choose = 1.0
  var sum = 1 / (1 - root)
  for server in 1...servers {
    let number = Double(server)
    let transform = naturalPower(-number * serviceRate * distance)
    product *= transform / (1 - transform)
    choose *= (count - number + 1) / number
    sum +=
      choose / (product * (1 - transform)) * (count * (1 - transform) - number)
      / (count * (1 - root) - number)
  }
  let waits = 1 / (sum * (1 - root))
  return waits / (count * serviceRate * (1 - root))
}
