internal import CLinux
internal import Glibc
package import IPCProtocol
internal import LinuxSystem

/// A client of one domain: calls and streams, starting the daemon where that is needed.
package final class IPCClient {
  /// Nil where the connection was given and cannot be made again.
  var connector: (any DaemonConnector)?
  private let mayStart: Bool
  var connection: FrameConnection?
  /// The way to another machine, where a daemon says that that one owns its branch; asked once.
  package var wayToOwner: ((_ machine: String) -> (any DaemonConnector)?)?
  private var lastID: Int64 = 0
  /// Asked whenever a signal came; true ends the call.
  package var isInterrupted: () -> Bool = { false }

  /// A descriptor whose end is like a signal, as that of a pipe that nobody reads from any more.
  package var watchedOutput: Int32?
  /// A descriptor whose input makes it ask ``isInterrupted``, once; standard input, in a loop.
  package var watchedInput: Int32? { didSet { connection?.watchedInput = watchedInput } }

  /// Called once in a call that nobody answers for ``delay``, with the daemon's process where it is known.
  package var onDelay: ((_ process: Int32?) -> Void)?
  /// When that is, in milliseconds.
  package var delay: Int64 = 5000
  /// Called with how far a request is that asked for it.
  package var onProgress: (ProgressNotice) -> Void = { _ in }
  /// A call that only reads and has no time of its own is given up after so long, in milliseconds.
  package var longestRead: Int64 = 300_000
  /// The daemon's process, where a call timed out and it is known.
  package private(set) var silentProcess: Int32?

  /// Tries of one call, and the pause before the second; each next pause is twice as long.
  private static let tries = 6
  private static let firstPause: Int64 = 20

  /// Requests of more bytes may be too long for a daemon; its limit is mostly above.
  private static let suspicious = 1 << 16
  /// How long a daemon may take for what it should do at once, in milliseconds: to end a request
  /// that was cancelled, to tell its limits.
  private static let patience: Int64 = 600

  package init(_ connector: any DaemonConnector, mayStart: Bool) {
    self.connector = connector
    self.mayStart = mayStart
  }

  package convenience init(endpoint: Endpoint, program: String, mayStart: Bool) {
    self.init(DaemonStarter(endpoint: endpoint, program: program), mayStart: mayStart)
  }

  /// A client over a connection that is there already, as one through another program; takes
  /// ownership of it.
  package init(connected descriptor: Int32) {
    connector = nil
    mayStart = false
    connection = FrameConnection(descriptor: descriptor)
  }

  private func open() throws(CallFailure) -> FrameConnection {
    if let connection { return connection }
    guard let connector else { throw .connectionLost }
    do throws(StartFailure) {
      let connection = FrameConnection(descriptor: try connector.connect(starting: mayStart))
      connection.watchedOutput = watchedOutput
      connection.watchedInput = watchedInput
      self.connection = connection
      return connection
    } catch {
      // A signal that ends what waits for a daemon to take the connection is a person's word.
      if isInterrupted() { throw .interrupted }
      throw .unreachable(error)
    }
  }

  // MARK: Calls

  /// Calls a method and returns its result's bytes.
  ///
  /// Where the connection breaks before the answer, or the daemon does not know what became of it,
  /// the call is repeated, with the same key, so that a daemon that was killed in between, or whose
  /// disk failed, does nothing twice.
  package func call(_ request: CallRequest) throws(CallFailure) -> [UInt8] {
    Array(try callForPart(request))
  }

  /// The same without a copy of the result: a part of the reply.
  ///
  /// A `reader` reads the result as well, while it arrives, where it is a long one; each try of a
  /// call that is repeated calls it anew.
  package func callForPart(
    _ request: CallRequest, reader: LongResultReader? = nil
  ) throws(CallFailure) -> ArraySlice<UInt8> {
    // The daemon keeps the deadline; this side waits a little longer before it gives up itself.
    let deadline =
      request.timeoutMilliseconds.map { MonotonicTime.milliseconds + $0 + 500 }
      ?? (request.onlyReads ? MonotonicTime.milliseconds + longestRead : nil)
    isDelayTold = false
    defer { connection?.onDelay = nil }
    var pause = Self.firstPause
    var unknown: CallFailure?
    for attempt in 1... {
      do throws(CallFailure) {
        return try attemptCall(request, deadline, reader)
      } catch {
        if follows(error, request) { continue }
        connection = error.keepsConnection ? connection : nil
        let wait = error.pauseBeforeRepeating(request, standard: pause)
        if error.isOutcomeUnknown { unknown = error }
        // What a later try fails with does not say what became of an earlier one.
        let told = error.tellsOutcome ? error : unknown ?? error
        guard let wait, attempt < Self.tries, connector != nil || connection != nil else {
          throw told
        }
        if let deadline, MonotonicTime.milliseconds + wait > deadline { throw told }
        MonotonicTime.pause(milliseconds: wait)
        if isInterrupted() { throw .interrupted }
        pause *= 2
      }
    }
    throw .connectionLost
  }

  private func attemptCall(
    _ request: CallRequest, _ deadline: Int64?, _ reader: LongResultReader?
  ) throws(CallFailure) -> ArraySlice<UInt8> {
    let connection = try open()
    lastID += 1
    let payload = request.payload(id: lastID)
    tellDelay(of: connection)
    let reply: Reply
    do throws(ReceiveFailure) {
      try send(payload, passing: request.file, over: connection, deadline)
      reply = try receiveReply(connection, deadline, reader)
    } catch {
      if error == .interrupted { cancel() }
      if error == .timedOut { silentProcess = process(behind: connection) }
      throw explained(error, payload.count)
    }
    if reply.endsConnection { self.connection = nil }
    do throws(CallFailure) {
      return try reply.result.get()
    } catch {
      throw error.tellingSize(payload.count)
    }
  }

  private var isDelayTold = false

  private func process(behind connection: FrameConnection) -> Int32? {
    connector.flatMap { $0.program.isEmpty ? nil : connection.process(of: $0.program) }
  }

  /// From now on it is told, once a call, when the daemon lets it wait.
  private func tellDelay(of connection: FrameConnection) {
    guard let onDelay, !isDelayTold else { return }
    connection.onDelay = (
      at: MonotonicTime.milliseconds + delay,
      tell: { [unowned self, unowned connection] in
        isDelayTold = true
        onDelay(process(behind: connection))
      }
    )
  }

  /// Sends a request; who takes no more of it may have said why, so the answer is looked for all the
  /// same.
  private func send(
    _ payload: [UInt8], passing file: OwnedDescriptor?, over connection: FrameConnection,
    _ deadline: Int64?
  ) throws(ReceiveFailure) {
    // Who reads it the plain way begins at its start, also after an earlier try has read some of it.
    if let file { lseek(file.number, 0, SEEK_SET) }
    do throws(ReceiveFailure) {
      try connection.send(
        payload, passing: file, before: deadline, isInterrupted: isInterrupted)
    } catch {
      guard error == .closed else { throw error }
    }
  }

  /// A connection that broke below a long request has mostly broken because of it: the limit is
  /// asked for, as repeating such a request would never help.
  private func explained(_ failure: ReceiveFailure, _ bytes: Int) -> CallFailure {
    guard failure == .closed, bytes > Self.suspicious, connector != nil else {
      return CallFailure(failure)
    }
    connection = nil
    let deadline = MonotonicTime.milliseconds + Self.patience
    let status = try? attemptCall(CallRequest(method: "mate.status"), deadline, nil)
    let value = status.flatMap { try? JSON.parse(Array($0)) }  // a daemon that does not say
    let limit = value?["limits"]?["frameBytes"]?.integerValue
    guard let limit, limit < Int64(bytes) else { return .connectionLost }
    return .requestTooLarge(bytes: bytes, limit: limit)
  }

  private func receiveReply(
    _ connection: FrameConnection, _ deadline: Int64?, _ reader: LongResultReader?
  ) throws(ReceiveFailure) -> Reply {
    let form = LongReply(id: lastID)
    while true {
      var isLong = false
      let payload = try connection.receive(before: deadline, isInterrupted: isInterrupted) {
        isLong = form.isWhole($0, arrived: $1, more: $2, reader: reader)
      }
      if isLong { return Reply(result: .success(form.result(of: payload))) }
      if let reply = Reply(payload, expecting: lastID) { return reply }
      tellProgress(payload, over: connection)
    }
  }

  private func tellProgress(_ payload: [UInt8], over connection: FrameConnection) {
    guard let notice = ProgressMessage(payload, expecting: lastID)?.notice else { return }
    // It works, and says so itself.
    connection.onDelay = nil
    onProgress(notice)
  }

  // MARK: Streams

  /// One event of a stream: its bytes, and how many were left out before it.
  package struct Event {
    package let bytes: [UInt8]
    package let missed: Int64
  }

  /// Calls a streaming method, hands over its events, and returns its result's bytes.
  ///
  /// It does not try again: only the caller knows what asking again means to it.
  package func stream(
    _ request: CallRequest, onEvent: (Event) -> Void
  ) throws(CallFailure) -> [UInt8] {
    let connection = try open()
    lastID += 1
    let sent = request.payload(id: lastID)
    isDelayTold = false
    tellDelay(of: connection)
    do throws(CallFailure) {
      return try follow(connection, sent, request.file, onEvent)
    } catch {
      if follows(error, request) { return try stream(request, onEvent: onEvent) }
      if !error.keepsConnection { self.connection = nil }
      throw error.tellingSize(sent.count)
    }
  }

  /// Sends the request of a stream and takes its events; once it was cancelled only for as long as
  /// a daemon needs that answers.
  private func follow(
    _ connection: FrameConnection, _ sent: [UInt8], _ file: OwnedDescriptor?,
    _ onEvent: (Event) -> Void
  ) throws(CallFailure) -> [UInt8] {
    var isUnsent = true
    var deadline: Int64?
    while true {
      let payload: [UInt8]
      do throws(ReceiveFailure) {
        if isUnsent { try send(sent, passing: file, over: connection, nil) }
        isUnsent = false
        payload = try connection.receive(before: deadline) { deadline == nil && isInterrupted() }
        // It has answered; how often something happens is another matter.
        connection.onDelay = nil
      } catch {
        if deadline != nil || isUnsent && error == .interrupted { throw .interrupted }
        guard error == .interrupted else { throw explained(error, sent.count) }
        deadline = MonotonicTime.milliseconds + Self.patience
        cancel()
        continue
      }
      if let event = EventMessage(payload, expecting: lastID) {
        onEvent(Event(bytes: event.bytes, missed: event.missed))
      } else if let reply = Reply(payload, expecting: lastID) {
        if deadline != nil { throw .interrupted }
        if reply.endsConnection { self.connection = nil }
        return Array(try reply.result.get())
      } else if deadline == nil {
        tellProgress(payload, over: connection)
      }
      // Events that never cease would keep us here.
      if let deadline, MonotonicTime.milliseconds > deadline { throw .interrupted }
    }
  }

  /// Asks the daemon to end the request under way; its answer still comes.
  private func cancel() {
    guard let connection, !connection.isHalfSent else { return }
    let message: JSONObject = [
      "jsonrpc": "2.0", "method": "$/cancel", "params": ["id": .integer(lastID)],
    ]
    var writer = JSONWriter()
    writer.value(.object(message))
    // A connection that is gone has cancelled everything already.
    try? connection.send(writer.bytes, before: MonotonicTime.milliseconds + Self.patience)
  }
}
