internal import DaemonRuntime

Daemon<Transit>.run(Transit.self)
