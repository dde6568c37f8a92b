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
  /// Reads the whole state from the store; nothing is reverted then before there is another mark.
  func load() throws

  /// Notes the state, before each change; an earlier mark counts no more.
  func mark()

  /// Makes memory what it was at ``mark()``, of which there is none afterwards.
  func revert()

  /// The change stays, and its mark is not needed any more.
  func unmark()

  /// What is in memory is of another time, in which another machine may have had the branch: the next
  /// ``load()`` is as the first one of a process.
  func setAside()
}

extension DomainState {
  package func setAside() {}
}

/// A state that is one value, short enough to be copied: its mark is what it was.
///
/// It costs some hundred instructions a change more than what a daemon has of its own for that, as
/// generic code is not specialised over modules; one that takes changes all day marks itself.
@LoopActor
package protocol CopiedState: DomainState {
  associatedtype State

  var state: State { get set }

  /// What ``state`` was before the change under way; nil where there is none.
  var marked: State? { get set }
}

extension CopiedState {
  package func mark() { marked = state }

  package func revert() {
    guard let before = marked else { return }
    marked = nil
    state = before
  }

  package func unmark() { marked = nil }
}
