internal import Values

extension Rendering {
  /// Reads `x-mate-render`: exactly one of message, table, board, raw.
  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "message", "table", "board", "raw")
    let kinds = try reader.members()
    guard kinds.count == 1, let (kind, body) = kinds.first else {
      throw reader.failure("one of message, table, board, raw is expected")
    }
    switch kind {
    case "message": self = .message(try MessageTemplate(body))
    case "table": self = .table(try TableTemplate(body))
    case "raw": self = .raw(try body.pointer())
    default: self = .board(try BoardTemplate(body))
    }
  }
}

extension MessageTemplate {
  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    guard reader.optional("by") != nil || reader.optional("cases") != nil else {
      let text = try reader.localized()
      try reader.checkTemplate(text)
      self = .text(text)
      return
    }
    try reader.allow(only: "by", "cases")
    var cases: [MessageCase] = []
    for (value, text) in try reader.required("cases").members() {
      let message = try text.localized()
      try text.checkTemplate(message)
      cases.append(MessageCase(value, message))
    }
    self = .cases(by: try reader.required("by").pointer(), cases)
  }
}

extension TableTemplate {
  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "rows", "key", "count", "columns", "empty", "footer", "chart", "instead")
    self.init(
      rows: try reader.required("rows").pointer(), key: try reader.optional("key")?.pointer(),
      count: try reader.optional("count")?.pointer(), columns: [],
      empty: try reader.optional("empty")?.localized(),
      footer: try reader.optional("footer")?.localized())
    if let chart = reader.optional("chart") { self.chart = try ChartTemplate(chart) }
    if let empty { try reader.required("empty").checkTemplate(empty) }
    if let footer { try reader.required("footer").checkTemplate(footer) }
    for table in try reader.optional("instead")?.elements() ?? [] {
      // One level is enough for anybody, and a description of a million levels ends nobody's stack.
      try table.allow(only: "rows", "key", "count", "columns", "empty", "footer", "chart")
      instead.append(try TableTemplate(table))
    }
    for column in try reader.required("columns").elements() {
      try column.allow(only: "header", "value", "format", "style", "rank", "detail", "least")
      let format = column.optional("format")
      columns.append(
        TableColumn(
          try column.required("header").localized(), try column.required("value").pointer(),
          format: try format?.string(), style: try column.styles(),
          rank: try column.integer("rank", within: 1...99),
          detail: try column.optional("detail")?.pointer(),
          least: try column.integer("least", within: 8...60)))
      if let format, let name = columns.last?.format, !ValueFormat.isKnown(name) {
        throw format.failure("unknown format \"\(name)\"")
      }
    }
  }
}

extension BarTemplate {
  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "text", "tooltip", "class")
    let text = try reader.required("text")
    self.init(
      text: try text.localized(), tooltip: try reader.optional("tooltip")?.localized(),
      kind: try reader.optional("class")?.pointer())
    try text.checkTemplate(self.text)
    if let tooltip { try reader.required("tooltip").checkTemplate(tooltip) }
  }
}

extension BoardTemplate {
  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "columns", "footer")
    self.init(columns: [], footer: try reader.optional("footer")?.localized())
    if let footer { try reader.required("footer").checkTemplate(footer) }
    for column in try reader.required("columns").elements() {
      try column.allow(only: "title", "items", "count", "key", "card", "style", "value", "detail")
      let card = try column.required("card")
      try card.checkTemplate(card.localized())
      let title = try column.required("title")
      try title.checkTemplate(title.localized())
      columns.append(
        BoardColumn(
          try title.localized(), items: try column.required("items").pointer(),
          count: try column.optional("count")?.pointer(),
          key: try column.optional("key")?.pointer(),
          card: try card.localized(), style: try column.styles(),
          value: column.optional("value")?.value,
          detail: try column.optional("detail")?.pointer()))
    }
  }
}

extension ValueFormat {
  /// One of the formats, `fixed0` to `fixed6`, a Korean particle such as `이/가`, or the two forms of
  /// an English word such as `customer/customers`.
  package static func isKnown(_ name: String) -> Bool {
    ValueFormat(rawValue: name) != nil || fixedDigits(name) != nil || KoreanParticle(name) != nil
      || PluralForms(name) != nil
  }

  /// The decimals of `fixed0` to `fixed6`.
  package static func fixedDigits(_ name: String) -> Int? {
    guard name.hasPrefix("fixed"), let digits = Int(name.dropFirst(5)), (0...6).contains(digits)
    else { return nil }
    return digits
  }
}

extension DescriptionReader {
  /// Refuses `{name:format}` with a format that nobody knows, and a brace that is never closed.
  func checkTemplate(_ text: LocalizedText) throws(DescriptionError) {
    for text in [text.en, text.ko ?? ""] {
      // Bytes, not characters: this is read at every start of a client.
      var rest = text[...].utf8
      while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
        rest = rest[rest.index(after: open)...]
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else {
          throw failure("a { is never closed: \(text)")
        }
        let name = Substring(rest[..<close])
        if let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
          let format = name[name.utf8.index(after: colon)...]
          if !ValueFormat.isKnown(String(format)) {
            throw failure("unknown format \"\(format)\" in {\(name)}")
          }
        }
        rest = rest[rest.index(after: close)...]
      }
    }
  }

  fileprivate func integer(
    _ name: String, within range: ClosedRange<Int>
  ) throws(DescriptionError) -> Int? {
    guard let reader = optional(name) else { return nil }
    let number = try reader.integer()
    guard range.contains(number) else {
      throw reader.failure("\(range.lowerBound) to \(range.upperBound) is expected")
    }
    return number
  }

  fileprivate func styles() throws(DescriptionError) -> [StyleRule] {
    var rules: [StyleRule] = []
    for rule in try optional("style")?.elements() ?? [] {
      try rule.allow(only: "when", "is", "use")
      let word = try rule.required("use")
      guard let use = StyleRule.Style(rawValue: try word.string()) else {
        let known = StyleRule.Style.allCases.map(\.rawValue).joined(separator: ", ")
        throw word.failure("one of \(known) is expected")
      }
      rules.append(
        StyleRule(
          when: try rule.required("when").pointer(), is: try rule.required("is").value, use: use))
    }
    return rules
  }
}
