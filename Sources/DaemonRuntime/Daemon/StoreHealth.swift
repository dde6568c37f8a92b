internal import LinuxSystem
internal import Values

/// Whether the place of a store is one where it can live on.
enum StoreHealth {
  /// Below this changes begin to be refused soon: a log of 4 MiB, its checkpoint and an export.
  private static let scarceBytes: Int64 = 64 << 20

  /// Of the write-ahead log and the redo log together; both are shorter in all that they do by themselves.
  private static let longLogBytes: Int64 = 256 << 20

  static func checks(of path: String) -> [HealthCheck] {
    guard let facts = FileSystemFacts(path) else {
      let text = LocalizedText(
        en: "the store \(path) is not there any more; take a backup before the daemon ends",
        ko: "저장소 \(path, .subject) 없어졌습니다. 데몬이 끝나기 전에 백업하십시오")
      return [HealthCheck("store", .broken, text)]
    }
    return [disk(facts, path), logs(of: path)] + [network(facts, path)].compactMap(\.self)
  }

  /// The write-ahead log goes into the store at 4 MiB, unless another program goes on reading an older
  /// moment of it, for as long as that does.
  private static func logs(of path: String) -> HealthCheck {
    let bytes = StoreLogs.bytes(of: path)
    guard bytes < longLogBytes else {
      return HealthCheck(
        "logs", .warning,
        LocalizedText(
          en:
            "the logs of \(path) have \(bytes >> 20) MiB, as somebody goes on reading an older state of it",
          ko: "\(path)의 이전 상태를 계속 읽는 프로그램이 있어 로그가 \(bytes >> 20) MiB로 길어졌습니다"),
        next: "fuser -v \(path)")
    }
    return HealthCheck(
      "logs", .fine,
      LocalizedText(
        en: "the logs of \(path) have \((bytes + 1023) >> 10) KiB",
        ko: "\(path)의 로그는 \((bytes + 1023) >> 10) KiB입니다"))
  }

  private static func disk(_ facts: FileSystemFacts, _ path: String) -> HealthCheck {
    let free = Int(facts.freeBytes >> 20)
    guard facts.freeBytes >= scarceBytes else {
      return HealthCheck(
        "disk", facts.freeBytes == 0 ? .broken : .warning,
        LocalizedText(
          en: "only \(free) MiB are free where \(path) is; changes are refused when none are",
          ko: "\(path)가 있는 디스크에 \(free) MiB만 남았습니다. 다 차면 변경을 받지 않습니다"),
        next: "df -h \(path)")
    }
    return HealthCheck(
      "disk", .fine,
      LocalizedText(
        en: "\(free) MiB are free where \(path) is", ko: "\(path) 디스크에 \(free) MiB 남았습니다"))
  }

  private static func network(_ facts: FileSystemFacts, _ path: String) -> HealthCheck? {
    guard let network = facts.network else { return nil }
    return HealthCheck(
      "fileSystem", .warning,
      LocalizedText(
        en:
          "\(path) is on \(network), where locks and fsync may promise too much; use a local disk",
        ko: "\(path, .subject) \(network)에 있어 잠금과 fsync를 믿기 어렵습니다. 로컬 디스크를 쓰십시오"))
  }
}
