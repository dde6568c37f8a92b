internal import IPCProtocol
internal import Values

/// Who opens one of a series again takes the next one with it, as an undo would: of a series one is open.
extension Projects {
  /// What opening one again comes to.
  enum Reopening {
    /// No other one of its series is open.
    case alone
    /// Nobody has worked on the next one since it was made.
    case takesBack(Int)
    /// Another one is open, which cannot go without a word.
    case blocked(by: Int)
  }

  /// - Parameters:
  ///   - number: Of one that is done.
  ///   - named: Those that are worked on in the same step.
  ///   - edits: What that step has come to so far.
  /// - Returns: Whether it can be opened, and what goes then.
  /// - Throws: What the store throws.
  func reopening(
    _ number: Int, besides named: Set<Int> = [], after edits: [Edit] = []
  ) throws -> Reopening {
    let open = try others(ofSeriesOf: number).filter { other in
      let edit = edits.first { $0.number == other }
      if edit?[.removed] != nil { return false }
      if let state = edit?[.state] { return state != ProjectState.done.word }
      return !board[other].isRemoved && board[other].state != .done
    }
    guard let first = open.first else { return .alone }
    let isUntouched =
      try open.count == 1 && first == next(of: number) && !named.contains(first)
      && !log.isWorked(on: first, besides: 0)
    return isUntouched ? .takesBack(first) : .blocked(by: first)
  }

  /// Those behind one of a series, the nearest first, and then those before it.
  private func others(ofSeriesOf number: Int) throws -> [Int] {
    var others: [Int] = []
    var place = number
    while let next = next(of: place) {
      others.append(next)
      place = next
    }
    place = number
    while board[place].series != nil, let before = try predecessor(of: place) {
      others.append(before)
      place = before
    }
    return others
  }

  /// The same edits with those that take next ones back.
  ///
  /// - Parameters:
  ///   - edits: Those of one step that moves projects.
  ///   - named: The numbers of all that it names.
  /// - Returns: All edits of the step.
  /// - Throws: ``ProjectError`` where another one of a series is open, or what the store throws.
  func keepingOneOpen(_ edits: [Edit], named: Set<Int>) throws -> [Edit] {
    var all: [Edit] = []
    for edit in edits {
      all.append(edit)
      guard isReopening(edit) else { continue }
      let others = named.subtracting([edit.number])
      switch try reopening(edit.number, besides: others, after: all) {
      case .alone: break
      case .takesBack(let next): all.append(takingBack(next))
      case .blocked(let open):
        throw ProjectError(
          .anotherOpen, ["id": .integer(edit.number), "open": .integer(open)])
      }
    }
    return all
  }

  /// Whether an edit opens one again that is done.
  func isReopening(_ edit: Edit) -> Bool {
    guard edit.number < board.nextNumber, let state = edit[.state] else { return false }
    let project = board[edit.number]
    return project.state == .done && !project.isRemoved && state != ProjectState.done.word
      && (project.recurrence != nil || project.series != nil || next(of: project.number) != nil)
  }

  /// What an undo of its making would do with one.
  func takingBack(_ number: Int) -> Edit {
    let project = board[number]
    var edit = Edit(
      number: number, id: project.id, values: [],
      note: Note(kind: .removed, title: project.title, from: project.state))
    edit.set(.removed, from: nil, to: SeriesWord.undone)
    return edit
  }
}
