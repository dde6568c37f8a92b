internal import Glibc
package import IPCProtocol
internal import LinuxSystem

/// The descriptions that are installed: the first file for a domain wins.
package struct DescriptionCatalog {
  package struct Entry {
    package let domain: String
    package let path: String
    package let description: Result<DomainDescription, DescriptionError>
    /// Files for the same domain in later folders.
    package var shadowed: [String] = []
  }

  package let folders: [String]

  package init(folders: [String] = Self.standardFolders) { self.folders = folders }

  /// `$MATE_DOMAINS_PATH`, `$XDG_DATA_HOME/mate/domains`, `/usr/local/share`, `/usr/share`; and the
  /// folder of the tree that this program was installed in.
  package static var standardFolders: [String] {
    var folders = (Environment["MATE_DOMAINS_PATH"] ?? "").split(separator: ":").map(String.init)
    if let home = Environment["XDG_DATA_HOME"] {
      folders.append("\(home)/mate/domains")
    } else if let home = Environment["HOME"] {
      folders.append("\(home)/.local/share/mate/domains")
    }
    folders += ["/usr/local/share/mate/domains", "/usr/share/mate/domains"]
    if let folder = ExecutablePath.folder, folder.hasSuffix("/bin") {
      folders.append("\(folder.dropLast(4))/share/mate/domains")
    }
    return folders
  }

  /// The files that describe a domain, the one that counts first.
  private func paths(_ domain: String) -> [String] {
    // A word of the command line must not become a path elsewhere.
    guard !domain.isEmpty, !domain.utf8.contains(UInt8(ascii: "/")), !domain.hasPrefix(".") else {
      return []
    }
    var paths: [String] = []
    for folder in folders {
      let path = "\(folder)/\(domain).json"
      if !paths.contains(path), access(path, F_OK) == 0 { paths.append(path) }
    }
    return paths
  }

  /// Whether a file describes such a domain, valid or not.
  package func hasFile(of domain: String) -> Bool { !paths(domain).isEmpty }

  /// One domain's description, reading no other file.
  package func entry(_ domain: String) -> Entry? {
    let paths = paths(domain)
    guard let path = paths.first else { return nil }
    return Entry(
      domain: domain, path: path, description: Self.read(path, domain),
      shadowed: Array(paths.dropFirst()))
  }

  /// One domain's description where it is valid.
  package func description(of domain: String) -> DomainDescription? {
    try? entry(domain)?.description.get()  // `domains` names the invalid
  }

  /// What one command of a domain takes; nil where the whole description has to be looked at.
  package func excerpt(
    _ domain: String, where isWanted: (_ method: String, _ path: [String]) -> Bool
  ) -> DomainDescription? {
    guard let path = paths(domain).first, let bytes = SmallFile.read(path),
      let excerpt = DomainDescription(excerptOf: bytes, where: isWanted), excerpt.domain == domain
    else { return nil }
    return excerpt
  }

  /// What the calls of a domain are and take; nil where the whole description has to be looked at.
  package func calls(_ domain: String) -> DomainDescription? {
    guard let path = paths(domain).first, let bytes = SmallFile.read(path),
      let calls = DomainDescription(callsOf: bytes), calls.domain == domain
    else { return nil }
    return calls
  }

  /// Every domain that is described, valid or not.
  package var names: [String] {
    var names: Set<String> = []
    for folder in folders {
      for file in Directory.names(in: folder) where file.hasSuffix(".json") {
        names.insert(String(file.dropLast(5)))
      }
    }
    return names.sorted()
  }

  /// Every domain that is described, by name.
  package func all() -> [Entry] { names.compactMap { entry($0) } }

  /// The valid ones.
  package var descriptions: [DomainDescription] { all().compactMap { try? $0.description.get() } }

  private static func read(
    _ path: String, _ domain: String
  ) -> Result<DomainDescription, DescriptionError> {
    guard let bytes = SmallFile.read(path) else {
      return .failure(DescriptionError(path: "", reason: "the file cannot be read"))
    }
    do throws(JSONSyntaxError) {
      let value = try JSON.parse(bytes)
      do throws(DescriptionError) {
        let description = try DomainDescription(openRPC: value)
        guard description.domain == domain else {
          return .failure(
            DescriptionError(
              path: "/x-mate/domain", reason: "the file is named \(domain).json"))
        }
        return .success(description)
      } catch {
        return .failure(error)
      }
    } catch {
      return .failure(
        DescriptionError(path: "", reason: "no JSON: \(error.reason) at byte \(error.offset)"))
    }
  }
}
