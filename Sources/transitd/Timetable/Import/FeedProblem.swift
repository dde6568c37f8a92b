internal import IPCProtocol
internal import Values

/// Why a feed is not taken; nothing of it is kept then.
struct FeedProblem: Error, Equatable {
  enum Kind { case unreadable, invalid, tooLarge }

  let kind: Kind
  /// The file in the archive, where it is one.
  var file = ""
  /// Counts from 1, with the header; 0 where it is the whole file.
  var line = 0
  let text: LocalizedText

  static func unreadable(_ en: String, _ ko: String) -> FeedProblem {
    FeedProblem(kind: .unreadable, text: LocalizedText(en: en, ko: ko))
  }

  static func tooLarge(_ en: String, _ ko: String) -> FeedProblem {
    FeedProblem(kind: .tooLarge, text: LocalizedText(en: en, ko: ko))
  }

  static func invalid(_ file: String, _ line: Int, _ en: String, _ ko: String) -> FeedProblem {
    FeedProblem(kind: .invalid, file: file, line: line, text: LocalizedText(en: en, ko: ko))
  }

  /// The same as a refusal about the feed at a path.
  func refusal(_ path: String) -> TransitError {
    let problem: JSONObject = ["path": .string(path), "problem": text.jsonValue]
    return switch kind {
    case .unreadable: TransitError(.feedUnreadable, problem)
    case .tooLarge: TransitError(.feedTooLarge, problem)
    case .invalid:
      TransitError(
        .feedInvalid, problem.adding(["file": .string(file), "line": .integer(line)]))
    }
  }
}
