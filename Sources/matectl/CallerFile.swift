internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// Files that the caller names and that go with the call, opened with the caller's rights
/// (`"x-mate-from": "descriptor"`).
enum CallerFile {
  /// What is read of a pipe or a device at most, in bytes.
  private static let limit = 1 << 30

  /// The file of the parameter that stands for one; nil where there is none, or an address.
  static func opened(
    _ params: JSONObject, for method: MethodDescription, _ session: Session
  ) throws(ExitStatus) -> OwnedDescriptor? {
    guard let parameter = method.parameters.first(where: { $0.source == .descriptor }),
      let word = params[parameter.name]?.stringValue, !CallerPath.hasScheme(word)
    else { return nil }
    do throws(SystemError) {
      return try InputFile.descriptor(word, limit: limit) { Interrupt.wasPressed }
    } catch {
      if error.code == EINTR, Interrupt.wasPressed { throw .interrupted }
      let name = parameter.name
      if error.code == EFBIG {
        throw session.fail(
          session.text(
            "\(name): the file \(word) has more than \(limit) bytes, which is the limit",
            "\(name): \(limit)바이트까지만 보낼 수 있습니다: \(word)"), .usage)
      }
      throw session.fail(
        session.text(
          "\(name): the file \(word) cannot be read: \(error.reason)",
          "\(name): 파일을 읽을 수 없습니다 (\(error.reason)): \(word)"), .usage)
    }
  }
}
