internal import Values

/// Sentences that the page is given with its list of screens, so that nobody loads them twice.
enum PageSentences {
  static let empty = LocalizedText(
    en: "Nothing to see yet: `screens` in webd.json, or `matectl web open`",
    ko: "볼 수 있는 화면이 없습니다: webd.json의 `screens` 또는 `matectl web open`")

  /// Of a change whose answer did not come, however often it was asked.
  static let noAnswer = LocalizedText(
    en: "No answer: look whether it was done", ko: "응답이 없습니다. 되었는지 확인하십시오")

  /// To a customer, where their branch cannot answer or what it says is for a shell alone.
  static let noTicketShown = LocalizedText(
    en: "This ticket cannot be shown now: please ask here",
    ko: "지금은 이 번호표를 볼 수 없습니다. 직원에게 문의하십시오")
}
