internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// `?`: what keys do here, and what the domain can do.
struct ScreenHelp {
  let session: Session
  let domain: DomainDescription
  let view: ScreenView
  /// What Enter does with the chosen row.
  let enter: String

  private static let keys: [(key: String, text: LocalizedText)] = [
    ("↑ ↓ ← →  k j h l", .init(en: "move", ko: "이동")),
    ("PgUp PgDn  g G", .init(en: "a page, to the start, to the end", ko: "한 쪽씩, 처음, 끝")),
    ("Tab  1–9", .init(en: "another view", ko: "다른 보기")),
    ("/  n N", .init(en: "show only what has a text; next, previous", ko: "찾은 것만 보기, 다음, 이전")),
    ("a", .init(en: "what can be done with it, and all commands", ko: "할 수 있는 일과 모든 명령")),
    ("Space", .init(en: "mark, for what takes many", ko: "여럿을 고르는 표시")),
    (
      ":",
      .init(
        en: "any command, as it is typed; Tab completes, ↑ ↓ earlier lines",
        ko: "명령 입력, Tab으로 완성, ↑ ↓로 앞서 쓴 줄")
    ),
    (
      "Ctrl-A E W U K Y",
      .init(
        en: "in what is typed: start, end, cut out, put back; Ctrl-← → by word",
        ko: "글을 쓸 때: 처음, 끝, 잘라 내기, 되붙이기, Ctrl-← →로 낱말씩")
    ),
    (
      "Alt-Enter Ctrl-J",
      .init(en: "a new line, where a text may have several", ko: "여러 줄을 쓰는 칸에서 새 줄")
    ),
    ("u", .init(en: "undo, where the domain can", ko: "되돌리기 (있는 도메인에서)")),
    ("r", .init(en: "ask anew", ko: "새로 고침")),
    ("L", .init(en: "한국어로", ko: "in English")),
    ("Esc", .init(en: "back", ko: "뒤로")),
    ("Ctrl-Z  q", .init(en: "stop for a while, quit", ko: "잠시 멈춤, 끝내기")),
  ]

  var page: TextPage {
    // What the domain has keys for comes first: it is what a person looks for here.
    var keys = (view.screen?.actions ?? []).filter { isPossible($0.method) }
      .map { ($0.key, $0.label) }
    if let move = view.screen?.move, isPossible(move.method) {
      keys.append(("< >  Shift-← →", .init(en: "move to another column", ko: "다른 열로 옮기기")))
    }
    keys.append(
      (
        "Enter",
        .init(
          en: "\(enter) (the chosen row); two clicks do the same",
          ko: "\(enter)(고른 줄), 두 번 눌러도 같음")
      ))
    var own = Set(keys.map(\.0))
    if session.invocation.isReadOnly { own.insert("u") }
    var lines = (keys + Self.keys.filter { !own.contains($0.key) }).map { key, text in
      let told = text.text(in: session.language).printable(inOneLine: true)
      return ScreenState.StripLine("  \(key.padded(toCells: 18))  \(told)")
    }
    lines.append(ScreenState.StripLine(""))
    var domain = domain
    domain.methods.removeAll { !isPossible($0.name) }
    let plain = Help(language: session.language, style: Style(isColored: false))
    lines += plain.domain(domain).split(separator: "\n", omittingEmptySubsequences: false)
      .map { ScreenState.StripLine(String($0)) }
    return TextPage(title: session.text("Keys", "단축키"), lines: lines, key: "?")
  }

  /// Whether it is no change where this screen makes none.
  private func isPossible(_ method: String) -> Bool {
    !session.invocation.isReadOnly
      || domain.methods.contains { $0.name == method && !$0.access.changesState }
  }
}
