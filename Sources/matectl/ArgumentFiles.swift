internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// Files whose text is a value (`"x-mate-from": "file"`).
extension ArgumentBinder {
  /// What stands in the file that a word names; `-` is standard input.
  func fileText(
    _ word: String, _ rules: JSONSchema.Rules, _ parameter: ParameterDescription
  ) throws(UsageError) -> String {
    let name = shown(parameter)
    let limit = rules.maxLength ?? SmallFile.limit
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try InputFile.read(word == "-" ? "/dev/stdin" : word, limit: limit) {
        Interrupt.wasPressed
      }
    } catch {
      throw unread(error, word, name, limit)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(
        "\(name): the file \(word) is not UTF-8", "\(name): UTF-8 파일이 아닙니다: \(word)")
    }
    return text
  }

  private func unread(
    _ error: SystemError, _ word: String, _ name: String, _ limit: Int
  ) -> UsageError {
    switch error.code {
    case EFBIG:
      failure(
        "\(name): the file \(word) has more than \(limit) bytes, which is the limit",
        "\(name): \(limit)바이트까지만 보낼 수 있습니다: \(word)")
    case SystemError.changedWhileRead:
      failure(
        "\(name): the file \(word) cannot be read: it was changed while it was read; try again",
        "\(name): 읽는 동안 파일이 바뀌었습니다. 다시 하십시오: \(word)")
    default:
      failure(
        "\(name): the file \(word) cannot be read: \(error.reason)",
        "\(name): 파일을 읽을 수 없습니다 (\(error.reason)): \(word)")
    }
  }
}
