internal import DaemonRuntime

extension Projects {
  /// Who made the last change of a project; nil where a calendar's server told it.
  func lastActor(of project: Project) throws -> String? {
    let stamps = try registers(of: project.number).entries.map(\.register.stamp)
    guard let last = stamps.max(by: { ($0.clock, $0.replica) < ($1.clock, $1.replica) }) else {
      return nil
    }
    return try log.who(
      clock: last.clock, replica: replicas.number(of: last.replica), project: project.number)
  }

  /// Who removed a project; nil where a calendar's server told it.
  func remover(of number: Int) throws -> String? {
    guard
      let register = try registers(of: number).entries.first(where: { $0.field == .removed })?
        .register, register.value != nil
    else { return nil }
    let stamp = register.stamp
    return try log.who(
      clock: stamp.clock, replica: replicas.number(of: stamp.replica), project: number)
  }
}
