internal import Values

/// What a filter asks of a project, with `and`, `or` and `not` between.
indirect enum Condition: Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case state(ProjectState)
  case group(GroupMatch)
  case tag(String)
  case due(DueRange)
  /// From 1 to 9; 0 is none.
  case priority(Int)
  case overdue
  case waiting
  case blocked
  case blocking
  case assigned(AssignedMatch)
  case text(TextMatch)

  func matches(_ place: Int32, of board: Board, _ reader: ReaderDay) -> Bool {
    let key = board.keys[Int(place)]
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.matches(place, of: board, reader) }
    case .any(let parts): return parts.contains { $0.matches(place, of: board, reader) }
    case .not(let part): return !part.matches(place, of: board, reader)
    case .state(let state): return key.state == state
    case .group(let group): return group.matches(board.projects[Int(place)].group)
    case .tag(let tag): return board.projects[Int(place)].tags.contains(tag)
    case .due(let range): return range.contains(key.due, reader)
    case .priority(let priority): return Int(key.priority) == priority
    case .overdue: return key.isOverdue(reader.clock)
    case .waiting: return board.times(place, reader.clock).isWaiting
    case .blocked: return key.isBlocked
    case .blocking: return key.isBlocking
    case .assigned(let name): return name.matches(board.projects[Int(place)])
    case .text(let text): return board.says(text, at: Int(place))
    }
  }

  /// Whether one of its parts is meant.
  func mentions(_ isMeant: (Condition) -> Bool) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.mentions(isMeant) }
    case .not(let part): part.mentions(isMeant)
    default: isMeant(self)
    }
  }

  /// Whether it speaks of what lists otherwise leave out.
  var speaksOfDone: Bool {
    mentions { part in
      guard case .state(.done) = part else { return false }
      return true
    }
  }

  var speaksOfWaiting: Bool {
    mentions { part in
      guard case .waiting = part else { return false }
      return true
    }
  }
}
