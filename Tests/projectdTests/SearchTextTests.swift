import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Searches by text")
struct SearchTextTests {
  private static let words = [
    "report", "REPORT", "Straße", "보고서", "점심먹기", "회의 자료", "a\u{308}pfel", "\u{C4}pfel", "λόγος",
    "ПЛАН",
    "👩‍👧", "👍🏽", "🇰🇷🇺🇸", "\u{110B}\u{1165}\u{11AB}\u{110C}\u{1166}", "언제", "(milk)", "100%", "日本", "é",
  ]

  private func text(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    (0..<count).map { _ in Self.words.randomElement(using: &numbers) ?? "" }.joined(separator: " ")
  }

  /// Characters beside one another, as the library of Swift compares them.
  private func says(_ project: Project, _ word: String) -> Bool {
    guard !project.isRemoved else { return false }
    return [project.title, project.body ?? ""].contains {
      $0.lowercased().contains(word.lowercased())
    }
  }

  @Test("find what characters say, whatever was added, changed, removed or only tried since")
  func model() throws {
    var numbers = SeededNumbers(seed: 77)
    var fixture = try BoardFixture()
    for round in 0..<300 {
      let board = fixture.board
      let there = (1..<board.nextNumber).filter { !board[$0].isRemoved }
      let number = there.randomElement(using: &numbers)
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0..<5:
        // Some are too long to be kept twice.
        let length = round % 20 == 0 ? 400 : Int.random(in: 0..<4, using: &numbers)
        try fixture.add(
          text(2, &numbers), body: round % 2 == 0 ? text(length, &numbers) : nil)
      case 5..<7:
        guard let number else { continue }
        var changes = ProjectChanges(title: text(3, &numbers))
        if round % 3 == 0 { changes.body = text(2, &numbers) }
        fixture.apply([try board.edit(ProjectReference(number: number), changes)])
      case 7:
        guard let number else { continue }
        fixture.apply(try board.remove(references("\(number)")))
      case 8:
        try fixture.rehearse { try $0.add(text(2, &numbers)) }
      default: fixture.makeText()
      }
      let wanted = (0..<2).map { _ in
        let word = Self.words.randomElement(using: &numbers) ?? ""
        return String(word.prefix(Int.random(in: 1...max(1, word.count), using: &numbers)))
      }
      let found = fixture.board.places(saying: wanted.map { TextMatch($0) })
      for (place, project) in fixture.board.projects.enumerated() where !project.isRemoved {
        let isSo = wanted.allSatisfy { says(project, $0) }
        #expect(found[place] == isSo, "\(round): \(wanted) in \(project.title)")
        for word in wanted {
          #expect(fixture.board.says(TextMatch(word), at: place) == says(project, word))
        }
      }
    }
    #expect(fixture.board.nextNumber > 100)
  }
}
