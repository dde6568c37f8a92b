internal import Queueing

/// The waiting line of a branch: for each service and grade a first-in first-out queue.
///
/// It knows order and nothing else: no clock, no tellers, no numbers. Whoever waits has an `order`,
/// lower for whoever came earlier; the same engine runs in real and in virtual time.
struct CounterQueue<Customer> {
  /// Where somebody waits; for ``remove(at:)``.
  struct Place: Hashable, Sendable {
    let service: Int
    let grade: Grade
    fileprivate let position: LinkedList<Entry>.Position
  }

  /// A customer and the order of arrival.
  struct Entry {
    let customer: Customer
    let order: Int64
  }

  private static var grades: Int { Grade.allCases.count }

  /// One for each service and grade, grades side by side.
  private var queues: [Queue<Entry>]
  /// Waiting customers of each grade in all services.
  private var countOfGrade = [Int](repeating: 0, count: Self.grades)
  private var marked: (queues: Int, countOfGrade: [Int])?

  init(services: Int) {
    queues = Array(repeating: Queue(), count: services * Self.grades)
  }

  var count: Int { countOfGrade.reduce(0, +) }
  var isEmpty: Bool { count == 0 }
  var serviceCount: Int { queues.count / Self.grades }

  mutating func addService() {
    queues.append(contentsOf: repeatElement(Queue(), count: Self.grades))
  }

  /// How many wait for a service with at least a grade.
  func count(service: Int, upTo grade: Grade = .normal) -> Int {
    var count = 0
    for rank in 0...grade.rawValue { count += queues[service * Self.grades + rank].count }
    return count
  }

  /// Adds a customer behind all of the same service and grade who came earlier.
  ///
  /// O(1) for the newest; one who comes back into the line passes those who came later.
  mutating func enqueue(
    _ customer: Customer, service: Int, grade: Grade, order: Int64
  ) -> Place {
    countOfGrade[grade.rawValue] += 1
    let position = queues[service * Self.grades + grade.rawValue].enqueue(
      Entry(customer: customer, order: order), behind: { $0.order < order })
    return Place(service: service, grade: grade, position: position)
  }

  /// Takes a customer out of the middle in O(1); nil where nobody is there any more.
  mutating func remove(at place: Place) -> Customer? {
    let index = place.service * Self.grades + place.grade.rawValue
    guard let entry = queues[index].remove(at: place.position) else { return nil }
    countOfGrade[place.grade.rawValue] -= 1
    return entry.customer
  }

  /// How many of the same service go first, and this one; as many steps as go first in the grade.
  func position(of place: Place) -> Int {
    let rank = place.grade.rawValue
    let better = Grade(rawValue: rank - 1).map { count(service: place.service, upTo: $0) } ?? 0
    return better + queues[place.service * Self.grades + rank].position(of: place.position)
  }

  subscript(place: Place) -> Customer? {
    queues[place.service * Self.grades + place.grade.rawValue][place.position]?.customer
  }

  /// Takes whoever is next for a teller of these services: by grade, then by order of arrival.
  mutating func next(for services: ServiceSet) -> Customer? {
    for rank in 0..<Self.grades where countOfGrade[rank] > 0 {
      var best: (index: Int, order: Int64)?
      for service in services {
        let index = service * Self.grades + rank
        guard let head = queues[index].peek() else { continue }
        if best.map({ head.order < $0.order }) ?? true { best = (index, head.order) }
      }
      guard let best else { continue }
      countOfGrade[rank] -= 1
      return queues[best.index].dequeue()?.customer
    }
    return nil
  }

  mutating func removeAll() {
    for index in queues.indices { queues[index].clear() }
    countOfGrade = [Int](repeating: 0, count: Self.grades)
  }

  /// Notes what the line is, for ``revert()``.
  mutating func mark() {
    marked = (queues.count, countOfGrade)
    for index in queues.indices { queues[index].mark() }
  }

  /// What was done since ``mark()`` stays.
  mutating func unmark() {
    marked = nil
    for index in queues.indices { queues[index].unmark() }
  }

  /// Makes the line what it was at ``mark()``, in as many steps as were done since.
  mutating func revert() {
    guard let mark = marked else { return }
    marked = nil
    queues.removeLast(queues.count - mark.queues)
    countOfGrade = mark.countOfGrade
    for index in queues.indices { queues[index].revert() }
  }

  /// Whoever came first of those who wait for a service, in its best grade.
  func earliest(service: Int) -> Customer? {
    for rank in 0..<Self.grades {
      if let head = queues[service * Self.grades + rank].peek() { return head.customer }
    }
    return nil
  }

  /// Those who are called before a newcomer of a grade to some services, in their order, for as long
  /// as `body` wants more of them.
  func forEachAhead(
    of grade: Grade, in services: ServiceSet, _ body: (Customer) -> Bool
  ) {
    for rank in 0...grade.rawValue where countOfGrade[rank] > 0 {
      var heads = services.compactMap { service -> (Entry, LinkedList<Entry>.Iterator)? in
        var iterator = queues[service * Self.grades + rank].makeIterator()
        return iterator.next().map { ($0, iterator) }
      }
      while let first = heads.indices.min(by: { heads[$0].0.order < heads[$1].0.order }) {
        guard body(heads[first].0.customer) else { return }
        if let next = heads[first].1.next() {
          heads[first].0 = next
        } else {
          heads.remove(at: first)
        }
      }
    }
  }

  /// Everybody who waits, by grade and then by order of arrival.
  func inOrder() -> [Customer] {
    var all: [Entry] = []
    all.reserveCapacity(count)
    for rank in 0..<Self.grades where countOfGrade[rank] > 0 {
      let start = all.count
      for service in 0..<serviceCount {
        all.append(contentsOf: queues[service * Self.grades + rank])
      }
      all[start...].sort { $0.order < $1.order }
    }
    return all.map(\.customer)
  }
}

extension CounterQueue.Entry: Sendable where Customer: Sendable {}
extension CounterQueue: Sendable where Customer: Sendable {}
