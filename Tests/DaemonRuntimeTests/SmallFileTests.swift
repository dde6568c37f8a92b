import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite("SmallFile: what is missing, and what is there and cannot be read")
struct SmallFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What somebody finds where a file is looked for, and the error that says so; 0 is "missing".
  enum Found: String, CaseIterable {
    case nothing, noFolder, fileForFolder, link, linkToNowhere, folderToNowhere, loop, folder, pipe
    case tooLarge

    var code: Int32 {
      switch self {
      case .nothing, .noFolder, .fileForFolder, .link: 0
      case .linkToNowhere, .folderToNowhere: ENOENT
      case .loop: ELOOP
      case .folder: EISDIR
      case .pipe: EINVAL
      case .tooLarge: EFBIG
      }
    }
  }

  /// Makes what is found; returns the path that is asked for.
  private func make(_ found: Found) throws -> String {
    let path = directory.file("d/c.json")
    let folder = directory.file("d")
    switch found {
    case .noFolder: return path
    case .fileForFolder: try Data().write(to: URL(fileURLWithPath: folder))
    case .folderToNowhere: symlink(directory.file("gone"), folder)
    default: mkdir(folder, 0o700)
    }
    switch found {
    case .link:
      try Data("{}".utf8).write(to: URL(fileURLWithPath: directory.file("other")))
      symlink(directory.file("other"), path)
    case .linkToNowhere: symlink(directory.file("gone"), path)
    case .loop: symlink(path, path)
    case .folder: mkdir(path, 0o700)
    case .pipe: mkfifo(path, 0o600)
    case .tooLarge:
      try Data().write(to: URL(fileURLWithPath: path))
      truncate(path, off_t(SmallFile.limit + 1))
    default: break
    }
    return path
  }

  @Test("only a file that is missing is missing", arguments: Found.allCases)
  func table(_ found: Found) throws {
    let path = try make(found)
    do throws(SystemError) {
      let bytes = try SmallFile.contents(of: path)
      #expect(found.code == 0)
      #expect(bytes == (found == .link ? Array("{}".utf8) : nil))
    } catch {
      #expect(error.code == found.code)
      #expect(error.subject == path)
    }
    // What one can do without is nothing in each of these cases, and nobody is waited for.
    #expect(SmallFile.read(path) == (found == .link ? Array("{}".utf8) : nil))
  }

  @Test("a file of /proc, which has no size, is read")
  func ofKernel() throws {
    #expect(SmallFile.read("/proc/self/cmdline")?.isEmpty == false)
    #expect(try !InputFile.read("/proc/self/cmdline", limit: 1 << 20).isEmpty)
    #expect(try !InputFile.readOrdinary("/proc/self/cmdline", limit: 1 << 20).isEmpty)
  }
}
