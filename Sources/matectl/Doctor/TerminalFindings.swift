internal import Glibc
internal import LinuxSystem
internal import Values

/// Where a person reads and types: the locale, the terminal, the shell.
extension Findings {
  mutating func lookAtTerminal() {
    lookAtLocale()
    lookAtSize()
    lookForCompletion()
  }

  private mutating func lookAtLocale() {
    let locale = Environment["LC_ALL"] ?? Environment["LC_CTYPE"] ?? Environment["LANG"] ?? ""
    guard ["utf-8", "utf8"].contains(where: { locale.lowercased().contains($0) }) else {
      return add(
        "locale", .warning,
        "the locale is not UTF-8, so that other programs may show Korean wrongly",
        "로캘이 UTF-8이 아니어서 다른 프로그램에서 한글이 깨질 수 있습니다", command: "export LANG=C.UTF-8")
    }
    // What libc does not know it takes for C, in which no letter of Korean has a width.
    guard let known = newlocale(LC_CTYPE_MASK, locale, nil) else {
      return add(
        "locale", .warning,
        "the locale \(locale) is not installed, so that other programs may show Korean wrongly",
        "로캘 \(locale, .subject) 설치되어 있지 않아 다른 프로그램에서 한글이 깨질 수 있습니다",
        command: Self.installation(of: locale))
    }
    freelocale(known)
    add("locale", .fine, "the locale is \(locale)", "로캘은 \(locale)입니다")
  }

  /// A language's own locale goes on speaking it, where C.UTF-8 is English.
  private static func installation(of locale: String) -> String {
    let name = locale.prefix { $0 != "." }
    guard name.utf8.count == 5,
      name.utf8.allSatisfy({ $0 == 95 || 65...90 ~= $0 || 97...122 ~= $0 })
    else { return "export LC_ALL=C.UTF-8" }
    return "sudo apt install locales && sudo localedef -i \(name) -f UTF-8 \(name).UTF-8"
  }

  /// Below this a table has no room for its columns.
  private static let fewColumns = 40

  private mutating func lookAtSize() {
    guard let size = Terminal.size(1) ?? Terminal.size(2) else { return }
    let kind = Environment["TERM"] ?? ""
    guard !kind.isEmpty, kind != "dumb" else {
      return add(
        "terminal", .warning,
        "TERM does not say what this terminal is, so there are no full screens",
        "TERM에 터미널 종류가 없어 전체 화면을 쓸 수 없습니다", command: "export TERM=xterm-256color")
    }
    guard size.columns >= Self.fewColumns else {
      return add(
        "terminal", .warning,
        "the terminal has \(size.columns) columns; tables need \(Self.fewColumns), else words are cut",
        "터미널이 \(size.columns)칸입니다. 표가 온전하려면 \(Self.fewColumns)칸은 있어야 합니다",
        command: "stty size")
    }
    add(
      "terminal", .fine, "the terminal (\(kind)) has \(size.columns) columns and \(size.rows) rows",
      "터미널(\(kind))은 \(size.columns)칸 \(size.rows)줄입니다")
  }

  private mutating func lookForCompletion() {
    let shell = Environment["SHELL"]?.split(separator: "/").last.map(String.init) ?? ""
    let home = Environment["XDG_DATA_HOME"] ?? "\(Environment["HOME"] ?? "")/.local/share"
    let (own, folders): (String, [String]) =
      switch shell {
      case "bash":
        (
          "\(home)/bash-completion/completions/matectl",
          ["/usr/share/bash-completion/completions/matectl"]
        )
      case "zsh":
        ("\(home)/zsh/site-functions/_matectl", ["/usr/share/zsh/vendor-completions/_matectl"])
      case "fish":
        (
          "\(Environment["XDG_CONFIG_HOME"] ?? "\(Environment["HOME"] ?? "")/.config")/fish/completions/matectl.fish",
          ["/usr/share/fish/vendor_completions.d/matectl.fish"]
        )
      default: ("", [])
      }
    guard !own.isEmpty else { return }
    if let found = ([own] + folders).first(where: { access($0, R_OK) == 0 }) {
      add("completion", .fine, "\(shell) completes matectl by \(found)", "\(shell) 자동 완성: \(found)")
    } else {
      // Many do without, or have it in a file of their own: no warning.
      add(
        "completion", .fine, "\(shell) has no completion of matectl in its folders",
        "\(shell) 자동 완성 폴더에 matectl이 없습니다",
        command:
          "mkdir -p \(own.prefix(upTo: own.lastIndex(of: "/") ?? own.endIndex)) && matectl completion \(shell) > \(own)"
      )
    }
  }
}
