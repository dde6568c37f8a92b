package import Values

/// How a result or an event is shown to a person (`x-mate-render`).
package enum Rendering: Hashable, Sendable {
  case message(MessageTemplate)
  case table(TableTemplate)
  case board(BoardTemplate)
  /// The text that a JSON Pointer names, byte by byte: a file for another program.
  case raw(String)
}

extension Rendering {
  package static func message(_ en: String, ko: String) -> Rendering {
    .message(.text(LocalizedText(en: en, ko: ko)))
  }

  package static func table(
    rows: String, key: String? = nil, count: String? = nil, columns: [TableColumn],
    empty: LocalizedText? = nil, footer: LocalizedText? = nil, chart: ChartTemplate? = nil,
    instead: [TableTemplate] = []
  ) -> Rendering {
    .table(
      TableTemplate(
        rows: rows, key: key, count: count, columns: columns, empty: empty, footer: footer,
        chart: chart, instead: instead))
  }

  /// One sentence for each value of the member that `pointer` names.
  package static func cases(by pointer: String, _ cases: [MessageCase]) -> Rendering {
    .message(.cases(by: pointer, cases))
  }
}

/// One sentence, or one per value of a member.
///
/// In a template `{name}` is a member, `{a/b}` a deeper one, `{name:format}` one of
/// ``ValueFormat``, `fixed0` to `fixed6`, a ``KoreanParticle``, or ``PluralForms``.
package enum MessageTemplate: Hashable, Sendable {
  case text(LocalizedText)
  /// Chosen by the member that `pointer` names; a value without a case shows nothing.
  case cases(by: String, [MessageCase])
}

extension MessageTemplate {
  /// The template that a value is told by; nil where no case fits.
  package func text(for value: JSONValue) -> LocalizedText? {
    switch self {
    case .text(let text): return text
    case .cases(let pointer, let cases):
      let choice = value.value(at: pointer)
      let word = choice?.stringValue ?? choice.map { JSON.text($0) } ?? ""
      return cases.first { $0.value == word }?.text
    }
  }
}

package struct MessageCase: Hashable, Sendable {
  package var value: String
  package var text: LocalizedText

  package init(_ value: String, _ text: LocalizedText) {
    self.value = value
    self.text = text
  }

  package init(_ value: String, _ en: String, ko: String) {
    self.init(value, LocalizedText(en: en, ko: ko))
  }
}

package enum ValueFormat: String, Hashable, Sendable, CaseIterable {
  case text, integer, number, date, time, relative, duration, bytes, percent, bar
  /// An integer of the smallest unit of the currency that the result names in `currency`.
  case money
  /// A day of the reader's calendar, `2026-12-04` or `2026-12-04 15:00`: in words where a person sees
  /// it, else as it is.
  case day
}

/// Rows of an array in the result, as columns.
package struct TableTemplate: Hashable, Sendable {
  /// JSON Pointer of the array.
  package var rows: String
  /// JSON Pointer into a row, of what it is known by among the others; nil leaves that to the client.
  package var key: String?
  /// JSON Pointer of how many rows there are in all, where the array may have fewer; nil where it has all.
  package var count: String?
  package var columns: [TableColumn]
  /// A template over the whole result where there are no rows; nil is the client's own word.
  package var empty: LocalizedText?
  /// A template over the whole result, below the rows; left out where it comes out empty.
  package var footer: LocalizedText?
  /// How its rows are drawn; nil where there is nothing to draw.
  package var chart: ChartTemplate?
  /// Tables that are shown instead, the first whose rows are in the result.
  package var instead: [TableTemplate]

  package init(
    rows: String, key: String? = nil, count: String? = nil, columns: [TableColumn],
    empty: LocalizedText? = nil, footer: LocalizedText? = nil, chart: ChartTemplate? = nil,
    instead: [TableTemplate] = []
  ) {
    self.rows = rows
    self.key = key
    self.count = count
    self.columns = columns
    self.empty = empty
    self.footer = footer
    self.chart = chart
    self.instead = instead
  }

  /// How many rows there are that the result leaves out.
  package func leftOut(of result: JSONValue) -> Int { result.leftOut(of: rows, count: count) }

  /// The table of these that a result is shown as.
  package func chosen(for result: JSONValue) -> TableTemplate {
    instead.first { result.value(at: $0.rows)?.arrayValue != nil } ?? self
  }

  /// The table without columns of a part that no row has: `/changed/p90` where no row has `changed`.
  ///
  /// A value that no row has is seen to be empty; for a part that was not asked for nobody looks.
  package func withoutMissingParts(of result: JSONValue) -> TableTemplate {
    guard let items = result.value(at: rows)?.arrayValue, !items.isEmpty else { return self }
    var table = self
    table.columns.removeAll { column in
      let tokens = column.value.split(separator: "/")
      guard tokens.count > 1, let part = tokens.first else { return false }
      return items.allSatisfy { ($0.value(at: "/\(part)") ?? .null) == .null }
    }
    return table.columns.isEmpty ? self : table
  }
}

/// What a status bar shows of a result or an event (`x-mate-bar`): a few cells, and more on demand.
package struct BarTemplate: Hashable, Sendable {
  /// Templates over the whole value.
  package var text: LocalizedText
  package var tooltip: LocalizedText?
  /// JSON Pointer of a word for a style sheet, as `soon`.
  package var kind: String?

  package init(text: LocalizedText, tooltip: LocalizedText? = nil, kind: String? = nil) {
    self.text = text
    self.tooltip = tooltip
    self.kind = kind
  }
}

package struct TableColumn: Hashable, Sendable {
  package var header: LocalizedText
  /// JSON Pointer into a row.
  package var value: String
  /// A ``ValueFormat`` or `fixed0` to `fixed6`; nil is text.
  package var format: String?
  package var style: [StyleRule]
  /// From 1 (the most important) to 99; nil is the column's place, counted from 1.
  ///
  /// Columns of high ranks leave first where a table does not fit.
  package var rank: Int?
  /// JSON Pointer into a row, of a text that stands dim below the cell where a terminal has room.
  package var detail: String?
  /// Cells that its text keeps on a terminal of 80 while columns of higher ranks can leave instead,
  /// 8 to 60; nil is 8.
  package var least: Int?

  package init(
    _ header: LocalizedText, _ value: String, format: String? = nil, style: [StyleRule] = [],
    rank: Int? = nil, detail: String? = nil, least: Int? = nil
  ) {
    self.header = header
    self.value = value
    self.format = format
    self.style = style
    self.rank = rank
    self.detail = detail
    self.least = least
  }

  package init(
    _ en: String, ko: String, _ value: String, format: String? = nil, style: [StyleRule] = [],
    rank: Int? = nil, detail: String? = nil, least: Int? = nil
  ) {
    self.init(
      LocalizedText(en: en, ko: ko), value, format: format, style: style, rank: rank,
      detail: detail, least: least)
  }

  /// The format that counts: what is named as a number of seconds is shown as a duration.
  package var shownFormat: String? {
    format ?? (value.isDurationName ? ValueFormat.duration.rawValue : nil)
  }
}

/// A style that is used where a member has a value.
package struct StyleRule: Hashable, Sendable {
  /// Names of styles, not of colours: a theme decides how they look.
  package enum Style: String, Hashable, Sendable, CaseIterable {
    case danger, warning, success, accent, muted, strong
  }

  /// JSON Pointer into the row.
  package var when: String
  package var `is`: JSONValue
  package var use: Style

  package init(when: String, is value: JSONValue, use: Style) {
    self.when = when
    self.is = value
    self.use = use
  }
}

/// Columns of cards, side by side.
package struct BoardTemplate: Hashable, Sendable {
  package var columns: [BoardColumn]
  /// A template over the whole result, below the columns; nothing where it comes out empty.
  package var footer: LocalizedText?

  package init(columns: [BoardColumn], footer: LocalizedText? = nil) {
    self.columns = columns
    self.footer = footer
  }
}

package struct BoardColumn: Hashable, Sendable {
  /// A template over the whole result, as `TODO ({todo/count})`.
  package var title: LocalizedText
  /// JSON Pointer of the array of cards.
  package var items: String
  /// JSON Pointer of how many cards there are in all, where the array may have fewer; nil where it has all.
  package var count: String?
  /// JSON Pointer into a card, of what it is known by in all columns; nil leaves that to the client.
  package var key: String?
  /// A template over one card.
  package var card: LocalizedText
  package var style: [StyleRule]
  /// What moving a card here sends (`move` of a screen).
  package var value: JSONValue?
  /// JSON Pointer into a card, of a text that stands dim below it where a terminal has room.
  package var detail: String?

  package init(
    _ title: LocalizedText, items: String, count: String? = nil, key: String? = nil,
    card: LocalizedText, style: [StyleRule] = [], value: JSONValue? = nil, detail: String? = nil
  ) {
    self.count = count
    self.key = key
    self.value = value
    self.detail = detail
    self.title = title
    self.items = items
    self.card = card
    self.style = style
  }

  /// How many cards there are that the result leaves out.
  package func leftOut(of result: JSONValue) -> Int { result.leftOut(of: items, count: count) }
}

extension JSONValue {
  /// What a count says beyond the elements that are there; nothing where it says no number.
  fileprivate func leftOut(of array: String, count: String?) -> Int {
    guard let total = count.flatMap({ value(at: $0)?.integerValue }) else { return 0 }
    let there = value(at: array)?.arrayValue?.count ?? 0
    return max(0, Int(clamping: total) - there)
  }
}
