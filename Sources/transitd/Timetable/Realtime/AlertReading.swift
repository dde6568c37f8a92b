internal import CGTFSRealtime
internal import IPCProtocol
internal import Values

/// Alerts in their binary form, and in JSON.
extension ServiceAlert {
  init(_ alert: MateRt__Alert, id: String) {
    self.id = id
    for index in 0..<alert.n_active_period {
      guard let period = alert.active_period[index]?.pointee else { continue }
      periods.append(
        Period(
          start: period.has_start == 0 ? nil : Int64(clamping: period.start),
          end: period.has_end == 0 ? nil : Int64(clamping: period.end)))
    }
    for index in 0..<alert.n_informed_entity {
      guard let entity = alert.informed_entity[index]?.pointee else { continue }
      let trip = entity.trip?.pointee
      selectors.append(
        Selector(
          routeID: Self.text(entity.route_id) ?? trip.flatMap { Self.text($0.route_id) },
          tripID: trip.flatMap { Self.text($0.trip_id) }, stopID: Self.text(entity.stop_id)))
    }
    effect = alert.has_effect == 0 ? .unknown : Effect(Int(alert.effect))
    header = Self.line(Self.translations(alert.header_text))
    details = Self.localized(Self.translations(alert.description_text), atMost: Self.longest)
    url = Self.translations(alert.url).first?.text
  }

  init(_ alert: JSONValue, id: String) {
    self.id = id
    func member(_ value: JSONValue?, _ name: String, _ camel: String) -> JSONValue? {
      value?[name] ?? value?[camel]
    }
    func seconds(_ value: JSONValue?) -> Int64? {
      value.flatMap { $0.integerValue ?? $0.stringValue.flatMap { Int64($0) } }
    }
    func text(_ value: JSONValue?) -> String? {
      value?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
    periods = (member(alert, "active_period", "activePeriod")?.arrayValue ?? []).map {
      Period(start: seconds($0["start"]), end: seconds($0["end"]))
    }
    selectors = (member(alert, "informed_entity", "informedEntity")?.arrayValue ?? []).map {
      let trip = $0["trip"]
      return Selector(
        routeID: text(member($0, "route_id", "routeId"))
          ?? text(member(trip, "route_id", "routeId")),
        tripID: text(member(trip, "trip_id", "tripId")),
        stopID: text(member($0, "stop_id", "stopId")))
    }
    switch alert["effect"] {
    case .string(let word): effect = Effect(word)
    case .integer(let number): effect = Effect(Int(clamping: number))
    default: effect = .unknown
    }
    header = Self.line(Self.translations(member(alert, "header_text", "headerText")))
    details = Self.localized(
      Self.translations(member(alert, "description_text", "descriptionText")),
      atMost: Self.longest)
    url = Self.translations(alert["url"]).first?.text
  }

  // MARK: Texts

  private typealias Translation = (text: String, language: String)

  /// Characters of a description and of a headline that are kept.
  private static let longest = 2000
  private static let longestLine = 300

  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func translations(_ texts: UnsafeMutablePointer<MateRt__Texts>?) -> [Translation] {
    guard let texts = texts?.pointee else { return [] }
    return (0..<texts.n_translation).compactMap { index in
      guard let translation = texts.translation[index]?.pointee,
        let text = text(translation.text)
      else { return nil }
      return (text, Self.text(translation.language) ?? "")
    }
  }

  private static func translations(_ texts: JSONValue?) -> [Translation] {
    (texts?["translation"]?.arrayValue ?? []).compactMap { translation in
      guard let text = translation["text"]?.stringValue, !text.isEmpty else { return nil }
      return (text, translation["language"]?.stringValue ?? "")
    }
  }

  /// For each of our languages its own text, else the one of no language, else any.
  private static func localized(
    _ translations: [Translation], atMost count: Int
  ) -> LocalizedText? {
    func text(_ language: String) -> String? {
      let found =
        translations.first { $0.language.lowercased().hasPrefix(language) }
        ?? translations.first { $0.language.isEmpty } ?? translations.first
      return found.map { String($0.text.prefix(count)) }
    }
    guard let en = text("en"), let ko = text("ko") else { return nil }
    return LocalizedText(en: en, ko: ko)
  }

  /// The same in one line.
  private static func line(_ translations: [Translation]) -> LocalizedText? {
    localized(
      translations.map { translation in
        (
          translation.text.split(whereSeparator: \.isWhitespace).joined(separator: " "),
          translation.language
        )
      }, atMost: longestLine)
  }
}
