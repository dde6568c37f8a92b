import Storage
import Testing
import Values

@testable import DaemonRuntime

@Suite("Why a daemon does not start")
struct StartComplaintTests {
  @Test("rows that do not fit together are told in both languages, with the file and the way out")
  func inconsistent() {
    let identity = DomainIdentity("tea", version: "1", "Tea")
    let error = InconsistentStore(problem: "cup 3 is not in its place")
    let sentence = StartComplaint(error, of: identity).sentence
    for text in [sentence.en, sentence.text(in: .korean)] {
      for part in ["/tea.db", "cup 3 is not in its place", "`matectl restore tea FILE`"] {
        #expect(text.contains(part), "\(text)")
      }
    }
    #expect(sentence.text(in: .korean) != sentence.en)
  }
}
