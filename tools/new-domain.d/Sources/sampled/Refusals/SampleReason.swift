internal import IPCProtocol
internal import Values

/// What is refused; nothing has changed then.
enum SampleReason: Int, RefusalReason {
  case tooFew = 1001

  static var domain: String { "sample" }

  var text: LocalizedText {
    switch self {
    case .tooFew:
      LocalizedText(
        en: "there are only {left} of {item}; see `matectl sample list`",
        ko: "{item:은/는} {left}개뿐입니다. `matectl sample list`를 보십시오")
    }
  }
}
