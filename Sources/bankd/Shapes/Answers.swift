internal import IPCProtocol
internal import Queueing
internal import Values

/// What the calls answer.
enum Answers {
  struct Ticket: Shape, Hashable {
    let number: Int
    let service: String
    let serviceName: LocalizedText
    let grade: Grade
    let takenAt: Timestamp

    static let shape = ShapeOf<Ticket>(
      named: "Ticket",
      [
        Member("number", \.number, .from(1)), Member("service", \.service),
        Member("serviceName", \.serviceName), Member("grade", \.grade),
        Member("takenAt", \.takenAt),
      ])
  }

  struct Estimate: Shape, Hashable {
    let p50Seconds: Double
    let p90Seconds: Double

    static let shape = ShapeOf<Estimate>(
      named: "Estimate",
      [Member("p50Seconds", \.p50Seconds, .seconds), Member("p90Seconds", \.p90Seconds, .seconds)])

    init(_ estimate: WaitEstimate) {
      p50Seconds = seconds(estimate.p50)
      p90Seconds = seconds(estimate.p90)
    }
  }

  struct Taken: Shape {
    enum Kind: String, WireWord {
      /// `unknown` where nobody is on duty, `unlearned` where nobody on duty has called anybody
      /// yet: in both nothing can be said about the wait.
      case called, waiting, unknown, unlearned
    }

    let kind: Kind
    let ticket: Ticket
    let position: Int
    let estimate: Estimate?
    let teller: Int?
    /// That it was taken outside of the opening hours.
    let note: LocalizedText?

    static let shape = ShapeOf<Taken>([
      Member("kind", \.kind), Member("ticket", \.ticket), Member("position", \.position, .from(0)),
      Member("estimate", \.estimate), Member("teller", \.teller, .from(1)),
      Member("note", \.note),
    ])
  }

  struct Added: Shape {
    let count: Int
    let first: Int
    let last: Int
    let waiting: Int

    static let shape = ShapeOf<Added>([
      Member("count", \.count, .from(1)), Member("first", \.first, .from(1)),
      Member("last", \.last, .from(1)), Member("waiting", \.waiting, .from(0)),
    ])
  }

  struct Opened: Shape {
    let day: Int64
    let waiting: Int
    /// That it is outside of the opening hours.
    let note: LocalizedText?

    static let shape = ShapeOf<Opened>([
      Member("day", \.day, .from(1)), Member("waiting", \.waiting, .from(0)),
      Member("note", \.note),
    ])
  }

  /// `closed` with the closing line, or what is still to be done until then.
  struct Closed: Shape {
    enum Kind: String, WireWord {
      case closed, closedWithLine, closing, closingWithLine, closingStuck
    }

    let kind: Kind
    let served: Int
    let businessSeconds: Double
    let waiting: Int
    let serving: Int
    /// Services that people wait for while all who serve them pause; and the first to be resumed.
    var stuckServices: LocalizedText?
    var stuckTeller: Int?
    /// The commands that let all of these services be served again.
    var stuckRemedy: String?
    /// How many were sent home by it, and that as a sentence; nil where nobody was.
    var sentHome: Int?
    var sentHomeText: LocalizedText?

    static let shape = ShapeOf<Closed>([
      Member("kind", \.kind), Member("served", \.served, .from(0)),
      Member("businessSeconds", \.businessSeconds, .seconds),
      Member("waiting", \.waiting, .from(0)), Member("serving", \.serving, .from(0)),
      Member("stuckServices", \.stuckServices),
      Member("stuckTeller", \.stuckTeller, .from(1)), Member("stuckRemedy", \.stuckRemedy),
      Member("sentHome", \.sentHome, .from(1)), Member("sentHomeText", \.sentHomeText),
    ])
  }

  struct Reset: Shape {
    let open: Bool

    static let shape = ShapeOf<Reset>([Member("open", \.open)])
  }

  struct ClosingLine: Shape, Hashable {
    let served: Int
    let businessSeconds: Double

    static let shape = ShapeOf<ClosingLine>(
      named: "ClosingLine",
      [
        Member("served", \.served, .from(0)),
        Member("businessSeconds", \.businessSeconds, .seconds),
      ])
  }

  struct Left: Shape {
    enum Kind: String, WireWord {
      case left, leftBecause
    }

    let kind: Kind
    let ticket: Ticket
    let waitedSeconds: Double
    let reason: String?
    let reasonName: LocalizedText?

    static let shape = ShapeOf<Left>([
      Member("kind", \.kind), Member("ticket", \.ticket),
      Member("waitedSeconds", \.waitedSeconds, .seconds), Member("reason", \.reason),
      Member("reasonName", \.reasonName),
    ])
  }

  /// A ticket at a manual teller.
  struct Handled: Shape {
    let ticket: Ticket
    let teller: Int
    let waitedSeconds: Double
    let elapsedSeconds: Double

    static let shape = ShapeOf<Handled>(
      named: "Handled",
      [
        Member("ticket", \.ticket), Member("teller", \.teller, .from(1)),
        Member("waitedSeconds", \.waitedSeconds, .seconds),
        Member("elapsedSeconds", \.elapsedSeconds, .seconds),
      ])
  }

  struct Recalled: Shape {
    enum Kind: String, WireWord {
      /// Again by its teller, or in the line again.
      case called, waiting
    }

    let kind: Kind
    let ticket: Ticket
    let teller: Int?

    static let shape = ShapeOf<Recalled>([
      Member("kind", \.kind), Member("ticket", \.ticket), Member("teller", \.teller, .from(1)),
    ])
  }

  struct Transferred: Shape {
    enum Kind: String, WireWord {
      /// Called at once by a teller of the new service.
      case called, waiting
    }

    let kind: Kind
    let ticket: Ticket
    let teller: Int
    /// In the new line; 0 where somebody has called already.
    let position: Int

    static let shape = ShapeOf<Transferred>([
      Member("kind", \.kind), Member("ticket", \.ticket), Member("teller", \.teller, .from(1)),
      Member("position", \.position, .from(0)),
    ])
  }

  struct Teller: Shape, Hashable {
    enum State: String, WireWord {
      /// `pausing` with a last customer in hand.
      case idle, serving, paused, pausing
    }

    let teller: Int
    let name: String?
    let services: [String]
    let serviceNames: LocalizedText
    let mode: bankd.Teller.Mode
    let modeName: LocalizedText
    let state: State
    let stateName: LocalizedText
    let ticket: Int?
    /// The ticket in hand, 0 for none.
    let serving: Int
    let elapsedSeconds: Double?

    static let shape = ShapeOf<Teller>(
      named: "Teller",
      [
        Member("teller", \.teller, .from(1)), Member("name", \.name),
        Member("services", \.services), Member("serviceNames", \.serviceNames),
        Member("mode", \.mode),
        Member("modeName", \.modeName), Member("state", \.state),
        Member("stateName", \.stateName), Member("ticket", \.ticket, .from(1)),
        Member("serving", \.serving, .from(0)),
        Member("elapsedSeconds", \.elapsedSeconds, .seconds),
      ])
  }

  struct Tellers: Shape {
    let tellers: [Teller]

    static let shape = ShapeOf<Tellers>([Member("tellers", \.tellers)])
  }

  struct SpreadSet: Shape {
    let by: Spread

    static let shape = ShapeOf<SpreadSet>([Member("by", \.by)])
  }

  struct Service: Shape, Hashable {
    let service: String
    let name: LocalizedText
    let distribution: String
    let distributionName: LocalizedText
    let meanSeconds: Double
    let minimumSeconds: Double?
    let maximumSeconds: Double?
    let samples: Int?
    let hasTarget: Bool
    let targetSeconds: Double?
    let targetShare: Double?
    let targetName: LocalizedText?
    let waiting: Int
    let tellers: [Int]

    static let shape = ShapeOf<Service>(
      named: "Service",
      [
        Member("service", \.service), Member("name", \.name),
        Member("distribution", \.distribution, .words(ServiceTime.kinds)),
        Member("distributionName", \.distributionName),
        Member("meanSeconds", \.meanSeconds, .seconds),
        Member("minimumSeconds", \.minimumSeconds, .seconds),
        Member("maximumSeconds", \.maximumSeconds, .seconds),
        Member("samples", \.samples, .from(1)),
        Member("hasTarget", \.hasTarget),
        Member("targetSeconds", \.targetSeconds, .seconds),
        Member("targetShare", \.targetShare, .within(0...1)), Member("targetName", \.targetName),
        Member("waiting", \.waiting, .from(0)),
        Member("tellers", \.tellers, .of(.from(1))),
      ])
  }

  struct ServiceRemoved: Shape {
    let service: String
    let name: LocalizedText

    static let shape = ShapeOf<ServiceRemoved>([
      Member("service", \.service), Member("name", \.name),
    ])
  }

  struct Services: Shape {
    let services: [Service]

    static let shape = ShapeOf<Services>([Member("services", \.services)])
  }
}

/// Microseconds as the seconds of the wire.
func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }
