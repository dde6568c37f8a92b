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
      guard (1...Self.longest).contains(text?.utf8.count ?? 1), text?.utf8.contains(0) != true
      else {
        throw SyncTarget.invalid(
          "a setting has 1 to \(Self.longest) bytes", "설정은 1바이트에서 \(Self.longest)바이트까지입니다")
      }
    }
    let hasPassword = passwordFile != nil || passwordCommand != nil
    guard (user != nil) == hasPassword, passwordFile == nil || passwordCommand == nil else {
      throw SyncTarget.invalid(
        "give --user together with one of --password-file and --password-command",
        "--user에는 --password-file과 --password-command 가운데 하나를 함께 쓰십시오")
    }
    if user?.contains(":") == true {
      throw SyncTarget.invalid("a user name has no colon in it", "사용자 이름에는 콜론이 없습니다")
    }
    if let passwordFile, !passwordFile.hasPrefix("/") {
      throw SyncTarget.invalid(
        "--password-file is an absolute path, as /home/me/.config/mate/cloud",
        "--password-file은 /home/me/.config/mate/cloud 같은 절대 경로입니다")
    }
  }
}
