import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import IPCTransport

@Suite("Runtime folders, and what others may have put there")
struct RuntimeFolderTests {
  private let directory: TemporaryDirectory
  private let folder: String
  private let endpoint: Endpoint

  init() throws {
    directory = try TemporaryDirectory()
    folder = directory.file("run")
    endpoint = try Endpoint(domain: "probe", socket: "probe.sock", directory: folder)
  }

  /// Why a connection to the daemon, or its start, was refused; nil where it was not.
  private func distrust(starting mayStart: Bool) -> FolderDistrust.Reason? {
    do throws(StartFailure) {
      close(try DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: mayStart))
    } catch .distrusted(let distrust) {
      return distrust.reason
    } catch {
      // Any other failure is not about trust.
    }
    return nil
  }

  @Test(
    "a folder that others may write to is not used, by whatever bit they may",
    arguments: [0o777, 0o1777, 0o770, 0o720, 0o702, 0o775] as [mode_t], [false, true])
  func writable(_ mode: mode_t, mayStart: Bool) throws {
    mkdir(folder, 0o700)
    let listener = try UnixSocket.listen(at: endpoint.path, mode: 0o600)
    defer { close(listener) }
    chmod(folder, mode)
    #expect(distrust(starting: mayStart) == .writableByOthers)
    // Nobody was connected to.
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 0) == 0)
    chmod(folder, 0o755)
    #expect(distrust(starting: mayStart) == nil)
    #expect(poll(&entry, 1, 0) == 1)
  }

  @Test("nor is one made where others could take it away", arguments: [0o777, 0o770] as [mode_t])
  func place(_ mode: mode_t) throws {
    let parent = directory.file("open")
    mkdir(parent, 0o700)
    chmod(parent, mode)
    let endpoint = try Endpoint(domain: "probe", socket: "s", directory: "\(parent)/a/b")
    #expect {
      _ = try DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: true)
    } throws: { error in
      error as? StartFailure == .distrusted(.init(path: parent, reason: .writableByOthers))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == [])
    // As in /tmp, where nobody can rename what is another's.
    chmod(parent, mode | S_ISVTX)
    _ = try? DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: true)
    var status = stat()
    #expect(stat("\(parent)/a/b", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test(
    "root uses no folder of a user's, makes none in it, and no other user any of another's",
    .enabled(if: OtherUser.isPossible, "only root can be another user"))
  func owner() throws {
    mkdir(folder, 0o700)
    chown(folder, OtherUser.uid, OtherUser.uid)
    for mayStart in [false, true] {
      #expect(distrust(starting: mayStart) == .belongs(to: OtherUser.uid))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    let below = try Endpoint(domain: "probe", socket: "s", directory: "\(folder)/mate")
    #expect(throws: StartFailure.self) {
      _ = try DaemonStarter(endpoint: below, program: "/bin/true").connect(starting: true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    // A link of that user's to a folder of ours is no folder of ours.
    let link = directory.file("link")
    mkdir(directory.file("ours"), 0o700)
    symlink(directory.file("ours"), link)
    lchown(link, OtherUser.uid, OtherUser.uid)
    #expect {
      _ = try Endpoint(domain: "probe", socket: "s", directory: link).connect()
    } throws: { error in
      error as? StartFailure == .distrusted(.init(path: link, reason: .noFolder))
    }
  }

  @Test(
    "a socket of another user's in our folder is not talked to",
    .enabled(if: OtherUser.isPossible, "only root can be another user"))
  func foreign() throws {
    mkdir(folder, 0o755)
    chmod(directory.path, 0o755)
    let elsewhere = directory.file("theirs")
    mkdir(elsewhere, 0o755)
    chown(elsewhere, OtherUser.uid, OtherUser.uid)
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.bind(sys.argv[1])
      s.listen()
      print("ready", flush=True)
      connection, _ = s.accept()
      print(len(connection.recv(1)), flush=True)
      """
    let process = Process()
    let words = OtherUser.command(script, ["\(elsewhere)/s"])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "ready\n")
    // Moved there by somebody who may, as root may by mistake.
    #expect(rename("\(elsewhere)/s", endpoint.path) == 0)
    #expect {
      _ = try endpoint.connect()
    } throws: { error in
      error as? StartFailure == .foreign(path: endpoint.path, uid: OtherUser.uid)
    }
    // They were hung up on without a byte.
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    #expect(String(decoding: rest, as: UTF8.self) == "0\n")
    process.waitUntilExit()
  }

  // MARK: Files in a folder of ours

  /// What may lie where a file of ours is to be.
  enum Planted: String, CaseIterable { case link, linkToNowhere, hardLink, pipe, folder, socket }

  private func plant(_ planted: Planted, at path: String, victim: String) throws {
    switch planted {
    case .link: symlink(victim, path)
    case .linkToNowhere: symlink(directory.file("made"), path)
    case .hardLink: link(victim, path)
    case .pipe: mkfifo(path, 0o600)
    case .folder: mkdir(path, 0o700)
    case .socket: close(try UnixSocket.listen(at: path, mode: 0o600))
    }
  }

  @Test(
    "no file behind a link is truncated, made or locked, and nothing waits for a pipe",
    arguments: ["probe.lock", "probe.err"], Planted.allCases)
  func files(_ name: String, _ planted: Planted) throws {
    mkdir(folder, 0o700)
    let victim = directory.file("victim")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: victim))
    try plant(planted, at: "\(folder)/\(name)", victim: victim)
    #expect(throws: StartFailure.self) {
      _ = try DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: true)
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(!FileManager.default.fileExists(atPath: directory.file("made")))
    // Nor is it quoted as what a daemon complained of.
    #expect(DaemonStarter.complaint(endpoint) == nil || name == "probe.lock")
  }

  @Test(
    "a file of another user's is not used, although the folder is ours",
    .enabled(if: OtherUser.isPossible, "only root can give a file away"),
    arguments: ["probe.lock", "probe.err"])
  func foreignFile(_ name: String) throws {
    mkdir(folder, 0o700)
    let path = "\(folder)/\(name)"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    chown(path, OtherUser.uid, OtherUser.uid)
    #expect(throws: StartFailure.self) {
      _ = try DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: true)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    #expect(DaemonStarter.complaint(endpoint) == nil)
  }

  @Test("what stands in the socket's place and is no socket is not removed")
  func noSocket() throws {
    mkdir(folder, 0o700)
    try Data("precious".utf8).write(to: URL(fileURLWithPath: endpoint.path))
    #expect(throws: StartFailure.self) {
      _ = try DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: true)
    }
    #expect(try String(contentsOfFile: endpoint.path, encoding: .utf8) == "precious")
  }
}
