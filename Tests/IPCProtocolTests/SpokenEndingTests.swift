import Testing
import Values

/// Words in Latin letters take the particles of the loanword as it is written in Hangul.
@Suite("KoreanParticle behind other scripts")
struct SpokenEndingTests {
  /// Loanwords as 국립국어원 lists them, and letters by their names.
  private static let loanwords = [
    ("mango", "망고"), ("banana", "바나나"), ("kiwi", "키위"), ("cherry", "체리"), ("peach", "피치"),
    ("apple", "애플"), ("pineapple", "파인애플"), ("melon", "멜론"), ("lemon", "레몬"), ("plum", "플럼"),
    ("orange", "오렌지"), ("grape", "그레이프"), ("juice", "주스"), ("file", "파일"), ("table", "테이블"),
    ("time", "타임"), ("line", "라인"), ("name", "네임"), ("phone", "폰"), ("note", "노트"),
    ("code", "코드"), ("store", "스토어"), ("ring", "링"), ("log", "로그"), ("order", "오더"),
    ("window", "윈도"), ("bus", "버스"), ("box", "박스"), ("map", "맵"), ("robot", "로봇"),
    ("ticket", "티켓"), ("list", "리스트"), ("text", "텍스트"), ("point", "포인트"), ("music", "뮤직"),
    ("web", "웹"), ("back", "백"), ("book", "북"), ("bank", "뱅크"), ("week", "위크"), ("milk", "밀크"),
    ("URL", "유알엘"), ("CSV", "시에스브이"), ("FM", "에프엠"), ("db", "디비"), ("L", "엘"), ("R", "알"),
    ("N", "엔"), ("A", "에이"), ("50%", "오십퍼센트"),
  ]

  @Test(
    "a word is read as Koreans read it, also in backticks, quotes and behind Hangul",
    arguments: loanwords)
  func loanword(_ latin: String, _ hangul: String) {
    for particle in [KoreanParticle.subject, .topic, .object, .with, .by, .named] {
      let form = particle.attached(to: hangul).dropFirst(hangul.count)
      for word in [latin, "`\(latin)`", "'\(latin)'", "새 \(latin)", "(\(latin))"] {
        #expect(particle.attached(to: word) == word + form)
      }
    }
  }

  @Test(
    "whole numbers end in the name of their last place",
    arguments: [
      (10, "십"), (200, "이백"), (1000, "천"), (10_000, "만"), (100_000_000, "일억"),
      (1_000_000_000_000, "일조"), (30_000_000_000_000, "삼십조"), (10_000_000_000_000_000, "일경"),
    ])
  func places(_ number: Int, _ hangul: String) {
    let form = KoreanParticle.object.attached(to: hangul).dropFirst(hangul.count)
    #expect("\(number, .object)" == "\(number)\(form)")
  }

  @Test(
    "never both forms, whatever stands before",
    arguments: [
      "", "?", "`", "…", "漢字", "Привет", "🍎", "mango", "a.b", "/run/mate", "UTF-8",
      "bankd (PID 12)",
    ])
  func single(_ word: String) {
    for particle in [KoreanParticle.subject, .topic, .object, .with, .by] {
      let text = particle.attached(to: word)
      #expect(text.hasPrefix(word) && !text.dropFirst(word.count).contains("("))
      #expect((1...2).contains(text.count - word.count))
    }
  }
}

@Suite("PluralForms")
struct PluralFormsTests {
  @Test(
    "one thing is singular, every other number plural",
    arguments: [
      ("0", "0 customers"), ("1", "1 customer"), ("2", "2 customers"), ("11", "11 customers"),
      ("1.5", "1.5 customers"), ("-1", "-1 customers"),
    ])
  func forms(_ number: String, _ expected: String) {
    #expect(PluralForms("customer/customers")?.following(number) == expected)
  }

  @Test(
    "only two words in ASCII letters are forms",
    arguments: ["", "a", "a/", "/b", "a/b/c", "이/가", "a/1", " a/b", "a{/b"])
  func noForms(_ text: String) {
    #expect(PluralForms(text) == nil)
  }
}
