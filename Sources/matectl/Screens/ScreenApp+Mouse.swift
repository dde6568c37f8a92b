internal import IPCProtocol
internal import LinuxSystem

/// The mouse on a tab: a press chooses, two clicks are Enter, and a card goes where it is let go.
extension ScreenApp {
  /// What the mouse holds, and what it clicked last.
  struct Pointer {
    /// The row that the button was pressed on, and is still down.
    var held: Spot?
    /// What that row is known by: another one may stand there when the button is let go.
    var row: JSONValue?
    /// Whether it was moved away from there since.
    var hasMoved = false
    /// The row of the last click, and when it was, in milliseconds of CLOCK_MONOTONIC.
    var clicked: (spot: Spot, at: Int64)?
  }

  /// A row of a column.
  struct Spot: Hashable {
    let column: Int
    let index: Int
  }

  /// Two clicks further apart are two of one, in milliseconds: what usual desktops have.
  static let doubleClick: Int64 = 500

  func press(_ mouse: Key.Mouse) {
    let place = places.last { $0.row == mouse.row && $0.columns.contains(mouse.column) }
    switch mouse.kind {
    case .wheelUp: move(-3)
    case .wheelDown: move(3)
    case .press:
      pointer.held = nil
      switch place?.target {
      case .tab(let index)?: show(tab: index)
      case .item(let column, let index)?:
        pointer.held = Spot(column: column, index: index)
        pointer.hasMoved = false
        state.tab.select { $0.choose(column: column, index: index, in: $1) }
        pointer.row = state.tab.chosenIdentity
      case .column?, .entry?, nil: break
      }
    case .drag: if spot(of: place) != pointer.held { pointer.hasMoved = true }
    case .release: letGo(over: place)
    }
  }

  private func spot(of place: ScreenPainter.Place?) -> Spot? {
    guard case .item(let column, let index)? = place?.target else { return nil }
    return Spot(column: column, index: index)
  }

  private func letGo(over place: ScreenPainter.Place?) {
    guard let held = pointer.held else { return }
    pointer.held = nil
    if !pointer.hasMoved, spot(of: place) == held { return click(held) }
    pointer.clicked = nil
    // Who took the card away meanwhile left nothing in the hand.
    guard state.tab.chosenIdentity == pointer.row else { return }
    switch place?.target {
    case .column(let column)?, .item(let column, _)?: moveCards(to: column, isDragged: true)
    case .tab?, .entry?, nil: break
    }
  }

  /// The second click on a row is Enter; the first one, on whatever is chosen, does nothing more.
  private func click(_ spot: Spot) {
    if isSecondClick(spot), !pressUsual() { showDetails() }
  }

  /// Whether a click is the second one on the same; else it is the first one.
  func isSecondClick(_ spot: Spot) -> Bool {
    let now = MonotonicTime.milliseconds
    guard let last = pointer.clicked, last.spot == spot, now - last.at <= Self.doubleClick else {
      pointer.clicked = (spot, now)
      return false
    }
    pointer.clicked = nil
    return true
  }
}
