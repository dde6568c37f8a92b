internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// `?` on the page of today: what keys do there.
struct TodayHelp {
  let session: Session

  private static let keys: [(key: String, text: LocalizedText)] = [
    ("↑ ↓  k j", .init(en: "scroll", ko: "위아래로 보기")),
    ("PgUp PgDn  g G", .init(en: "a page, to the start, to the end", ko: "한 쪽씩, 처음, 끝")),
    ("Tab  1–9", .init(en: "another domain", ko: "다른 도메인")),
    (
      "Enter",
      .init(
        en: "open its screen, where it has commands; q comes back", ko: "그 화면 열기, 명령은 거기서, q로 돌아옴")
    ),
    (
      ":",
      .init(
        en: "a command there, or of the domain it begins with",
        ko: "거기서 명령 입력, 도메인 이름으로 시작하면 그 도메인에서")
    ),
    ("a", .init(en: "what can be done there", ko: "거기서 할 수 있는 일")),
    ("r", .init(en: "ask anew", ko: "새로 고침")),
    ("L", .init(en: "한국어로", ko: "in English")),
    ("Ctrl-Z  q", .init(en: "stop for a while, quit", ko: "잠시 멈춤, 끝내기")),
  ]

  var page: TextPage {
    let lines = Self.keys.map { key, text in
      ScreenState.StripLine("  \(key.padded(toCells: 18))  \(text.text(in: session.language))")
    }
    return TextPage(title: session.text("Keys", "단축키"), lines: lines, key: "?")
  }
}
