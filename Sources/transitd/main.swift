internal import DaemonRuntime

Daemon<TransitService>.run(TransitService.self)
