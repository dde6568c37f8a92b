internal import IPCProtocol

/// The columns of a day's tickets, as they are shown and as a record of a day is read back.
extension DayTickets {
  static let columns = [
    TableColumn("Ticket", ko: "번호표", "/number", format: "integer"),
    TableColumn("Service", ko: "업무", "/serviceName", rank: 3),
    TableColumn("Grade", ko: "등급", "/gradeName", rank: 8),
    TableColumn("Taken", ko: "발급", "/takenAt", format: "time", rank: 6),
    TableColumn("Called", ko: "호출", "/calledAt", format: "time", rank: 7),
    TableColumn("Done", ko: "종료", "/endedAt", format: "time", rank: 9),
    TableColumn("Teller", ko: "창구", "/teller", format: "integer", rank: 5),
    TableColumn("Wait", ko: "대기", "/waitSeconds", format: "duration", rank: 2),
    TableColumn("Service time", ko: "업무 시간", "/serviceSeconds", format: "duration", rank: 4),
    TableColumn("Outcome", ko: "결과", "/outcomeName", rank: 1),
    TableColumn("Reason", ko: "사유", "/reasonName", rank: 10),
    TableColumn("Day", ko: "영업일", "/day", format: "integer", rank: 11),
  ]
}
