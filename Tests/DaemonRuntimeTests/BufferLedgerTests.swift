import Loop
import LoopSupport
import Testing

@testable import DaemonRuntime

@Suite("BufferLedger")
struct BufferLedgerTests {
  init() { RunningLoop.start() }

  /// Connections of some users, and what is held for them.
  @LoopActor
  private final class Clients {
    let ledger: BufferLedger
    private var users: [UInt32: UserShare] = [:]

    init(all: Int, ofUser: Int) {
      var limits = Limits()
      limits.bufferBytes = all
      limits.bufferBytesPerUser = ofUser
      ledger = BufferLedger(limits: limits)
    }

    func user(_ uid: UInt32) -> UserShare {
      let user = users[uid] ?? UserShare(uid: uid)
      users[uid] = user
      return user
    }

    func connect(_ uid: UInt32) -> Connection {
      Connection(
        descriptor: -1, peer: Peer(pid: 1, uid: uid, gid: 1), access: .all, user: user(uid),
        token: 0)
    }

    func hold(_ bytes: Int, for connection: Connection, at seconds: UInt64 = 1) {
      connection.copiedBytes = bytes
      ledger.count(connection, at: seconds * 1_000_000_000)
    }
  }

  @LoopActor
  @Test("what all hold together has a bound, also where each user is within their own")
  func boundOfAll() {
    let clients = Clients(all: 1000, ofUser: 600)
    let (one, two) = (clients.connect(1), clients.connect(2))
    clients.hold(500, for: one)
    clients.hold(499, for: two)
    #expect((1...3).allSatisfy { !clients.ledger.isFull(for: clients.user($0)) })
    #expect(!clients.ledger.isOver)
    clients.hold(500, for: two)
    #expect((1...3).allSatisfy { clients.ledger.isFull(for: clients.user($0)) })
    #expect(clients.ledger.isOver)
    clients.hold(0, for: one)
    #expect((1...3).allSatisfy { !clients.ledger.isFull(for: clients.user($0)) })
    #expect(clients.ledger.bytes == 500)
  }

  @LoopActor
  @Test("what one user holds has a bound over all connections, and is nobody else's trouble")
  func boundOfUser() {
    let clients = Clients(all: 1000, ofUser: 600)
    clients.hold(300, for: clients.connect(1))
    #expect(!clients.ledger.isFull(for: clients.user(1)))
    clients.hold(300, for: clients.connect(1))
    #expect(clients.ledger.isFull(for: clients.user(1)))
    #expect(clients.ledger.isOver)
    #expect(!clients.ledger.isFull(for: clients.user(2)))
  }

  @LoopActor
  @Test("a long reply needs room below both bounds, and a short one none")
  func room() {
    let clients = Clients(all: 1_000_000, ofUser: 600_000)
    clients.hold(500_000, for: clients.connect(1))
    #expect(clients.ledger.hasRoom(for: 100_000, of: clients.user(1)))
    #expect(!clients.ledger.hasRoom(for: 100_001, of: clients.user(1)))
    #expect(clients.ledger.hasRoom(for: 500_000, of: clients.user(2)))
    #expect(!clients.ledger.hasRoom(for: 500_001, of: clients.user(2)))
    clients.hold(500_000, for: clients.connect(3))
    #expect(clients.ledger.hasRoom(for: Limits.unnoticedBytes, of: clients.user(1)))
    #expect(!clients.ledger.hasRoom(for: Limits.unnoticedBytes + 1, of: clients.user(2)))
  }

  @LoopActor
  @Test("of a user above the bound those go who hold most for longest, until an eighth is free")
  func excessOfUser() {
    let clients = Clients(all: 10_000, ofUser: 800)
    let (still, moving, other) = (clients.connect(1), clients.connect(1), clients.connect(2))
    clients.hold(300, for: still, at: 1)
    clients.hold(700, for: moving, at: 9)
    clients.hold(790, for: other, at: 1)
    let gone = clients.ledger.excess(of: [moving, other, still], at: 10_000_000_000)
    // 300 bytes for nine seconds are more than 700 for one; 700 are left, which is seven eighths.
    #expect(gone.map(\.bytesCounted) == [300])
    #expect(gone.first === still)
    #expect(!clients.ledger.isOver)
  }

  @LoopActor
  @Test("above the bound of all those of the user go who holds most, whoever came last")
  func excessOfAll() {
    let clients = Clients(all: 1000, ofUser: 900)
    let (small, large) = (clients.connect(1), clients.connect(2))
    clients.hold(300, for: small, at: 1)
    clients.hold(700, for: large, at: 9)
    let gone = clients.ledger.excess(of: [small, large], at: 10_000_000_000)
    #expect(gone.map(\.bytesCounted) == [700])
  }
}
