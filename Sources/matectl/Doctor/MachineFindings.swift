internal import CLinux
internal import CivilTime
internal import Glibc
internal import LinuxSystem
internal import Values

/// What all domains stand on: clock, zone, log, terminal.
extension Findings {
  mutating func lookAtClock(now: Timestamp) {
    // A machine without a battery begins in 1970.
    // Before 2026-01-01T00:00:00Z nothing of this was built.
    let begin: Int64 = 1_767_225_600
    guard now.microseconds / 1_000_000 >= begin else {
      return add(
        "clock", .broken, "the clock is wrong: \(now)", "시계가 틀립니다: \(now)",
        command: "sudo timedatectl set-ntp true")
    }
    var clock = timex()
    // 5 is TIME_ERROR of adjtimex(2): nobody keeps the clock.
    guard adjtimex(&clock) == 5 else {
      return add("clock", .fine, "the clock is kept by NTP", "시계가 NTP와 맞추어져 있습니다")
    }
    add(
      "clock", .warning, "nobody keeps the clock, so that it may drift",
      "시계를 맞추는 프로그램이 없어 어긋날 수 있습니다", command: "sudo timedatectl set-ntp true")
  }

  mutating func lookAtZone() {
    let name = CallerZone.name
    guard let name else {
      return add(
        "zone", .warning, "the time zone is not known, so times are shown in UTC",
        "시간대를 알 수 없어 UTC로 보여 줍니다", command: "timedatectl set-timezone Asia/Seoul")
    }
    add("zone", .fine, "the time zone is \(name)", "시간대는 \(name)입니다")
  }

  mutating func lookAtLog() {
    let folder = StateHome.logFolder
    if access("/run/systemd/journal/socket", F_OK) == 0 {
      let isKept = access("/var/log/journal", F_OK) == 0
      lookForCatalog()
      return add(
        "log", .fine,
        isKept
          ? "the journal is kept over restarts"
          : "the journal is gone after a restart of the machine",
        isKept ? "저널이 재시작 뒤에도 남습니다" : "저널은 컴퓨터를 다시 시작하면 사라집니다")
    }
    guard access(folder, F_OK) != 0 || access(folder, W_OK) == 0 else {
      return add(
        "log", .broken, "the log folder \(folder) cannot be written to",
        "로그 폴더 \(folder)에 쓸 수 없습니다", command: "ls -ld \(folder)")
    }
    add("log", .fine, "there is no journal; logs are in \(folder)", "저널이 없어 로그는 \(folder)에 있습니다")
  }

  /// Where the journal's explanations of our entries were installed and never taken into its catalog,
  /// `journalctl -x` says nothing of them.
  private mutating func lookForCatalog() {
    let source = "/usr/lib/systemd/catalog/mate.catalog"
    let catalog = "/var/lib/systemd/catalog/database"
    var (installed, taken) = (stat(), stat())
    guard stat(source, &installed) == 0 else { return }
    let isTaken = stat(catalog, &taken) == 0 && taken.st_mtim.tv_sec >= installed.st_ctim.tv_sec
    if isTaken {
      add("catalog", .fine, "the journal explains our entries", "저널에 설명이 함께 나옵니다")
    } else {
      add(
        "catalog", .warning,
        "the journal does not explain our entries: its catalog is older than \(source)",
        "저널의 설명 목록이 \(source)보다 오래되어 설명이 나오지 않습니다",
        command: "sudo journalctl --update-catalog")
    }
  }
}
