internal import DaemonRuntime

Daemon<BankService>.run(BankService.self)
