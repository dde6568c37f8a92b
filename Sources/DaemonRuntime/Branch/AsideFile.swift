internal import Glibc
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// Whole stores with changes that a branch never got, beside the store, until a person removes them.
enum AsideFile {
  private static let draftSuffix = ".part"

  private static func prefix(of store: String) -> String { "\(store).not-followed-" }

  /// Copies the store as it is, as one that stands alone, so that it can be restored under another name.
  ///
  /// - Returns: The file, which is on disk.
  /// - Throws: ``SQLiteError``; there is no file then.
  @concurrent
  static func make(of store: String, domain: String) async throws -> String {
    let first = prefix(of: store) + WallTime.forNames
    var path = first
    var number = 1
    while access(path, F_OK) == 0 {
      number += 1
      path = "\(first)-\(number)"
    }
    let draft = path + draftSuffix
    try StoreCopy.make(of: store, domain: domain, at: draft, without: ["mate_ahead", "mate_own"]) {
      true
    }
    try StoreCopy.put(draft, at: path)
    return path
  }

  /// Makes one of the store of a branch, and has the journal name it.
  ///
  /// - Throws: ``SQLiteError``; there is no file then.
  @LoopActor
  static func keep(_ store: String, of settings: BranchSettings) async throws {
    let file = try await make(of: store, domain: settings.domain)
    Journal.shared.log(
      .critical, sentence(file, settings).en, id: .branchRole,
      fields: [("MATE_BRANCH", settings.branch), ("MATE_FILE", file)])
  }

  /// The files that are there, the oldest first.
  static func all(of store: String) -> [String] {
    // Beside it may be a draft, or what a program that looks into it has made.
    beside(store).filter { !$0.dropFirst(prefix(of: store).count).contains(".") }.sorted()
  }

  private static func beside(_ store: String) -> [String] {
    let folder = store.lastIndex(of: "/").map { String(store[..<$0]) } ?? "."
    return Directory.names(in: folder).map { "\(folder)/\($0)" }
      .filter { $0.hasPrefix(prefix(of: store)) }
  }

  /// Removes what a process has left that ended while it made one: the store still has all of it.
  ///
  /// - Precondition: Nobody makes one.
  /// - Returns: Whether there was one.
  static func removeDrafts(of store: String) -> Bool {
    let drafts = beside(store).filter { path in
      ["", "-wal", "-shm", "-journal"].contains { path.hasSuffix(draftSuffix + $0) }
    }
    return drafts.filter { unlink($0) == 0 }.isEmpty == false
  }

  static func sentence(_ file: String, _ settings: BranchSettings) -> LocalizedText {
    let other = "\(settings.domain)@\(settings.branch)-aside"
    return LocalizedText(
      en:
        "what this machine had acknowledged and the branch never got is in \(file), a whole store; look at "
        + "it as a branch of its own (`matectl new \(other)`, then `matectl restore \(other) \(file)`), enter what is missing, then "
        + "remove the file",
      ko: "이 컴퓨터가 확인해 주었지만 지점에 전해지지 않은 기록이 \(file) 파일에 저장소째 있습니다. 따로 된 지점으로 "
        + "열어 보고(`matectl new \(other)`, 다음에 `matectl restore \(other) \(file)`) 빠진 것을 입력한 뒤 파일을 지우십시오"
    )
  }
}
