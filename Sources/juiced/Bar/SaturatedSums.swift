extension Int64 {
  /// A sum of money that stays where it would be too large: no amount may end the daemon.
  func saturated(adding other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }

  func saturated(times price: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: price)
    return isTooLarge ? (self < 0 ? .min : .max) : product
  }
}
