package import Loop

/// What a domain has in memory.
///
/// The store is the truth and memory is a copy of it: whenever a change failed on its way (a failed
/// commit, a fault in the middle), ``load()`` is called and memory is what the store holds. A dry run
/// and a refusal are no failures, and anybody may ask for thousands of them: they are undone in memory
/// as well, in as many steps as the change took, and nothing is read again. So it does not matter how
/// far a change has come when it is refused.
@LoopActor
package protocol DomainState: AnyObject {
  /// Reads the whole state from the store, and forgets a mark.
  func load() throws

  /// Notes the state, before each change; an earlier mark counts no more.
  func mark()

  /// Makes memory what it was at ``mark()``, of which there is none afterwards.
  func revert()

  /// The change stays, and its mark is not needed any more.
  func unmark()
}
