import CivilTime
import TaskFormats
import Testing

@testable import projectd

@Suite("Todoist's words for days and repetitions")
struct TodoistWordsTests {
  @Test(
    "are read as what is due first, the rule, and from what it counts",
    arguments: [
      // It is Saturday, 21 November 2026, 13:03 in Seoul.
      ("Nov 30 at 3pm", "2026-11-30T15:00", nil, false), ("30 Nov", "2026-11-30", nil, false),
      ("tomorrow", "2026-11-22", nil, false), ("every day", "2026-11-21", "FREQ=DAILY", false),
      ("every day at 9am", "2026-11-22T09:00", "FREQ=DAILY", false),
      ("every day @ 9pm", "2026-11-21T21:00", "FREQ=DAILY", false),
      ("every monday at 9am", "2026-11-23T09:00", "FREQ=WEEKLY;BYDAY=MO", false),
      ("매주 월요일", "2026-11-23", "FREQ=WEEKLY;BYDAY=MO", false),
      ("매주 월요일 오전 9시", "2026-11-23T09:00", "FREQ=WEEKLY;BYDAY=MO", false),
      ("every! 3 days", "2026-11-21", "FREQ=DAILY;INTERVAL=3", true),
      ("after 10 days", "2026-11-21", "FREQ=DAILY;INTERVAL=10", true),
      ("every friday starting dec 5", "2026-12-11", "FREQ=WEEKLY;BYDAY=FR", false),
    ] as [(String, String, String?, Bool)])
  func read(text: String, due: String, rule: String?, fromDone: Bool) throws {
    let said = try #require(TodoistWords(try BoardFixture().words).time(text))
    #expect(said.time.description.hasPrefix(due), "\(said.time)")
    #expect(said.rule?.description == rule && said.countsFromCompletion == fromDone)
  }

  @Test(
    "are none where a part of them is not understood",
    arguments: [
      "every blue moon", "every 3rd friday at 8pm please", "soonish", "every day starting whenever",
    ])
  func none(text: String) throws {
    #expect(TodoistWords(try BoardFixture().words).time(text) == nil)
  }
}
