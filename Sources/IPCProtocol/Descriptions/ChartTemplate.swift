package import Values

/// How the rows of a table are drawn (`chart` of a table): a bar for each place along the axis, from 0
/// on, and behind its end the interval in which the figure lies.
package struct ChartTemplate: Hashable, Sendable {
  /// What is drawn, as `Mean wait`.
  package var title: LocalizedText
  /// JSON Pointer into a row: where along the axis it stands, as an hour.
  package var at: String
  package var value: String
  /// The interval, where the rows have one.
  package var low: String?
  package var high: String?
  /// JSON Pointer into a row: rows with the same value there make one picture; nil is one for all.
  package var by: String?
  /// A ``ValueFormat`` or `fixed0` to `fixed6`, of the figures at the axis.
  package var format: String?

  package init(
    _ title: LocalizedText, at: String, value: String, low: String? = nil, high: String? = nil,
    by: String? = nil, format: String? = nil
  ) {
    self.title = title
    self.at = at
    self.value = value
    self.low = low
    self.high = high
    self.by = by
    self.format = format
  }
}

extension ChartTemplate {
  var jsonValue: JSONValue {
    var object: JSONObject = [
      "title": title.jsonValue, "at": .string(at), "value": .string(value),
    ]
    object["low"] = low.map(JSONValue.string)
    object["high"] = high.map(JSONValue.string)
    object["by"] = by.map(JSONValue.string)
    object["format"] = format.map(JSONValue.string)
    return .object(object)
  }

  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "title", "at", "value", "low", "high", "by", "format")
    let format = reader.optional("format")
    self.init(
      try reader.required("title").localized(), at: try reader.required("at").pointer(),
      value: try reader.required("value").pointer(),
      low: try reader.optional("low")?.pointer(), high: try reader.optional("high")?.pointer(),
      by: try reader.optional("by")?.pointer(), format: try format?.string())
    if let format, let name = self.format, !ValueFormat.isKnown(name) {
      throw format.failure("unknown format \"\(name)\"")
    }
  }

  /// Where it looks into a row.
  var pointers: [String] { [at, value] + [low, high, by].compactMap { $0 } }
}
