/// A store whose rows contradict each other: nothing in it can be relied on.
package struct InconsistentStore: Error, Hashable, Sendable, CustomStringConvertible {
  /// What contradicts what.
  package let problem: String

  package init(problem: String) { self.problem = problem }

  package var description: String { "the store is inconsistent: \(problem)" }
}
