internal import DaemonRuntime

Daemon<ProjectService>.run(ProjectService.self)
