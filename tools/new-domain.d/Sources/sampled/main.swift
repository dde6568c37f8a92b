internal import DaemonRuntime

Daemon<SampleService>.run(SampleService.self)
