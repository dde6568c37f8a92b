internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Why a built-in got no answer.
struct AskFailure: Error {
  /// Nil where it has been said already.
  let failure: CallFailure?
  /// The daemon's process, where it was silent and that is known.
  var silent: Int32?

  /// Says it, as other commands do.
  func report(_ session: Session, _ domain: DomainDescription) -> ExitStatus {
    guard let failure else { return .unreachable }
    return session.report(failure, of: domain, silent: silent)
  }

  /// Whether there is no daemon, which is no fault where none is to be started.
  var isNotRunning: Bool {
    guard case .unreachable(.notRunning(let error))? = failure else { return false }
    return error.code == ENOENT || error.code == ECONNREFUSED
  }

  /// Whether a daemon answers that does not know the question, as one in another language.
  var isUntold: Bool {
    guard case .refused(let error, _)? = failure else { return false }
    return error.kind == .methodNotFound
  }

  var isInterrupted: Bool {
    if case .interrupted? = failure { true } else { false }
  }
}

/// What the built-ins ask of daemons, without a description of it.
extension Session {
  /// The domains that a command is about: the named one, or all that are described.
  func chosen(_ words: [String]) throws(ExitStatus) -> [DomainDescription] {
    if let name = words.first {
      let domain = try description(name)
      try requireMade(domain)
      return [domain]
    }
    return entries().compactMap { try? $0.description.get() }
  }

  /// One of several that nobody has made is a typing mistake, and must not be one from then on.
  func requireMade(_ domain: DomainDescription) throws(ExitStatus) {
    guard let instance = domain.instance else { return }
    let known = Instances.names(of: domain, directory: invocation.socketDirectory)
    guard !known.contains(instance) else { return }
    throw report(.unreachable(.noInstance(domain: domain.domain, instance)), of: domain)
  }

  /// A read, with parameters or without.
  func ask(
    _ method: String, of domain: DomainDescription, _ params: JSONObject = [:],
    starting mayStart: Bool
  ) throws(AskFailure) -> [UInt8] {
    let client: IPCClient
    do throws(ExitStatus) {
      client = try self.client(domain, mayStart: mayStart)
    } catch {
      throw AskFailure(failure: nil)
    }
    var request = CallRequest(method: method, params: params)
    request.timeoutMilliseconds = invocation.timeoutMilliseconds ?? 5000
    do throws(CallFailure) {
      return try client.call(request)
    } catch {
      throw AskFailure(failure: error, silent: client.silentProcess)
    }
  }
}
