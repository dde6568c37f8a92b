internal import Values

/// The options that stand in every command line.
extension Invocation {
  /// The options with their arguments, for help and completion.
  static let options: [(name: String, argument: String?, text: LocalizedText)] = [
    ("--json", nil, .init(en: "print the result as JSON, unchanged", ko: "결과를 JSON 그대로 출력")),
    (
      "--output", "table|wide|chart|json|jsonl|csv|plain|waybar|i3blocks",
      .init(en: "choose how results are printed", ko: "출력 형식 선택")
    ),
    ("--quiet", nil, .init(en: "print nothing but errors", ko: "오류만 출력")),
    (
      "--timeout", "DURATION",
      .init(
        en: "give up after this long, as 5s; reading ends after 5m where nothing is said",
        ko: "이 시간이 지나면 포기 (예: 5s). 없으면 읽기는 5분 뒤에 포기")
    ),
    ("--lang", "ko|en", .init(en: "choose the language", ko: "언어 선택")),
    ("--color", "auto|always|never", .init(en: "choose when to use colour", ko: "색 사용 여부")),
    ("--yes", nil, .init(en: "answer yes to every question", ko: "모든 질문에 예로 답함")),
    (
      "--dry-run", nil,
      .init(
        en: "check and answer, change nothing; what only reads is done as ever",
        ko: "점검만 하고 아무것도 바꾸지 않음 (읽기만 하는 명령은 그대로 실행)")
    ),
    (
      "--no-start", nil,
      .init(en: "do not start a daemon that is not running", ko: "꺼져 있는 데몬을 시작하지 않음")
    ),
    ("--trace", "ID", .init(en: "mark the request in the logs", ko: "로그에 남길 추적 번호")),
    (
      "--host", "[USER@]HOST",
      .init(en: "use the daemons of another machine, over ssh", ko: "ssh로 다른 컴퓨터의 데몬 쓰기")
    ),
    (
      "--at", "NAME",
      .init(
        en: "use this one of several of a domain, as `DOMAIN@NAME` does",
        ko: "여럿 가운데 이 이름의 것을 쓰기 (`도메인@이름`과 같음)")
    ),
    ("--socket-dir", "DIR", .init(en: "look for sockets in this folder", ko: "소켓을 찾을 폴더")),
    (
      "--columns", "A,B",
      .init(en: "show these columns of a table, in this order", ko: "표에서 이 열만 이 순서로 보기")
    ),
    (
      "--sort-by", "COLUMN",
      .init(en: "sort the rows of a table; -COLUMN backwards", ko: "표의 줄 정렬, -열이면 거꾸로")
    ),
    ("--no-headers", nil, .init(en: "leave out the line of headers", ko: "머리글 줄 빼기")),
    (
      "--headers", "wire|en|ko",
      .init(en: "how columns are called in CSV", ko: "CSV의 열 이름 (기본: 규약의 이름)")
    ),
    ("--no-pager", nil, .init(en: "never page long answers", ko: "긴 답도 페이저 없이 출력")),
    (
      "--watch", nil,
      .init(en: "read again and again until Ctrl-C", ko: "Ctrl-C를 누를 때까지 되풀이해 읽기")
    ),
    (
      "--live", nil,
      .init(en: "show a read on a full screen that lives", ko: "읽기 명령을 살아 있는 전체 화면으로 보기")
    ),
    (
      "--read-only", nil,
      .init(en: "let a full screen change nothing", ko: "전체 화면에서 아무것도 바꾸지 않음")
    ),
    (
      "--interval", "DURATION",
      .init(en: "pause so long between two reads of --watch; 2s", ko: "--watch의 간격 (기본 2s)")
    ),
    ("--help", nil, .init(en: "show help for what stands before it", ko: "앞에 쓴 것의 도움말")),
    ("--version", nil, .init(en: "print the version", ko: "버전 출력")),
  ]

  /// The option as it is typed, `-q, --quiet`, for a page of help.
  static func title(of option: (name: String, argument: String?, text: LocalizedText)) -> String {
    let letters = (Array(shortOptions) + Array(leadingOptions)).first { $0.value == option.name }
    return (letters.map { $0.key + ", " } ?? "    ") + option.name
      + (option.argument.map { " " + $0 } ?? "")
  }

  /// Options that are also one letter.
  static let shortOptions = [
    "-q": "--quiet", "-y": "--yes", "-h": "--help", "-o": "--output", "-H": "--host",
  ]

  /// What stands before the domain alone: behind it a command may have a flag of that name, as the
  /// moment of `transit departures --at 08:30`.
  static let optionsBeforeDomain: Set = ["--at"]

  /// What is one letter only before the domain: behind it a command may use the letter itself.
  static let leadingOptions = ["-w": "--watch"]
}
