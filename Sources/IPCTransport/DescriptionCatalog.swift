internal import Glibc
package import IPCProtocol
internal import LinuxSystem
package import Values

/// The descriptions that are installed: the first file for a domain wins.
package struct DescriptionCatalog {
  package struct Entry {
    /// As it is typed: `bank`, or `bank@gangnam` for one of several.
    package let label: String
    package let path: String
    package let description: Result<DomainDescription, DescriptionError>
    /// Files for the same domain in later folders.
    package var shadowed: [String] = []
  }

  package let folders: [String]

  /// Which of several is meant where a word says none.
  private let instance: InstanceName?

  package init(folders: [String] = Self.standardFolders, instance: InstanceName? = nil) {
    (self.folders, self.instance) = (folders, instance)
  }

  /// What a word names; nil where what stands behind its `@` is no name.
  package func label(_ word: String) -> DomainLabel? {
    DomainLabel(word).map { DomainLabel($0.domain, $0.instance ?? instance) }
  }

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
  package func hasFile(of word: String) -> Bool {
    label(word).map { !paths($0.domain).isEmpty } ?? false
  }

  /// One domain's description, reading no other file.
  ///
  /// - Parameter word: As it is typed: `bank`, or `bank@gangnam` for one of several.
  /// - Returns: Nil where nothing describes it.
  package func entry(_ word: String) -> Entry? {
    guard let label = label(word) else { return nil }
    let paths = paths(label.domain)
    guard let path = paths.first else { return nil }
    return Entry(
      label: "\(label)", path: path,
      description: Self.read(path, label).map { $0.at(label.instance) },
      shadowed: Array(paths.dropFirst()))
  }

  /// One domain's description where it is valid.
  package func description(of word: String) -> DomainDescription? {
    try? entry(word)?.description.get()  // `domains` names the invalid
  }

  /// What one command of a domain takes; nil where the whole description has to be looked at.
  package func excerpt(
    _ word: String, where isWanted: @escaping (_ method: String, _ path: [String]) -> Bool
  ) -> DomainDescription? {
    guard let label = label(word), let path = paths(label.domain).first,
      let bytes = Self.bytes(path, label),
      let excerpt = DomainDescription(excerptOf: bytes, where: isWanted),
      excerpt.domain == label.domain
    else { return nil }
    return excerpt.at(label.instance)
  }

  /// What the calls of a domain are and take; nil where the whole description has to be looked at.
  package func calls(_ word: String) -> DomainDescription? {
    guard let label = label(word), let path = paths(label.domain).first,
      let bytes = Self.bytes(path, label),
      let calls = DomainDescription(callsOf: bytes), calls.domain == label.domain
    else { return nil }
    return calls.at(label.instance)
  }

  /// What a domain has for today; nil where that is nothing, or where the whole has to be looked at.
  package func glance(_ word: String) -> DomainDescription? {
    guard let label = label(word), let path = paths(label.domain).first,
      let bytes = Self.bytes(path, label),
      let glance = DomainDescription(glanceOf: bytes), glance.domain == label.domain
    else { return nil }
    return glance.at(label.instance)
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

  /// The file, in whose sentences the commands are those of the one that is meant.
  private static func bytes(_ path: String, _ label: DomainLabel) -> [UInt8]? {
    guard let bytes = SmallFile.read(path) else { return nil }
    guard let own = OwnCommands(label) else { return bytes }
    return Array(own.named(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  private static func read(
    _ path: String, _ label: DomainLabel
  ) -> Result<DomainDescription, DescriptionError> {
    let domain = label.domain
    guard let bytes = bytes(path, label) else {
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
