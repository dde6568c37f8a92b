internal import LinuxSystem
internal import TaskFormats

/// Who is to do something, as people type it: a name, `me`, or `none`.
enum AssignedWords {
  private static let me: Set<String> = ["me", "myself", "나", "내가"]

  /// - Parameters:
  ///   - word: As it was typed.
  ///   - uid: Who types it; nil where that is not known, then `me` is a name.
  /// - Returns: Nil for nobody.
  static func name(_ word: String, of uid: UInt32? = nil) -> String? {
    let said = word.trimmed.lowercased()
    if said.isEmpty || DeadlineVocabulary.none.contains(said) || said == "nobody" { return nil }
    guard let uid, me.contains(said) else { return word }
    return LinuxAccounts.name(ofUser: uid)
  }
}
