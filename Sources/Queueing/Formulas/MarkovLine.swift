/// One line before equal servers where customers lose patience or find no room: M/M/c/K+M.
///
/// A chain of births and deaths, solved by its balance; without room's limit Erlang A: C. Palm,
/// "Research on telephone traffic carried by full availability groups", 1946.
package struct MarkovLine: Hashable, Sendable {
  /// Of those who come, the share that waits before it is served, leaves, or finds no room.
  package let probabilityOfWait: Double
  package let shareLeft: Double
  package let shareTurnedAway: Double
  /// Customers in line at a moment, those in service not counted.
  package let meanLine: Double
  /// In the line, of all who came in: also of those who left it.
  package let meanTimeInLine: Double
  /// In the line, of those who were served in the end.
  package let meanWaitOfServed: Double

  /// Nil where the line grows without end.
  ///
  /// `patience` is the mean of an exponential patience, nil where it is endless; `room` is how many
  /// may wait, nil where there is room for all.
  package init?(
    arrivalRate: Double, serviceRate: Double, servers: Int, patience: Double?, room: Int?
  ) {
    let all = Double(servers)
    guard patience != nil || room != nil || arrivalRate < all * serviceRate else { return nil }
    let leaving = patience.map { 1 / $0 } ?? 0
    // Weights relative to the empty branch, scaled down before they could overflow.
    var weight = 1.0
    var total = 1.0
    var allBusy = 0.0
    var line = 0.0
    var full = 0.0
    var state = 0
    // Of who comes and finds the branch in a state: the chance to be served, and the wait times it.
    // A place in line is left at the rate at which those before it go and one's own patience ends; which
    // of the two it was has nothing to do with how long it took.
    var (chance, wait) = (1.0, 0.0)
    var (served, waited) = (servers > 0 ? 1.0 : 0, 0.0)
    while room.map({ state < servers + $0 }) ?? true {
      state += 1
      let waiting = Double(max(0, state - servers))
      weight *= arrivalRate / (Double(min(state, servers)) * serviceRate + waiting * leaving)
      total += weight
      line += waiting * weight
      if state >= servers {
        allBusy += weight
        let place = Double(state - servers + 1)
        let rate = all * serviceRate + place * leaving
        let moves = (rate - leaving) / rate
        (chance, wait) = (moves * chance, moves * (wait + chance / rate))
        // Who finds no room is not served.
        if room.map({ state < servers + $0 }) ?? true {
          served += weight * chance
          waited += weight * wait
        }
      } else {
        served += weight
      }
      full = weight
      if weight > 1e200 {
        (weight, total, allBusy, line, full) =
          (weight / 1e200, total / 1e200, allBusy / 1e200, line / 1e200, full / 1e200)
        (served, waited) = (served / 1e200, waited / 1e200)
      }
      if room == nil, state > servers, weight * waiting < 1e-18 * max(line, 1e-300) { break }
    }
    shareTurnedAway = room == nil ? 0 : full / total
    probabilityOfWait = allBusy / total - shareTurnedAway
    meanLine = line / total
    shareLeft = leaving * meanLine / arrivalRate
    meanWaitOfServed = waited / served
    meanTimeInLine = meanLine / (arrivalRate * (1 - shareTurnedAway))
  }
}
