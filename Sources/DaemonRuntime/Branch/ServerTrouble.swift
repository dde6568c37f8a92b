internal import PostgreSQL
internal import Values

/// What a server has to say, with what to do about it.
extension BranchTrouble {
  static func server(_ error: PostgresError) -> BranchTrouble {
    let words = error.message.printable(inOneLine: true)
    return switch error.kind {
    case .noLibrary: noLibrary
    case .address: address
    case .unreachable:
      told(
        "unreachable", "the database server cannot be reached", words,
        "look whether it runs, and at host and port in the address",
        "데이터베이스 서버에 연결할 수 없습니다", "서버가 작동 중인지, 주소의 host와 port가 맞는지 확인하십시오")
    case .certificate:
      told(
        "certificate", "the certificate of the database server does not fit", words,
        "look at the name in it, at its days, and at sslrootcert in the address",
        "데이터베이스 서버의 인증서가 맞지 않습니다",
        "인증서의 이름과 기간, 주소의 sslrootcert를 확인하십시오")
    case .notPrimary: notPrimary(words)
    case .lost:
      told(
        "lost", "the connection to the database server was lost", words,
        "it is tried again; look at the server and the way to it where this stays",
        "데이터베이스 서버와의 연결이 끊어졌습니다", "다시 연결하는 중이며, 계속되면 서버와 네트워크를 확인하십시오")
    case .unreadable:
      told(
        "unreadable", "the answer of the database server cannot be read", words,
        "have the same version on all machines",
        "데이터베이스 서버의 응답을 읽을 수 없습니다", "모든 컴퓨터에 같은 버전을 설치하십시오")
    case .warned:
      told(
        "alone", "the database server has a change that its standby may not have", words,
        "look at the standby (`SELECT * FROM pg_stat_replication`)",
        "데이터베이스 서버의 변경이 대기 서버에는 없을 수 있습니다",
        "대기 서버를 확인하십시오(`SELECT * FROM pg_stat_replication`)")
    case .refused(let state): refused(state, words)
    }
  }

  private static let noLibrary = BranchTrouble(
    "noLibrary", "PostgreSQL's client library is not installed (`apt install libpq5`)",
    "PostgreSQL 클라이언트 라이브러리가 설치되어 있지 않습니다(`apt install libpq5`)")

  /// Nothing of the address is repeated: it may be a part of a password.
  private static let address = BranchTrouble(
    "address",
    "the address of the database server cannot be read (\"url\" of \"postgresql\" in the configuration); "
      + "it is written as host=db1,db2 dbname=mate user=mate, and a password belongs into a passfile, or "
      + "has its @ : / % written as %40 %3A %2F %25 in a URL",
    "데이터베이스 서버의 주소를 읽을 수 없습니다(설정의 \"postgresql\"에 있는 \"url\"). host=db1,db2 "
      + "dbname=mate user=mate처럼 쓰고, 비밀번호는 passfile에 두거나 URL에서는 @ : / %를 %40 %3A %2F %25로 쓰십시오")

  private static func notPrimary(_ words: String) -> BranchTrouble {
    told(
      "notPrimary",
      "no database server that answers takes changes: each is a standby, or is kept from it by a setting",
      words,
      "look at each with `SELECT pg_is_in_recovery()`: where the primary is among them, at "
        + "default_transaction_read_only; else promote one (`pg_ctl promote`) after the old primary is surely "
        + "off, and name all servers in the address, with target_session_attrs=read-write",
      "응답하는 데이터베이스 서버가 모두 대기 서버이거나 설정 때문에 변경을 받지 않습니다",
      "서버마다 `SELECT pg_is_in_recovery()`로 확인하십시오. 주 서버가 있으면 default_transaction_read_only를 "
        + "확인하고, 없으면 이전 주 서버가 꺼졌는지 확인한 뒤 하나를 승격하고(`pg_ctl promote`), 주소에 모든 서버와 "
        + "target_session_attrs=read-write를 쓰십시오")
  }

  /// By the reason of the server (https://www.postgresql.org/docs/15/errcodes-appendix.html).
  private static func refused(_ state: String, _ words: String) -> BranchTrouble {
    switch state {
    // invalid_password
    case "28P01":
      told(
        "password", "the database server does not take the password", words,
        "look at user and passfile in the address; libpq reads a passfile only where nobody else may "
          + "(`chmod 600`)",
        "데이터베이스 서버가 비밀번호를 받아들이지 않습니다",
        "주소의 user와 passfile을 확인하십시오. libpq는 다른 사용자가 읽을 수 없는 passfile만 읽습니다(`chmod 600`)")
    // invalid_authorization_specification
    case "28000":
      told(
        "user", "the database server does not let this user in from here", words,
        "look at user in the address, and at pg_hba.conf of the server",
        "데이터베이스 서버가 이 사용자의 접속을 허용하지 않습니다", "주소의 user와 서버의 pg_hba.conf를 확인하십시오")
    // invalid_catalog_name
    case "3D000":
      told(
        "noDatabase", "the database server does not have this database", words,
        "make it (`createdb --owner mate mate`), or mend dbname in the address",
        "데이터베이스 서버에 이 데이터베이스가 없습니다",
        "만들거나(`createdb --owner mate mate`) 주소의 dbname을 고치십시오")
    // insufficient_privilege
    case "42501":
      told(
        "rights", "the user of the database server lacks a right", words,
        "have it own the database (`ALTER DATABASE mate OWNER TO mate`) and what Mate has made there",
        "데이터베이스 서버의 사용자에게 권한이 없습니다",
        "데이터베이스(`ALTER DATABASE mate OWNER TO mate`)와 Mate가 만든 테이블의 소유자로 지정하십시오")
    // read_only_sql_transaction
    case "25006": notPrimary(words)
    // undefined_table, undefined_column and others of that kind
    case "42P01", "42703", "42804", "42883":
      told(
        "otherTables", "the tables of Mate in the database server are those of another version",
        words,
        "have the same version on all machines, or name another database in the address",
        "데이터베이스 서버에 있는 Mate의 테이블이 다른 버전의 것입니다",
        "모든 컴퓨터에 같은 버전을 설치하거나 주소에 다른 데이터베이스를 쓰십시오")
    // disk_full
    case "53100":
      told(
        "serverFull", "the disk of the database server is full", words, "make room there",
        "데이터베이스 서버의 디스크가 가득 찼습니다", "서버에서 공간을 확보하십시오")
    // too_many_connections
    case "53300":
      told(
        "serverFull", "the database server has no connection left", words,
        "raise max_connections there; a branch takes two",
        "데이터베이스 서버에 남은 연결이 없습니다", "서버의 max_connections를 늘리십시오(지점마다 연결 두 개)")
    case _ where state.hasPrefix("53"):
      told(
        "serverFull", "the database server has no room", words, "look at its memory and its disk",
        "데이터베이스 서버에 여유가 없습니다", "서버의 메모리와 디스크를 확인하십시오")
    case _ where state.hasPrefix("57P"):
      told(
        "starting", "the database server is starting or ending", words, "it is tried again",
        "데이터베이스 서버가 시작하거나 끝나는 중입니다", "다시 연결하는 중입니다")
    // io_error and others, data_corrupted, index_corrupted
    case _ where state.hasPrefix("58") || state.hasPrefix("XX"):
      told(
        "serverFailed", "the database server failed (\(state))", words,
        "look at its log and its disk before going on; its standby may be whole",
        "데이터베이스 서버에 오류가 있습니다(\(state))",
        "서버의 로그와 디스크를 확인하십시오. 대기 서버는 온전할 수 있습니다")
    default:
      told(
        "refused", "the database server refuses (\(state))", words, "look at its log",
        "데이터베이스 서버가 거부했습니다(\(state))", "서버의 로그를 확인하십시오")
    }
  }

  /// What is wrong, the words of the server or the library, and what to do.
  private static func told(
    _ reason: String, _ en: String, _ words: String, _ advice: String, _ ko: String,
    _ koAdvice: String
  ) -> BranchTrouble {
    BranchTrouble(reason, "\(en): \(words); \(advice)", "\(ko): \(words). \(koAdvice)")
  }
}
