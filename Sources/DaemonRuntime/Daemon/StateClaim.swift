internal import LinuxSystem
internal import Values

extension StateDirectory {
  /// Makes the folder of the state, or looks at the one that is there: a store, a lock or a log that
  /// is opened where others may put links is whatever file they want.
  ///
  /// - Throws: ``StartError``, with what to do.
  static func claim(_ path: String) throws(StartError) {
    do throws(FolderFailure) {
      _ = try OwnedFolder.made(path, owners: .callerOrRoot)
    } catch .distrusted(let distrust) {
      throw StartError(
        "the state cannot be kept in \(path): \(distrust)",
        "상태를 \(path)에 둘 수 없습니다. " + korean(distrust))
    } catch {
      // What cannot be made or opened is the store's to explain.
    }
  }

  private static func korean(_ distrust: FolderDistrust) -> String {
    let path = distrust.path
    switch distrust.reason {
    case .belongs(let uid): return "\(path, .topic) \(LinuxAccounts.name(ofUser: uid))의 것입니다"
    case .writableByOthers:
      return "\(path)에 다른 사용자가 쓸 수 있습니다. 막으십시오: chmod go-w \(path)"
    case .noFolder: return "\(path, .topic) 다른 사용자의 링크이거나 폴더가 아닙니다"
    }
  }
}
