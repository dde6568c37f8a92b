internal import DaemonRuntime
internal import LinuxSystem

extension FeedProblem {
  /// What is wrong with a file that a client passed.
  init(_ problem: PassedFileProblem) {
    self =
      switch problem {
      case .notOrdinary:
        .unreadable(
          "it is no ordinary file that is open for reading", "읽을 수 있게 연 일반 파일이 아님")
      case .answeredByProgram:
        .unreadable("a program answers for it (FUSE); copy it first", "FUSE 파일이므로 먼저 복사해야 함")
      case .tooLarge(let limit):
        .tooLarge("it has more than \(limit) bytes", "\(limit)바이트를 넘음")
      case .changed:
        .unreadable("it was changed while it was read; try again", "읽는 동안 바뀌었으니 다시 시도")
      case .stalled(let seconds):
        .unreadable("nothing came of it for \(seconds) s", "\(seconds)초 동안 읽히지 않음")
      case .unread(let error), .unwritten(let error):
        .unreadable("it cannot be read (\(error.reason))", "읽을 수 없음: \(error.reason)")
      }
  }
}
