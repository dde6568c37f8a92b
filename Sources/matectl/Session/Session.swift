internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import LongTables
internal import Values

/// Everything that one run of matectl shares: how to speak, where to look, where to print.
struct Session {
  let invocation: Invocation
  let language: Language
  let catalog: DescriptionCatalog
  let style: Style
  let errorStyle: Style

  init(_ invocation: Invocation) {
    self.invocation = invocation
    language = invocation.effectiveLanguage
    catalog = DescriptionCatalog(instance: invocation.instance)
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

  /// Of the domain that the line is for.
  var ownCommands: OwnCommands? {
    invocation.words.first.flatMap { catalog.label($0) }.flatMap { OwnCommands($0) }
  }

  var printer: ResultPrinter {
    let screen = Terminal.size(1)
    let output = invocation.output ?? invocation.usualOutput
    let isTable = output == nil || output == .table || output == .wide
    let values = ValueText(
      language: language, now: WallClock.now, isSeen: screen != nil && isTable,
      ownCommands: ownCommands)
    var printer = ResultPrinter(output: output, style: style, values: values, screen: screen)
    printer.choice = invocation.choice
    // What is drawn again in its place must not scroll.
    if invocation.isWatching { printer.rowLimit = screen.map { max(1, $0.rows - 5) } }
    return printer
  }

  /// Says what of a table cannot be chosen, before anything is asked for.
  func checkChoice(for rendering: Rendering?) throws(ExitStatus) {
    do throws(UsageError) {
      try invocation.checkForm(of: rendering)
    } catch {
      throw fail(error)
    }
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
    long: LongTable? = nil, members: @autoclosure () -> [String]? = nil
  ) {
    var printer = printer
    printer.bar = bar
    if invocation.output == .csv { printer.csv.members = members() }
    guard result.count >= Self.longResult else {
      return page(printer.printed(Array(result), rendering))
    }
    guard !isSilent else { return }
    if invocation.output == .json, !Terminal.isTerminal(1) {
      _ = result.withUnsafeBytes { put($0) }
      return say("\n")
    }
    guard let long, long.write(result, isAligned: invocation.output != .plain, put)
    else { return page(printer.printed(Array(result), rendering)) }
    if invocation.output != .plain {
      say(.screen(printer.below(long.besidesRows(result), rendering)))
    }
  }

  /// Prints an answer; one that is longer than the terminal through a pager.
  private func page(_ printed: ResultPrinter.Printed) {
    guard case .screen(let text) = printed, let screen = Terminal.size(1), !isSilent,
      invocation.mayPage, !invocation.isWatching, let command = Pager.command(invocation.pager),
      Pager.isLonger(text, than: screen)
    else { return say(printed) }
    guard !Pager.show(ScreenText.filtered(text, style), with: command) else { return }
    say(printed)
  }

  /// A table for a long result, where that can be shown so.
  ///
  /// - Parameters:
  ///   - rendering: As its method describes it.
  ///   - isSeen: Whether a person looks, whose terminal has colours and a width.
  /// - Returns: Nil where the ordinary table must make it.
  func longTable(_ rendering: Rendering?, isSeen: Bool? = nil) -> LongTable? {
    switch invocation.output {
    case nil, .table, .wide, .plain: break
    case .chart, .json, .jsonl, .csv, .waybar, .i3blocks: return nil
    }
    guard !isSilent, case .table(let template)? = rendering, template.instead.isEmpty,
      !(isSeen ?? (style.isColored || printer.screen != nil)), invocation.choice.isWhole,
      invocation.choice.hasHeader
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
    guard !invocation.wantsJSON else {
      tell(json: JSON.text(["error": Self.error(sentence.printable(), status)]))
      return status
    }
    tell(errorStyle.apply(.danger, "matectl: ") + sentence.printable())
    return status
  }

  /// An error of our own in the shape that errors of daemons have; its code is the exit status.
  private static func error(_ sentence: String, _ status: ExitStatus) -> JSONValue {
    let name =
      switch status {
      case .usage: "matectl.usage"
      case .unreachable: "matectl.unreachable"
      case .interrupted, .terminated: "matectl.interrupted"
      case .done, .refused: "matectl.refused"
      case .fault: "matectl.fault"
      }
    return [
      "code": .integer(Int64(status.rawValue)), "message": .string(sentence),
      "data": ["name": .string(name)],
    ]
  }

  /// Says what was typed wrong.
  ///
  /// A file that was waited for in vain, until Ctrl-C, is no mistake of the words.
  func fail(_ error: UsageError) -> ExitStatus {
    Interrupt.wasPressed ? .interrupted : fail(error.message.text(in: language), .usage)
  }

  /// Says what is wrong without being in the way.
  func warn(_ error: UsageError) {
    guard !invocation.wantsJSON, !invocation.isQuiet else { return }
    tell(errorStyle.apply(.warning, "matectl: ") + error.message.text(in: language).printable())
  }

  /// Says how a command of our own is typed.
  func failUsage(of command: BuiltIn) -> ExitStatus {
    fail(
      text("usage: matectl \(command.usage)", "사용법: matectl \(command.usage)"), .usage)
  }

  // MARK: Questions

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

  /// How often what cannot be is asked for again.
  static let attempts = 3

  /// What a person types after a question, as a value; asked for again where it cannot be one.
  ///
  /// - Throws: ``ExitStatus/interrupted`` after Ctrl-C.
  func answer<Value>(
    to question: String, _ read: (String) throws(UsageError) -> Value?
  ) throws(ExitStatus) -> Value? {
    for _ in 0..<Self.attempts {
      guard let line = try ask(question) else { return nil }
      do throws(UsageError) {
        return try read(line.split(separator: " ").joined(separator: " "))
      } catch {
        if fail(error) == .interrupted { throw .interrupted }
      }
    }
    return nil
  }

  /// Whether a person says yes to a question; without a terminal `--yes` must have been said, which is
  /// what `elsewhere` tells.
  func confirms(_ question: String, elsewhere: String) throws(ExitStatus) -> Bool {
    if invocation.saysYes { return true }
    guard Terminal.isTerminal(0), Terminal.isTerminal(2) else { throw fail(elsewhere, .usage) }
    let answer = try ask(question.printable(inOneLine: true))?.lowercased() ?? ""
    // One letter more would be the first of both 예 and 아니요.
    if ["y", "yes", "예", "네"].contains(answer) { return true }
    tell(text("nothing was changed", "바뀐 것은 없습니다"))
    return false
  }
}
