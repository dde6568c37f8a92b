import Queueing
import Testing

@testable import bankd

@Suite("Queue")
struct QueueTests {
  @Test("whoever came first goes first")
  func firstInFirstOut() {
    var queue = Queue<String>()
    for name in ["a", "b", "c"] { queue.enqueue(name) }
    #expect(queue.dequeue() == "a")
    queue.enqueue("d")
    #expect([queue.dequeue(), queue.dequeue(), queue.dequeue()] == ["b", "c", "d"])
  }

  @Test("an empty queue has nothing to give")
  func empty() {
    var queue = Queue<Int>()
    #expect(queue.isEmpty)
    #expect(queue.dequeue() == nil)
    #expect(queue.peek() == nil)
    queue.clear()
    #expect(queue.isEmpty)
  }

  @Test("peek leaves the first in its place")
  func peek() {
    var queue = Queue<Int>()
    queue.enqueue(7)
    #expect(queue.peek() == 7)
    #expect(queue.count == 1)
    #expect(queue.dequeue() == 7)
    #expect(queue.isEmpty)
  }

  @Test("clear empties it, and it can be used again")
  func clear() {
    var queue = Queue<Int>()
    for number in 1...5 { queue.enqueue(number) }
    queue.clear()
    #expect(queue.isEmpty)
    #expect(queue.peek() == nil)
    queue.enqueue(6)
    #expect(Array(queue) == [6])
  }

  @Test("one who leaves the middle does not disturb the others")
  func leave() {
    var queue = Queue<Int>()
    queue.enqueue(1)
    let middle = queue.enqueue(2)
    queue.enqueue(3)
    #expect(queue.remove(at: middle) == 2)
    #expect(queue.remove(at: middle) == nil)
    #expect(Array(queue) == [1, 3])
  }

  @Test("the n-th in the queue has position n")
  func position() {
    var queue = Queue<Int>()
    let positions = (1...4).map { queue.enqueue($0) }
    #expect(positions.map { queue.position(of: $0) } == [1, 2, 3, 4])
    queue.remove(at: positions[1])
    #expect(positions.map { queue.position(of: $0) } == [1, 0, 2, 3])
  }
}

@Suite("CounterQueue")
struct CounterQueueTests {
  private var queue = CounterQueue<String>(services: 2)
  private let both = ServiceSet([0, 1])

  private mutating func fill() -> [CounterQueue<String>.Place] {
    [
      queue.enqueue("n1", service: 0, grade: .normal, order: 1),
      queue.enqueue("n2", service: 1, grade: .normal, order: 2),
      queue.enqueue("v3", service: 1, grade: .vip, order: 3),
      queue.enqueue("n4", service: 0, grade: .normal, order: 4),
      queue.enqueue("w5", service: 0, grade: .vvip, order: 5),
      queue.enqueue("v6", service: 0, grade: .vip, order: 6),
    ]
  }

  private mutating func drain(_ services: ServiceSet) -> [String] {
    var names: [String] = []
    while let name = queue.next(for: services) { names.append(name) }
    return names
  }

  @Test("a teller of one service takes its customers by grade, then by arrival")
  mutating func oneService() {
    _ = fill()
    #expect(drain(ServiceSet([0])) == ["w5", "v6", "n1", "n4"])
    #expect(queue.count == 2)
    #expect(drain(ServiceSet([1])) == ["v3", "n2"])
  }

  @Test("a teller of several services takes by grade, then by arrival over all of them")
  mutating func severalServices() {
    _ = fill()
    #expect(queue.inOrder() == ["w5", "v3", "v6", "n1", "n2", "n4"])
    #expect(drain(both) == ["w5", "v3", "v6", "n1", "n2", "n4"])
    #expect(queue.isEmpty)
  }

  @Test("whoever left is not called, and counts are right")
  mutating func leave() {
    let places = fill()
    #expect(queue.remove(at: places[2]) == "v3")
    #expect(queue.remove(at: places[2]) == nil)
    #expect(queue.count == 5)
    #expect(queue.count(service: 1) == 1)
    #expect(queue.count(service: 0, upTo: .vip) == 2)
    #expect(drain(both) == ["w5", "v6", "n1", "n2", "n4"])
  }

  @Test("one who comes back passes those who came later, and nobody else")
  mutating func comeBack() {
    _ = fill()
    let place = queue.enqueue("n2 again", service: 0, grade: .normal, order: 2)
    #expect(queue.position(of: place) == 4)
    #expect(drain(ServiceSet([0])) == ["w5", "v6", "n1", "n2 again", "n4"])
  }

  @Test("a new service has a line of its own")
  mutating func addService() {
    _ = fill()
    queue.addService()
    _ = queue.enqueue("new", service: 2, grade: .normal, order: 7)
    #expect(queue.next(for: ServiceSet([2])) == "new")
    #expect(queue.next(for: ServiceSet([2])) == nil)
    #expect(queue.next(for: both) != nil)
  }

  @Test("nobody waits after all were removed")
  mutating func removeAll() {
    let places = fill()
    queue.removeAll()
    #expect(queue.isEmpty)
    #expect(queue.next(for: both) == nil)
    #expect(queue[places[0]] == nil)
  }
}
