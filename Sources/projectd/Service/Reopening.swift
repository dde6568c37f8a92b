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
  ///   - edits: Those of one step.
  ///   - named: The numbers of all that it names.
  ///   - leave: What becomes of an edit where another one of the series is open, as it is refused; one that is
  ///     left without values goes.
  /// - Returns: All edits of the step.
  /// - Throws: What `leave` or the store throws.
  func keepingOneOpen(
    _ edits: [Edit], named: Set<Int>,
    whereBlocked leave: (_ edit: inout Edit, _ open: Int) throws -> Void = Projects.refuse
  ) throws -> [Edit] {
    var all: [Edit] = []
    for var edit in edits {
      guard isReopening(edit) else {
        all.append(edit)
        continue
      }
      switch try reopening(edit.number, besides: named.subtracting([edit.number]), after: all) {
      case .alone: all.append(edit)
      case .takesBack(let next): all += [edit, takingBack(next)]
      case .blocked(let open):
        try leave(&edit, open)
        if !edit.values.isEmpty { all.append(edit) }
      }
    }
    return all
  }

  private nonisolated static func refuse(_ edit: inout Edit, _ open: Int) throws {
    throw ProjectError(.anotherOpen, ["id": .integer(edit.number), "open": .integer(open)])
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
