internal import IPCProtocol
internal import LinuxSystem
internal import LogReading
internal import Values

/// Log entries as lines for people, or as one JSON object a line.
struct LogPrinter {
  let session: Session

  /// `2026-11-21 09:30:00  bank  warning  message`.
  func print(_ entry: LogEntry) {
    guard !printsJSON(entry) else { return }
    session.say(line(entry) + "\n")
  }

  /// The line, and below it what the entry says about the request.
  func explain(_ entry: LogEntry) {
    guard !printsJSON(entry) else { return }
    var text = line(entry) + "\n"
    for (label, name) in Self.details {
      guard let value = entry[name], !value.isEmpty else { continue }
      let shown = name == "MATE_DURATION_US" ? Self.duration(value, session.language) : value
      let title = label.text(in: session.language).padded(toCells: 12)
      text += session.style.apply(.muted, "    \(title)\(shown.printable(inOneLine: true))") + "\n"
    }
    session.say(text)
  }

  private func printsJSON(_ entry: LogEntry) -> Bool {
    guard session.invocation.wantsJSON else { return false }
    session.say(.json(JSON.text(entry.json) + "\n"))
    return true
  }

  private func line(_ entry: LogEntry) -> String {
    let values = session.printer.values
    let at = values.localDateTime(entry.at)
    let priority = LogOptions.priorities[min(max(entry.priority, 0), 7)]
    let style: StyleRule.Style? =
      switch entry.priority {
      case ...3: .danger
      case 4: .warning
      case 7: .muted
      default: nil
      }
    return session.style.apply(.muted, at) + "  "
      + (entry["MATE_DOMAIN"] ?? "").printable(inOneLine: true).padded(toCells: 8) + " "
      + session.style.apply(style, priority.padded(toCells: 8)) + " "
      + (entry["MESSAGE"] ?? "").printable(inOneLine: true)
  }

  private static let details: [(LocalizedText, String)] = [
    (LocalizedText(en: "method", ko: "메서드"), "MATE_METHOD"),
    (LocalizedText(en: "error", ko: "오류"), "MATE_ERROR"),
    (LocalizedText(en: "left out", ko: "생략한 수"), "MATE_SUPPRESSED"),
    (LocalizedText(en: "user", ko: "사용자"), "MATE_PEER_UID"),
    (LocalizedText(en: "process", ko: "프로세스"), "MATE_PEER_PID"),
    (LocalizedText(en: "took", ko: "걸린 시간"), "MATE_DURATION_US"),
    (LocalizedText(en: "from", ko: "코드"), "CODE_FUNC"),
    (LocalizedText(en: "message id", ko: "메시지 ID"), "MESSAGE_ID"),
  ]

  private static func duration(_ microseconds: String, _ language: Language) -> String {
    guard let count = Double(microseconds) else { return microseconds }
    return (0..<1000).contains(count)
      ? "\(Int(count)) µs" : DurationWord.text(count / 1e6, in: language)
  }

  /// Why there may be nothing to see.
  var nothing: String {
    session.text(
      "nothing is logged for this, or it is not yours to read: a system's log is shown to root and "
        + "to members of the group systemd-journal",
      "기록이 없거나 읽을 권한이 없습니다. 시스템 로그는 root와 systemd-journal 그룹만 볼 수 있습니다")
  }
}
