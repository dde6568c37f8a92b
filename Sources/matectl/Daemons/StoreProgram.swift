internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// A daemon's program as the judge of files: only it knows the schema of its store, and where that is.
struct StoreProgram {
  let session: Session
  let domain: DomainDescription

  /// Where a system's daemon has its state, by `StateDirectory=` of its unit.
  static func systemFolder(of domain: DomainDescription) -> String {
    "/var/lib/mate/\(domain.label)"
  }

  /// Checking reads a store as a whole: two seconds a gigabyte.
  private static let patience = 3_600_000

  /// Runs the program with some words, and reads the JSON object that it prints.
  ///
  /// - Throws: The exit status, when it has been said why the file was refused.
  func run(_ words: [String], about file: String) throws(ExitStatus) -> JSONObject {
    let object = try answer(words)
    guard let problem = object["problem"]?.stringValue else { return object }
    throw refuse(problem, object["detail"]?.stringValue ?? "", file)
  }

  /// As ``run(_:about:)``, but nil where the daemon has the store open.
  func runUnlessInUse(_ words: [String], about file: String) throws(ExitStatus) -> JSONObject? {
    let object = try answer(words)
    guard let problem = object["problem"]?.stringValue else { return object }
    if problem == "inUse" { return nil }
    throw refuse(problem, object["detail"]?.stringValue ?? "", file)
  }

  /// Whether a file is a whole store of the domain, as a backup is.
  func isStore(_ file: String) throws(ExitStatus) -> Bool {
    try answer(["--check", file])["problem"] == nil
  }

  /// The object that the program prints, also where that names a problem.
  func answer(_ words: [String]) throws(ExitStatus) -> JSONObject {
    let path = try find()
    if try isOfMachine {
      setenv("STATE_DIRECTORY", Self.systemFolder(of: domain), 1)
    } else {
      // What systemd gave to somebody else is not for this daemon.
      unsetenv("STATE_DIRECTORY")
    }
    if let instance = domain.instance {
      setenv("MATE_INSTANCE", "\(instance)", 1)
    } else {
      unsetenv("MATE_INSTANCE")
    }
    let program: SocketProgram
    do throws(SystemError) {
      program = try SocketProgram(path, [path] + words)
    } catch {
      throw session.fail("\(error)", .fault)
    }
    let output = program.output { !Interrupt.wasPressed }
    _ = program.end(waitingMilliseconds: Self.patience)
    guard let object = (try? JSON.parse(output))?.objectValue else {  // said with its own words
      let complaint = program.complaint().printable(inOneLine: true)
      throw session.fail(
        session.text(
          "\(domain.exec) did not answer: \(whole: complaint)",
          "\(domain.exec, .subject) 답하지 않았습니다: \(whole: complaint)"),
        .fault)
    }
    return object
  }

  /// Whether the machine's store is meant: root has none of its own where there is that, also where nobody
  /// listens just now, as for a restore.
  private var isOfMachine: Bool {
    get throws(ExitStatus) {
      if try session.endpoint(domain).isSystem { return true }
      let isElsewhere =
        session.invocation.socketDirectory != nil || Environment["MATE_RUNTIME_DIR"] != nil
      return geteuid() == 0 && !isElsewhere && Systemd.isBooted
        && access(Self.systemFolder(of: domain), F_OK) == 0
    }
  }

  private func find() throws(ExitStatus) -> String {
    // Said in words of the matter: what was typed was a file.
    if let path = try? DaemonStarter.program(domain.exec) { return path }
    throw session.fail(
      session.text(
        "\(domain.exec) is not installed here, so the file cannot be checked",
        "\(domain.exec, .subject) 설치되어 있지 않아 파일을 검사할 수 없습니다"), .unreachable)
  }

  // MARK: Problems

  /// What is wrong with the content of a file.
  ///
  /// - Parameters:
  ///   - problem: The word that the program prints for it.
  ///   - detail: What the program says of it, which may be empty.
  ///   - file: Where it is.
  /// - Returns: A sentence in each language; nil for what is not about the content.
  func words(
    _ problem: String, _ detail: String, _ file: String
  ) -> (en: Sentence, ko: Sentence)? {
    let detail = detail.printable(inOneLine: true)
    let name = domain.label
    switch problem {
    case "noStore":
      return ("\(file) is no store of \(name)", "\(file, .topic) \(name) 저장소가 아닙니다")
    case "otherDomain":
      return (
        "\(file) is a store of \(detail), not of \(name)",
        "\(file, .topic) \(name, .subject) 아니라 \(detail)의 저장소입니다"
      )
    case "newer":
      return (
        "\(file) was written by a newer version (schema \(detail)); install that version first",
        "\(file, .topic) 더 새로운 버전이 쓴 것입니다(스키마 \(detail)). 먼저 그 버전을 설치하십시오"
      )
    case "damaged":
      return (
        "\(file) is damaged: \(detail); take an older backup",
        "\(file, .subject) 손상되었습니다: \(detail). 더 오래된 백업을 쓰십시오"
      )
    case "copiedOpen":
      return (
        "\(file) was copied while a daemon had it open, so changes may be missing; use a file of "
          + "`matectl backup \(name)`",
        "\(file, .topic) 데몬이 열어 둔 동안 복사되어 빠진 것이 있을 수 있습니다. `matectl backup \(name)` 명령으로 만든 "
          + "파일을 쓰십시오"
      )
    default: return nil
    }
  }

  private func refuse(_ problem: String, _ detail: String, _ file: String) -> ExitStatus {
    if let words = words(problem, detail, file) { return fail(words.en, words.ko) }
    let detail = detail.printable(inOneLine: true)
    switch problem {
    case "unreadable":
      return session.fail(
        session.text("\(file) cannot be read: \(detail)", "\(file, .object) 읽을 수 없습니다: \(detail)"),
        .usage)
    case "inUse": return inUse()
    default:
      return session.fail(
        session.text("\(file): \(whole: detail)", "\(file): \(whole: detail)"), .fault)
    }
  }

  private func fail(_ en: Sentence, _ ko: Sentence) -> ExitStatus {
    session.fail(session.text(en, ko), .refused)
  }

  /// What to type so that the daemon ends.
  private func inUse() -> ExitStatus {
    let isSystem = (try? session.endpoint(domain).isSystem) ?? false  // said already
    let end =
      isSystem
      ? "sudo systemctl stop \(domain.unit).socket \(domain.unit).service"
      : RunningDaemon(session: session, domain: domain).endingCommand
        ?? "systemctl --user stop \(domain.unit).socket \(domain.unit).service"
    return fail(
      "\(domain.exec) is running; end it first: \(end)",
      "\(domain.exec, .subject) 실행 중입니다. 먼저 끝내십시오: \(end)")
  }
}
