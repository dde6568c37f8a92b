internal import IPCTransport
internal import LinuxSystem
internal import LogReading

/// `matectl logs`: what the daemons wrote, from the journal or from their log files.
enum LogsCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    let options: LogOptions
    do throws(UsageError) {
      options = try LogOptions(words, now: WallClock.now)
    } catch {
      return session.fail(error)
    }
    var query = options.query
    query.traceID = session.invocation.traceID
    // A domain that is neither described nor has ever logged is a typing mistake.
    for domain in query.domains where session.catalog.entry(domain) == nil {
      _ = try session.description(domain)
    }
    query.domains = query.domains.map { session.catalog.entry($0)?.label ?? $0 }
    let printer = LogPrinter(session: session)
    let source = Logs.source()
    var count = 0
    let isOver = options.follows ? { Interrupt.wasPressed } : nil
    source.read(query, followingUntil: isOver) { entry in
      count += 1
      printer.print(entry)
    }
    if options.follows { return .interrupted }
    if count == 0 { session.tell(printer.nothing) }
    return .done
  }
}

/// `matectl why ID`: everything that was logged for one request, in order.
enum WhyCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count == 1, let id = words.first, !id.isEmpty else {
      throw session.failUsage(of: .why)
    }
    var query = LogQuery()
    query.traceID = id
    let printer = LogPrinter(session: session)
    let source = Logs.source()
    let entries = source.entries(query)
    guard !entries.isEmpty else { return nothing(session, id, printer, source) }
    for entry in entries { printer.explain(entry) }
    return .done
  }

  /// There is no entry, perhaps because there were too many.
  private static func nothing(
    _ session: Session, _ id: String, _ printer: LogPrinter, _ source: any LogSource
  ) -> ExitStatus {
    let suppressions = source.entries(.suppressions(3))
    guard !suppressions.isEmpty else {
      return session.fail("\(id.echoed): " + printer.nothing, .refused)
    }
    for entry in suppressions { printer.explain(entry) }
    return session.fail(
      "\(id.echoed): "
        + session.text(
          "nothing is logged for this; entries were left out as there were too many, see above",
          "남은 기록이 없습니다. 기록이 너무 많아 위와 같이 일부를 남기지 않았습니다"), .refused)
  }
}
