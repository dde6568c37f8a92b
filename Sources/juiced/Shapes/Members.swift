internal import IPCProtocol
internal import Values

/// What several calls are given.
extension Member {
  /// A juice by its word or its name.
  static func juice(_ path: KeyPath<Root, String>, _ summary: String, ko: String) -> Member {
    Member("juice", path, .word, summary, ko: ko, completes: .juices)
  }

  /// A fruit by its word or its name.
  static func fruit<Word: WireValue>(
    _ path: KeyPath<Root, Word>, _ summary: String = "its word or its name in either language",
    ko: String = "과일 이름 (영어, 한국어)"
  ) -> Member where Word.Rule == TextRule {
    Member("fruit", path, .word, summary, ko: ko, completes: .fruits)
  }

  static func newWord(_ path: KeyPath<Root, String?>) -> Member {
    Member("to", path, "the new word for it", ko: "새 이름말")
  }

  static func englishName(_ path: KeyPath<Root, String?>) -> Member {
    Member("name", path, "name in English", ko: "영어 이름")
  }

  static func koreanName(_ path: KeyPath<Root, String?>) -> Member {
    Member("nameKo", path, "name in Korean", ko: "한국어 이름")
  }

  static func reason(_ path: KeyPath<Root, String?>) -> Member {
    Member("reason", path, "why, for the ledger", ko: "사유 (장부에 남음)")
  }

  static func pack(_ path: KeyPath<Root, Int64?>) -> Member {
    Member("pack", path, "pieces of a pack, as it is bought", ko: "한 상자의 개수")
  }

  static func packPrice(_ path: KeyPath<Root, Int64?>) -> Member {
    Member(
      "packPrice", path, "what a pack costs, in the currency's smallest unit (450 for $4.50)",
      ko: "한 상자의 값 (가장 작은 화폐 단위; 4.50달러는 450)")
  }

  static func price(_ path: KeyPath<Root, Int64?>) -> Member {
    Member(
      "price", path, "what a cup costs, in the currency's smallest unit (450 for $4.50)",
      ko: "한 잔의 값 (가장 작은 화폐 단위; 4.50달러는 450)")
  }

  static func since(_ path: KeyPath<Root, Timestamp?>) -> Member {
    Member(
      "since", path, "only what was since then, as 2h, yesterday or a date",
      ko: "이때부터 (예: 2h, 어제, 날짜)", from: .past)
  }

  static func zone(_ path: KeyPath<Root, String?>) -> Member {
    Member(
      "zone", path, .text(length: 1...128),
      "the time zone whose days are meant, as Asia/Seoul; the reader's",
      ko: "날짜의 기준 시간대 (예: Asia/Seoul)", from: .timeZone)
  }

  static func all(_ path: KeyPath<Root, Bool>) -> Member {
    Member(
      "all", path, default: false, "all of them, up to 100,000 lines", ko: "모두 (10만 줄까지)")
  }

  static func limit(_ path: KeyPath<Root, Int64>, default usual: Int64) -> Member {
    Member("limit", path, default: usual, "1 to 1000 lines", ko: "줄 수 (1~1000)")
  }
}

extension TextRule {
  /// A word for a fruit or a juice, or a name of it.
  static let word = TextRule.text(length: 1...64)
}

extension CompletionSource {
  static let juices = CompletionSource(
    method: "juice.menu", values: "/items/*/juice", aliases: "/items/*/name/*")
  static let fruits = CompletionSource(
    method: "juice.stock", values: "/items/*/fruit", aliases: "/items/*/name/*")
}
