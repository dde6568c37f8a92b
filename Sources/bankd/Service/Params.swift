internal import IPCProtocol

/// What the calls are given; absent members take the defaults of the description.
enum Params {
  struct Run: Decodable, Sendable {
    let customers: Int?
    let seed: Int64?
  }

  struct Close: Decodable, Sendable {
    let clearLine: Bool?
    let keepLine: Bool?
  }

  struct Add: Decodable, Sendable {
    let count: Int?
    let service: String?
    let grade: Grade?
  }

  struct Take: Decodable, Sendable {
    let service: String
    let grade: Grade?
  }

  struct Ticket: Decodable, Sendable {
    let ticket: Int
  }

  struct Teller: Decodable, Sendable {
    let teller: Int
  }

  struct Transfer: Decodable, Sendable {
    let teller: Int
    let service: String
  }

  struct NewTeller: Decodable, Sendable {
    let services: [String]
    let mode: String?
  }

  struct SetService: Decodable, Sendable {
    let service: String
    let durationSeconds: Double?
    let distribution: String?
    let minimumSeconds: Double?
    let maximumSeconds: Double?
    let samplesSeconds: [Double]?
    let name: String?
    let nameKo: String?

    var time: Branch.TimeRequest {
      Branch.TimeRequest(
        kind: distribution, durationSeconds: durationSeconds, minimumSeconds: minimumSeconds,
        maximumSeconds: maximumSeconds, samplesSeconds: samplesSeconds)
    }
  }

  struct Report: Decodable, Sendable {
    let from: String?
    let to: String?
  }
}
