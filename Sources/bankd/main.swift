internal import DaemonRuntime

Daemon<Bank>.run(Bank.self)
