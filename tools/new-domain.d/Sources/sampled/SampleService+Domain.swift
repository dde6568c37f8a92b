internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The domain as the runtime sees it.
@main
extension SampleService: DomainService {
  typealias Reason = SampleReason

  static let identity = DomainIdentity(
    "sample", version: "0.1.0", "Keep count of what there is", ko: "남은 개수 기록하기")

  static var migrations: [Migration] { SampleMigrations.all }

  var statusSentence: String { "\(state.count) names" }
}
