internal import IPCProtocol
internal import Values

/// One thing that the doctor looked at.
struct Finding: Equatable {
  enum State: String, Comparable, CaseIterable {
    case fine, warning, broken

    static func < (one: State, other: State) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .fine: 0
      case .warning: 1
      case .broken: 2
      }
    }

    var mark: String {
      switch self {
      case .fine: "✔"
      case .warning: "!"
      case .broken: "✘"
      }
    }

    var style: StyleRule.Style {
      switch self {
      case .fine: .success
      case .warning: .warning
      case .broken: .danger
      }
    }
  }

  /// A domain's name, or `machine`.
  let subject: String
  /// What was looked at, the same in every run, as `socket`.
  let check: String
  let state: State
  let text: LocalizedText
  /// What to type; nil where nothing is to be done.
  var command: String?

  func json(in language: Language) -> JSONValue {
    var object: JSONObject = [
      "subject": .string(subject), "check": .string(check), "state": .string(state.rawValue),
      "text": .string(text.text(in: language)),
    ]
    object["command"] = command.map(JSONValue.string)
    return .object(object)
  }
}

/// What looks at one matter adds its findings here.
struct Findings {
  let subject: String
  private(set) var list: [Finding] = []

  init(of subject: String) { self.subject = subject }

  mutating func add(
    _ check: String, _ state: Finding.State, _ en: Sentence, _ ko: Sentence,
    command: String? = nil
  ) {
    list.append(
      Finding(
        subject: subject, check: check, state: state,
        text: LocalizedText(en: en.text, ko: ko.text), command: command))
  }

  mutating func add(_ finding: Finding) { list.append(finding) }
}
