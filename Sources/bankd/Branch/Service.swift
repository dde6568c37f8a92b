internal import Queueing
internal import Values

/// Something that customers come for.
struct Service: Hashable, Sendable {
  /// The word in commands and on the wire, as `deposit`.
  let name: String
  /// What people read, as `loan` and `대출`.
  var title: LocalizedText
  var time: ServiceTime
  /// How long its customers may wait; nil where nobody has said.
  var target: WaitTarget?
  /// Taken out of the branch: its index stays, as tickets of the past go by it.
  var isRetired = false

  /// Whether a person who types this means the service: its word or its name in any language,
  /// in capitals or not; `대출업무` is how the branch itself calls out `대출`.
  func isCalled(_ folded: String) -> Bool {
    if name == folded || title.en.lowercased() == folded { return true }
    guard let korean = title.ko?.lowercased() else { return false }
    return korean == folded || "\(korean)업무" == folded || "\(korean) 업무" == folded
  }

  /// The services of a new branch.
  static let defaults = [
    Service(
      name: "deposit", title: LocalizedText(en: "deposit", ko: "예금"), time: .fixed(700_000)),
    Service(name: "loan", title: LocalizedText(en: "loan", ko: "대출"), time: .fixed(1_100_000)),
  ]
}
