internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What takes its time: a person sees how far it is, goes on meanwhile, and ends it by Esc.
extension ScreenApp {
  /// Why something was asked for that is no view.
  enum Wish {
    /// The values of a parameter, from this method.
    case values(String)
    /// What stands in fields of this form, which is opened then.
    case given(ActionForm)
    /// What would be done, before it is asked about.
    case plan(Deed)
    case deed(Deed)
  }

  /// Something that was asked for and is not answered.
  struct Work {
    let wish: Int
    let method: MethodDescription
    /// When it was asked for, in milliseconds of CLOCK_MONOTONIC.
    let began: Int64
    var notice: ProgressNotice?
    /// Whether it is told, as it has taken longer than a moment.
    var isTold = false
    /// Whether the daemon was asked to end it.
    var isCancelled = false
  }

  /// What takes no longer is not told, as nobody could read it, in milliseconds.
  private static let moment: Int64 = 400

  // MARK: From the wish to its answer

  /// Remembers why something is asked for.
  func add(_ wish: Wish) -> Int {
    lastWish += 1
    wishes[lastWish] = wish
    return lastWish
  }

  /// Takes back why something was asked for, as its answer has come.
  func removeWish(_ number: Int) -> Wish? {
    works.removeAll { $0.wish == number }
    return wishes.removeValue(forKey: number)
  }

  /// Asks for what a person waits for; the form that it came from stays and takes nothing.
  func start(_ wish: Wish, _ request: CallRequest) {
    let deed: Deed
    switch wish {
    case .values, .given: return
    case .plan(let one), .deed(let one): deed = one
    }
    let number = add(wish)
    if var form = deed.form {
      form.sentAs = number
      form.error = ""
      state.overlay = .form(form)
    }
    state.strip = nil
    works.append(Work(wish: number, method: deed.method, began: MonotonicTime.milliseconds))
    link.ask(request, for: .wish(number, isWaitedFor: true))
  }

  /// Does what was looked at before; what a person has opened meanwhile stays in front.
  func goOn(with deed: Deed, after number: Int) {
    let front = isInFront(number) ? nil : state.overlay
    perform(deed)
    if let front { state.overlay = front }
  }

  // MARK: What is in front

  /// Whether nothing is in front of the tab but what this came from.
  func isInFront(_ number: Int) -> Bool {
    switch state.overlay {
    case nil: true
    case .form(let form)?: form.sentAs == number
    case .page?, .prompt?, .menu?, .question?: false
    }
  }

  /// Shows it at once, or, where a person is busy with something else, after that.
  ///
  /// - Parameters:
  ///   - overlay: What is shown.
  ///   - number: The wish that it answers; nil for what a key asked for just now.
  func put(_ overlay: ScreenOverlay, of number: Int?) {
    if let number, !isInFront(number) {
      later.append(overlay)
      say(text("an answer is there: Esc shows it", "답이 왔습니다. Esc를 누르면 보입니다"), .accent)
    } else {
      state.overlay = overlay
      front.isUndrawn = true
    }
  }

  /// Shows what came meanwhile, once nothing else is in front.
  func showLater() {
    guard state.overlay == nil, !later.isEmpty else { return }
    state.overlay = later.removeFirst()
    front.isUndrawn = true
  }

  /// Says something below the tab, for some seconds at least.
  func say(_ sentence: String, _ style: StyleRule.Style) {
    state.strip = .init(sentence, style)
    lastSaid = MonotonicTime.milliseconds
  }

  // MARK: How far it is

  /// When a work is told that has said nothing itself; nil where there is none.
  var nextWorkMoment: Int64? {
    works.filter { !$0.isTold }.map { $0.began + Self.moment }.min()
  }

  func tellWorks(at now: Int64) {
    for index in works.indices where !works[index].isTold {
      guard works[index].began + Self.moment <= now else { continue }
      works[index].isTold = true
      isDirty = true
    }
  }

  func take(_ notice: ProgressNotice, _ purpose: DomainLink.Purpose) {
    guard let index = works.firstIndex(where: { purpose.isWish($0.wish) }) else { return }
    works[index].notice = notice
    works[index].isTold = true
  }

  /// The newest of what is being done, in one line with the way to end it.
  func workLine(columns: Int) -> ScreenState.StripLine? {
    guard let work = works.last(where: \.isTold) else { return nil }
    let name = work.method.told(in: session.language)
    if work.isCancelled {
      return .init(text("cancelling: \(whole: name)", "취소하는 중: \(whole: name)"), .muted)
    }
    let way = text("  Esc cancels it", "  Esc 취소")
    let room = max(1, columns - way.terminalCells)
    guard let notice = work.notice else {
      return .init("\(name.fitted(toCells: max(0, room - 2))) …\(way)", .accent)
    }
    let bar = ProgressBar(values: values, style: Style(isColored: false))
    let seconds = Double(MonotonicTime.milliseconds - work.began) / 1000
    return .init(bar.line(notice, name: name, columns: room, seconds: seconds) + way, .accent)
  }

  // MARK: Its end

  /// Esc: asks the daemon to end the newest work, or the one that is meant; a work that does not end
  /// is not waited for any longer.
  ///
  /// - Returns: False where there is nothing to end.
  @discardableResult
  func cancelWork(_ number: Int? = nil) -> Bool {
    let index = works.lastIndex { number == nil ? $0.isTold : $0.wish == number }
    guard let index else { return false }
    let wish = works[index].wish
    if works[index].isCancelled {
      link.forget(wish)
      takeEnd(of: .wish(wish, isWaitedFor: true), wasSent: true)
    } else {
      works[index].isCancelled = true
      works[index].isTold = true
      if case .abandoned(let purpose, let wasSent)? = link.withdraw(wish) {
        takeEnd(of: purpose, wasSent: wasSent)
      }
    }
    return true
  }

  /// There will be no answer: says what that means for what was asked for.
  func takeEnd(of purpose: DomainLink.Purpose, wasSent: Bool) {
    guard case .wish(let number, _) = purpose, let wish = removeWish(number) else { return }
    let isDoubtful: Bool
    switch wish {
    case .values: return
    case .given(let form): return openUnknown(form)
    case .plan: isDoubtful = false
    case .deed(let deed):
      isDoubtful = wasSent && deed.method.access.changesState && !deed.isDryRun
    }
    let sentence =
      isDoubtful
      ? text(
        "it is not known whether that was done; look before you do it again",
        "되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오")
      : text("there was no answer; nothing was changed", "답이 없었습니다. 바뀐 것은 없습니다")
    closeForm(of: number)
    say(sentence, isDoubtful ? .warning : .muted)
    isDirty = true
  }

  /// The form may be sent again.
  private func closeForm(of number: Int) {
    guard case .form(var form)? = state.overlay, form.sentAs == number else { return }
    form.sentAs = nil
    state.overlay = .form(form)
  }
}

extension ActionForm {
  var isSent: Bool { sentAs != nil }
}
