internal import DaemonRuntime

Daemon<ProbeService>.run(ProbeService.self)
