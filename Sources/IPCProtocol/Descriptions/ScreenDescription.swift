package import Values

/// One tab of a domain's full screen (`x-mate-screens`): what it shows, what keys do to its rows.
///
/// A domain has screens without: a client makes a tab of each read that is drawn as rows, and finds
/// what can be done by what completes from it. A screen says what that does not: a key, a default,
/// what a column means.
package struct ScreenDescription: Hashable, Sendable {
  /// What it is called in the addresses of the page; nil is its title in English.
  package var name: String?
  package var title: LocalizedText
  /// A read, or a stream whose events are whole results, that is drawn as a board or a table.
  package var method: String
  package var params: JSONObject
  package var follow: Follow?
  package var refresh: Refresh?
  package var actions: [Action]
  package var move: Move?
  /// The key whose action Enter does; nil shows details.
  package var usual: String?
  /// What is called out on a wall when a row comes.
  package var announcement: Announcement?

  /// What tells that the view has changed; where nothing is said a client finds it.
  package struct Follow: Hashable, Sendable {
    package var method: String
    /// Whether each event is a whole result of the view; else the view is asked for again.
    package var isWhole: Bool

    package init(_ method: String, whole isWhole: Bool = false) {
      self.method = method
      self.isWhole = isWhole
    }
  }

  /// Figures that run between two events, as clocks do.
  package struct Refresh: Hashable, Sendable {
    /// In seconds.
    package var interval: Double
    /// JSON Pointer into the result: it runs while something is there.
    package var condition: String?

    package init(every interval: Double, while condition: String? = nil) {
      self.interval = interval
      self.condition = condition
    }
  }

  package struct Action: Hashable, Sendable {
    /// One letter or sign.
    package var key: String
    package var label: LocalizedText
    package var method: String
    package var params: [Parameter]
    /// JSON Pointer of the array whose rows it is for; nil is for any, or for none.
    package var source: String?
    /// JSON Pointer into the row: it is for rows that have something there.
    package var condition: String?
    /// JSON Pointer into the row: it is not for rows that have something there.
    package var exception: String?
    /// Whether each press counts, as of one more: else a second one before the first was seen is none.
    package var repeats: Bool

    package init(
      _ key: String, _ label: LocalizedText, _ method: String, _ params: [Parameter] = [],
      on source: String? = nil, when condition: String? = nil, unless exception: String? = nil,
      repeats: Bool = false
    ) {
      self.key = key
      self.label = label
      self.method = method
      self.params = params
      self.source = source
      self.condition = condition
      self.exception = exception
      self.repeats = repeats
    }
  }

  package struct Parameter: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
      /// JSON Pointer into the chosen row.
      case row(String)
      /// JSON Pointer into the whole result.
      case result(String)
      case value(JSONValue)
      /// JSON Pointer into each of the marked rows, or into the chosen one: an array.
      case marked(String)
      /// A person is asked, with what lies at a JSON Pointer into the row there at first.
      case ask(String? = nil)
      /// A person is asked, and may say nothing.
      case mayAsk

      /// Whether the chosen row, or those that are marked, give it.
      package var isOfRow: Bool {
        switch self {
        case .row, .marked: true
        case .result, .value, .ask, .mayAsk: false
        }
      }
    }

    package var name: String
    package var source: Source

    package init(_ name: String, _ source: Source) {
      self.name = name
      self.source = source
    }
  }

  /// How a card goes to another column.
  package struct Move: Hashable, Sendable {
    package var method: String
    /// What tells the card.
    package var item: Parameter
    /// The parameter that is given the column's `value`.
    package var column: String

    package init(_ method: String, item: Parameter, column: String) {
      self.method = method
      self.item = item
      self.column = column
    }
  }

  /// A row that comes to an array is called out where the screen hangs on a wall, as a ticket.
  package struct Announcement: Hashable, Sendable {
    /// JSON Pointer of the array.
    package var source: String
    /// A template over the row.
    package var text: LocalizedText
    /// JSON Pointer into the row, to a number: where it rises the row is called out once more.
    package var again: String?

    package init(_ source: String, _ text: LocalizedText, again: String? = nil) {
      self.source = source
      self.text = text
      self.again = again
    }
  }

  package init(
    _ title: LocalizedText, _ method: String, name: String? = nil, params: JSONObject = [:],
    follow: Follow? = nil, refresh: Refresh? = nil, actions: [Action] = [], move: Move? = nil,
    usual: String? = nil,
    announcement: Announcement? = nil
  ) {
    self.name = name
    self.announcement = announcement
    self.title = title
    self.method = method
    self.params = params
    self.follow = follow
    self.refresh = refresh
    self.actions = actions
    self.move = move
    self.usual = usual
  }
}

extension ScreenDescription {
  package var jsonValue: JSONValue {
    var view: JSONObject = ["method": .string(method)]
    if !params.isEmpty { view["params"] = .object(params) }
    var object: JSONObject = ["title": title.jsonValue, "view": .object(view)]
    object["name"] = name.map(JSONValue.string)
    object["follow"] = follow.map { ["method": .string($0.method), "whole": .bool($0.isWhole)] }
    object["refresh"] = refresh.map { refresh in
      var object: JSONObject = ["everySeconds": .double(refresh.interval)]
      object["while"] = refresh.condition.map(JSONValue.string)
      return .object(object)
    }
    if !actions.isEmpty { object["actions"] = .array(actions.map(\.jsonValue)) }
    object["move"] = move.map {
      [
        "method": .string($0.method), "item": [$0.item].jsonValue, "column": .string($0.column),
      ]
    }
    object["default"] = usual.map(JSONValue.string)
    object["announce"] = announcement?.jsonValue
    return .object(object)
  }
}

extension ScreenDescription.Announcement {
  package var jsonValue: JSONValue {
    var object: JSONObject = ["on": .string(source), "text": text.jsonValue]
    object["again"] = again.map(JSONValue.string)
    return .object(object)
  }
}

extension ScreenDescription.Action {
  fileprivate var jsonValue: JSONValue {
    var object: JSONObject = [
      "key": .string(key), "label": label.jsonValue, "method": .string(method),
    ]
    object["on"] = source.map(JSONValue.string)
    object["when"] = condition.map(JSONValue.string)
    object["unless"] = exception.map(JSONValue.string)
    if repeats { object["repeats"] = true }
    if !params.isEmpty { object["params"] = params.jsonValue }
    return .object(object)
  }
}

extension [ScreenDescription.Parameter] {
  fileprivate var jsonValue: JSONValue {
    .object(JSONObject(map { ($0.name, $0.source.jsonValue) }))
  }
}

extension ScreenDescription.Parameter.Source {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .row(let pointer): .string(pointer)
    case .result(let pointer): ["result": .string(pointer)]
    case .value(let value): ["value": value]
    case .marked(let pointer): ["marked": .string(pointer)]
    case .ask(let pointer): ["ask": pointer.map(JSONValue.string) ?? true]
    case .mayAsk: ["ask": true, "optional": true]
    }
  }
}
