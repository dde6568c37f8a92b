internal import IPCProtocol

/// What the calls are given; absent members take the defaults of the description.
enum Params {
  struct Arrivals: Decodable, Sendable {
    let station: String
    let line: String?
    let direction: String?
  }

  struct BusArrivals: Decodable, Sendable {
    let stop: String
    let routes: [String]?
  }

  struct Trains: Decodable, Sendable {
    let line: String
  }

  struct Routes: Decodable, Sendable {
    let query: String
  }

  struct Stations: Decodable, Sendable {
    let query: String?
    let near: String?
    let kind: String?
    let limit: Int?
  }

  struct NewFavourite: Decodable, Sendable {
    let place: String
    let line: String?
    let direction: String?
    let routes: [String]?
  }

  struct Favourite: Decodable, Sendable {
    let favourite: String
  }

  struct Move: Decodable, Sendable {
    let favourite: String
    let position: Int
  }

  struct Near: Decodable, Sendable {
    let position: String?
    let lat: Double?
    let lon: Double?
  }

  struct Watch: Decodable, Sendable {
    let target: String?
    let everySeconds: Double?
    let notify: Bool?
  }

  struct Leave: Decodable, Sendable {
    let favourite: String
    let walkSeconds: Double
    let between: String?
    let routes: [String]?
  }

  struct Dismiss: Decodable, Sendable {
    let leave: Int
  }

  struct Configure: Decodable, Sendable {
    let keyFile: String?
    let busKeyFile: String?
    let subwayURL: String?
    let busURL: String?
  }

  struct Import: Decodable, Sendable {
    let path: String
    let name: String?
    let realtime: String?
  }

  struct Feed: Decodable, Sendable {
    let feed: String
  }

  struct Departures: Decodable, Sendable {
    let stop: String
    let at: String?
    let limit: Int?
  }
}
