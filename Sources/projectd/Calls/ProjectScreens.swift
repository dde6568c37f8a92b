internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What keys do on the board's full screen.
extension ProjectService {
  nonisolated static let screens: [ScreenDescription] = [
    ScreenDescription(
      LocalizedText(en: "Board", ko: "보드"), "project.board", name: "board",
      follow: .init("project.watch", whole: true), actions: addKey + changeKeys,
      move: .init("project.move", item: .init("ids", .marked("/id")), column: "to"), usual: "s"),
    ScreenDescription(
      LocalizedText(en: "List", ko: "목록"), "project.list", name: "list",
      follow: .init("project.watch"), actions: addKey + changeKeys + [moveKey], usual: "s"),
    ScreenDescription(
      LocalizedText(en: "Next", ko: "다음 할 일"), "project.next", name: "next",
      follow: .init("project.watch"), actions: addKey + changeKeys + [moveKey], usual: "s"),
    ScreenDescription(
      text("Agenda", "일정"), "project.agenda", name: "agenda", follow: .init("project.watch"),
      actions: addKey + changeKeys + [moveKey], usual: "s"),
    // What else is a tab without a word of ours, under the title that it has in Korean.
    ScreenDescription(
      text("Burndown", "번다운"), "project.burndown", name: "burndown", follow: .init("project.watch")),
    ScreenDescription(text("Context list", "컨텍스트"), "project.context.list", name: "context-list"),
    ScreenDescription(
      text("History", "변경 내역"), "project.history", name: "history", follow: .init("project.watch")),
    ScreenDescription(text("Sync status", "동기화"), "project.sync.status", name: "sync-status"),
    // Behind the others, which keep their numbers.
    ScreenDescription(
      text("Today", "오늘"), "project.today", name: "today", follow: .init("project.watch"),
      actions: addKey + changeKeys + [moveKey], usual: "s"),
  ]

  private nonisolated static let addKey: [ScreenDescription.Action] = [
    .init("+", text("add", "추가"), "project.add", [.init("title", .ask()), .init("due", .ask())])
  ]

  private nonisolated static let changeKeys: [ScreenDescription.Action] = [
    .init("s", text("show", "자세히"), "project.show", [.init("id", .row("/id"))]),
    .init(
      "e", text("edit", "수정"), "project.edit",
      [.init("id", .row("/id"))]
        + ["title", "due", "group", "body"].map { .init($0, .ask("/\($0)")) }),
    .init("x", text("remove", "삭제"), "project.remove", [.init("ids", .marked("/id"))]),
  ]

  private nonisolated static let moveKey = ScreenDescription.Action(
    "m", text("move", "옮기기"), "project.move", [.init("ids", .marked("/id")), .init("to", .ask())])

  private nonisolated static func text(_ en: String, _ ko: String) -> LocalizedText {
    LocalizedText(en: en, ko: ko)
  }
}
