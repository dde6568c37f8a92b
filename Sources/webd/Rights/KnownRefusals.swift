/// What people see of refusals, in both languages.
extension Gate.Refusal {
  static let noScreen = Gate.Refusal(
    404, "there is no such screen, or it is seen only with a link of `matectl web open`",
    "그런 화면이 없거나, `matectl web open` 링크로 연 브라우저에서만 볼 수 있습니다")

  /// For a person with a telephone, who knows of no shell.
  static let noTicket = Gate.Refusal(
    404, "There is no such ticket: please look at the number on yours",
    "그런 번호표는 없습니다. 번호표에 적힌 번호를 확인하십시오")

  static let tooMany = Gate.Refusal(
    503, "too many follow something; try again later",
    "지금은 보는 사람이 너무 많습니다. 나중에 다시 여십시오")
}
