internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// A connection to the daemon of another replica, through a program.
///
/// Every call blocks until it is answered; not Sendable, so the task that made it keeps it.
final class PeerLink {
  private let program: SocketProgram
  private let client: IPCClient

  /// An answer takes this long at most.
  private static let patience: Int64 = 120_000

  init(_ path: String, _ arguments: [String]) throws(PeerFailure) {
    do throws(SystemError) {
      program = try SocketProgram(path, arguments)
    } catch {
      throw .failed(error.description)
    }
    ending = mate_fcntl(program.descriptor, F_DUPFD_CLOEXEC, 3)
    client = IPCClient(connected: program.descriptor)
  }

  deinit { if ending >= 0 { close(ending) } }

  /// The connection once more, by which another thread ends it; lives as long as this does.
  let ending: Int32

  /// Calls a method of the other daemon.
  ///
  /// - Throws: ``PeerFailure`` with the sentence of whoever knows best: the daemon, else the program.
  func call<Result: Shape>(
    _ method: String, _ params: some Shape, gives: Result.Type
  ) throws(PeerFailure) -> Result {
    var request = CallRequest(method: method, params: try members(params), isRepeatable: false)
    request.timeoutMilliseconds = Self.patience
    do throws(CallFailure) {
      let bytes = try client.call(request)
      guard let result = try? Result(json: bytes) else {
        throw .protocolViolation("the answer is not what \(method) gives")
      }
      return result
    } catch {
      throw failure(error)
    }
  }

  private func members(_ params: some Shape) throws(PeerFailure) -> JSONObject {
    do {
      return try JSON.parse(params.json()).objectValue ?? [:]
    } catch {
      throw .failed("\(error)")
    }
  }

  private func failure(_ failure: CallFailure) -> PeerFailure {
    switch failure {
    case .refused(let error, _):
      return .failed(error.message)
    case .protocolViolation(let reason):
      return .failed(reason)
    case .requestTooLarge(let bytes, let limit):
      return .failed(
        "the request has \(bytes) bytes, and at most \(limit) are taken",
        ko: "요청은 \(bytes)바이트이고 \(limit)바이트까지 받습니다")
    case .timedOut:
      return .offline("no answer in time", ko: "제때 답이 없습니다")
    case .unreachable, .connectionLost, .interrupted:
      let status = program.end(waitingMilliseconds: 1000)
      let complaint = program.complaint()
      guard complaint.isEmpty else {
        return .offline(complaint)
      }
      return .offline("the connection ended (status \(status))", ko: "연결이 끊어졌습니다 (상태 \(status))")
    }
  }
}
