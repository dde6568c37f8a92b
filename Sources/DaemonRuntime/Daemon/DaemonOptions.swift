internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
package import Values

/// The few words that a daemon's program takes; everything else is configuration.
struct DaemonOptions {
  let identity: DomainIdentity
  var socketPath: String?
  /// Go on once with what is there of the store, and end.
  var acceptsLoss = false
  /// What to do instead of serving.
  var storeCommand: StoreCommand?
  var isRehearsal = false

  enum StoreCommand: Hashable {
    case check(file: String)
    case restore(file: String)
  }

  /// Reads the arguments; answers `--help`, `--version` and `--describe` itself.
  static func parse<Service: DomainService>(
    _ arguments: [String], of type: Service.Type
  ) -> DaemonOptions {
    let identity = Service.identity
    if let mistake = OwnInstance.mistake {
      fail(
        "MATE_INSTANCE is \(mistake.printable(inOneLine: true)), and a name has 1 to 32 of a-z, 0-9, "
          + "- and _", identity)
    }
    var options = DaemonOptions(identity: identity)
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": finish(help(identity))
      case "--version": finish("\(identity.exec) \(identity.version)\n")
      case "--describe": describe(type)
      case "--socket":
        guard let path = rest.popFirst() else { fail("--socket needs a path", identity) }
        options.socketPath = path
      case "--accept-loss": options.acceptsLoss = true
      case "--dry-run": options.isRehearsal = true
      case "--check", "--restore":
        guard let file = rest.popFirst() else { fail("\(word) needs a file", identity) }
        options.storeCommand = word == "--check" ? .check(file: file) : .restore(file: file)
      default:
        if word.hasPrefix("--socket=") {
          options.socketPath = String(word.dropFirst("--socket=".count))
        } else {
          fail("unknown argument \(word)", identity)
        }
      }
    }
    return options
  }

  /// The sockets that were passed to us, or one of our own.
  func activation(domain: String) throws -> SocketActivation {
    if acceptsLoss { return SocketActivation(kind: .standalone, listeners: [], ownPath: nil) }
    if let socketPath { return try .listening(on: socketPath) }
    if let inherited = SocketActivation.inherited(domain: domain) { return inherited }
    throw StartError(
      "no socket named \(domain) was passed; start it with `matectl \(domain) …`, "
        + "`systemctl start \(identity.exec).socket`, or `\(identity.exec) --socket PATH`",
      "\(domain) 소켓을 받지 못했습니다. `matectl \(domain) …`, `systemctl start \(identity.exec).socket`, "
        + "`\(identity.exec) --socket PATH` 가운데 하나로 시작하십시오")
  }

  private static func help(_ identity: DomainIdentity) -> String {
    """
    \(identity.exec): \(identity.summary.en)

    Usage: \(identity.exec) [--socket PATH]

    Serves the socket that systemd or matectl passes to it (LISTEN_FDS). People use it through
    `matectl \(identity.domain)`; see `matectl help \(identity.domain)`.

      --socket PATH   listen on PATH instead, until stopped
      --accept-loss   go on with what can be read where a log of the store is damaged or missing, or
                      it is a copy of a store in use; keep the files as they were beside it, say what
                      was taken, and end. Damaged pages of the store itself need `matectl restore`
      --check FILE    say whether FILE is a whole store of \(identity.domain)
      --restore FILE  put FILE in the place of the store; use `matectl restore`
      --describe      print the domain's OpenRPC description
      --version       print the version
      --help          print this

    State: $STATE_DIRECTORY, $MATE_STATE_DIR/\(identity.domain), \
    $XDG_STATE_HOME/mate/\(identity.domain) or ~/.local/state/mate/\(identity.domain)
    One of several: $MATE_INSTANCE, as gangnam; its state is in \(identity.domain)@gangnam beside that
    of the one without a name, its configuration in \(identity.exec)@gangnam.json where that is there
    Configuration: $CONFIGURATION_DIRECTORY, $XDG_CONFIG_HOME/mate, ~/.config/mate or /etc/mate, \
    file \(identity.exec).json
    Signals: SIGTERM answers what was taken and stops; SIGHUP reads the configuration again

    """
  }

  private static func finish(_ text: String) -> Never {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { exit(1) }
      start += count
    }
    exit(0)
  }

  /// Prints the document, where clients can read it, and all that it shows is in the results and events
  /// that it describes.
  private static func describe<Service: DomainService>(_ type: Service.Type) -> Never {
    let description = Service.description
    var problems = description.danglingPlaces
    do throws(DescriptionError) {
      _ = try DomainDescription(openRPC: Service.document)
    } catch {
      problems.append("\(error)")
    }
    for problem in problems { StandardError.write("\(Service.identity.exec): \(problem)\n") }
    if !problems.isEmpty { exit(1) }
    finish(JSON.text(Service.document, pretty: true) + "\n")
  }

  private static func fail(_ sentence: String, _ identity: DomainIdentity) -> Never {
    StandardError.write("\(identity.exec): \(sentence); see `\(identity.exec) --help`\n")
    exit(2)
  }
}

/// Why a daemon does not start, with what to do.
package struct StartError: Error, CustomStringConvertible {
  package let sentence: LocalizedText

  package init(_ en: String, _ ko: String) { sentence = LocalizedText(en: en, ko: ko) }

  package var description: String { sentence.en }
}

/// The talk of a program that has no journal yet.
package enum StandardError {
  package static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(2, bytes, bytes.count)
  }
}

/// What a daemon has in memory stays there.
enum ProcessMemory {
  /// No core is dumped, and no debugger of the user's attached; only root can look, as at the store.
  ///
  /// A limit alone does not hold for programs that the kernel hands cores to.
  static func hide() {
    mate_hide_memory()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}

/// Connections cost a descriptor each: the soft limit is raised to the hard one.
package enum DescriptorLimit {
  /// Store, log, loop and threads have some thirty; with fewer a library that needs one more, as for a
  /// thread, ends the process.
  private static let needed = 48

  /// - Returns: How many descriptors the process may have then.
  /// - Throws: ``StartError`` where these are too few to begin.
  package static func raise() throws -> Int {
    let count = raised()
    guard count >= needed else {
      throw StartError(
        "it may open \(count) files at once here, and needs \(needed); allow more (ulimit -n, or "
          + "LimitNOFILE= in its unit)",
        "여기서는 파일을 동시에 \(count)개만 열 수 있는데 \(needed)개가 필요합니다. 한도를 늘리십시오"
          + "(ulimit -n 또는 유닛의 LimitNOFILE=)")
    }
    return count
  }

  private static func raised() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
