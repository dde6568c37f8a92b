internal import IPCProtocol
internal import Values

/// Keys that a domain's description gives to what can be done (`x-mate-screens`).
extension ScreenApp {
  private var source: String {
    guard let shown = state.tab.shown,
      shown.columns.indices.contains(state.tab.selection.column)
    else { return "" }
    return shown.columns[state.tab.selection.column].source
  }

  /// What the domain gives keys to, where it can be done now.
  var ownActions: [(key: String, label: String, action: RowAction)] {
    (state.tab.view.screen?.actions ?? []).compactMap { own in
      let action = RowAction.declared(
        own, for: state.tab.wanted, at: source, of: state.tab.value ?? .null, in: domain)
      guard let action, !session.invocation.isReadOnly || !action.method.access.changesState
      else { return nil }
      return (own.key, own.label.text(in: session.language).printable(inOneLine: true), action)
    }
  }

  /// The keys that the last line tells, by what is in front.
  func tellHints() {
    state.hints =
      switch state.overlay {
      case .page(let page) where !page.all.isEmpty:
        text(
          "→ all of each row  arrows scroll  Esc back  q quit",
          "→ 줄마다 모두 보기  화살표 스크롤  Esc 뒤로  q 끝내기")
      case .page: text("arrows scroll  Esc back  q quit", "화살표 스크롤  Esc 뒤로  q 끝내기")
      case .menu: text("type to find  Enter do it  Esc back", "입력하면 찾기  Enter 하기  Esc 뒤로")
      case .form(let form) where form.isSent: text("Esc cancel", "Esc 취소")
      case .form(let form): hints(of: form)
      case .question: text("y yes  n no", "y 예  n 아니요")
      case .prompt, nil: tabHints
      }
  }

  /// What the last line tells of the tab: the domain's keys for the chosen row, then those that are
  /// everywhere.
  var tabHints: String {
    let own = ownActions
    let enter = enterHint(own)
    let keys = own.map { "\($0.key) \($0.label)  " }.joined()
    return keys + moveHint
      + text(
        "? help  q quit  a actions  : command  Enter \(enter)  / find  Tab next view",
        "? 도움말  q 끝내기  a 할 일  : 명령  Enter \(enter)  / 찾기  Tab 다음 보기")
  }

  /// The keys that take a card to another list, where there is one.
  private var moveHint: String {
    guard state.tab.view.screen?.move != nil, state.tab.item != nil,
      !session.invocation.isReadOnly
    else { return "" }
    return text("< > move  ", "< > 옮기기  ")
  }

  /// What Enter does with the chosen row.
  func enterHint(_ own: [(key: String, label: String, action: RowAction)]) -> String {
    let usual = state.tab.item == nil ? nil : state.tab.view.screen?.usual
    return own.first { $0.key == usual }?.label ?? text("details", "자세히")
  }

  /// What is pressed where a tab shows nothing before a person has said what; nil where that is not
  /// why it was refused.
  func wayIn(to tab: ViewState, after error: WireError) -> String? {
    let key = tab.view.screen?.actions.first { action in
      action.method == tab.view.method.name && action.params.contains { $0.source == .ask() }
    }
    guard let key, tab.value == nil, domain.errors.contains(where: { $0.kind == error.kind }) else {
      return nil
    }
    let label = key.label.text(in: session.language).printable(inOneLine: true)
    return text(
      "nothing was asked for yet: \(key.key) \(label)", "\(key.key) 키를 누르십시오(\(label))")
  }

  /// Does what the domain gives a key to; false where it gives it to nothing.
  func pressOwn(_ key: String) -> Bool {
    guard let screen = state.tab.view.screen, screen.actions.contains(where: { $0.key == key })
    else { return false }
    if let own = ownActions.first(where: { $0.key == key }) {
      begin(own.action)
    } else {
      tell(refusal(of: key, screen), .warning, nil)
    }
    return true
  }

  /// Why a key of the domain does nothing now.
  private func refusal(of key: String, _ screen: ScreenDescription) -> String {
    if hasTooManyRows(for: key, screen) { return refusalOfMarks }
    return session.invocation.isReadOnly
      ? text("this screen changes nothing (--read-only)", "바꾸지 않는 화면입니다(--read-only)")
      : text("there is nothing to do that with", "지금은 할 수 없습니다")
  }

  /// Whether more rows are marked than a key has a place for.
  private func hasTooManyRows(for key: String, _ screen: ScreenDescription) -> Bool {
    state.tab.wanted.count > 1
      && screen.actions.contains {
        $0.key == key && $0.takesOneRow && ($0.source == nil || $0.source == source)
      }
  }

  private var refusalOfMarks: String {
    let count = state.tab.wanted.count
    return text(
      "this takes one row and \(count) are marked; Esc takes the marks away",
      "한 줄에만 할 수 있는데 \(count)줄을 표시했습니다. Esc를 누르면 표시가 없어집니다")
  }

  /// Enter: what the domain does then; false where it says nothing.
  func pressUsual() -> Bool {
    guard let screen = state.tab.view.screen, let usual = screen.usual, state.tab.item != nil
    else { return false }
    if let own = ownActions.first(where: { $0.key == usual }) {
      begin(own.action)
      return true
    }
    guard hasTooManyRows(for: usual, screen) else { return false }
    tell(refusalOfMarks, .warning, nil)
    return true
  }

  /// Moves cards to a column, where the domain says how.
  ///
  /// - Parameters:
  ///   - target: The place of the column.
  ///   - isDragged: Whether the mouse holds the chosen card, which then goes whatever else is marked.
  func moveCards(to target: Int, isDragged: Bool = false) {
    let rows = isDragged ? state.tab.dragged : state.tab.wanted
    guard let move = state.tab.view.screen?.move, case .board(let board) = state.tab.view.rendering,
      let method = domain.methods.first(where: { $0.name == move.method }),
      board.columns.indices.contains(target), target != state.tab.selection.column,
      let value = board.columns[target].value
    else { return }
    guard rows.count <= 1 || !move.item.takesOneRow else {
      return tell(refusalOfMarks, .warning, nil)
    }
    guard
      let item = RowAction.value(of: move.item, rows, state.tab.value ?? .null)
    else { return }
    state.tab.selection.keep()
    perform(
      Deed(
        method: method, params: [move.item.name: item, move.column: value],
        marks: state.tab.marks(of: rows)))
  }
}
