internal import IPCProtocol
internal import LinuxSystem
internal import Storage
package import Values

/// Why a daemon does not start: for the person who called, in both languages, and for its log.
package struct StartComplaint {
  package let sentence: LocalizedText
  /// What a person has no use for: SQLite's number, words and statement.
  package let fields: [(String, String)]
  private let daemon: String

  package init(_ error: any Error, of identity: DomainIdentity) {
    daemon = identity.exec
    switch error {
    case let error as SQLiteError:
      sentence = StoreSentence(error, identity).text
      var fields = [
        ("MATE_SQLITE_CODE", String(error.extendedCode)), ("MATE_SQLITE_MESSAGE", error.message),
      ]
      if let sql = error.sql { fields.append(("MATE_SQL", sql)) }
      self.fields = fields
    case let error as InconsistentStore:
      sentence = StoreSentence.inconsistent(error, identity)
      fields = []
    case let error as ConfigurationError: (sentence, fields) = (error.sentence, [])
    case let error as StartError: (sentence, fields) = (error.sentence, [])
    default: (sentence, fields) = (LocalizedText(en: "\(error)"), [])
    }
  }

  /// What goes to standard error: an object of languages where a client has started us, which reads it
  /// there and knows whom it talks to; else one line for whoever sees it.
  package var written: String {
    guard Environment["MATE_CLIENT_STARTED"] != nil else {
      return "\(daemon): \(sentence.en.printable(inOneLine: true))\n"
    }
    let object: JSONObject = [
      "en": .string(sentence.en), "ko": .string(sentence.text(in: .korean)),
    ]
    return JSON.text(.object(object)) + "\n"
  }
}

/// What is wrong with a store that should be opened, and what helps.
struct StoreSentence {
  private let error: SQLiteError
  private let domain: String
  private let daemon: String

  init(_ error: SQLiteError, _ identity: DomainIdentity) {
    self.error = error
    (domain, daemon) = (identity.domain, identity.exec)
  }

  static func inconsistent(
    _ error: InconsistentStore, _ identity: DomainIdentity
  ) -> LocalizedText {
    let domain = identity.domain
    // A row does not know the file that it was read from.
    let path = StateDirectory.store(domain: domain)
    let restore = "matectl restore \(OwnInstance.label(domain)) FILE"
    return LocalizedText(
      en: "what the store \(path) holds does not fit together (\(error.problem)); restore a backup "
        + "with `\(restore)`, which keeps what is there beside it",
      ko: "저장소 \(path)의 내용이 서로 맞지 않습니다(\(error.problem)). `\(restore)` 명령으로 백업을 되돌리십시오. "
        + "지금 파일은 옆에 보관됩니다")
  }

  var text: LocalizedText {
    switch error.problem {
    case .full, .readOnly, .diskFailed, .cannotOpen, .busy, .other, .replaced: ofMachine
    case .damaged, .logDamaged, .recordsLost, .companionMissing, .storeMissing, .copiedOpen: ofLoss
    case .inUse, .newer, .otherDomain, .foreign, .notAFile: ofPlace
    }
  }

  private func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  private var path: String { error.path }

  // MARK: The machine

  private var ofMachine: LocalizedText {
    switch error.problem {
    case .full:
      text(
        "the disk is full; free some space on the file system of \(path)",
        "디스크가 가득 찼습니다. \(path, .subject) 있는 파일 시스템에 공간을 비우십시오")
    case .readOnly:
      text(
        "\(path) cannot be written (\(error.message)); check whether its file system is mounted "
          + "read-only and whose the file is",
        "\(path)에 쓸 수 없습니다(\(error.message)). 파일 시스템이 읽기 전용인지, 파일이 누구의 것인지 확인하십시오")
    case .diskFailed:
      text(
        "the disk failed under \(path) (\(error.message)); look at the kernel's log (`dmesg`) before "
          + "going on",
        "\(path)의 디스크가 실패했습니다(\(error.message)). 계속하기 전에 커널 로그(`dmesg`)를 보십시오")
    case .busy:
      text(
        "another program is writing \(path); close it and try again",
        "다른 프로그램이 \(path, .object) 쓰고 있습니다. 그것을 닫고 다시 하십시오")
    case .replaced:
      text(
        "\(path) was removed or replaced by somebody else; try again",
        "\(path, .subject) 지워지거나 바뀌었습니다. 다시 하십시오")
    case .cannotOpen:
      text(
        "\(path) cannot be opened (\(error.message)); check that its folder exists and is yours",
        "\(path, .object) 열 수 없습니다(\(error.message)). 폴더가 있는지, 권한이 있는지 확인하십시오")
    default:
      text(
        "the store \(path) failed: \(error.message)",
        "저장소 \(path, .object) 쓸 수 없습니다: \(error.message)")
    }
  }

  // MARK: What is lost, or may be

  private var restore: String { "`matectl restore \(OwnInstance.label(domain)) FILE`" }

  /// For a store whose own pages can be read.
  private var waysOut: LocalizedText {
    text(
      "restore a backup with \(restore), or run `\(daemon) --accept-loss` once, which goes on with "
        + "what can be read and keeps the files as they are now",
      "\(restore)로 백업을 되돌리거나 `\(daemon) --accept-loss`를 한 번 실행하십시오. 읽을 수 있는 데까지 이어 가고 "
        + "지금 파일은 그대로 보관합니다")
  }

  private var ofLoss: LocalizedText {
    let (en, ko) = (waysOut.en, waysOut.text(in: .korean))
    switch error.problem {
    case .logDamaged(let file):
      return text(
        "\(file) is damaged, and changes that were acknowledged are lost with it; \(en)",
        "\(file, .subject) 손상되어 처리된 변경 일부를 읽을 수 없습니다. \(ko)")
    case .companionMissing(let file):
      return text(
        "\(file) is missing or empty, and the store \(path) was not closed without it: it held changes "
          + "that were acknowledged; put it back beside the store, or \(en)",
        "저장소 \(path)의 \(file, .subject) 없거나 비어 있습니다. 처리된 변경이 들어 있던 파일이니 저장소 옆에 되돌려 놓거나, \(ko)")
    case .storeMissing(let file):
      return text(
        "the store \(path) is missing, but \(file) of it is there; put it back, or \(en)",
        "\(file, .topic) 있는데 저장소 \(path, .subject) 없습니다. 되돌려 놓거나, \(ko)")
    case .copiedOpen:
      return text(
        "the store \(path) is a copy that was made while a daemon had it open, so changes may be "
          + "missing; \(en)",
        "저장소 \(path, .topic) 데몬이 열어 둔 동안 복사된 것이라 빠진 변경이 있을 수 있습니다. \(ko)")
    case .recordsLost(let file):
      return text(
        error.remedy,
        "\(file)에서 처리된 변경 일부가 사라졌고, 다른 곳에 없는 변경도 들어 있습니다. 먼저 폴더 전체를 안전한 곳에 "
          + "복사하고 커널 로그에서 디스크 오류를 확인한 뒤 폴더 전체의 백업을 되돌리십시오")
    default:
      return text(
        "the store \(path) is damaged; restore a backup with \(restore), which keeps what is there "
          + "beside it",
        "저장소 \(path, .subject) 손상되었습니다. \(restore)로 백업을 되돌리십시오. 지금 파일은 옆에 보관됩니다")
    }
  }

  // MARK: What is where

  private var ofPlace: LocalizedText {
    switch error.problem {
    case .newer(let found, let known):
      return text(
        "the store \(path) was written by a newer version (\(found), and this one knows \(known)); "
          + "install that version again, or use another state folder (MATE_STATE_DIR)",
        "저장소 \(path, .topic) 더 새로운 버전(\(found))이 쓴 것이고 이 버전은 \(known)까지 압니다. 그 버전을 다시 설치하거나 "
          + "다른 상태 폴더(MATE_STATE_DIR)를 쓰십시오")
    case .otherDomain(let found):
      return text(
        "\(path) is the store of \(found), not of \(domain); put it where \(found) looks for it",
        "\(path, .topic) \(domain, .subject) 아니라 \(found)의 저장소입니다. \(found, .subject) 찾는 곳에 두십시오")
    case .foreign:
      return text(
        error.remedy,
        "\(path, .topic) 다른 프로그램의 데이터베이스입니다. 다른 곳으로 옮기거나 데몬에 다른 상태 폴더를 주십시오")
    case .notAFile(let name, let kind):
      return text(
        "\(name) is \(kind.rawValue), no file of a store; move it away",
        "\(name, .topic) 저장소 파일이 아니라 \(Self.korean(kind))입니다. 다른 곳으로 옮기십시오")
    default:
      return text(
        "another daemon has the store \(path) open; end it, or give this one another state folder "
          + "(MATE_STATE_DIR)",
        "다른 데몬이 저장소 \(path, .object) 열고 있습니다. 그것을 끝내거나 다른 상태 폴더(MATE_STATE_DIR)를 쓰십시오")
    }
  }

  private static func korean(_ kind: StoreProblem.Kind) -> String {
    switch kind {
    case .folder: "폴더"
    case .pipe: "파이프"
    case .socket: "소켓"
    case .device: "장치"
    }
  }
}
