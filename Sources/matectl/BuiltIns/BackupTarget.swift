internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// The file that a backup is to be: what is there already may be an older backup, somebody's letter, a
/// device, or the very store.
struct BackupTarget {
  private let session: Session
  private let domain: DomainDescription
  /// As it was typed.
  let file: String
  /// Where links lead: the file itself is replaced, and the links stay.
  let path: String
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

  /// - Throws: The exit status, when it has been said why no backup can be there.
  init(_ session: Session, _ domain: DomainDescription, _ file: String) throws(ExitStatus) {
    self.session = session
    self.domain = domain
    self.file = file
    guard file != "-", !file.isEmpty else {
      throw session.fail(
        session.text(
          "a backup is checked before it is called done, so it needs the name of a file; it is not written to standard output",
          "백업은 검사를 마친 뒤 완성되므로 파일 이름이 필요합니다. 표준 출력으로는 쓰지 않습니다"), .usage)
    }
    path = try Self.resolved(session, file)
    try refuseStore()
  }

  // MARK: What is there

  /// The path without links.
  private static func resolved(_ session: Session, _ file: String) throws(ExitStatus) -> String {
    var status = stat()
    // A name that is free; a folder that is missing is found when the file is made.
    guard lstat(file, &status) == 0 else { return file }
    guard stat(file, &status) == 0 else {
      throw session.fail(
        session.text(
          "\(file) is a link to nothing; nothing was written",
          "\(file, .topic) 없는 파일을 가리키는 링크입니다. 아무것도 쓰지 않았습니다"), .usage)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind = kind(status.st_mode)
      throw session.fail(
        session.text(
          "\(file) is \(kind.en), no ordinary file; nothing was written",
          "\(file, .topic) 일반 파일이 아니라 \(kind.text(in: .korean))입니다. 아무것도 쓰지 않았습니다"), .usage)
    }
    guard let real = realpath(file, nil) else {
      let reason = SystemError("open", file).reason
      throw session.fail(
        session.text(
          "\(file) cannot be written: \(reason)", "\(file, .object) 쓸 수 없습니다: \(reason)"),
        .usage)
    }
    defer { free(real) }
    return String(cString: real)
  }

  private static func kind(_ mode: mode_t) -> LocalizedText {
    switch mode & S_IFMT {
    case S_IFDIR: LocalizedText(en: "a folder", ko: "폴더")
    case S_IFIFO: LocalizedText(en: "a pipe", ko: "파이프")
    case S_IFSOCK: LocalizedText(en: "a socket", ko: "소켓")
    default: LocalizedText(en: "a device", ko: "장치")
    }
  }

  /// Refuses the files of a store, of whichever domain: beside `x.db` with its lock `x.db.lock`, every
  /// name that begins with `x.db` is its daemon's.
  ///
  /// Asked again before the file gets its name: the call may have started the daemon, and it has made
  /// its store then.
  func refuseStore() throws(ExitStatus) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (path[..<slash], path[slash...])
    var status = stat()
    var end = name.startIndex
    while let next = name[end...].firstIndex(of: ".") {
      end = name.index(after: next)
      guard name[next...].hasPrefix(".db") else { continue }
      let store = "\(folder)\(name[..<next]).db"
      guard lstat("\(store).lock", &status) == 0 else { continue }
      throw session.fail(
        session.text(
          "\(file) is a file of the store \(store) itself; take another name, in another folder",
          "\(file, .topic) 저장소 \(store)의 파일입니다. 다른 폴더의 다른 이름을 쓰십시오"), .usage)
    }
  }

  // MARK: Replacing

  /// Whether what is there may be replaced: an older backup of the domain as it is, as what runs every
  /// night does; anything else when a person says so.
  func mayReplace() throws(ExitStatus) -> Bool {
    guard access(path, F_OK) == 0, !session.invocation.saysYes else { return true }
    let program = StoreProgram(session: session, domain: domain)
    if try program.isStore(path) { return true }
    return try session.confirms(
      session.text(
        "\(file) is no backup of \(domain.label). Replace it? [y/N] ",
        "\(file, .topic) \(domain.label) 백업이 아닙니다. 바꿀까요? [예/아니요] "),
      elsewhere: session.text(
        "\(file) is there and is no backup of \(domain.label); say --yes to replace it",
        "\(file, .subject) 이미 있고 \(domain.label) 백업이 아닙니다. 바꾸려면 --yes를 붙이십시오"))
  }
}
