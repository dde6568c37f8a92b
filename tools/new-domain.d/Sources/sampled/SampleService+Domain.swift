internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import Values

/// The domain as the runtime sees it.
extension SampleService: DomainService {
  nonisolated static let identity = DomainIdentity(
    domain: "sample", version: "0.1.0", exec: "sampled",
    summary: LocalizedText(en: "Keep count of what there is", ko: "남은 개수 기록하기"))

  nonisolated static var errors: [ErrorDescription] { SampleReason.descriptions }

  nonisolated static var migrations: [Migration] { SampleMigrations.all }

  var statusSentence: String { "\(counts.count) names" }
}
