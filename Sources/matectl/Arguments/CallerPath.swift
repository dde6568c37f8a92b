internal import Glibc

/// Words that name a file at the caller's side, where the daemon's own folder means nothing
/// (`"x-mate-from": "path"`).
enum CallerPath {
  /// The path from the root on; an address with a scheme, as `https://…`, stays as it is.
  static func absolute(_ word: String) -> String {
    if word.hasPrefix("/") || hasScheme(word) { return word }
    guard let folder = getcwd(nil, 0) else { return word }
    defer { free(folder) }
    return "\(String(cString: folder))/\(word)"
  }

  /// Whether a word is an address, as `https://…`.
  static func hasScheme(_ word: String) -> Bool {
    let scheme = word.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return scheme.first?.isLetter == true && word.dropFirst(scheme.count).hasPrefix("://")
  }
}
