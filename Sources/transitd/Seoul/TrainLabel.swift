/// `trainLineNm`: "문산행 - 화전방면", with tags as " (급행)" and " (막차)" at the ends of its parts.
struct TrainLabel: Equatable {
  var destination: String?
  var via: String?
  var tags: [String] = []

  init(_ text: String) {
    let halves = text.firstRange(of: " - ").map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
    destination = takeTags(halves.map { String($0.0) } ?? text, ending: ["행", "종착"])
    via = halves.flatMap { takeTags(String($0.1), ending: ["방면"]) }
  }

  /// A name without its ending; a bracket that stands apart is a tag, any other is of the name, as
  /// in "신촌(경의중앙선)방면".
  private mutating func takeTags(_ text: String, ending words: [String]) -> String? {
    var name = text.trimmed
    while let open = LastBracket.start(in: name), name[..<open].last?.isWhitespace != false {
      tags.insert(name[open...].dropFirst().dropLast().trimmed, at: 0)
      name = name[..<open].trimmed
    }
    if let word = words.first(where: { name.hasSuffix($0) && name.count > $0.count }) {
      name = name.dropLast(word.count).trimmed
    }
    return name.isEmpty ? nil : name
  }

  var isLast: Bool { tags.contains("막차") }

  /// The first tag that is no "막차", as 급행.
  var kind: String? { tags.first { $0 != "막차" } }
}

/// `arvlMsg2`: how far a train is, in words.
struct ApproachMessage: Equatable {
  /// 0 is here.
  var stationsAway: Int?
  var place: String?
  /// From "8분 33초 후".
  var seconds: Int?

  init(_ text: String) {
    if text.hasPrefix("전역") {
      stationsAway = 1
    } else if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
      stationsAway = Int(text[text.index(after: text.startIndex)..<close])
    } else if let word = ["진입", "도착", "출발"].first(where: text.hasSuffix) {
      stationsAway = 0
      place = String(text.dropLast(word.count)).trimmed
    }
    seconds = KoreanDuration.seconds(before: "후", in: text)
    place = LastBracket.text(in: text) ?? place
  }
}

/// The balanced bracket that ends a text: "9분 후 (새절(신사))" has 새절(신사) in it.
enum LastBracket {
  static func text(in text: String) -> String? {
    let text = text.trimmed
    guard let open = start(in: text) else { return nil }
    let inside = text[open...].dropFirst().dropLast().trimmed
    return inside.isEmpty ? nil : inside
  }

  /// Where it opens; nil where the text does not end in one, or it is not balanced.
  static func start(in text: String) -> String.Index? {
    guard text.hasSuffix(")") else { return nil }
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == ")" { depth += 1 }
      if text[index] == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}

/// "5분57초", "4분", "33초", "8분 33초" before a word.
enum KoreanDuration {
  static func seconds(before word: String, in text: String) -> Int? {
    var minutes: Int?
    var seconds: Int?
    var digits = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      if character == " " { continue }
      if character == "분", minutes == nil, seconds == nil, let number = Int(digits) {
        minutes = number
      } else if character == "초", seconds == nil, let number = Int(digits) {
        seconds = number
      } else if minutes != nil || seconds != nil, (String(character) + rest).hasPrefix(word) {
        return (minutes ?? 0) * 60 + (seconds ?? 0)
      } else {
        minutes = nil
        seconds = nil
      }
      digits = ""
    }
    return nil
  }
}

/// `ordkey`: direction(1) order(1) stations away(3) destination express(1).
///
/// In 2022 the last digit could be missing: "01014청량리".
struct OrderKey: Equatable {
  let stationsAway: Int
  let isExpress: Bool

  init?(_ text: String) {
    let characters = Array(text)
    guard characters.count >= 5, characters[1].isWholeNumber,
      let away = Int(String(characters[2..<5]))
    else { return nil }
    stationsAway = away
    isExpress = characters.count > 5 && characters.last == "1"
  }
}
