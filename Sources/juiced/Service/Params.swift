internal import IPCProtocol

/// What the calls are given; absent members take the defaults of the description.
enum Params {
  /// What a busy bar is asked most, so it reads itself.
  struct Order: JSONReadable, Sendable {
    let juice: String
    let count: Int64?
    let substitute: String?

    init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
      guard let juice = cursor.member("juice")?.string else {
        throw JSONDecodingFailure(path: "/juice", expected: "a string", got: "something else")
      }
      self.juice = juice
      let count = cursor.member("count")
      self.count = count?.int64
      // A whole number beyond 64 bits: the schema lets it pass.
      if let count, self.count == nil {
        throw JSONDecodingFailure(
          path: "/count", expected: "an integer of 64 bits",
          got: String(decoding: count.raw, as: UTF8.self))
      }
      substitute = cursor.member("substitute")?.string
    }
  }

  struct Undo: Decodable, Sendable {
    let order: Int64
  }

  struct Orders: Decodable, Sendable {
    let limit: Int64?
    let before: Int64?
  }

  struct Stock: Decodable, Sendable {
    let all: Bool?
  }

  struct StockSet: Decodable, Sendable {
    let fruit: String
    let count: Int64
    let reason: String?
  }

  struct StockAdjust: Decodable, Sendable {
    let fruit: String
    let by: Int64
    let reason: String?
  }

  struct Threshold: Decodable, Sendable {
    let fruit: String
    let count: Int64
  }

  struct FruitAdd: Decodable, Sendable {
    let fruit: String
    let name: String?
    let nameKo: String?
    let count: Int64?
    let low: Int64?
  }

  struct Fruit: Decodable, Sendable {
    let fruit: String
  }

  struct FruitRename: Decodable, Sendable {
    let fruit: String
    let to: String?
    let name: String?
    let nameKo: String?
  }

  struct Ingredient: Decodable, Sendable {
    let fruit: String
    let count: Int64
  }

  struct RecipeSet: Decodable, Sendable {
    let juice: String
    let recipe: [Ingredient]
    let name: String?
    let nameKo: String?
  }

  struct Juice: Decodable, Sendable {
    let juice: String
  }

  struct JuiceRename: Decodable, Sendable {
    let juice: String
    let to: String?
    let name: String?
    let nameKo: String?
  }

  struct Ledger: Decodable, Sendable {
    let fruit: String?
    let limit: Int64?
    let before: String?
  }

  struct Sales: Decodable, Sendable {
    let from: String?
    let to: String?
    let by: String?
  }

  struct Forecast: Decodable, Sendable {
    let windowSeconds: Double?
    let coverSeconds: Double?
  }

  struct Export: Decodable, Sendable {
    let format: String?
  }

  struct Import: Decodable, Sendable {
    /// The text of the file.
    let file: String
    let format: String?
    let replace: Bool?
  }
}
