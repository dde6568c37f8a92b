internal import CLinux
internal import Glibc
package import IPCProtocol
internal import LinuxSystem
package import Values

/// Which of several of a domain there are on this machine, as far as the caller can see.
package enum Instances {
  /// By the folders of their state, and by sockets of the machine's and of the caller's own at which
  /// somebody listens; a socket that was left over makes none.
  ///
  /// - Parameters:
  ///   - domain: The domain, whichever of several it stands for.
  ///   - directory: `--socket-dir`, which wins over every other folder of sockets.
  /// - Returns: In alphabetical order.
  package static func names(
    of domain: DomainDescription, directory: String? = nil
  ) -> [InstanceName] {
    guard domain.hasInstances else { return [] }
    let states = Directory.names(in: StateHome.folder(ofDomain: ""))
    var found = Set(named(domain.domain, end: "", in: states))
    for folder in Endpoint.folders(directory: directory) {
      let sockets = Directory.names(in: folder)
      for name in named(domain.at(nil).socket, end: ".sock", in: sockets)
      where !found.contains(name)
        && UnixSocket.isListening(at: "\(folder)/\(domain.at(name).socket)")
      {
        found.insert(name)
      }
    }
    return found.sorted()
  }

  /// Those after which files are named; the reverse of ``DomainLabel/name(_:at:end:)``.
  private static func named(_ plain: String, end: String, in files: [String]) -> [InstanceName] {
    let end = plain.hasSuffix(end) ? end : ""
    let stem = "\(plain.dropLast(end.count))@"
    return files.compactMap { file in
      guard file.hasPrefix(stem), file.hasSuffix(end) else { return nil }
      return InstanceName(file.dropFirst(stem.count).dropLast(end.count))
    }
  }

  /// Whether there is state of such a one of the caller's.
  static func hasState(_ label: String) -> Bool {
    access(StateHome.folder(ofDomain: label), F_OK) == 0
  }

  /// Makes the folder of the state of the caller's own, by which there is one more.
  ///
  /// - Throws: ``StartFailure`` where the folder cannot be made, or others may write to it.
  package static func make(_ domain: DomainDescription) throws(StartFailure) {
    do throws(FolderFailure) {
      _ = try OwnedFolder.made(
        StateHome.folder(ofDomain: domain.label), owners: .callerOrRoot)
    } catch {
      throw StartFailure(error)
    }
  }
}
