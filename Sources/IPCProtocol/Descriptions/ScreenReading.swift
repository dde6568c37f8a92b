internal import Values

/// Reads `x-mate-screens`, strictly as all that is ours.
extension ScreenDescription {
  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(
      only: "name", "title", "view", "follow", "refresh", "actions", "move", "default",
      "announce")
    let view = try reader.required("view")
    try view.allow(only: "method", "params")
    self.init(
      try reader.required("title").localized(), try view.required("method").string(),
      usual: try reader.optional("default")?.string())
    if let place = reader.optional("name") {
      let word = try place.string()
      guard Self.isName(word) else {
        throw place.failure("a word of a to z, 0 to 9 and - is expected that is not t")
      }
      name = word
    }
    for (name, value) in try view.optional("params")?.members() ?? [] {
      params[name] = value.value
    }
    if let place = reader.optional("follow") {
      try place.allow(only: "method", "whole")
      follow = Follow(
        try place.required("method").string(), whole: try place.optional("whole")?.bool() ?? false)
    }
    if let place = reader.optional("refresh") { refresh = try Refresh(place) }
    for place in try reader.optional("actions")?.elements() ?? [] {
      let action = try Action(place)
      guard !actions.contains(where: { $0.key == action.key && $0.source == action.source }) else {
        throw try place.required("key").failure("there are two keys \"\(action.key)\"")
      }
      actions.append(action)
    }
    if let place = reader.optional("move") { move = try Move(place) }
    if let place = reader.optional("announce") {
      try place.allow(only: "on", "text", "again")
      let text = try place.required("text")
      announcement = Announcement(
        try place.required("on").pointer(), try text.localized(),
        again: try place.optional("again")?.pointer())
      try text.checkTemplate(text.localized())
    }
    if let usual, !actions.contains(where: { $0.key == usual }) {
      throw try reader.required("default").failure("no action has the key \"\(usual)\"")
    }
  }

  /// What can stand in an address; `t` is that of a customer's page.
  private static func isName(_ word: String) -> Bool {
    (1...40).contains(word.utf8.count) && word != "t"
      && word.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }
}

extension ScreenDescription.Refresh {
  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "everySeconds", "while")
    let place = try reader.required("everySeconds")
    guard let seconds = place.value.doubleValue, (0.1...86_400).contains(seconds) else {
      throw place.failure("0.1 to 86400 seconds are expected")
    }
    self.init(every: seconds, while: try reader.optional("while")?.pointer())
  }
}

extension ScreenDescription.Action {
  /// Keys that are the client's own everywhere.
  private static let reserved = "q?/:aLu0123456789 "

  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "key", "label", "method", "on", "when", "unless", "repeats", "params")
    let place = try reader.required("key")
    let key = try place.string()
    guard key.unicodeScalars.count == 1, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !Self.reserved.contains(key)
    else {
      throw place.failure("one letter or sign is expected that is none of \(Self.reserved)")
    }
    self.init(
      key, try reader.required("label").localized(), try reader.required("method").string(),
      try ScreenDescription.Parameter.all(reader.optional("params")),
      on: try reader.optional("on")?.pointer(), when: try reader.optional("when")?.pointer(),
      unless: try reader.optional("unless")?.pointer(),
      repeats: try reader.optional("repeats")?.bool() ?? false)
  }
}

extension ScreenDescription.Move {
  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "method", "item", "column")
    let place = try reader.required("item")
    let items = try ScreenDescription.Parameter.all(place)
    guard items.count == 1, let item = items.first else {
      throw place.failure("one parameter is expected")
    }
    self.init(
      try reader.required("method").string(), item: item,
      column: try reader.required("column").string())
  }
}

extension ScreenDescription.Parameter {
  fileprivate static func all(
    _ reader: DescriptionReader?
  ) throws(DescriptionError) -> [ScreenDescription.Parameter] {
    var parameters: [ScreenDescription.Parameter] = []
    for (name, place) in try reader?.members() ?? [] {
      parameters.append(ScreenDescription.Parameter(name, try source(place)))
    }
    return parameters
  }

  private static func source(_ reader: DescriptionReader) throws(DescriptionError) -> Source {
    if reader.value.stringValue != nil { return .row(try reader.pointer()) }
    try reader.allow(only: "result", "value", "marked", "ask", "optional")
    if let place = reader.optional("optional"), try place.bool() {
      guard reader.optional("ask")?.value == true else {
        throw place.failure("this is for what is asked for with nothing there at first")
      }
      return .mayAsk
    }
    let members = try reader.members().filter { $0.name != "optional" }
    guard members.count == 1, let (kind, place) = members.first else {
      throw reader.failure("one of result, value, marked, ask is expected")
    }
    switch kind {
    case "result": return .result(try place.pointer())
    case "marked": return .marked(try place.pointer())
    case "value": return .value(place.value)
    default:
      if place.value.stringValue != nil { return .ask(try place.pointer()) }
      guard try place.bool() else {
        throw place.failure("true is expected, or what stands there at first")
      }
      return .ask()
    }
  }
}

extension DomainDescription {
  /// Every screen shows something, and every key leads somewhere.
  func checkScreens(_ document: DescriptionReader) throws(DescriptionError) {
    guard let list = document.optional("x-mate-screens") else { return }
    var names: Set<String> = []
    for (screen, place) in zip(screens, try list.elements()) {
      if let name = screen.name, !names.insert(name).inserted {
        throw try place.required("name").failure("there are two screens \(name)")
      }
      let view = try place.required("view")
      let method = try known(screen.method, view)
      let rendering = method.isStream ? method.renderEvent : method.render
      guard !method.access.changesState, rendering?.isOfRows == true else {
        throw try view.required("method").failure("\(method.name) shows no rows")
      }
      try check(screen.params.keys, of: method, view)
      if let follow = screen.follow {
        let place = try place.required("follow")
        let stream = try known(follow.method, place)
        guard stream.isStream, !stream.access.changesState else {
          throw try place.required("method").failure("\(stream.name) is no stream that only reads")
        }
      }
      for (action, place) in zip(screen.actions, try place.optional("actions")?.elements() ?? []) {
        let method = try known(action.method, place)
        guard !method.isStream else {
          throw try place.required("method").failure("\(method.name) is a stream")
        }
        try check(action.params.map(\.name), of: method, place)
        if let source = action.source, rendering?.sources.contains(source) == false {
          throw try place.required("on").failure("\(screen.method) draws no rows from \(source)")
        }
      }
      if let move = screen.move {
        let place = try place.required("move")
        try check([move.item.name, move.column], of: known(move.method, place), place)
      }
    }
  }

  private func known(
    _ name: String, _ place: DescriptionReader
  ) throws(DescriptionError) -> MethodDescription {
    guard let method = methods.first(where: { $0.name == name }) else {
      throw try place.required("method").failure("there is no method \(name)")
    }
    return method
  }

  private func check(
    _ names: [String], of method: MethodDescription, _ place: DescriptionReader
  ) throws(DescriptionError) {
    for name in names where !method.parameters.contains(where: { $0.name == name }) {
      throw place.failure("\(method.name) has no parameter \(name)")
    }
  }
}

extension Rendering {
  /// What its rows say that they are known by.
  var keys: [String] {
    let keys: [String?] =
      switch self {
      case .table(let table): [table.key] + table.instead.map(\.key)
      case .board(let board): board.columns.map(\.key)
      case .message, .raw: []
      }
    return keys.compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Where its rows stand in a result, as JSON Pointers.
  package var sources: [String] {
    switch self {
    case .table(let table): ([table] + table.instead).map(\.rows)
    case .board(let board): board.columns.map(\.items)
    case .message, .raw: []
    }
  }

  /// Whether it is drawn in rows.
  package var isOfRows: Bool {
    switch self {
    case .table, .board: true
    case .message, .raw: false
    }
  }
}
