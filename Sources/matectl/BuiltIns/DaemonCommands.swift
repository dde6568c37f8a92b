internal import IPCProtocol
internal import LinuxSystem
internal import Values

enum DescribeCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let name = words.first else { throw session.failUsage(of: .describe) }
    let domain = try session.description(name)
    do throws(AskFailure) {
      let bytes = try session.ask("rpc.discover", of: domain, starting: true)
      let isPretty = session.invocation.output == nil
      let value = try? JSON.parse(bytes)  // printed as it came where it is no JSON
      let text = value.map { JSON.text($0, pretty: isPretty) }
      session.say(.json((text ?? String(decoding: bytes, as: UTF8.self)) + "\n"))
      return .done
    } catch {
      return error.report(session, domain)
    }
  }
}

enum MetricsCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var families = MetricFamilies()
    var status = ExitStatus.done
    for domain in try session.chosen(words) {
      do throws(AskFailure) {
        let bytes = try session.ask("mate.metrics", of: domain, starting: false)
        let metrics = (try? JSON.parse(bytes))?["openMetrics"]?.stringValue  // none is no metric
        families.add(metrics ?? "")
      } catch {
        if error.isInterrupted { return error.report(session, domain) }
        guard !error.isNotRunning || !words.isEmpty else { continue }
        status = error.report(session, domain)
      }
    }
    session.say(families.text)
    return status
  }
}

enum TodayCommand {
  static func run(_ session: Session) throws(ExitStatus) -> ExitStatus {
    var isEmpty = true
    var status = ExitStatus.done
    for domain in try session.chosen([]) {
      for method in domain.methods where method.isForToday && !method.access.changesState {
        let bytes: [UInt8]
        do throws(AskFailure) {
          // A day is the reader's.
          let zone = session.filled([:], for: method)
          bytes = try session.ask(method.name, of: domain, zone, starting: true)
        } catch {
          status = error.report(session, domain)
          if status == .interrupted { return status }
          // Its other methods would not be answered either.
          break
        }
        isEmpty = false
        let summary = domain.summary.text(in: session.language).printable(inOneLine: true)
        let title = domain.instance == nil ? summary : "\(domain.label): \(summary)"
        if session.invocation.output == nil {
          session.say(session.style.apply(.strong, title) + "\n")
        }
        var printer = session.printer
        // A glance: what a domain has more of is counted.
        if session.invocation.output == nil, let screen = printer.screen {
          printer.rowLimit = max(5, screen.rows / 3)
        }
        session.say(printer.printed(bytes, method.render))
        if session.invocation.output == nil { session.say("\n") }
      }
    }
    if isEmpty, status == .done {
      session.tell(session.text("nothing for today", "오늘 볼 것이 없습니다"))
    }
    return status
  }
}
