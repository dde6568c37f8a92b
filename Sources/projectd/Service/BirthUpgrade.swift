internal import DaemonRuntime
internal import Storage
internal import Values

/// Stores of before have the next ones of series as if somebody had changed each of their fields.
extension Projects {
  /// Stamps them as they would be now, once: machines that meet again must come to the same.
  func restampBirths() throws {
    guard try store.isPending(.births) else { return }
    try host.transaction {
      for project in board.projects where project.series != nil {
        guard let registers = try registers(of: project.number).asBorn else { continue }
        try store.save(registers, of: project.number, id: project.id, isNew: false, replicas)
      }
      try store.settle(.births)
    }
  }
}
