internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Loop

/// A browser that follows something: it takes the latest state, however many it has missed.
///
/// What it costs is bounded: it holds one state at most, which it shares with all who are at the same
/// one, and what the kernel has taken of it.
@LoopActor
final class EventReader {
  /// Where states come from: a version that grows, and the event that tells it.
  @LoopActor
  protocol Source: AnyObject {
    var version: Int { get }
    var event: [UInt8] { get }
    func leave(_ reader: EventReader)
  }

  private let source: any Source
  private nonisolated(unsafe) var connection: OpaquePointer?
  private unowned let server: HTTPServer
  /// What is being sent, how much of it is, and which state that is.
  private var chunk: [UInt8] = []
  private var sent = 0
  private var version = 0
  private var isSuspended = false
  private var isAliveDue = false
  /// When it last took something, in milliseconds of CLOCK_MONOTONIC.
  private(set) var lastTaken: Int64

  private static let alive = Array("event: alive\ndata:\n\n".utf8)

  init(_ source: any Source, _ server: HTTPServer, at now: Int64) {
    self.source = source
    self.server = server
    lastTaken = now
  }

  func begin(_ connection: OpaquePointer) { self.connection = connection }

  /// As much as there is room for; 0 where nothing is to be said, and the connection is put aside.
  func read(into buffer: UnsafeMutableRawBufferPointer, at now: Int64) -> Int {
    lastTaken = now
    if sent == chunk.count { next() }
    guard sent < chunk.count else {
      isSuspended = true
      if let connection { MHD_suspend_connection(connection) }
      return 0
    }
    let count = min(buffer.count, chunk.count - sent)
    chunk.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + count]))
    }
    sent += count
    if sent == chunk.count { (chunk, sent) = ([], 0) }
    return count
  }

  private func next() {
    (chunk, sent) = ([], 0)
    if version != source.version {
      (chunk, version) = (source.event, source.version)
    } else if isAliveDue {
      chunk = Self.alive
    }
    isAliveDue = false
  }

  /// Something is to be said: a state, or that we are there.
  func wake(alive: Bool = false) {
    if alive { isAliveDue = true }
    guard isSuspended, let connection else { return }
    isSuspended = false
    server.resume(connection)
  }

  /// Ends the connection of one who takes nothing.
  func close() {
    guard let connection else { return }
    shutdown(mate_http_socket(connection), Int32(SHUT_RDWR))
    wake(alive: true)
  }

  /// The connection is gone.
  func end() {
    connection = nil
    source.leave(self)
  }
}
