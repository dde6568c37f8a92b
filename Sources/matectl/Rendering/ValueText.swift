internal import CivilTime
internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Values as a person reads them.
struct ValueText {
  let language: Language
  /// Microseconds since 1970, for `relative`.
  let now: Timestamp
  /// Whether a person sees them, and no other program.
  var isSeen = false
  /// Of amounts; nil where the result names none.
  var currency: Currency?
  /// How commands are typed to whom the values are from; nil where as they stand there.
  var ownCommands: OwnCommands?

  /// The value in a ``ValueFormat``, `fixed0` to `fixed6`, with a Korean particle, with an
  /// English word in one of its ``PluralForms``, or as text where
  /// no format is given.
  func text(_ value: JSONValue?, format: String?) -> String {
    guard let value, value != .null else { return "" }
    if let particle = format.flatMap({ KoreanParticle($0) }) {
      return particle.attached(to: text(value, format: nil))
    }
    if let forms = format.flatMap({ PluralForms($0) }) {
      return forms.following(text(value, format: nil))
    }
    // What a daemon sends may come from other people: it must not steer this terminal.
    return unchecked(value, format: format).printable()
  }

  private func unchecked(_ value: JSONValue, format: String?) -> String {
    if let localized = localized(value) { return ownCommands?.named(localized) ?? localized }
    if let digits = format.flatMap(ValueFormat.fixedDigits), let number = value.doubleValue {
      return Self.fixed(number, digits)
    }
    switch format.flatMap(ValueFormat.init(rawValue:)) ?? .text {
    case .text, .integer: return plain(value)
    case .number: return value.doubleValue.map { Self.number($0) } ?? plain(value)
    case .date: return time(value) { "\(Self.local($0).date)" } ?? plain(value)
    case .time: return time(value) { "\(Self.local($0).time)" } ?? plain(value)
    case .relative: return time(value) { relative($0) } ?? plain(value)
    case .duration:
      return value.doubleValue.map { DurationWord.text($0, in: language) } ?? plain(value)
    case .bytes: return value.doubleValue.map { Self.bytes($0) } ?? plain(value)
    case .percent: return value.doubleValue.map { Self.fixed($0 * 100, 1) + "%" } ?? plain(value)
    case .bar: return value.doubleValue.map { Self.bar($0) } ?? plain(value)
    case .money: return money(value) ?? plain(value)
    case .day: return day(value) ?? plain(value)
    }
  }

  /// `{"en":"loan","ko":"대출"}` in the user's language.
  private func localized(_ value: JSONValue) -> String? {
    guard let object = value.objectValue, !object.isEmpty,
      object.keys.allSatisfy({ Language(rawValue: $0) != nil })
    else { return nil }
    return (object[language.rawValue] ?? object["en"])?.stringValue
  }

  /// `$4.50`, `4,500원`.
  private func money(_ value: JSONValue) -> String? {
    guard let amount = value.integerValue, let currency else { return nil }
    return currency.text(Int64(amount)).text(in: language)
  }

  /// These, for the amounts of a result that names its currency.
  func of(_ result: JSONValue) -> ValueText {
    var values = self
    values.currency =
      result.value(at: "/currency")?.stringValue.flatMap { Currency($0) } ?? currency
    return values
  }

  private func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): return text
    case .bool(let flag): return language == .korean ? (flag ? "예" : "아니요") : (flag ? "yes" : "no")
    case .double(let number) where number == number.rounded() && abs(number) < 1e15:
      return String(Int64(number))
    case .array(let elements):
      return elements.map { localized($0) ?? plain($0) }.joined(separator: ", ")
    default: return JSON.text(value)
    }
  }

  // MARK: Numbers

  /// So many decimals, rounded half away from zero as people do.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return value.description }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    // Whole and rest apart: both are exact, and their product with the scale may not be an Int64.
    var whole = Int64(abs(value))
    var rest = Self.rounded(abs(value) - Double(whole), times: scale)
    if rest == Int64(scale) { (whole, rest) = (whole + 1, 0) }
    let sign = value < 0 && (whole, rest) != (0, 0) ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let decimals = String(rest)
    let zeros = String(repeating: "0", count: digits - decimals.count)
    return "\(sign)\(whole).\(zeros)\(decimals)"
  }

  /// A fraction of 1 times a power of ten, rounded half up.
  ///
  /// A product that is a half only because it was rounded up to it is less than one, which what is
  /// missing from it tells.
  private static func rounded(_ fraction: Double, times scale: Double) -> Int64 {
    let product = fraction * scale
    let whole = product.rounded(.down)
    let missing = (-product).addingProduct(fraction, scale)
    let isUp = product - whole > 0.5 || product - whole == 0.5 && missing >= 0
    return Int64(whole) + (isUp ? 1 : 0)
  }

  /// At most two decimals, and no zeros behind the last one that counts.
  static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return String(whole) }
    guard value.isFinite, abs(value) < 1e15 else { return value.description }
    var text = fixed(value, 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  static func bytes(_ value: Double) -> String {
    var value = value
    for unit in ["B", "KiB", "MiB", "GiB"] {
      let digits = unit == "B" ? 0 : 1
      // What would be rounded up to a whole unit is shown in that unit.
      if abs(value) < (unit == "B" ? 1023.5 : 1023.95) { return "\(fixed(value, digits)) \(unit)" }
      value /= 1024
    }
    return "\(fixed(value, 1)) TiB"
  }

  /// A share of 1 in ten cells.
  static func bar(_ share: Double) -> String {
    let full = Int((max(0, min(1, share)) * 10).rounded())
    return String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
  }

  // MARK: Times

  private func time(_ value: JSONValue, _ text: (Timestamp) -> String) -> String? {
    value.stringValue.flatMap { Timestamp(rfc3339: $0) }.map(text)
  }

  /// `2026-11-21 09:30:05` in the user's time zone.
  func localDateTime(_ timestamp: Timestamp) -> String {
    let local = Self.local(timestamp)
    return "\(local.date) \(local.time)"
  }

  /// `tomorrow 15:00`, `Fri 4 Dec`; nil where another program reads it.
  private func day(_ value: JSONValue) -> String? {
    guard isSeen, let text = value.stringValue else { return nil }
    return DayName.text(text, today: Self.local(now).date)?.text(in: language)
  }

  private static func local(_ timestamp: Timestamp) -> CivilDateTime {
    TimeZoneRules.local.local(at: timestamp)
  }

  private func relative(_ timestamp: Timestamp) -> String {
    let seconds = timestamp.seconds(since: now)
    let text = DurationWord.text(abs(seconds).rounded(), in: language)
    if language == .korean { return seconds < 0 ? "\(text) 전" : "\(text) 후" }
    return seconds < 0 ? "\(text) ago" : "in \(text)"
  }
}
