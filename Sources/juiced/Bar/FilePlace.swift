internal import Values

/// Where something stands in a file of the bar, in words: `fruit 1 (kiwi), count`.
enum FilePlace {
  private static let parts = [
    "fruits": ("fruit", "과일"), "juices": ("juice", "쥬스"), "recipe": ("ingredient", "재료"),
  ]

  /// A place, which is a JSON Pointer or `line 3`, in words; with the word of the fruit or juice that
  /// stands there, where it is known.
  static func text(_ place: String, word: String? = nil) -> LocalizedText {
    let name = word.map { " (\($0))" } ?? ""
    if place.hasPrefix("line "), let line = Int(place.dropFirst(5)) {
      return LocalizedText(en: "line \(line)\(name)", ko: "\(line)번째 줄\(name)")
    }
    var (english, korean): ([String], [String]) = ([], [])
    var rest = place.split(separator: "/").map(String.init)[...]
    while let part = rest.popFirst() {
      guard let (en, ko) = parts[part], let index = rest.first.flatMap({ Int($0) }) else {
        english.append(part)
        korean.append(part)
        continue
      }
      rest.removeFirst()
      let name = english.isEmpty ? name : ""
      english.append("\(en) \(index + 1)\(name)")
      korean.append("\(index + 1)번째 \(ko)\(name)")
    }
    guard !english.isEmpty else { return LocalizedText(en: "the file", ko: "파일 전체") }
    return LocalizedText(
      en: english.joined(separator: ", "), ko: korean.joined(separator: ", "))
  }
}
