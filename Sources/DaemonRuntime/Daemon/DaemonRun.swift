internal import Glibc
internal import Loop
internal import Storage
internal import Values

extension Daemon {
  /// Runs the domain's daemon with the program's arguments, and ends the process with its status.
  ///
  /// This is the whole of a daemon's `main.swift`: an error that left it would end in a trap.
  package nonisolated static func run(_ type: Service.Type) -> Never {
    let options = DaemonOptions.parse(CommandLine.arguments, of: Service.self)
    switch options.storeCommand {
    case .check(let file): exit(StoreCommands.check(file, Service.identity, Service.migrations))
    case .restore(let file):
      exit(
        StoreCommands.restore(
          file, isRehearsal: options.isRehearsal, Service.identity, Service.migrations))
    case nil: break
    }
    EventLoop.keepForLoop([SIGTERM, SIGINT, SIGHUP])
    EventLoop.shared.claim()
    let status = LoopActor.assumeIsolated { () -> Int32 in
      do {
        let daemon = try Daemon(options)
        return options.acceptsLoss ? daemon.settleAndEnd() : daemon.serve()
      } catch {
        let complaint = StartComplaint(error, of: Service.identity)
        Journal.shared.log(
          .critical, "cannot start: \(complaint.sentence.en)", id: .stopped,
          fields: complaint.fields)
        StandardError.write(complaint.written)
        return 1
      }
    }
    exit(status)
  }
}
