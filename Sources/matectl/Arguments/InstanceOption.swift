internal import IPCProtocol
internal import Values

extension DomainDescription {
  /// What to say of an option that is called what one of several is, as the domain's summary calls it:
  /// `--board` of a domain that keeps projects on a board, `--branch` of one that runs a bank branch.
  ///
  /// - Parameter option: As it was typed, less its value.
  /// - Returns: Nil for all other options, and where there is one of the domain only.
  func placeOfInstance(_ option: String) -> LocalizedText? {
    let words = summary.en.lowercased().split { !$0.isLetter }
    guard hasInstances, option.hasPrefix("--"), words.contains(option.dropFirst(2)) else {
      return nil
    }
    return LocalizedText(
      en: "there is no option \(option); which of several is meant stands before the domain: "
        + "`matectl --at NAME \(domain)`",
      ko: "\(option) 옵션은 없습니다. 여럿 가운데 어느 것인지는 도메인 앞에 씁니다: `matectl --at 이름 \(domain)`")
  }
}
