internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Storage
internal import Values

/// What a daemon's program does with files that may be its store, instead of serving.
///
/// `--check` and `--restore` are here as nobody else knows the domain's schema and where its state is.
/// Each prints one JSON object: what was found or done, or `problem`, a word for programs, with
/// `detail`; and exits with 0 or 1.
enum StoreCommands {
  static func check(
    _ file: String, _ identity: DomainIdentity, _ migrations: [Migration]
  ) -> Int32 {
    let check = StoreCheck(domain: identity.domain, migrations: migrations)
    do throws(CopyProblem) {
      return say(facts(try check.run(file)))
    } catch {
      return say(error)
    }
  }

  static func restore(
    _ file: String, isRehearsal: Bool, _ identity: DomainIdentity, _ migrations: [Migration]
  ) -> Int32 {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return say(CopyProblem.unreadable(String(cString: strerror(errno))))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return say(CopyProblem.noStore)
    }
    becomeOwner(of: StateDirectory.path(domain: identity.domain))
    let restore = StoreRestore(
      store: StateDirectory.store(domain: identity.domain), domain: identity.domain,
      migrations: migrations, moment: WallTime.forNames)
    do throws(CopyProblem) {
      let outcome = try restore.run(descriptor, isRehearsal: isRehearsal)
      var object = facts(outcome.facts)
      object["kept"] = outcome.kept.map(JSONValue.string)
      return say(object)
    } catch {
      return say(error)
    }
  }

  /// Root restores a store for whose it is: what is made then belongs to them.
  private static func becomeOwner(of folder: String) {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
    guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0, setuid(status.st_uid) == 0 else {
      StandardError.write("cannot become the owner of \(folder)\n")
      exit(1)
    }
  }

  private static func facts(_ facts: StoreFacts) -> JSONObject {
    ["schemaVersion": .integer(facts.schemaVersion), "bytes": .integer(facts.bytes)]
  }

  private static func say(_ problem: CopyProblem) -> Int32 {
    _ = say(["problem": .string(problem.code), "detail": .string(problem.detail)])
    return 1
  }

  private static func say(_ object: JSONObject) -> Int32 {
    _ = Terminal.write(JSON.text(.object(object)) + "\n", to: 1)
    return 0
  }
}
