internal import IPCProtocol

/// What the board refuses; nothing has changed then.
struct ProjectError: WireErrorConvertible, Hashable {
  let reason: Reason
  /// What the sentences of ``Reason`` speak of, for programs; never `name`, which is the error's.
  let data: JSONObject

  init(_ reason: Reason, _ data: JSONObject = [:]) {
    self.reason = reason
    self.data = data
  }

  var wireError: WireError {
    WireError(reason.kind, RefusalText.filled(reason.text.en, from: data), data: data)
  }
}

extension ProjectError {
  /// The sentence in both languages, for where it is a part of another answer.
  var sentence: LocalizedText {
    LocalizedText(
      en: RefusalText.filled(reason.text.en, from: data),
      ko: RefusalText.filled(reason.text.ko ?? reason.text.en, from: data, in: .korean))
  }

  /// Codes and names are for ever: a new reason is added at the end.
  enum Reason: Int, CaseIterable, Sendable {
    case emptyTitle = 1001
    case titleTooLong
    case textTooLong
    case controlCharacter
    case invalidTag
    case tooManyTags
    case invalidDeadline
    case impossibleDate
    case unknownZone
    case unknownProject
    case ambiguousID
    case invalidID
    case nothingToChange
    case alreadyThere
    case nothingToUndo
    case nothingToRedo
    case invalidRange
    case nothingNamed
    case invalidRecurrence
    case importInvalid
    case tooManyProjects
    case unknownReplica
    case unknownSync
    case syncNameTaken
    case syncFailed
    case clockAhead
    case syncGap
    case invalidChanges
    case invalidSync
    case importTooLarge

    var kind: WireError.Kind { WireError.Kind(code: rawValue, name: "project.\(self)") }
  }
}
