import Testing

@testable import matectl

/// What each key comes to on each kind of page.
@Suite("Keys on pages")
struct TextPageTests {
  private static let lines = (0..<100).map { ScreenState.StripLine("\($0)") }

  private static func page(isAnswer: Bool, key: Character?) -> TextPage {
    TextPage(title: "", lines: lines, key: key, isAnswer: isAnswer, first: 50)
  }

  /// Every key of a keyboard in both languages, and the mouse.
  private static let keys: [Key] = {
    let signs = (0x21...0x7E).compactMap { UnicodeScalar($0) }.map { Key.text(Character($0)) }
    let korean = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ가힣é日".map { Key.text($0) }
    let controls = "abdefghijknopqrstuvwxy".map { Key.control($0) }
    let named: [Key] = [
      .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .pageUp,
      .pageDown, .home, .end, .shiftLeft, .shiftRight, .paste("x"), .text(" "),
    ]
    let kinds: [Key.Mouse.Kind] = [.press, .drag, .release, .wheelUp, .wheelDown]
    return signs + korean + controls + named
      + kinds.map { .mouse(Key.Mouse(kind: $0, column: 3, row: 3)) }
  }()

  @Test("→ shows all of each row where the lines have not all, and ← comes back before it closes")
  func all() {
    var page = TextPage(
      title: "", lines: Self.lines, all: [.init("all")], isAnswer: true, first: 50)
    #expect(page.press(.right, page: 10) == .stays && page.shown == [.init("all")])
    #expect(page.first == 0)
    #expect(page.press(.left, page: 10) == .stays && page.shown == Self.lines)
    #expect(page.press(.left, page: 10) == .closes)
  }

  private static let scrolling: Set<Key> = [
    .up, .down, .pageUp, .pageDown, .home, .end, .text(" "), .text("j"), .text("k"), .text("g"),
    .text("G"), .text("ㅓ"), .text("ㅏ"), .text("ㅎ"),
    .mouse(Key.Mouse(kind: .wheelUp, column: 3, row: 3)),
    .mouse(Key.Mouse(kind: .wheelDown, column: 3, row: 3)),
  ]
  private static let closing: Set<Key> = [.escape, .enter, .left, .backspace]

  @Test("an unused key is for what stands behind an answer, and for nothing behind what is read")
  func table() {
    for isAnswer in [true, false] {
      for own in [nil, "?"] as [Character?] {
        for key in Self.keys {
          var page = Self.page(isAnswer: isAnswer, key: own)
          let effect = page.press(key, page: 10)
          let expected: TextPage.Effect
          if Self.scrolling.contains(key) {
            expected = .stays
          } else if Self.closing.contains(key) || own.map({ key == .text($0) }) ?? false {
            expected = .closes
          } else if case .mouse = key {
            expected = .stays
          } else if key == .right {
            // An arrow closes nothing that arrows scroll.
            expected = .stays
          } else if isAnswer {
            expected = .givesWay
          } else {
            expected = [.text("q"), .text("ㅂ")].contains(key) ? .quits : .stays
          }
          #expect(effect == expected, "\(key), an answer: \(isAnswer), own key: \(own ?? " ")")
          #expect((page.first != 50) == Self.scrolling.contains(key), "\(key)")
        }
      }
    }
  }
}
