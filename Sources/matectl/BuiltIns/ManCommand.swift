internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl man [PAGE]`: a page of the manual, shown by man(1) on a terminal, else as roff.
enum ManCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count <= 1 else { throw session.failUsage(of: .man) }
    let name = words.first ?? "matectl"
    let domains = session.catalog.descriptions
    let pages = ManualPages(
      help: Help(language: session.language, style: Style(isColored: false)),
      version: Release.version, date: Release.date)
    guard let page = pages.page(name, among: domains) else {
      let known =
        ["matectl", ManualPages.page] + domains.flatMap { [$0.domain, pages.program($0)] }
      throw session.fail(
        UsageError(
          "there is no page \(name)", "\(name) 매뉴얼은 없습니다",
          nearest: nearestNames(to: name, among: known).first,
          otherwise: ("; see `matectl domains`", ". `matectl domains`를 보십시오")))
    }
    if session.invocation.output == nil, Terminal.isTerminal(1) { becomeManual(page.roff) }
    session.say(.exact(page.roff))
    return .done
  }

  /// Goes on as man(1), which knows the width, the pager and the bold letters of this terminal.
  ///
  /// It reads the page from a file that has no name; where there is no man(1), this returns.
  private static func becomeManual(_ roff: String) {
    guard let stream = tmpfile() else { return }
    defer { fclose(stream) }
    let file = fileno(stream)
    guard Terminal.write(roff, to: file), lseek(file, 0, SEEK_SET) == 0 else { return }
    let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    guard dup2(file, 0) == 0 else { return }
    // Who has chosen a pager for us has not told man(1).
    if let pager = Environment.given("MATE_PAGER") {
      setenv("MANPAGER", pager.isEmpty ? "cat" : pager, 1)
    }
    let words: [String] = ["man", "-l", "-"]
    var arguments = words.map { strdup($0) } + [nil]
    execvp("man", &arguments)
    for argument in arguments { free(argument) }
    if input >= 0 { dup2(input, 0) }
  }
}
