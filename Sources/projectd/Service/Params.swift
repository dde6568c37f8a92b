internal import IPCProtocol

/// What the calls take.
enum Params {
  /// A number or a word; read by ``ProjectReference``, whose refusals have names of their own.
  struct ID: Decodable, Sendable {
    let word: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // A number where it is one; everything else is a word.
      if let number = try? container.decode(Int.self) {
        word = "\(number)"
      } else {
        word = try container.decode(String.self)
      }
    }
  }

  struct Add: Decodable, Sendable {
    let title: String
    let due: String?
    let body: String?
    let tags: [String]?
    let group: String?
    let state: String?
    let repeats: String?
    let zone: String?
  }

  struct List: Decodable, Sendable {
    let state: String?
    let tag: String?
    let group: String?
    let text: String?
    let due: String?
    let overdue: Bool?
    let sort: String?
    let reverse: Bool?
    let limit: Int?
    let zone: String?
  }

  struct Show: Decodable, Sendable {
    let id: ID
    let zone: String?
  }

  struct Edit: Decodable, Sendable {
    let id: ID
    let title: String?
    let due: String?
    let body: String?
    let tags: [String]?
    let untag: [String]?
    let group: String?
    let repeats: String?
    let zone: String?
  }

  struct Move: Decodable, Sendable {
    let ids: [ID]
    let to: String
  }

  struct Remove: Decodable, Sendable {
    let id: ID?
    let ids: [ID]?
  }

  struct Board: Decodable, Sendable {
    let limit: Int?
    let zone: String?
  }

  struct Next: Decodable, Sendable {
    let limit: Int?
    let zone: String?
  }

  struct History: Decodable, Sendable {
    let limit: Int?
  }

  struct Import: Decodable, Sendable {
    let text: String
    let format: String?
    let skipBad: Bool?
    let dryRun: Bool?
    let zone: String?
  }

  struct Export: Decodable, Sendable {
    let format: String?
    let state: String?
    let zone: String?
  }

  struct Steps: Decodable, Sendable {
    let steps: Int?
  }
}

extension [Params.ID] {
  func references() throws(ProjectError) -> [ProjectReference] {
    var references: [ProjectReference] = []
    for id in self { references.append(try ProjectReference(id.word)) }
    return references
  }
}

// MARK: Between replicas

extension Params {
  struct NewSync: Decodable, Sendable {
    let name: String
    let target: String?
    let command: String?
    let user: String?
    let passwordFile: String?
    let passwordCommand: String?
    let collection: String?
  }

  struct NamedSync: Decodable, Sendable {
    let name: String
  }

  struct RunSync: Decodable, Sendable {
    let name: String?
    let acceptLoss: Bool?
  }

  struct Sync: Decodable, Sendable {
    let target: String?
  }

  struct Changes: Decodable, Sendable {
    let known: JSONValue
    let cursor: String?
  }

  struct Merge: Decodable, Sendable {
    let basis: JSONValue
    let knowledge: JSONValue?
    let changes: [JSONValue]
  }
}
