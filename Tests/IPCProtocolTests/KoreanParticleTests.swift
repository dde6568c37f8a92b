import Testing
import Values

@testable import IPCProtocol

@Suite("KoreanParticle")
struct KoreanParticleTests {
  @Test(
    "the form follows the sound at the end of the word",
    arguments: [
      ("이/가", "딸기", "딸기가"), ("이/가", "망고", "망고가"), ("이/가", "파인애플", "파인애플이"),
      ("은/는", "키위", "키위는"), ("을/를", "귤", "귤을"), ("과/와", "수박", "수박과"),
      ("으로/로", "서울", "서울로"), ("으로/로", "부산", "부산으로"), ("으로/로", "제주", "제주로"),
      ("이에요/예요", "과일", "과일이에요"), ("이에요/예요", "바나나", "바나나예요"),
      // A list ends as its last word does.
      ("이/가", "딸기, 파인애플", "딸기, 파인애플이"), ("이/가", "파인애플, 딸기", "파인애플, 딸기가"),
    ])
  func hangul(_ forms: String, _ word: String, _ expected: String) {
    #expect(KoreanParticle(forms)?.attached(to: word) == expected)
  }

  @Test(
    "digits are read aloud: 영 일 이 삼 사 오 육 칠 팔 구",
    arguments: zip(0...9, ["이", "이", "가", "이", "가", "가", "이", "이", "이", "가"]))
  func digits(_ digit: Int, _ particle: String) {
    #expect(KoreanParticle("이/가")?.attached(to: "\(digit)") == "\(digit)\(particle)")
  }

  @Test("one is 일, which ends in ㄹ: 1로, but 3으로")
  func rieulDigits() {
    #expect(KoreanParticle("으로/로")?.attached(to: "11") == "11로")
    #expect(KoreanParticle("으로/로")?.attached(to: "13") == "13으로")
  }

  @Test("Hangul in separate letters sounds as the whole syllable does")
  func decomposed() {
    #expect(KoreanParticle("이/가")?.attached(to: "\u{1106}\u{1161}") == "\u{1106}\u{1161}가")
    let closed = "\u{1100}\u{1172}\u{11AF}"
    #expect(KoreanParticle("이/가")?.attached(to: closed) == "\(closed)이")
    #expect(KoreanParticle("으로/로")?.attached(to: closed) == "\(closed)로")
  }

  @Test("quotes and brackets behind a word are not spoken")
  func quoted() {
    #expect(KoreanParticle("이/가")?.attached(to: "'파인애플'") == "'파인애플'이")
    #expect(KoreanParticle("은/는")?.attached(to: "딸기(생)") == "딸기(생)은")
  }

  @Test("what nobody can pronounce gets the form after a vowel", arguments: ["漢字", "", "?"])
  func unknown(_ word: String) {
    #expect(KoreanParticle("이/가")?.attached(to: word) == "\(word)가")
  }

  @Test(
    "only two pieces of Hangul are a particle", arguments: ["이", "이/", "/가", "a/b", "이/가/은", ""])
  func noParticle(_ text: String) {
    #expect(KoreanParticle(text) == nil)
    // Two words in Latin letters are the forms of an English plural.
    #expect(ValueFormat.isKnown(text) == (text == "a/b"))
  }
}
