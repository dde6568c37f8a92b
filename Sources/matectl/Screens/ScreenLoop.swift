internal import CLinux
internal import Glibc
internal import LinuxSystem

/// What a full screen shows and does; it waits for nothing, and writes nothing.
protocol ScreenProgram: AnyObject {
  var session: Session { get }
  /// Whether something is to be drawn that is not.
  var isDirty: Bool { get set }
  /// Whether nothing has come yet, so that drawing may wait a moment for the first.
  var isFresh: Bool { get }
  /// Whether letters are text for a line: many that come at once are put into it at once.
  var isTyping: Bool { get }
  /// How it ends; nil while it goes on.
  var ending: ExitStatus? { get }
  /// When something is to be done that nobody has to ask for, in milliseconds of CLOCK_MONOTONIC.
  var nextMoment: Int64? { get }
  /// The daemons that it talks with.
  var links: [DomainLink] { get }

  /// Does what it is time for.
  func passTime()
  /// Takes what has come.
  func hear(on link: DomainLink)
  func press(_ key: Key)
  func end(_ status: ExitStatus)
  func draw(columns: Int, rows: Int) -> ScreenPainter
}

/// The one place where a screen waits: for keys, signals, the daemon and the next moment.
///
/// Nothing wakes it while nothing happens.
struct ScreenLoop {
  private let app: any ScreenProgram
  private var decoder = KeyDecoder()
  private var writer: FrameWriter
  private var output = ScreenOutput()
  private var isStarting = true
  private var lastFrame: Int64 = 0
  private var lastInput: Int64 = 0
  private let began = MonotonicTime.milliseconds
  private var size = (columns: 80, rows: 24)

  /// Between two frames that nobody has asked for by a key, in milliseconds.
  private static let framePause: Int64 = 33
  /// How long the first frame waits for the first answer, in milliseconds.
  private static let firstWait: Int64 = 10

  /// Whether a full screen can be shown: a terminal on both sides that knows how.
  static var isPossible: Bool {
    guard let term = Environment["TERM"], !term.isEmpty, term != "dumb" else { return false }
    return Terminal.isTerminal(0) && Terminal.isTerminal(1)
  }

  init(_ app: any ScreenProgram) {
    self.app = app
    writer = FrameWriter(isColored: app.session.style.isColored)
  }

  /// Shows the screen until a person leaves it.
  static func run(_ app: any ScreenProgram) -> ExitStatus {
    guard TerminalMode.enter() else {
      return app.session.fail(
        app.session.text(
          "this is no terminal that can be drawn on", "화면을 그릴 수 없는 터미널입니다"), .usage)
    }
    defer { TerminalMode.leave() }
    Memory.keepLittle()
    var loop = ScreenLoop(app)
    return loop.run()
  }

  private mutating func run() -> ExitStatus {
    measure()
    while true {
      app.passTime()
      if let status = app.ending { return status }
      if Interrupt.wasPressed { return Interrupt.status }
      if frameWait(MonotonicTime.milliseconds) == 0 {
        guard draw() else { return .done }
        giveBackWhatStartingNeeded()
      }
      guard wait() else { return .done }
    }
  }

  /// Once there is something to see: a screen stands open for hours with what drawing takes.
  private mutating func giveBackWhatStartingNeeded() {
    guard isStarting, !app.isFresh else { return }
    isStarting = false
    Memory.giveBack()
    ProgramPages.giveBack()
  }

  // MARK: Waiting

  /// Waits for the next thing and takes it; false where the terminal is gone.
  private mutating func wait() -> Bool {
    let links = app.links
    var entries = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalMode.wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.isBusy ? output.descriptor : -1, events: Int16(POLLOUT), revents: 0),
    ]
    entries += links.map { link in
      pollfd(
        fd: link.descriptor ?? -1,
        events: Int16(POLLIN) | (link.wantsRoom ? Int16(POLLOUT) : 0), revents: 0)
    }
    let count = poll(&entries, nfds_t(entries.count), timeout())
    guard count >= 0 || errno == EINTR else { return false }
    if entries[1].revents != 0 { guard takeSignals() else { return false } }
    if entries[2].revents != 0 { guard output.flush() else { return false } }
    for (link, entry) in zip(links, entries.dropFirst(3)) where entry.revents != 0 {
      link.flush()
      app.hear(on: link)
    }
    if entries[0].revents != 0 { return read() }
    // Nothing more came of a sequence that has begun.
    if let patience = decoder.patience, lastInput + patience <= MonotonicTime.milliseconds {
      press(decoder.giveUp())
    }
    return true
  }

  /// Until the next moment at which something is to be done, in milliseconds; -1 for ever.
  private func timeout() -> Int32 {
    let now = MonotonicTime.milliseconds
    let waits = [
      decoder.patience.map { lastInput + $0 - now }, app.nextMoment.map { $0 - now },
      frameWait(now),
    ].compactMap { $0 }
    return waits.min().map { Int32(clamping: max(0, $0)) } ?? -1
  }

  /// How long a frame that is to be drawn still waits; nil where nothing is new, or where the terminal
  /// has no room: what happens meanwhile is drawn as one frame once it has.
  private func frameWait(_ now: Int64) -> Int64? {
    guard app.isDirty, !output.isBusy else { return nil }
    if app.isFresh { return max(0, began + Self.firstWait - now) }
    return max(0, lastFrame + Self.framePause - now)
  }

  private mutating func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(0, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    guard count > 0 else { return false }
    lastInput = MonotonicTime.milliseconds
    press(decoder.push(bytes[..<count]))
    return true
  }

  private mutating func press(_ keys: [Key]) {
    var rest = keys[...]
    while let key = rest.popFirst() {
      if key == .control("z") {
        guard TerminalMode.suspend() else { return app.end(.done) }
        measure()
        continue
      }
      if key == .control("l") {
        measure()
        continue
      }
      app.press(app.isTyping ? Self.joined(key, &rest) : key)
    }
    // A person sees at once what a key does.
    if !keys.isEmpty { lastFrame = 0 }
  }

  /// Text that came in one piece, as a paste where the terminal does not say that it is one: it is
  /// looked for once, and not letter by letter.
  private static func joined(_ key: Key, _ rest: inout ArraySlice<Key>) -> Key {
    guard case .text(let first) = key, case .text? = rest.first else { return key }
    var text = String(first)
    while case .text(let next)? = rest.first {
      text.append(next)
      rest.removeFirst()
    }
    return .paste(text)
  }

  private mutating func takeSignals() -> Bool {
    for signal in TerminalMode.arrived() {
      switch signal {
      case SIGWINCH: measure()
      case SIGTSTP:
        guard TerminalMode.suspend() else { return false }
        measure()
      case SIGCONT:
        TerminalMode.retake()
        measure()
      default: break
      }
    }
    return true
  }

  // MARK: Drawing

  /// Looks how large the terminal is; everything is drawn anew.
  private mutating func measure() {
    size = Terminal.size(1) ?? size
    output.drop()
    writer.forget()
    app.isDirty = true
    lastFrame = 0
  }

  /// False where nobody sees it any more.
  private mutating func draw() -> Bool {
    app.isDirty = false
    // While the first answers come each is seen at once.
    lastFrame = app.isFresh ? 0 : MonotonicTime.milliseconds
    let painter = app.draw(columns: size.columns, rows: size.rows)
    let frame = writer.frame(painter.grid, cursor: painter.cursor)
    return output.send(frame)
  }
}
