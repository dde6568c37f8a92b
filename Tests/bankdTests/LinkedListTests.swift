import Queueing
import Testing

@testable import bankd

@Suite("LinkedList")
struct LinkedListTests {
  @Test("elements come in the order of appending, prepending and inserting")
  func order() throws {
    var list = LinkedList<Int>()
    list.append(2)
    let three = list.append(3)
    list.prepend(1)
    list.insert(25, before: three)
    #expect(Array(list) == [1, 2, 25, 3])
    #expect(list.count == 4)
    #expect(list.first == 1)
    #expect(list.last == 3)
  }

  @Test("an element is removed by its position from anywhere", arguments: 0..<4)
  func removeAnywhere(_ index: Int) {
    var list = LinkedList<Int>()
    let positions = [10, 11, 12, 13].map { list.append($0) }
    #expect(list.remove(at: positions[index]) == 10 + index)
    var expected = [10, 11, 12, 13]
    expected.remove(at: index)
    #expect(Array(list) == expected)
    #expect(list.first == expected.first)
    #expect(list.last == expected.last)
  }

  @Test("a position is dead after its element was removed, even when the slot is used again")
  func stalePosition() {
    var list = LinkedList<String>()
    let old = list.append("old")
    list.remove(at: old)
    let new = list.append("new")
    #expect(list.remove(at: old) == nil)
    #expect(list[old] == nil)
    #expect(list.insert("x", before: old) == nil)
    #expect(list[new] == "new")
    #expect(list.count == 1)
  }

  @Test("positions from before the list was emptied are dead afterwards")
  func staleAfterRemoveAll() {
    var list = LinkedList<Int>()
    let old = list.append(1)
    list.removeAll()
    #expect(list.isEmpty)
    list.append(2)
    #expect(list.remove(at: old) == nil)
    #expect(Array(list) == [2])
  }

  @Test("a copy does not see what is done to the original")
  func valueSemantics() {
    var list = LinkedList<Int>()
    let position = list.append(1)
    list.append(2)
    let copy = list
    list.remove(at: position)
    list.append(3)
    #expect(Array(copy) == [1, 2])
    #expect(copy[position] == 1)
    #expect(Array(list) == [2, 3])
  }

  @Test("positions can be walked in both directions")
  func walking() throws {
    var list = LinkedList<Int>()
    for number in 1...3 { list.append(number) }
    let first = try #require(list.firstPosition)
    let second = try #require(list.position(after: first))
    #expect(list[second] == 2)
    #expect(list.position(before: second) == first)
    #expect(list.position(before: first) == nil)
    #expect(list.lastPosition.flatMap { list.position(after: $0) } == nil)
  }

  @Test("ten thousand random changes leave what an array would hold")
  func likeAnArray() {
    var random = RandomNumbers(seed: 1)
    var list = LinkedList<Int>()
    var model: [(value: Int, position: LinkedList<Int>.Position)] = []
    for step in 0..<10_000 {
      switch random.below(5) {
      case 0, 1: model.append((step, list.append(step)))
      case 2: model.insert((step, list.prepend(step)), at: 0)
      case 3 where !model.isEmpty:
        let index = random.below(model.count)
        let gone = model.remove(at: index)
        #expect(list.remove(at: gone.position) == gone.value)
      default:
        let removed = list.removeFirst()
        #expect(removed == (model.isEmpty ? nil : model.removeFirst().value))
      }
      #expect(list.count == model.count)
    }
    #expect(Array(list) == model.map(\.value))
    #expect(model.allSatisfy { list[$0.position] == $0.value })
  }
}
