internal import CalDAV
internal import Glibc
internal import IPCProtocol
internal import Values

/// Where another replica is.
struct SyncTarget: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// `user@host`: `ssh user@host matectl stdio-bridge project`.
    case ssh
    /// Any program that gives a connection to the other daemon on its standard input and output.
    case command
    /// A folder that both machines see, where each leaves a file of what it has done.
    case folder
    /// A server of calendars: `https://host/path`, VTODO over CalDAV (RFC 4791).
    case caldav
  }

  let kind: Kind
  let target: String
  /// Of ``Kind/caldav``.
  var account = CalendarAccount()

  private static let longest = 1000

  /// - Throws: ``ProjectError`` for what could be none of the kinds.
  init(_ kind: Kind, _ target: String) throws(ProjectError) {
    guard (1...Self.longest).contains(target.utf8.count),
      !target.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw Self.invalid(
        "a target has 1 to \(Self.longest) printable characters",
        "대상은 1자에서 \(Self.longest)자까지의 인쇄 문자입니다")
    }
    if kind == .folder, !target.hasPrefix("/") {
      throw Self.invalid(
        "a folder is an absolute path, as /home/me/shared",
        "폴더는 /home/me/shared 같은 절대 경로입니다")
    }
    if kind == .ssh, !Self.isHost(target) {
      throw Self.invalid(
        "\(target) is no host; write user@host, a /folder, an https:// address, or use --command",
        "\(target, .topic) 호스트가 아닙니다. 사용자@호스트, /폴더, https:// 주소 또는 --command를 쓰십시오")
    }
    self.kind = kind
    self.target = target
  }

  /// - Throws: ``ProjectError`` for an address or an account that could never work.
  func checkAccount() throws(ProjectError) {
    try account.check()
    guard kind == .caldav else {
      guard account == CalendarAccount() else {
        throw Self.invalid(
          "a user, a password and a collection belong to https://…",
          "사용자, 비밀번호, 목록은 https://…에만 씁니다")
      }
      return
    }
    do throws(CalDAVError) {
      try CalDAVClient.address(target, hasPassword: account.user != nil)
    } catch {
      throw ProjectError(.invalidSync, ["problem": error.text.jsonValue])
    }
  }

  /// A path is a folder, an address a server of calendars, everything else a host.
  init(word: String) throws(ProjectError) {
    if word.hasPrefix("https://") || word.hasPrefix("http://") {
      try self.init(.caldav, word)
    } else {
      try self.init(word.hasPrefix("/") ? .folder : .ssh, word)
    }
  }

  static func invalid(_ en: String, _ ko: String) -> ProjectError {
    ProjectError(.invalidSync, ["problem": LocalizedText(en: en, ko: ko).jsonValue])
  }

  /// Letters, digits and what addresses have; nothing that ssh would take for an option.
  private static func isHost(_ text: String) -> Bool {
    !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "@.-_:[]".utf8.contains(byte)
      }
  }

  /// Whether a folder is there now; what is no folder is asked when it is synchronised with.
  var isThere: Bool {
    guard kind == .folder else { return true }
    var status = stat()
    return stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The program that gives a connection, and its words.
  var program: (path: String, arguments: [String])? {
    switch kind {
    case .folder, .caldav: nil
    case .command: ("/bin/sh", ["sh", "-c", target])
    case .ssh:
      (
        "/usr/bin/env",
        [
          "env", "ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15", "--", target,
          "matectl stdio-bridge project",
        ]
      )
    }
  }
}
