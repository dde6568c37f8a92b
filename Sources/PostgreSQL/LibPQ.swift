internal import Glibc

/// libpq, PostgreSQL's own client, loaded only where a configuration names a server.
///
/// Linked in, it and the libraries behind it (OpenSSL, Kerberos, LDAP) would cost every start of every
/// daemon more than all of its own. The types are those of `libpq-fe.h`, which have been the same since
/// PostgreSQL 9.
struct LibPQ: Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Words = UnsafePointer<UnsafePointer<CChar>?>
  typealias Numbers = UnsafePointer<Int32>

  let connect: @convention(c) (Words, Words, Int32) -> Connection?
  let connectAgain: @convention(c) (Connection) -> Void
  let setVerbosity: @convention(c) (Connection, Int32) -> Int32
  let parseAddress:
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) ->
      UnsafeMutableRawPointer?
  let freeOptions: @convention(c) (UnsafeMutableRawPointer) -> Void
  let freeText: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let finish: @convention(c) (Connection) -> Void
  let status: @convention(c) (Connection) -> Int32
  let socket: @convention(c) (Connection) -> Int32
  let errorMessage: @convention(c) (Connection) -> UnsafePointer<CChar>?
  let setNonblocking: @convention(c) (Connection, Int32) -> Int32
  let setNoticeReceiver:
    @convention(c) (
      Connection, @convention(c) (UnsafeMutableRawPointer?, Result?) -> Void,
      UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?
  let sendQuery: @convention(c) (Connection, UnsafePointer<CChar>) -> Int32
  let sendQueryParams:
    @convention(c) (
      Connection, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?, Words?, Numbers?, Numbers?,
      Int32
    ) -> Int32
  let sendPrepare:
    @convention(c) (
      Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?
    ) -> Int32
  let sendQueryPrepared:
    @convention(c) (
      Connection, UnsafePointer<CChar>, Int32, Words?, Numbers?, Numbers?, Int32
    ) -> Int32
  let flush: @convention(c) (Connection) -> Int32
  let consumeInput: @convention(c) (Connection) -> Int32
  let isBusy: @convention(c) (Connection) -> Int32
  let getResult: @convention(c) (Connection) -> Result?
  let clear: @convention(c) (Result) -> Void
  let resultStatus: @convention(c) (Result) -> Int32
  let resultErrorField: @convention(c) (Result, Int32) -> UnsafePointer<CChar>?
  let rowCount: @convention(c) (Result) -> Int32
  let columnCount: @convention(c) (Result) -> Int32
  let value: @convention(c) (Result, Int32, Int32) -> UnsafePointer<UInt8>?
  let length: @convention(c) (Result, Int32, Int32) -> Int32
  let isNull: @convention(c) (Result, Int32, Int32) -> Int32
  let commandCount: @convention(c) (Result) -> UnsafePointer<CChar>?

  /// `PQconninfoOption`: one setting of an address, laid out as in C; the last of them has no name.
  struct AddressOption {
    let name: UnsafePointer<CChar>?
    let variable: UnsafePointer<CChar>?
    let builtIn: UnsafePointer<CChar>?
    let value: UnsafePointer<CChar>?
    let label: UnsafePointer<CChar>?
    let kind: UnsafePointer<CChar>?
    let width: Int32
  }

  /// `PQERRORS_DEFAULT` and `PQERRORS_SQLSTATE`.
  static let inWords: Int32 = 1
  static let asState: Int32 = 3
  /// `CONNECTION_OK`.
  static let isConnected: Int32 = 0
  /// `PGRES_COMMAND_OK` and `PGRES_TUPLES_OK`.
  static let commandOK: Int32 = 1
  static let rowsOK: Int32 = 2
  /// `PG_DIAG_SEVERITY_NONLOCALIZED`, `PG_DIAG_SQLSTATE`, `PG_DIAG_MESSAGE_PRIMARY`.
  static let severity = Int32(UInt8(ascii: "V"))
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))

  /// Nil where the library is not installed, or is not what its name says.
  static let shared = LibPQ()

  private init?() {
    guard let library = dlopen("libpq.so.5", RTLD_NOW) else { return nil }
    struct Missing: Error {}
    func symbol<T>(_ name: String) throws(Missing) -> T {
      guard let address = dlsym(library, name) else { throw Missing() }
      // The types are those of libpq-fe.h; the number in the library's name keeps them.
      return unsafeBitCast(address, to: T.self)
    }
    do throws(Missing) {
      connect = try symbol("PQconnectdbParams")
      connectAgain = try symbol("PQreset")
      setVerbosity = try symbol("PQsetErrorVerbosity")
      parseAddress = try symbol("PQconninfoParse")
      freeOptions = try symbol("PQconninfoFree")
      freeText = try symbol("PQfreemem")
      finish = try symbol("PQfinish")
      status = try symbol("PQstatus")
      socket = try symbol("PQsocket")
      errorMessage = try symbol("PQerrorMessage")
      setNonblocking = try symbol("PQsetnonblocking")
      setNoticeReceiver = try symbol("PQsetNoticeReceiver")
      sendQuery = try symbol("PQsendQuery")
      sendQueryParams = try symbol("PQsendQueryParams")
      sendPrepare = try symbol("PQsendPrepare")
      sendQueryPrepared = try symbol("PQsendQueryPrepared")
      flush = try symbol("PQflush")
      consumeInput = try symbol("PQconsumeInput")
      isBusy = try symbol("PQisBusy")
      getResult = try symbol("PQgetResult")
      clear = try symbol("PQclear")
      resultStatus = try symbol("PQresultStatus")
      resultErrorField = try symbol("PQresultErrorField")
      rowCount = try symbol("PQntuples")
      columnCount = try symbol("PQnfields")
      value = try symbol("PQgetvalue")
      length = try symbol("PQgetlength")
      isNull = try symbol("PQgetisnull")
      commandCount = try symbol("PQcmdTuples")
    } catch {
      return nil
    }
  }
}
