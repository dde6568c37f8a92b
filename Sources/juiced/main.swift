internal import DaemonRuntime

Daemon<JuiceBar>.run(JuiceBar.self)
