/// Customers of one service and grade, first in first out, in a ring that grows by doubling.
struct WaitingRing: Sendable {
  struct Customer: Sendable {
    var arrived: Int64
    /// When patience ends; `Int64.max` where it does not.
    var leaves: Int64
    /// Lower for who came earlier.
    var order: Int64
  }

  private var slots: [Customer]
  private var head = 0
  private(set) var count = 0

  init() {
    slots = Array(repeating: Customer(arrived: 0, leaves: 0, order: 0), count: 16)
  }

  var first: Customer? { count == 0 ? nil : slots[head] }

  mutating func append(_ customer: Customer) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = customer
    count += 1
  }

  mutating func removeFirst() {
    head = (head + 1) & (slots.count - 1)
    count -= 1
  }

  private mutating func grow() {
    var larger = slots
    for index in 0..<count { larger[index] = slots[(head + index) & (slots.count - 1)] }
    larger.append(contentsOf: slots)
    slots = larger
    head = 0
  }
}
