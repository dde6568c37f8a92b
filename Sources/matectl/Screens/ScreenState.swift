internal import IPCProtocol
internal import Values

/// A tab: what it asks for, what came, and where a person is in it.
struct ViewState {
  private(set) var view: ScreenView
  /// Whether a person has said what it shows.
  private(set) var isAsked = false
  /// What came last, as it came, so that it can be told in another language.
  var value: JSONValue?
  /// The same as rows; nil until something came.
  var content: ViewContent?
  var selection: ViewSelection
  /// The first row that is shown of each column.
  var offsets: [Int] = []
  /// Which of its columns are shown, where not all have room: those beside the first that had none.
  var sheet = 0
  var filter = ""
  /// How many rows are asked for of each list; nil is as many as the domain sends.
  var limit: Int?
  /// Whether the last of all rows is to be chosen once it is here.
  var isToEnd = false
  /// What was marked, by what it is known by.
  var marks: Set<JSONValue> = []
  /// Whether its first rows have let a key wait too long.
  var isLate = false
  /// Why there is nothing, or nothing newer, to show.
  var problem: String?

  init(_ view: ScreenView) {
    self.view = view
    selection = ViewSelection(keys: view.keys)
  }

  /// What is shown of the content.
  var shown: ViewContent? { content?.filtered(by: filter) }

  /// The chosen row.
  var item: ViewContent.Item? { shown.flatMap { selection.item(in: $0) } }

  /// What that is known by.
  var chosenIdentity: JSONValue? { item.map { selection.identity(of: $0.row) } }

  /// Chooses the row that is known by this; false where it is not there any more.
  mutating func choose(_ identity: JSONValue) -> Bool {
    guard let shown else { return false }
    return selection.choose(identity, in: shown)
  }

  /// What is done is done with these rows: those that are marked, or the chosen one.
  var wanted: [JSONValue] { wantedItems.map(\.row) }

  var wantedItems: [ViewContent.Item] {
    guard let item, let shown else { return [] }
    guard !marks.isEmpty else { return [item] }
    let column = shown.columns[selection.column]
    let marked = column.items.filter { marks.contains(selection.identity(of: $0.row)) }
    return marked.isEmpty ? [item] : marked
  }

  /// What goes along with the chosen row where the mouse drags it: what is marked where it is marked
  /// itself, else it goes alone, as files do in a folder.
  var dragged: [JSONValue] {
    guard let item else { return [] }
    return marks.contains(selection.identity(of: item.row)) ? wanted : [item.row]
  }

  /// The marks of rows that something is done with; they go once it is done.
  func marks(of rows: [JSONValue]) -> Set<JSONValue> {
    marks.intersection(rows.map { selection.identity(of: $0) })
  }

  /// Marks the chosen row, or takes its mark away, and goes to the next.
  mutating func mark() {
    guard let item else { return }
    let identity = selection.identity(of: item.row)
    if marks.remove(identity) == nil { marks.insert(identity) }
    select { $0.move(by: 1, in: $1) }
  }

  /// Takes a result.
  mutating func take(_ value: JSONValue, _ values: ValueText) {
    // A long board is not in memory twice.
    content = nil
    self.value = value
    problem = nil
    tell(values)
  }

  /// Takes what a person has asked for by a key, where there is nothing else to show.
  mutating func take(_ result: JSONValue, askedBy params: JSONObject, _ values: ValueText) {
    view.params = params
    isAsked = true
    filter = ""
    marks = []
    offsets = []
    selection = ViewSelection(keys: view.keys)
    take(result, values)
  }

  /// Tells what is there in the language of now.
  mutating func tell(_ values: ValueText) {
    guard let value, let content = ViewContent(view.rendering, value, values) else { return }
    self.content = content
    select { $0.follow($1) }
  }

  mutating func filter(by text: String) {
    filter = text
    select { $0.follow($1) }
  }

  /// ← and →: another column of a board, other columns of a table.
  mutating func turn(by step: Int) {
    if case .table? = content?.form {
      // Drawing knows how many there are.
      sheet = max(0, sheet + step)
    } else {
      select { $0.moveColumn(by: step, in: $1) }
    }
  }

  mutating func select(_ change: (inout ViewSelection, ViewContent) -> Void) {
    guard let shown else { return }
    change(&selection, shown)
  }
}

/// Everything that is drawn.
struct ScreenState {
  let domain: String
  var language: Language
  var tabs: [ViewState]
  var active = 0
  var overlay: ScreenOverlay?
  /// The newest event, or what became of what was done.
  var strip: StripLine?
  /// What is being done and how far it is; nil where nothing takes its time.
  var work: StripLine?
  /// How advice is told here; nil as it came.
  var advice: ScreenAdvice?
  /// Whether the daemon is there, in a word or two.
  var link = StripLine("")
  /// What the last line says can be pressed.
  var hints: String = ""

  struct StripLine: Equatable {
    var text: String
    var style: StyleRule.Style?

    init(_ text: String, _ style: StyleRule.Style? = nil) {
      self.text = text
      self.style = style
    }
  }

  var tab: ViewState {
    get { tabs[active] }
    set { tabs[active] = newValue }
  }

  /// A sentence with advice as it is followed here.
  func told(_ sentence: String) -> String { advice?.told(sentence) ?? sentence }

  func text(_ en: String, _ ko: String) -> String { language == .korean ? ko : en }
}

/// What stands in front of a tab.
enum ScreenOverlay {
  /// Lines to read, as help and details.
  case page(TextPage)
  /// A line that is typed below the tab.
  case prompt(Prompt)
  case menu(ActionMenu)
  case form(ActionForm)
  case question(Question)
}

/// Lines to read; longer ones than the screen is wide are broken.
struct TextPage {
  let title: String
  let lines: [ScreenState.StripLine]
  /// What → shows instead, as the lines have no room for all of it; empty where they have.
  var all: [ScreenState.StripLine] = []
  var showsAll = false
  /// The key that has opened it and takes it away; nil where it came by itself.
  var key: Character?
  /// Whether it came by itself, as the answer to something that was done.
  ///
  /// Nobody types to that, so that a key is for what stands behind it. On what was opened to be read a key is for the page.
  var isAnswer = false
  /// The first line that is shown.
  var first = 0

  var shown: [ScreenState.StripLine] { showsAll ? all : lines }

  /// What becomes of a page by a key.
  enum Effect { case stays, closes, quits, givesWay }

  /// Takes a key.
  ///
  /// - Returns: ``Effect/givesWay`` where it closes for a key that is for what stands behind it.
  mutating func press(_ key: Key, page rows: Int) -> Effect {
    if scroll(key, page: rows) { return .stays }
    switch key {
    case .mouse: return .stays
    case .right:
      // The arrow behind the last one closes nothing.
      if !all.isEmpty { (showsAll, first) = (true, 0) }
      return .stays
    case .left where showsAll:
      (showsAll, first) = (false, 0)
      return .stays
    case .text(let character) where character.command == self.key: return .closes
    case .escape, .enter, .left, .backspace: return .closes
    case _ where isAnswer: return .givesWay
    case .text(let character) where character.command == "q": return .quits
    default: return .stays
    }
  }

  /// Scrolls where a key or the mouse's wheel does; false where it is for something else.
  mutating func scroll(_ key: Key, page rows: Int) -> Bool {
    switch key {
    case .text(let character):
      switch character.command {
      case "j": first += 1
      case "k": first -= 1
      case " ": first += rows
      case "g": first = 0
      case "G": first = Int(Int32.max)
      default: return false
      }
    case .up: first -= 1
    case .down: first += 1
    case .mouse(let mouse) where mouse.kind == .wheelUp: first -= 3
    case .mouse(let mouse) where mouse.kind == .wheelDown: first += 3
    case .pageUp: first -= rows
    case .pageDown: first += rows
    case .home: first = 0
    case .end: first = Int(Int32.max)
    default: return false
    }
    first = max(0, first)
    return true
  }
}

/// A line that is being typed.
struct Prompt {
  enum Purpose { case filter, command }

  let purpose: Purpose
  var line = TypedText()
  /// The lines of before, and which of them was fetched.
  var history = LineHistory()
  /// What is wrong with the line; empty where nothing is known to be.
  var problem = ""
  /// What the line may go on with, where that was asked for.
  var candidates: [String] = []
  /// Whether more of them may come.
  var isAwaiting = false
}
