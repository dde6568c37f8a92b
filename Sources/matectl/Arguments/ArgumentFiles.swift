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
    // An ordinary file that is too long is refused before it is read; a pipe, while it comes.
    var status = stat()
    if word != "-", stat(word, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > limit
    {
      throw failure(
        CallerFile.unread(SystemError("read", word, code: EFBIG), word, name, limit))
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try InputFile.read(word == "-" ? "/dev/stdin" : word, limit: limit) {
        Interrupt.wasPressed
      }
    } catch {
      throw failure(CallerFile.unread(error, word, name, limit))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(
        "\(name): the file \(word) is not UTF-8", "\(name): UTF-8 파일이 아닙니다: \(word)")
    }
    return text
  }
}
