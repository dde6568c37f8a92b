internal import IPCProtocol
internal import IPCTransport
internal import Values

/// What systemd says of a daemon's units.
extension Findings {
  mutating func look(at systemd: Systemd) {
    let names = [
      "LoadState", "ActiveState", "Result", "NRestarts", "NeedDaemonReload", "DropInPaths",
    ]
    for kind in ["socket", "service"] {
      guard let unit = systemd.properties(kind, names) else {
        return add(
          "systemd", .warning, "systemd does not answer", "systemd가 답하지 않습니다",
          command: systemd.command("status"))
      }
      guard unit["LoadState"] != "not-found" else { continue }
      judge("\(systemd.unit).\(kind)", kind, unit, systemd)
    }
  }

  private mutating func judge(
    _ name: String, _ kind: String, _ unit: [String: String], _ systemd: Systemd
  ) {
    if unit["LoadState"] == "error" || unit["LoadState"] == "bad-setting" {
      return add(
        kind, .broken, "\(name) has a mistake in its files", "\(name) 파일에 잘못된 곳이 있습니다",
        command: systemd.command("status", name))
    }
    if unit["ActiveState"] == "failed" {
      let result = unit["Result"] ?? "failed"
      return add(
        kind, .broken,
        result == "start-limit-hit"
          ? "\(name) was given up, as it failed again and again" : "\(name) has failed (\(result))",
        result == "start-limit-hit"
          ? "\(name, .subject) 거듭 실패하여 systemd가 포기했습니다" : "\(name, .subject) 실패했습니다 (\(result))",
        command: "matectl logs \(subject) --priority err; "
          + systemd.command("reset-failed", name) + "; " + systemd.command("start", name))
    }
    if unit["NeedDaemonReload"] == "yes" {
      add(
        kind, .warning, "the files of \(name) have changed, and systemd has not read them yet",
        "\(name) 파일이 바뀌었지만 systemd가 아직 읽지 않았습니다", command: systemd.command("daemon-reload"))
    }
    let restarts = unit["NRestarts"].flatMap(Int.init) ?? 0
    if restarts > 0 {
      add(
        kind, .warning, "\(name) was started again \(restarts) times after it failed",
        "\(name, .subject) 실패하여 \(restarts)번 다시 시작되었습니다",
        command: "matectl logs \(subject) --priority err")
    }
    let changes = unit["DropInPaths"] ?? ""
    add(
      kind, .fine,
      changes.isEmpty
        ? "\(name) is \(unit["ActiveState"] ?? "-")"
        : "\(name) is \(unit["ActiveState"] ?? "-"), with \(changes)",
      changes.isEmpty
        ? "\(name): \(unit["ActiveState"] ?? "-")"
        : "\(name): \(unit["ActiveState"] ?? "-"), 추가 설정 \(changes)")
  }
}
