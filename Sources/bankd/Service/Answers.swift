internal import IPCProtocol

/// What the calls answer.
enum Answers {
  /// A text in the languages it has, which clients show in the user's.
  struct Title: Encodable, Hashable, Sendable {
    let en: String
    let ko: String?

    init(_ text: LocalizedText) {
      en = text.en
      ko = text.ko
    }

    init(en: String, ko: String) {
      self.en = en
      self.ko = ko
    }
  }

  struct Ticket: Encodable, Hashable, Sendable {
    let number: Int
    let service: String
    let serviceName: Title
    let grade: Grade
    let takenAt: Timestamp
  }

  struct Estimate: Encodable, Hashable, Sendable {
    let p50Seconds: Double
    let p90Seconds: Double
  }

  struct Taken: Encodable, Sendable {
    /// `called`, `waiting`, or `unknown` where no wait can be estimated.
    let kind: String
    let ticket: Ticket
    let position: Int
    let estimate: Estimate?
    let teller: Int?
  }

  struct Added: Encodable, Sendable {
    let count: Int
    let first: Int
    let last: Int
    let waiting: Int
  }

  struct Opened: Encodable, Sendable {
    let day: Int64
    let waiting: Int
  }

  /// `closed` with the closing line, or what is still to be done until then.
  struct Closed: Encodable, Sendable {
    let kind: String
    let served: Int
    let businessSeconds: Double
    let waiting: Int
    let serving: Int
  }

  struct Reset: Encodable, Sendable {
    let open: Bool
  }

  struct ClosingLine: Encodable, Hashable, Sendable {
    let served: Int
    let businessSeconds: Double
  }

  struct Left: Encodable, Sendable {
    let ticket: Ticket
    let waitedSeconds: Double
  }

  /// A ticket at a manual teller.
  struct Handled: Encodable, Sendable {
    let ticket: Ticket
    let teller: Int
    let waitedSeconds: Double
    let elapsedSeconds: Double
  }

  struct Recalled: Encodable, Sendable {
    /// `called` again by its teller, or `waiting` in the line again.
    let kind: String
    let ticket: Ticket
    let teller: Int?
  }

  struct Transferred: Encodable, Sendable {
    let ticket: Ticket
    let teller: Int
    /// In the new line; 0 where somebody has called already.
    let position: Int
  }

  struct Teller: Encodable, Hashable, Sendable {
    let teller: Int
    let services: [String]
    let serviceNames: Title
    let mode: String
    let modeName: Title
    /// `idle`, `serving`, `paused`, or `pausing` with a last customer in hand.
    let state: String
    let stateName: Title
    let ticket: Int?
    let elapsedSeconds: Double?
  }

  struct Tellers: Encodable, Sendable {
    let tellers: [Teller]
  }

  struct Service: Encodable, Hashable, Sendable {
    let service: String
    let name: Title
    let distribution: String
    let distributionName: Title
    let meanSeconds: Double
    let minimumSeconds: Double?
    let maximumSeconds: Double?
    let samples: Int?
    let waiting: Int
    let tellers: [Int]
  }

  struct Services: Encodable, Sendable {
    let services: [Service]
  }
}

/// Microseconds as the seconds of the wire.
func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }
