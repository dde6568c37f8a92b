internal import Values

/// Somebody with a calendar who says of one that is done that it is open again.
extension Projects {
  /// Leaves out of an edit that one of a series is open while another one is on which somebody has worked.
  ///
  /// - Returns: The next one where it is to be taken back, or what people are to be told.
  /// - Throws: What the store throws.
  func openedAgain(_ edit: inout Edit) throws -> (next: Int?, remark: LocalizedText?) {
    guard isReopening(edit) else { return (nil, nil) }
    switch try reopening(edit.number) {
    case .alone: return (nil, nil)
    case .takesBack(let next): return (next, nil)
    case .blocked(let open):
      edit.values.removeAll { [.state, .completed].contains($0.field) }
      if edit.values.allSatisfy({ $0.field == .modified }) { edit.values = [] }
      return (nil, Self.staysDone(edit.number, open))
    }
  }

  static func staysDone(_ number: Int, _ open: Int) -> LocalizedText {
    LocalizedText(
      en: "\(number) stays done: it is one of a series, of which \(open) is open",
      ko: "\(number)번은 끝난 채로 둡니다. 반복되는 일이고 \(open)번이 열려 있습니다")
  }
}
