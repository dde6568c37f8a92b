internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// How far a call is, as one line of a terminal.
struct ProgressBar {
  let values: ValueText
  let style: Style

  private static let cells = 20

  /// The line in at most so many columns: what counts least goes first, and the share goes last.
  ///
  /// - Parameters:
  ///   - notice: What the daemon said.
  ///   - name: What is done, where the notice does not say.
  ///   - columns: Of the terminal; the last one stays free, as some wrap there.
  ///   - seconds: How long it has taken.
  /// - Returns: The line; empty where nothing fits.
  func line(
    _ notice: ProgressNotice, name: String, columns: Int, seconds: Double
  ) -> String {
    let text = (notice.text?.text(in: values.language) ?? name).printable(inOneLine: true)
    let counts = counts(notice)
    guard let share = notice.share else {
      return [joined([text, counts]), counts].first { $0.terminalCells < columns } ?? ""
    }
    let percent = "\(ValueText.fixed(share * 100, 0)) %"
    let left = timeLeft(share, seconds)
    let space = String(repeating: " ", count: Self.cells)
    let variants: [(head: String, tail: [String])] = [
      (text, [percent, counts, left]), (text, [percent, counts]), (text, [percent]),
      ("", [percent, left]), ("", [percent]),
    ]
    // The last column stays free.
    let fitting = variants.first { joined([$0.head, space] + $0.tail).terminalCells < columns }
    if let fitting { return joined([fitting.head, bar(share)] + fitting.tail) }
    return percent.terminalCells < columns ? percent : ""
  }

  private func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func bar(_ share: Double) -> String {
    let full = Int(share * Double(Self.cells))
    return style.apply(.accent, String(repeating: "█", count: full))
      + style.apply(.muted, String(repeating: "░", count: Self.cells - full))
  }

  /// `1,024 of 30,000 lines`; empty for parts that mean nothing by themselves.
  private func counts(_ notice: ProgressNotice) -> String {
    guard notice.unit != nil || notice.format != nil else { return "" }
    let done = number(notice.done, notice.format)
    let unit = notice.unit.map { $0.text(in: values.language).printable(inOneLine: true) } ?? ""
    let isKorean = values.language == .korean
    // A Korean counter stands right behind its number.
    let ending = unit.isEmpty || isKorean ? unit : " \(unit)"
    guard let total = notice.total.map({ number($0, notice.format) }) else { return done + ending }
    return isKorean ? "\(total)\(ending) 중 \(done)\(ending)" : "\(done) of \(total)\(ending)"
  }

  private func number(_ value: Int64, _ format: ValueFormat?) -> String {
    values.text(.integer(value), format: format?.rawValue)
  }

  /// Empty until something can be said of it.
  private func timeLeft(_ share: Double, _ seconds: Double) -> String {
    guard seconds >= 2, share > 0.02, share < 1 else { return "" }
    let left = (seconds * (1 - share) / share).rounded(.up)
    let text = values.text(.double(left), format: ValueFormat.duration.rawValue)
    return values.language == .korean ? "약 \(text) 남음" : "about \(text) left"
  }
}
