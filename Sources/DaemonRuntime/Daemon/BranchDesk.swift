internal import IPCProtocol
internal import Loop
internal import PostgreSQL
internal import Storage
internal import Values

/// `mate.storeDigest` and `mate.storeLeave`: whether the copies of a branch are equal, and the way back to one
/// machine.
@LoopActor
final class BranchDesk {
  struct Table: Shape {
    let name: String
    let rows: Int
    /// FNV-1a of 128 bits over all values in the order of the key, in hexadecimal.
    let hash: String
    /// The same of the database server; absent where it is not known, or of another turn.
    let serverRows: Int?
    let serverHash: String?
    let isEqual: Bool?

    static let shape = ShapeOf<Table>([
      Member("name", \.name), Member("rows", \.rows), Member("hash", \.hash),
      Member("serverRows", \.serverRows), Member("serverHash", \.serverHash),
      Member("isEqual", \.isEqual),
    ])
  }

  struct Digest: Shape {
    /// The newest turn that the store has; absent on one machine.
    let turn: Int64?
    let tables: [Table]
    /// Whether all tables are equal; absent where the server was not compared.
    let isEqual: Bool?
    /// Names of the tables of which the server was not seen to hold the same; absent on one machine.
    let unproven: [String]?
    /// What came of it, for people.
    let verdict: LocalizedText

    /// A turn is nil on one machine.
    init(turn: UInt64?, tables: [Table], isEqual: Bool? = nil, verdict: LocalizedText) {
      (self.turn, self.tables) = (turn.map { Int64($0) }, tables)
      (self.isEqual, self.verdict) = (isEqual, verdict)
      unproven = turn == nil ? nil : tables.filter { $0.isEqual != true }.map(\.name)
    }

    static let shape = ShapeOf<Digest>([
      Member("turn", \.turn), Member("tables", \.tables), Member("isEqual", \.isEqual),
      Member("unproven", \.unproven), Member("verdict", \.verdict),
    ])
  }

  struct Leave: Shape {
    let withoutServer: Bool

    static let shape = ShapeOf<Leave>([
      Member(
        "withoutServer", \.withoutServer, default: false,
        "also where the database server cannot be asked", ko: "데이터베이스 서버에 물을 수 없어도")
    ])
  }

  struct Left: Shape {
    let rows: Int
    /// The newest turn that the store had as one of several.
    let turn: Int64
    /// Whether the server held the same, and has nothing of the branch any more.
    let isServerTold: Bool
    /// What came of it and what is to be done, for people.
    let verdict: LocalizedText

    static let shape = ShapeOf<Left>([
      Member("rows", \.rows), Member("turn", \.turn), Member("isServerTold", \.isServerTold),
      Member("verdict", \.verdict),
    ])
  }

  struct Taken: Shape {
    /// The newest turn.
    let turn: Int64
    /// The machine that owned the branch until now.
    let owner: String

    static let shape = ShapeOf<Taken>([Member("turn", \.turn), Member("owner", \.owner)])
  }

  private let path: String
  private let member: BranchMember?
  /// Ends the daemon, whose store stands alone.
  private let end: @LoopActor () -> Void

  init(path: String, member: BranchMember?, end: @escaping @LoopActor () -> Void) {
    (self.path, self.member, self.end) = (path, member, end)
  }

  nonisolated static func calls(of domain: String) -> [Call<BranchDesk>] {
    [
      .task(
        "mate.storeDigest",
        "Compare the store with the server's",
        ko: "저장소와 데이터베이스 서버 비교하기",
        words: CallWords("store digest", examples: ["matectl \(domain) store digest"]),
        takes: NoParams.self, gives: Digest.self, shows: table
      ) { desk, _, _ in try await desk.digest() }.failed("/unproven"),

      .task(
        "mate.storeLeave",
        "Take a branch back to this machine alone",
        ko: "지점을 이 컴퓨터 한 대로 되돌리기",
        access: .admin, rehearsal: .refused,
        words: CallWords(
          "store leave",
          examples: [
            "matectl \(domain) store leave", "matectl \(domain) store leave --without-server",
          ]),
        takes: Leave.self, gives: Left.self, shows: .message("{verdict}", ko: "{verdict}")
      ) { desk, params, _ in try await desk.leave(params) }.confirmed,

      .task(
        "mate.storeTake",
        "Own a branch from now on whose owner does not come back",
        ko: "돌아오지 않는 컴퓨터의 지점 넘겨받기",
        access: .admin, rehearsal: .refused,
        words: CallWords("store take", examples: ["matectl \(domain) store take"]),
        takes: NoParams.self, gives: Taken.self,
        shows: .message(
          "this machine owns the branch now, with the {turn} turns that the database server had. What {owner} "
            + "had not sent is on its disk alone: it keeps that in a file when it comes back",
          ko: "이제 이 컴퓨터가 지점을 맡으며, 데이터베이스 서버에 있던 변경은 {turn}개입니다. {owner}에서 보내지 못한 것은 "
            + "그 디스크에만 있고, 그 컴퓨터가 돌아오면 파일로 남깁니다")
      ) { desk, _, _ in try await desk.take() }.confirmed,
    ]
  }

  private nonisolated static let table = Rendering.table(
    rows: "/tables",
    columns: [
      TableColumn("Table", ko: "테이블", "/name"),
      TableColumn("Rows", ko: "행", "/rows", format: "integer"),
      TableColumn("Hash", ko: "해시", "/hash"),
      TableColumn("In the server", ko: "서버", "/serverHash", rank: 2),
    ], footer: LocalizedText(en: "{verdict}", ko: "{verdict}"))

  // MARK: Digests

  func digest() async throws -> Digest {
    guard let member else {
      let tables = try await StoreMoment(path).digest()
      return Digest(turn: nil, tables: Self.tables(tables, nil), verdict: Self.alone)
    }
    do {
      if let outcome = try await BranchComparison(member: member, path: path).run() {
        return try digest(of: outcome, member)
      }
      return try await digest(Self.busy)
    } catch let refusal as WireError {
      throw refusal
    } catch {
      return try await digest(BranchTrouble(error).sentence)
    }
  }

  /// Of the store alone, where the server was not compared.
  private func digest(_ verdict: LocalizedText) async throws -> Digest {
    let moment = try StoreMoment(path)
    return Digest(
      turn: moment.turn, tables: Self.tables(try await moment.digest(), nil), verdict: verdict)
  }

  private func digest(of outcome: BranchComparison.Outcome, _ member: BranchMember) throws -> Digest
  {
    let lacking = Set(outcome.own.map(\.name)).subtracting(outcome.server.map(\.name)).sorted()
    guard lacking.isEmpty else {
      member.mirror?.distrust(lacking.joined(separator: ", "))
      throw BranchTrouble.mirrorChanged(lacking.joined(separator: ", ")).refusal
    }
    let shown = Self.tables(outcome.own, outcome.server)
    let differing = shown.filter { $0.isEqual != true }.map(\.name)
    let isEqual = differing.isEmpty
    if !isEqual { member.mirror?.distrust(differing.joined(separator: ", ")) }
    return Digest(
      turn: outcome.turn, tables: shown, isEqual: isEqual,
      verdict: isEqual ? Self.equal : Self.unequal)
  }

  private static let alone = LocalizedText(
    en: "this machine has the branch alone", ko: "이 컴퓨터 한 대의 저장소입니다")
  private static let equal = LocalizedText(
    en: "the database server holds the same", ko: "데이터베이스 서버의 내용이 같습니다")
  private static let unequal = LocalizedText(
    en: "the database server holds other rows; the owner of the branch copies its own there anew",
    ko: "데이터베이스 서버의 내용이 다릅니다. 지점을 맡은 컴퓨터가 자기 내용을 새로 복사합니다")
  private static let busy = LocalizedText(
    en: "store and database server were never at the same turn: too much is changed just now",
    ko: "변경이 많아 저장소와 데이터베이스 서버를 같은 시점에서 비교하지 못했습니다")

  private static func tables(
    _ own: [StoreDigest.Table], _ server: [StoreDigest.Table]?
  ) -> [Table] {
    own.map { table in
      let other = server?.first { $0.name == table.name }
      return Table(
        name: table.name, rows: table.rows, hash: text(table.hash), serverRows: other?.rows,
        serverHash: other.map { text($0.hash) }, isEqual: server == nil ? nil : other == table)
    }
  }

  private static func text(_ hash: [UInt8]) -> String {
    hash.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0\(digits)" : digits
    }.joined()
  }

  // MARK: Leaving

  func leave(_ params: Leave) async throws -> Left {
    guard let member else {
      throw WireError(.invalidRequest, "this machine has the branch alone already")
    }
    do {
      let outcome = try await BranchLeaving(member: member)
        .leave(withoutServer: params.withoutServer)
      end()
      let rows = outcome.tables.reduce(0) { $0 + $1.rows }
      return Left(
        rows: rows, turn: Int64(outcome.turn), isServerTold: outcome.untold == nil,
        verdict: LeavingVerdict(outcome, rows: rows, of: member.settings).text)
    } catch let trouble as BranchTrouble {
      throw trouble.refusal
    } catch let error as PostgresError {
      throw BranchTrouble.server(error).withWayOut(member.settings).refusal
    }
  }

  // MARK: Taking over

  /// Milliseconds for the server to end the session of an owner that is gone, which it does after two seconds
  /// without a word (``PostgresLog/Patience/silence``); and for this machine to begin, where it has the lock.
  var takingPatience: (forLock: UInt64, inAll: UInt64) = (4000, 12_000)

  func take() async throws -> Taken {
    guard let member else {
      throw WireError(.invalidRequest, "this machine has the branch alone already")
    }
    if member.role == .owner {
      throw WireError(.invalidRequest, "this machine owns the branch already")
    }
    if case .apart(let trouble) = member.role { throw trouble.refusal }
    guard let before = member.known else { throw BranchTrouble.connecting.refusal }
    member.isTaking = true
    defer { member.isTaking = false }
    let began = MonotonicClock.nanoseconds()
    var waited: UInt64 { (MonotonicClock.nanoseconds() - began) / 1_000_000 }
    while waited < takingPatience.inAll {
      if member.role == .owner {
        return Taken(turn: Int64(before.turn), owner: before.holder)
      }
      if case .apart(let trouble) = member.role, trouble != .connecting {
        throw trouble.refusal
      }
      // Of two at once, or an owner that came back.
      if let now = member.known, now.epoch != before.epoch, now.holder != member.settings.machine {
        let isOther = now.holder != before.holder
        throw (isOther ? BranchTrouble.wasTaken(by: now.holder) : .isConnected(now.holder)).refusal
      }
      let isOurs = member.known?.holder == member.settings.machine
      guard isOurs || waited < takingPatience.forLock else { break }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    throw BranchTrouble.isConnected(before.holder).refusal
  }
}
