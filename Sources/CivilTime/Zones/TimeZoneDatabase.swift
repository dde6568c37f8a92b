internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import Values

/// Why there is no such time zone.
package enum TimeZoneFailure: Error, Hashable, Sendable {
  /// No file of the database has this name, or it is no name at all.
  case unknown(String)
  /// The file is there and cannot be used.
  case unreadable(String, reason: String)

  /// A sentence for people.
  package var text: LocalizedText {
    switch self {
    case .unknown(let name):
      LocalizedText(
        en: "there is no time zone \(name); names are as Asia/Seoul",
        ko: "\(name, .named) 시간대가 없습니다. 이름은 Asia/Seoul처럼 씁니다")
    case .unreadable(let name, let reason):
      LocalizedText(
        en: "the time zone \(name) cannot be read: \(reason)",
        ko: "시간대 \(name, .object) 읽을 수 없습니다: \(reason)")
    }
  }
}

/// The time zones of the machine, read from `/usr/share/zoneinfo` as they are asked for and kept.
package final class TimeZoneDatabase: Sendable {
  /// Where Debian's `tzdata` puts them.
  private static let systemFolder = "/usr/share/zoneinfo"

  private static let nameLength = 128

  let folder: String
  private let known = Mutex<[String: TimeZoneRules]>([:])

  /// - Parameter folder: Nil for that of the C library: `$TZDIR`, else Debian's.
  package init(folder: String? = nil) {
    self.folder = folder ?? Environment["TZDIR"] ?? Self.systemFolder
  }

  /// Files of the database that are no zones of people: the machine's own, and clocks that count
  /// leap seconds, which no other clock here does.
  private static func isOfPeople(_ name: String) -> Bool {
    !["posixrules", "localtime"].contains(name) && !name.hasPrefix("right/")
      && !name.hasPrefix("posix/")
  }

  /// The zone of a name such as `Asia/Seoul`; names are those of the database, case counts.
  ///
  /// - Throws: ``TimeZoneFailure``; nothing outside the folder is ever read.
  package func zone(named name: String) throws(TimeZoneFailure) -> TimeZoneRules {
    if name == TimeZoneRules.utc.identifier { return .utc }
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard Self.isName(name), Self.isOfPeople(name), let bytes = SmallFile.read("\(folder)/\(name)")
    else {
      throw .unknown(name)
    }
    do {
      let zone = try ZoneFile.rules(identifier: name, bytes: bytes)
      known.withLock { $0[name] = zone }
      return zone
    } catch {
      throw .unreadable(name, reason: error.reason)
    }
  }

  /// The zone of a name, or of a rule as POSIX has it for `$TZ`: `KST-9`.
  ///
  /// A name of the database comes first, as in the C library.
  /// - Throws: ``TimeZoneFailure`` where it is neither.
  package func zone(describedBy text: String) throws(TimeZoneFailure) -> TimeZoneRules {
    do {
      return try zone(named: text)
    } catch {
      guard let zone = TimeZoneRules(rule: text) else { throw error }
      return zone
    }
  }

  /// Letters, digits, `_`, `+`, `-` and single slashes; so no `..` and nothing absolute.
  private static func isName(_ name: String) -> Bool {
    guard (1...nameLength).contains(name.utf8.count) else { return false }
    var isPart = false
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: isPart = true
      case 0x2F where isPart: isPart = false
      default: return false
      }
    }
    return isPart
  }
}

// MARK: The zone of the user

extension TimeZoneDatabase {
  /// The zone of the user, as the C library finds it: `$TZ` as a name, a rule or a file, with or
  /// without a colon before it, else what `/etc/localtime` is.
  ///
  /// Where none of them can be read, and where `$TZ` is empty, UTC. It is read anew every time: who
  /// asks again learns of a machine that was moved.
  package func local() -> TimeZoneRules {
    guard let variable = getenv("TZ") else { return Self.zone(file: "/etc/localtime") ?? .utc }
    return zone(ofVariable: String(cString: variable))
  }

  /// The zone that a value of `$TZ` means.
  func zone(ofVariable value: String) -> TimeZoneRules {
    let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
    let file = text.hasPrefix("/") ? text : "\(folder)/\(text)"
    return Self.zone(file: file, name: Self.isName(text) ? text : nil)
      ?? TimeZoneRules(rule: text) ?? .utc
  }

  /// A file that cannot be read is as good as none.
  private static func zone(file path: String, name: String? = nil) -> TimeZoneRules? {
    guard let bytes = SmallFile.read(path) else { return nil }
    return try? ZoneFile.rules(identifier: name ?? Self.name(ofLink: path) ?? path, bytes: bytes)
  }

  /// `Asia/Seoul` of a link to `…/zoneinfo/Asia/Seoul`, however many links lead there.
  private static func name(ofLink path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var name: UnsafeMutablePointer<CChar>?
    while let folder = strstr(name ?? resolved, "/zoneinfo/") { name = folder + 9 }
    return name.map { String(cString: $0 + 1) }
  }
}
