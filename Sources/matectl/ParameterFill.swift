internal import CivilTime
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// Parameters that stand for something at the caller's side (`x-mate-from`).
enum ParameterFill {
  /// The params with the caller's time zone, and with texts of files in the places of their names.
  ///
  /// - Throws: ``UsageError`` for a file that cannot be read as text.
  static func filled(
    _ params: JSONObject, for method: MethodDescription, of domain: DomainDescription
  ) throws(UsageError) -> JSONObject {
    var params = params
    for parameter in method.parameters {
      switch parameter.source {
      case nil: break
      case .timeZone:
        if params[parameter.name] == nil { params[parameter.name] = timeZone.map(JSONValue.string) }
      case .file:
        guard let path = params[parameter.name]?.stringValue else { continue }
        let limit = parameter.schema.rules(in: domain.schemas).maxLength ?? SmallFile.limit
        params[parameter.name] = .string(try text(path, limit: limit))
      }
    }
    return params
  }

  /// The name of the caller's zone; nil where the machine's zone has none, as the daemon then knows
  /// it as well as we do.
  private static var timeZone: String? {
    let name = TimeZoneDatabase().local().identifier
    return name.hasPrefix("/") ? nil : name
  }

  private static func text(_ path: String, limit: Int) throws(UsageError) -> String {
    let name = path == "-" ? "/dev/stdin" : path
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try InputFile.read(name, limit: limit)
    } catch {
      if error.code == EFBIG {
        throw UsageError(
          "\(path) has more than \(limit) bytes, which is the limit",
          "\(path): \(limit)바이트까지만 보낼 수 있습니다")
      }
      throw UsageError(
        "\(path) cannot be read: \(error.reason)", "\(path)을(를) 읽을 수 없습니다: \(error.reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path) is not UTF-8 text", "\(path)은(는) UTF-8 텍스트가 아닙니다")
    }
    return text
  }
}

/// Files that a person names: regular ones, pipes, standard input.
enum InputFile {
  /// - Throws: ``SystemError``; `EFBIG` for more bytes than the limit, `EISDIR` for a folder.
  static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", path) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw SystemError("read", path, code: EFBIG) }
    }
  }
}
