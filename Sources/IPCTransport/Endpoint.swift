internal import CLinux
internal import Glibc
package import LinuxSystem
package import Values

/// Where a domain's socket is; `protocol.md`, section 1.
package struct Endpoint: Hashable, Sendable {
  package let domain: String
  /// Which of several of the domain; nil for the one without a name.
  package let instance: InstanceName?
  /// The folder of the socket and of the lock that a start takes.
  package let directory: String
  package let path: String
  /// The socket's name in the folder.
  let socket: String
  /// Whether systemd listens there for the whole machine, so that nobody else starts the daemon.
  package let isSystem: Bool

  /// Whose the folder and whoever listens there may be.
  private let owners: OwnedFolder.Owners

  private static let systemDirectory = "/run/mate"

  /// Finds the endpoint of a domain; makes the fallback folder in `/tmp` where it is needed.
  ///
  /// - Parameters:
  ///   - domain: The domain's name.
  ///   - socket: The socket's file name.
  ///   - instance: Which of several of the domain; the socket is named for it already.
  ///   - unit: Of systemd, without its kind; nil where nobody knows it.
  ///   - directory: `--socket-dir`, which wins over everything.
  /// - Throws: ``SystemError`` where the fallback folder belongs to somebody else.
  package init(
    domain: String, socket: String, instance: InstanceName? = nil, unit: String? = nil,
    directory: String? = nil
  ) throws(SystemError) {
    self.domain = domain
    self.instance = instance
    self.socket = socket
    if let chosen = directory ?? Environment["MATE_RUNTIME_DIR"] {
      self.directory = chosen
      isSystem = false
      owners = chosen == Self.systemDirectory ? .anybody : .callerOrRoot
    } else if access("\(Self.systemDirectory)/\(socket)", F_OK) == 0
      || unit.map(Self.isEnabled) ?? false
    {
      self.directory = Self.systemDirectory
      isSystem = true
      // `/run` is root's, so that whoever has this folder was given it by root.
      owners = .anybody
    } else if let runtime = Environment["XDG_RUNTIME_DIR"] {
      self.directory = "\(runtime)/mate"
      isSystem = false
      owners = .callerOrRoot
    } else {
      // `/tmp` is everybody's: the folder there is the caller's own or nobody's.
      self.directory = "/tmp/mate-\(getuid())"
      isSystem = false
      owners = .caller
      try Self.claim(self.directory)
    }
    path = "\(self.directory)/\(socket)"
  }

  /// Whether systemd is to listen for the whole machine: where it does not just now, nobody is given another
  /// daemon in its place, with another store.
  private static func isEnabled(_ unit: String) -> Bool {
    access("/run/systemd/system", F_OK) == 0
      && access("/etc/systemd/system/sockets.target.wants/\(unit).socket", F_OK) == 0
  }

  /// Where sockets may be for the caller, whether these folders are there or not.
  static func folders(directory: String?) -> [String] {
    if let chosen = directory ?? Environment["MATE_RUNTIME_DIR"] { return [chosen] }
    let own = Environment["XDG_RUNTIME_DIR"].map { "\($0)/mate" } ?? "/tmp/mate-\(getuid())"
    return [systemDirectory, own]
  }

  /// The name of what stands beside the socket, and of the domain's state.
  var label: String { DomainLabel.name(domain, at: instance) }

  // MARK: The folder

  static func claim(_ directory: String) throws(SystemError) {
    do throws(FolderFailure) {
      _ = try OwnedFolder.made(directory, owners: .caller)
    } catch .system(let error) {
      throw error
    } catch {
      throw SystemError("use", directory, code: EPERM)
    }
  }

  /// Makes the folder 0700 where it is missing; what is there must be ours.
  func makeFolder() throws(StartFailure) -> OwnedFolder {
    do throws(FolderFailure) {
      return try OwnedFolder.made(directory, owners: owners)
    } catch {
      throw StartFailure(error)
    }
  }

  private func openFolder() throws(StartFailure) -> OwnedFolder {
    do throws(FolderFailure) {
      return try OwnedFolder(directory, owners: owners)
    } catch .system(let error) {
      // Without a folder nobody listens in it.
      throw .notRunning(SystemError("connect", path, code: error.code))
    } catch {
      throw StartFailure(error)
    }
  }

  /// The bytes of a small file of the caller's in the folder; nil where there is none.
  func contents(of name: String) -> [UInt8]? {
    // Whoever asks can do without, whatever the reason.
    guard let folder = try? openFolder(), let file = try? folder.open(name, O_RDONLY) else {
      return nil
    }
    defer { close(file) }
    return SmallFile.read(descriptor: file)
  }

  // MARK: The socket

  /// A connection to whoever listens, in a folder where nobody else can, and as nobody else.
  package func connect() throws(StartFailure) -> Int32 {
    let folder = try openFolder()
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try UnixSocket.connect(to: path)
    } catch {
      throw .notRunning(error)
    }
    var peer = mate_peer_credentials()
    let isKnown = mate_peer_credentials(descriptor, &peer) == 0
    // Of a socket of systemd's it is root, or the user, who has listened.
    guard isKnown, [folder.owner, geteuid(), 0].contains(peer.uid) else {
      close(descriptor)
      throw .foreign(path: path, uid: peer.uid)
    }
    return descriptor
  }
}
