import CivilTime
import Testing
import Values

@Suite("RecurrenceRule")
struct RecurrenceRuleTests {
  @Test(
    "a rule reads back as itself",
    arguments: [
      "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;BYDAY=MO,WE,FR;WKST=SU",
      "FREQ=MONTHLY;COUNT=10;BYDAY=-1SU,1SU", "FREQ=YEARLY;BYMONTH=3,6;BYMONTHDAY=-1,15",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=DAILY;UNTIL=20261231",
    ])
  func roundTrip(text: String) throws { #expect(try RecurrenceRule(text).description == text) }

  @Test("order, case, doubles and defaults do not matter")
  func normal() throws {
    let rule = try RecurrenceRule("RRULE:byday=we,mo,we;wkst=MO;interval=1;freq=weekly")
    #expect(rule.description == "FREQ=WEEKLY;BYDAY=MO,WE")
    #expect(rule == (try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,WE")))
  }

  @Test(
    "what is not supported is refused by its name",
    arguments: [
      ("FREQ=HOURLY", RecurrenceFailure.unsupported("FREQ=HOURLY")),
      ("FREQ=YEARLY;BYWEEKNO=20", .unsupported("BYWEEKNO")),
      ("FREQ=DAILY;BYHOUR=9", .unsupported("BYHOUR")),
      ("FREQ=YEARLY;BYYEARDAY=1", .unsupported("BYYEARDAY")),
      ("RSCALE=CHINESE;FREQ=YEARLY", .unsupported("RSCALE")),
    ])
  func unsupported(text: String, failure: RecurrenceFailure) {
    #expect(throws: failure) { try RecurrenceRule(text) }
  }

  @Test(
    "what is wrong is refused by its name",
    arguments: [
      ("", RecurrenceFailure.missingFrequency), ("INTERVAL=2", .missingFrequency),
      ("every day", .unknownPart("EVERY DAY")), ("FREQ=DAILY;X=1", .unknownPart("X")),
      ("FREQ=DAILY;FREQ=DAILY", .twice("FREQ")), ("FREQ=SOMETIMES", .invalid("FREQ", "SOMETIMES")),
      ("FREQ=DAILY;INTERVAL=0", .invalid("INTERVAL", "0")),
      ("FREQ=DAILY;INTERVAL=10000", .invalid("INTERVAL", "10000")),
      ("FREQ=DAILY;COUNT=0", .invalid("COUNT", "0")),
      ("FREQ=DAILY;COUNT=99999999999999999999", .invalid("COUNT", "99999999999999999999")),
      ("FREQ=DAILY;COUNT=2;UNTIL=20260101", .notTogether("COUNT", "UNTIL")),
      ("FREQ=DAILY;UNTIL=20260230", .invalid("UNTIL", "20260230")),
      ("FREQ=MONTHLY;BYMONTHDAY=32", .invalid("BYMONTHDAY", "32")),
      ("FREQ=MONTHLY;BYMONTHDAY=0", .invalid("BYMONTHDAY", "0")),
      ("FREQ=MONTHLY;BYMONTHDAY=1,", .invalid("BYMONTHDAY", "")),
      ("FREQ=YEARLY;BYMONTH=13", .invalid("BYMONTH", "13")),
      ("FREQ=MONTHLY;BYDAY=XX", .invalid("BYDAY", "XX")),
      ("FREQ=MONTHLY;BYDAY=54MO", .invalid("BYDAY", "54")),
      ("FREQ=WEEKLY;BYDAY=2MO", .notTogether("FREQ=WEEKLY", "BYDAY=2MO")),
      ("FREQ=WEEKLY;BYMONTHDAY=1", .notTogether("FREQ=WEEKLY", "BYMONTHDAY")),
      ("FREQ=MONTHLY;BYSETPOS=1", .lonelyPosition),
      ("FREQ=DAILY;" + String(repeating: "X", count: 1000), .tooLong),
    ])
  func wrong(text: String, failure: RecurrenceFailure) {
    #expect(throws: failure) { try RecurrenceRule(text) }
    #expect(!failure.text.en.isEmpty && failure.text.ko != nil)
  }
}
