internal import Glibc
internal import Loop
internal import Storage
internal import Values

extension DomainService {
  /// Runs the domain's daemon with the program's arguments, and ends the process with its status.
  ///
  /// It is what `@main` stands for: an error that left it would end in a trap.
  package nonisolated static func main() {
    let options = DaemonOptions.parse(CommandLine.arguments, of: Self.self)
    switch options.storeCommand {
    case .check(let file): exit(StoreCommands.check(file, identity, migrations))
    case .restore(let file):
      exit(
        StoreCommands.restore(file, isRehearsal: options.isRehearsal, identity, migrations))
    case nil: break
    }
    EventLoop.keepForLoop([SIGTERM, SIGINT, SIGHUP])
    EventLoop.shared.claim()
    let status = LoopActor.assumeIsolated { () -> Int32 in
      do {
        let daemon = try Daemon<Self>(options)
        return options.acceptsLoss ? daemon.settleAndEnd() : daemon.serve()
      } catch {
        let complaint = StartComplaint(error, of: identity)
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
