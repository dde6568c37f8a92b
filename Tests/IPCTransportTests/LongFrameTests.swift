import Foundation
import IPCProtocol
import TestSupport
import Testing

@testable import IPCTransport

@Suite("FrameConnection, long frames")
struct LongFrameTests {
  private func pair() throws -> (FrameConnection, WireClient) {
    var descriptors: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0 else {
      throw TestFailure("socketpair: errno \(errno)")
    }
    return (
      FrameConnection(descriptor: descriptors[0]), WireClient(accepted: descriptors[1])
    )
  }

  @Test("a payload of megabytes is whole, and what follows it is the next one")
  func long() throws {
    var descriptors: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    let connection = FrameConnection(descriptor: descriptors[0])
    let other = FileHandle(fileDescriptor: descriptors[1], closeOnDealloc: true)
    // A period that is no power of two shows a shifted byte.
    let payload = (0..<3_000_000).map { UInt8($0 % 251) }
    let bytes = WireClient.frame(Data(payload)) + WireClient.frame(Data("next".utf8))
    // The socket holds less than this: somebody has to write while we read.
    Thread { try? other.write(contentsOf: bytes) }.start()  // a failure shows as an end below
    #expect(try connection.receive(before: nil) == payload)
    #expect(try connection.receive(before: nil) == Array("next".utf8))
  }

  @Test("a long payload can be looked at before all of it has come")
  func whileArriving() throws {
    var descriptors: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    let connection = FrameConnection(descriptor: descriptors[0])
    let other = FileHandle(fileDescriptor: descriptors[1], closeOnDealloc: true)
    let payload = [UInt8](repeating: 7, count: 1 << 20)
    let bytes = WireClient.frame(Data(payload))
    try other.write(contentsOf: bytes[..<100_000])
    var seen: [Int] = []
    let received = try connection.receive(
      before: nil,
      whileArriving: { room, arrived, more in
        seen = [room.count, arrived, more(90_000)]
        #expect(room[..<90_000].allSatisfy { $0 == 7 })
        // Nobody sends the rest before it is waited for.
        Thread { try? other.write(contentsOf: bytes[100_000...]) }.start()  // or an end shows
        seen.append(more(room.count))
      })
    #expect(seen == [1 << 20, 65_532, 99_996, 1 << 20])
    #expect(received == payload)
  }

  @Test("an end and a deadline inside a long payload are told as such")
  func cut() throws {
    let (connection, other) = try pair()
    try other.send(bytes: Data([0, 0x10, 0, 0]) + Data(repeating: 7, count: 70_000))
    #expect(throws: ReceiveFailure.timedOut) {
      try connection.receive(before: DispatchTime.now().uptimeNanoseconds.milliseconds + 20)
    }
    let (ended, end) = try pair()
    try end.send(bytes: Data([0, 0x10, 0, 0]) + Data(repeating: 7, count: 70_000))
    end.endOutput()
    #expect(throws: ReceiveFailure.closed) { try ended.receive(before: nil) }
  }

  @Test("a length beyond what a reply may have is not waited for")
  func tooLong() throws {
    let (connection, other) = try pair()
    try other.send(bytes: Data([0x7F, 0, 0, 0]))
    #expect(throws: ReceiveFailure.notAFrame(.tooLarge(length: 0x7F00_0000))) {
      try connection.receive(before: nil)
    }
  }
}

extension UInt64 {
  /// Of nanoseconds; both clocks are CLOCK_MONOTONIC.
  fileprivate var milliseconds: Int64 { Int64(self / 1_000_000) }
}

@Suite("Endpoint")
struct EndpointFolderTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("a chosen folder wins, and is nobody's business but the caller's")
  func chosen() throws {
    let endpoint = try Endpoint(domain: "bank", socket: "b.sock", directory: "/x")
    #expect(endpoint.path == "/x/b.sock" && !endpoint.isSystem && endpoint.domain == "bank")
  }

  @Test("the folder of last resort is made for its owner alone, and taken again")
  func claimed() throws {
    let folder = directory.file("mate")
    try Endpoint.claim(folder)
    var status = stat()
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    try Endpoint.claim(folder)
  }

  @Test("a folder that others may write, a link to nowhere and a file are not taken")
  func refused() throws {
    let folder = directory.file("open")
    #expect(mkdir(folder, 0o700) == 0 && chmod(folder, 0o777) == 0)
    let link = directory.file("link")
    #expect(symlink(directory.file("nowhere"), link) == 0)
    let file = directory.file("file")
    try directory.append("", to: "file")
    for path in [folder, link, file] {
      #expect(throws: (any Error).self, "\(path)") { try Endpoint.claim(path) }
    }
  }
}
