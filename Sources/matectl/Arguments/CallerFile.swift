internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// Files that the caller names and that go with the call, opened with the caller's rights
/// (`"x-mate-from": "descriptor"`).
enum CallerFile {
  /// What is read of a pipe or a device at most, in bytes.
  private static let limit = 1 << 30

  private static func parameter(of method: MethodDescription) -> ParameterDescription? {
    method.parameters.first { $0.source == .descriptor }
  }

  /// The word that names such a file; nil where there is none, or an address.
  static func word(_ params: JSONObject, for method: MethodDescription) -> String? {
    guard let parameter = parameter(of: method), let word = params[parameter.name]?.stringValue,
      !CallerPath.hasScheme(word)
    else { return nil }
    return word
  }

  /// The file of the parameter that stands for one; nil where there is none, or an address.
  static func opened(
    _ params: JSONObject, for method: MethodDescription
  ) throws(UsageError) -> OwnedDescriptor? {
    guard let word = word(params, for: method) else { return nil }
    do throws(SystemError) {
      return try InputFile.descriptor(word, limit: limit) { Interrupt.wasPressed }
    } catch {
      throw unread(error, word, parameter(of: method)?.name ?? "", limit)
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) B"
  }

  /// Why the file that a word names is not sent.
  static func unread(
    _ error: SystemError, _ word: String, _ name: String, _ limit: Int
  ) -> UsageError {
    switch error.code {
    case EFBIG:
      UsageError(
        "\(name): the file \(word) has more than \(size(limit)), which is the limit",
        "\(name): \(size(limit))까지만 보낼 수 있습니다: \(word)")
    case SystemError.changedWhileRead:
      UsageError(
        "\(name): the file \(word) cannot be read: it was changed while it was read; try again",
        "\(name): 읽는 동안 파일이 바뀌었습니다. 다시 하십시오: \(word)")
    default:
      UsageError(
        "\(name): the file \(word) cannot be read: \(error.reason)",
        "\(name): 파일을 읽을 수 없습니다 (\(error.reason)): \(word)")
    }
  }
}
