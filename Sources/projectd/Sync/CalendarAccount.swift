internal import Glibc
internal import HTTPClient
internal import IPCProtocol
internal import LinuxSystem

/// Who we are on a server of calendars, and which of its collections is meant.
///
/// The password itself is never kept: only the file that holds it, or the command that prints it.
struct CalendarAccount: Hashable, Sendable {
  var user: String?
  var passwordFile: String?
  var passwordCommand: String?
  /// The name of a collection, where the server has several.
  var collection: String?

  private static let longest = 1000

  /// - Throws: ``ProjectError`` for what could never work.
  func check() throws(ProjectError) {
    for text in [user, passwordFile, passwordCommand, collection] {
      guard (text?.utf8.count ?? 1) <= Self.longest, text?.utf8.contains(0) != true else {
        throw SyncTarget.invalid("a setting has \(Self.longest) bytes at most")
      }
    }
    let hasPassword = passwordFile != nil || passwordCommand != nil
    guard (user != nil) == hasPassword, passwordFile == nil || passwordCommand == nil else {
      throw SyncTarget.invalid("give --user with either --password-file or --password-command")
    }
    if let passwordFile, !passwordFile.hasPrefix("/") {
      throw SyncTarget.invalid("--password-file is an absolute path")
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    object["user"] = user.map(JSONValue.string)
    object["passwordFile"] = passwordFile.map(JSONValue.string)
    object["passwordCommand"] = passwordCommand.map(JSONValue.string)
    object["collection"] = collection.map(JSONValue.string)
    return .object(object)
  }

  init() {}

  init(_ json: JSONValue) {
    user = json["user"]?.stringValue
    passwordFile = json["passwordFile"]?.stringValue
    passwordCommand = json["passwordCommand"]?.stringValue
    collection = json["collection"]?.stringValue
  }

  /// Reads the password, each time anew.
  ///
  /// - Throws: ``PeerFailure`` where it cannot be had.
  func credentials() throws(PeerFailure) -> HTTPRequest.Credentials? {
    guard let user else { return nil }
    if let passwordFile {
      do throws(SystemError) {
        let bytes = try InputFile.read(passwordFile, limit: Self.longest)
        return HTTPRequest.Credentials(user: user, password: Self.firstLine(bytes))
      } catch {
        throw PeerFailure(isOffline: false, text: LocalizedText(en: error.description))
      }
    }
    guard let passwordCommand else { return nil }
    return HTTPRequest.Credentials(user: user, password: try Self.output(of: passwordCommand))
  }

  private static func firstLine(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  private static func output(of command: String) throws(PeerFailure) -> String {
    do throws(SystemError) {
      let program = try SocketProgram("/bin/sh", ["sh", "-c", command])
      defer { close(program.descriptor) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: longest)
      while bytes.count < longest {
        let count = read(program.descriptor, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk[..<count]
      }
      guard program.end(waitingMilliseconds: 30_000) == 0 else {
        let complaint = program.complaint()
        throw SystemError("run", complaint.isEmpty ? command : complaint, code: ECHILD)
      }
      return firstLine(bytes)
    } catch {
      throw PeerFailure(
        isOffline: false,
        text: LocalizedText(
          en: "no password: \(error.subject)", ko: "비밀번호를 얻지 못했습니다: \(error.subject)"))
    }
  }
}
