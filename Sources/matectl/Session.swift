internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import LongTables

/// Exit statuses, as `README.md` lists them.
enum ExitStatus: Int32, Error {
  case done = 0
  case refused = 1
  case usage = 2
  case unreachable = 3
  case fault = 4
  case interrupted = 130
}

/// Everything that one run of matectl shares: how to speak, where to look, where to print.
struct Session {
  let invocation: Invocation
  let language: Language
  let catalog = DescriptionCatalog()
  let style: Style
  let errorStyle: Style

  init(_ invocation: Invocation) {
    self.invocation = invocation
    language = invocation.effectiveLanguage
    style = Style(isColored: Self.isColored(invocation, 1))
    errorStyle = Style(isColored: Self.isColored(invocation, 2))
  }

  private static func isColored(_ invocation: Invocation, _ descriptor: Int32) -> Bool {
    switch invocation.color {
    case .always: true
    case .never: false
    case .auto: Terminal.wantsColor(descriptor)
    }
  }

  var help: Help { Help(language: language, style: style) }

  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  var printer: ResultPrinter {
    ResultPrinter(
      output: invocation.output, style: style, values: ValueText(language: language, now: now),
      screen: Terminal.size(1))
  }

  func text(_ en: Sentence, _ ko: Sentence) -> String { language == .korean ? ko.text : en.text }

  // MARK: Output

  private var isSilent: Bool { invocation.isQuiet && invocation.output == nil }

  /// Prints the answer, or a part of it.
  func say(_ text: String) { say(.screen(text)) }

  /// What a command of ours has done: the sentence for a person, the object for programs.
  func say(_ sentence: String, or object: JSONObject) {
    say(
      invocation.wantsJSON
        ? .json(JSON.text(.object(object)) + "\n") : .screen("\(sentence)\n"))
  }

  func say(_ printed: ResultPrinter.Printed) {
    guard !isSilent, !printed.text.isEmpty else { return }
    let text =
      switch printed {
      case .screen(let text): ScreenText.filtered(text, style)
      case .json(let text): Terminal.isTerminal(1) ? ScreenText.escaped(json: text) : text
      case .exact(let text): text
      }
    guard Terminal.write(text, to: 1) else { endUnwritten() }
  }

  /// Prints the answer in the place of what the terminal shows.
  func sayOnClearScreen(_ text: String) {
    guard !isSilent else { return }
    let text = "\u{1B}[H\u{1B}[2J" + ScreenText.filtered(text, style)
    guard Terminal.write(text, to: 1) else { endUnwritten() }
  }

  /// Ends the program as its output cannot be written: without a word where the reader has gone
  /// away, as `head` does; half a file on a full disk is not the answer.
  private func endUnwritten() -> Never {
    let error = SystemError("write")
    guard error.code != EPIPE else { exit(ExitStatus.done.rawValue) }
    let status = fail(
      text(
        "the output cannot be written: \(error.reason)", "출력을 쓸 수 없습니다: \(error.reason)"), .fault)
    exit(status.rawValue)
  }

  /// Prints a result in the form that was asked for; a `long` one by the table that may have read it
  /// while it arrived.
  func show(
    _ result: ArraySlice<UInt8>, _ rendering: Rendering?, bar: BarTemplate? = nil,
    long: LongTable? = nil
  ) {
    var printer = printer
    printer.bar = bar
    guard result.count >= Self.longResult else {
      return say(printer.printed(Array(result), rendering))
    }
    guard !isSilent else { return }
    if invocation.wantsJSON, !Terminal.isTerminal(1) {
      _ = result.withUnsafeBytes { put($0) }
      return say("\n")
    }
    guard let long, long.write(result, isAligned: invocation.output != .plain, put)
    else { return say(printer.printed(Array(result), rendering)) }
  }

  /// A table for a long result, where that can be shown so.
  func longTable(_ rendering: Rendering?) -> LongTable? {
    switch invocation.output {
    case nil, .table, .plain: break
    case .json, .jsonl, .csv, .waybar, .i3blocks: return nil
    }
    guard !isSilent, case .table(let template)? = rendering, template.footer == nil,
      !style.isColored, printer.screen == nil
    else { return nil }
    let values = printer.values
    return LongTable(template, in: language) { values.text($0, format: $1) }
  }

  /// A piece of a long answer, as ``say(_:)`` prints a short one.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard Terminal.write(bytes, to: 1) else { endUnwritten() }
    return true
  }

  /// Results of so many bytes are worth a way of their own.
  private static let longResult = 1 << 16

  /// The talk.
  func tell(_ sentence: String) {
    // Nobody can be told that nobody can be told.
    _ = Terminal.write(ScreenText.filtered("\(sentence)\n", errorStyle), to: 2)
  }

  /// An error for programs, on a line of its own.
  func tell(json text: String) {
    let line = Terminal.isTerminal(2) ? ScreenText.escaped(json: text) : text
    _ = Terminal.write("\(line)\n", to: 2)  // as above
  }

  func fail(_ sentence: String, _ status: ExitStatus) -> ExitStatus {
    tell(errorStyle.apply(.danger, "matectl: ") + sentence.printable())
    return status
  }

  /// What a person types after a question; nil at the end of the input.
  ///
  /// - Throws: ``ExitStatus/interrupted`` after Ctrl-C.
  func ask(_ question: String) throws(ExitStatus) -> String? {
    _ = Terminal.write(ScreenText.filtered(question, errorStyle), to: 2)
    let line = Terminal.readLine { Interrupt.wasPressed }
    if line == nil { tell("") }
    if Interrupt.wasPressed { throw .interrupted }
    return line
  }

  func fail(_ error: UsageError) -> ExitStatus {
    fail(error.message.text(in: language), .usage)
  }

  // MARK: Domains

  /// The description of a domain that a person named.
  func description(_ domain: String) throws(ExitStatus) -> DomainDescription {
    guard let entry = catalog.entry(domain) else { throw unknownDomain(domain) }
    switch entry.description {
    case .success(let description): return description
    case .failure(let error):
      throw fail(
        text(
          "the description \(entry.path) is invalid at \(whole: "\(error)")",
          "도메인 설명 파일 \(entry.path)이(가) 잘못되었습니다: \(whole: "\(error)")"), .usage)
    }
  }

  /// What a command of a domain takes, which is a part of its description where that is enough.
  func description(
    _ domain: String, for words: [String]
  ) throws(ExitStatus) -> DomainDescription {
    let excerpt = catalog.excerpt(domain) { !$1.isEmpty && words.starts(with: $1) }
    if let excerpt { return excerpt }
    return try description(domain)
  }

  /// The same for a method that is called by its name.
  func description(
    _ domain: String, forMethod name: String
  ) throws(ExitStatus) -> DomainDescription {
    if let excerpt = catalog.excerpt(domain, where: { method, _ in method == name }) {
      return excerpt
    }
    return try description(domain)
  }

  /// The whole description of which a command has read a part; the part where it cannot be read.
  func whole(_ domain: DomainDescription) -> DomainDescription {
    // Described or not, the error itself is shown.
    (try? catalog.entry(domain.domain)?.description.get()) ?? domain
  }

  /// A domain's own errors; none where they cannot be read.
  func errors(of domain: DomainDescription) -> [ErrorDescription] { whole(domain).errors }

  private func unknownDomain(_ word: String) -> ExitStatus {
    let known = catalog.all().map(\.domain) + BuiltIn.all.map(\.name)
    let nearest = nearestNames(to: word, among: known).first
    return fail(
      text(
        "there is no domain or command \(word)"
          + (nearest.map { "; do you mean \($0)?" } ?? "; see `matectl domains`"),
        "\(word) 도메인이나 명령은 없습니다"
          + (nearest.map { ". \($0) 입니까?" } ?? ". `matectl domains`를 보십시오")), .usage)
  }

  func endpoint(_ domain: DomainDescription) throws(ExitStatus) -> Endpoint {
    do throws(SystemError) {
      return try Endpoint(
        domain: domain.domain, socket: domain.socket, directory: invocation.socketDirectory)
    } catch {
      throw fail(
        text(
          "the runtime directory \(error.subject) is not yours; set XDG_RUNTIME_DIR or --socket-dir",
          "런타임 폴더 \(error.subject)을(를) 쓸 수 없습니다. XDG_RUNTIME_DIR 또는 --socket-dir를 지정하십시오"),
        .unreachable)
    }
  }

  /// A client of a domain that Ctrl-C interrupts, and that tells a person when it has to wait.
  func client(
    _ domain: DomainDescription, mayStart: Bool = true
  ) throws(ExitStatus) -> IPCClient {
    let client = IPCClient(
      endpoint: try endpoint(domain), program: domain.exec,
      mayStart: mayStart && invocation.mayStart)
    client.isInterrupted = { Interrupt.wasPressed }
    client.onDelay = { process in
      guard !invocation.isQuiet, Terminal.isTerminal(2) else { return }
      tell(ErrorText(session: self, domain: domain, silent: process).waiting)
    }
    return client
  }
}

/// Ctrl-C: remembered, so that the request can be cancelled in order.
enum Interrupt {
  /// Written by the signal handler, read by the one thread there is; a word is written at once.
  nonisolated(unsafe) private static var count: sig_atomic_t = 0

  static var wasPressed: Bool { count > 0 }

  /// What is left for an orderly end after the first Ctrl-C, in microseconds.
  private static let grace: UInt32 = 900_000

  /// The second Ctrl-C ends the program at once, and time ends it after the first, whatever it
  /// waits for: a daemon that does not answer, a pipe that nobody reads, a lock.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGALRM) { _ in _exit(ExitStatus.interrupted.rawValue) }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      if Interrupt.count > 0 { _exit(ExitStatus.interrupted.rawValue) }
      Interrupt.count += 1
      ualarm(Interrupt.grace, 0)
    }
    // Whoever started us may have left signals blocked.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }
}
