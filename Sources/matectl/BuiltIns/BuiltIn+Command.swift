/// What each command of our own does.
extension BuiltIn {
  func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    switch self {
    case .help: try HelpCommand.run(session, words)
    case .domains: try DomainsCommand.run(session, words)
    case .status: try StatusCommand.run(session, words)
    case .logs: try LogsCommand.run(session, words)
    case .why: try WhyCommand.run(session, words)
    case .call: try CallCommand.run(session, words)
    case .describe: try DescribeCommand.run(session, words)
    case .metrics: try MetricsCommand.run(session, words)
    case .today: try TodayCommand.run(session)
    case .backup: try BackupCommand.run(session, words)
    case .restore: try RestoreCommand.run(session, words)
    case .new: try NewCommand.run(session, words)
    case .stop: try StopCommand.run(session, words, restarting: false)
    case .restart: try StopCommand.run(session, words, restarting: true)
    case .mcp: try MCPCommand.run(session, words)
    case .doctor: try DoctorCommand.run(session, words)
    case .web: try WebCommand.run(session, words)
    case .bridge: try BridgeCommand.run(session, words)
    case .version: VersionCommand.run(session)
    case .completion: try CompletionCommand.run(session, words)
    case .man: try ManCommand.run(session, words)
    }
  }
}
