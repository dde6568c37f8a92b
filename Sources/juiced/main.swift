internal import DaemonRuntime

Daemon<JuiceService>.run(JuiceService.self)
