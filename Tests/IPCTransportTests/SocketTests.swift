import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import IPCTransport

@Suite("UnixSocket and FrameConnection")
struct SocketTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("a socket listens with the mode that was asked for, whatever the umask")
  func mode() throws {
    let path = directory.file("s")
    let listener = try UnixSocket.listen(at: path, mode: 0o600)
    defer { close(listener) }
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let client = try UnixSocket.connect(to: path)
    close(client)
  }

  @Test("a path that is too long for a socket is named, and nothing is made")
  func longPath() {
    let path = directory.file(String(repeating: "x", count: 200))
    for attempt in [
      { try UnixSocket.connect(to: path) }, { try UnixSocket.listen(at: path, mode: 0o600) },
    ] {
      #expect {
        _ = try attempt()
      } throws: { error in
        (error as? SystemError)?.code == ENAMETOOLONG
      }
    }
  }

  @Test("a place that is taken cannot be listened at; one that nobody listens at refuses")
  func taken() throws {
    let path = directory.file("s")
    let listener = try UnixSocket.listen(at: path, mode: 0o600)
    #expect { _ = try UnixSocket.listen(at: path, mode: 0o600) } throws: { error in
      (error as? SystemError)?.code == EADDRINUSE
    }
    close(listener)
    #expect { _ = try UnixSocket.connect(to: path) } throws: { error in
      (error as? SystemError)?.code == ECONNREFUSED
    }
  }

  // MARK: Frames

  /// A connection whose other end is a raw descriptor.
  private func pair() throws -> (FrameConnection, WireClient) {
    var descriptors: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0 else {
      throw TestFailure("socketpair: errno \(errno)")
    }
    return (
      FrameConnection(descriptor: descriptors[0]), WireClient(accepted: descriptors[1])
    )
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("frames that come in pieces or at once are handed over one by one, in order")
  func pieces() throws {
    let (connection, other) = try pair()
    let both = WireClient.frame(Data("one".utf8)) + WireClient.frame(Data("둘".utf8))
    try other.send(bytes: both)
    #expect(text(try connection.receive(before: nil)) == "one")
    #expect(text(try connection.receive(before: nil)) == "둘")
    for cut in 1..<both.count {
      try other.send(bytes: both.prefix(cut))
      // The first of the two is 7 bytes long; nothing comes before it is whole.
      if cut < 7 {
        #expect(throws: ReceiveFailure.timedOut) {
          try connection.receive(before: MonotonicTime.milliseconds + 1)
        }
      }
      try other.send(bytes: both.dropFirst(cut))
      #expect(text(try connection.receive(before: nil)) == "one", "\(cut)")
      #expect(text(try connection.receive(before: nil)) == "둘", "\(cut)")
    }
  }

  @Test("what is sent is one frame: its length in four bytes, then the payload")
  func sends() throws {
    let (connection, other) = try pair()
    try connection.send(Array(#"{"한":1}"#.utf8))
    #expect(try other.receivePayload() == Data(#"{"한":1}"#.utf8))
  }

  @Test("an end inside a frame is an end, and the half frame is dropped")
  func halfFrame() throws {
    let (connection, other) = try pair()
    try other.send(bytes: Data([0, 0, 0, 9, 1, 2]))
    other.endOutput()
    #expect(throws: ReceiveFailure.closed) { try connection.receive(before: nil) }
  }

  @Test("a length of zero cannot be followed")
  func zeroLength() throws {
    let (connection, other) = try pair()
    try other.send(bytes: Data([0, 0, 0, 0]))
    #expect(throws: ReceiveFailure.self) { try connection.receive(before: nil) }
  }

  @Test("a deadline ends the wait; one that has passed ends it at once")
  func deadline() throws {
    let (connection, other) = try pair()
    #expect(throws: ReceiveFailure.timedOut) {
      try connection.receive(before: MonotonicTime.milliseconds + 30)
    }
    #expect(throws: ReceiveFailure.timedOut) {
      try connection.receive(before: MonotonicTime.milliseconds - 1)
    }
    try other.send(frame: "x")
    #expect(text(try connection.receive(before: MonotonicTime.milliseconds + 5000)) == "x")
  }

  @Test("an interruption ends the wait before anything is read")
  func interrupted() throws {
    let (connection, other) = try pair()
    try other.send(frame: "x")
    #expect(throws: ReceiveFailure.interrupted) {
      try connection.receive(before: nil) { true }
    }
    #expect(text(try connection.receive(before: nil)) == "x")
  }

  @Test("sending to a closed end is said, and no signal kills the process")
  func closedEnd() throws {
    var descriptors: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    let connection = FrameConnection(descriptor: descriptors[0])
    close(descriptors[1])
    #expect(throws: ReceiveFailure.closed) { try connection.send([1]) }
  }
}
