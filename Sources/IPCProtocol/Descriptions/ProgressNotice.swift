package import Values

/// How far a request is: a `$/progress` notification, which a client asks for with `_meta.progress`.
package struct ProgressNotice: Hashable, Sendable {
  package var done: Int64
  /// Nil where nobody knows how much there is.
  package var total: Int64?
  /// What is counted; nil for parts of a whole that mean nothing by themselves.
  package var unit: LocalizedText?
  /// How a client writes the numbers, as in a table; plain where it is nil.
  package var format: ValueFormat?
  /// What is done now.
  package var text: LocalizedText?

  package init(
    done: Int, of total: Int? = nil, unit: LocalizedText? = nil, format: ValueFormat? = nil,
    text: LocalizedText? = nil
  ) {
    self.done = Int64(done)
    self.total = total.map { Int64($0) }
    (self.unit, self.format, self.text) = (unit, format, text)
  }

  /// Of the whole, 0 to 1; nil where that is not known.
  package var share: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(done) / Double(total)))
  }

  /// The notification about a request.
  package func payload(id: RequestID) -> [UInt8] {
    var writer = JSONWriter()
    writer.literal(#"{"jsonrpc":"2.0","method":"$/progress","params":{"id":"#)
    id.write(to: &writer)
    writer.literal(",")
    var params: JSONObject = ["done": .integer(done)]
    params["total"] = total.map { .integer($0) }
    params["unit"] = unit?.jsonValue
    params["format"] = format.map { .string($0.rawValue) }
    params["text"] = text?.jsonValue
    writer.bytes.append(contentsOf: JSON.text(.object(params)).utf8.dropFirst())
    writer.literal("}")
    return writer.bytes
  }

  /// Nil for params that say no number; what else cannot be read is left out.
  package init?(_ params: JSONValue) {
    guard let done = params["done"]?.integerValue else { return nil }
    self.done = done
    total = params["total"]?.integerValue
    unit = params["unit"].flatMap { LocalizedText($0) }
    format = params["format"]?.stringValue.flatMap { ValueFormat(rawValue: $0) }
    text = params["text"].flatMap { LocalizedText($0) }
  }
}

extension LocalizedText {
  /// `{"en":"…","ko":"…"}`, or a text that is the same in both.
  fileprivate init?(_ value: JSONValue) {
    if let text = value.stringValue {
      self.init(en: text)
    } else if let english = value["en"]?.stringValue {
      self.init(en: english, ko: value["ko"]?.stringValue)
    } else {
      return nil
    }
  }
}
