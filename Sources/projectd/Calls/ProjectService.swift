internal import DaemonRuntime
internal import Loop

/// What the calls work on: the board, those with whom it is synchronised, its alarms.
@LoopActor
final class ProjectService {
  let projects: Projects
  let syncs: Syncs
  let alarms: Alarms

  init(host: DomainHost) {
    projects = Projects(host: host)
    syncs = Syncs(projects: projects)
    alarms = Alarms(projects: projects)
    projects.remark = { [unowned syncs] in try syncs.remark() }
  }
}
