/// Why a text is no JSON, in Korean: the parser itself speaks English only.
enum JSONReason {
  private static let texts = [
    "\\u needs four hexadecimal digits": "\\u 뒤에 16진수 네 자리가 와야 해요",
    "a colon is missing": "쌍점(:)이 빠졌어요",
    "a comma is missing": "쉼표(,)가 빠졌어요",
    "a control character in a string": "문자열에 제어 문자가 있어요",
    "a digit is missing": "숫자가 빠졌어요",
    "a name is missing": "항목 이름이 빠졌어요",
    "a value is missing": "값이 빠졌어요",
    "no such escape": "역슬래시 뒤의 글자가 잘못됐어요",
    "no value starts so": "값이 이렇게 시작할 수 없어요",
    "not UTF-8": "글자가 깨졌어요",
    "something behind the value": "값 뒤에 다른 것이 더 있어요",
    "the text ends in a container": "괄호가 닫히지 않았어요",
    "the text ends in a string": "따옴표가 닫히지 않았어요",
    "the text ends in an escape": "역슬래시에서 끝났어요",
  ]

  /// What the parser said, or where it has a new sentence what is true of all of them.
  static func korean(_ reason: String) -> String {
    if let text = texts[reason] { return text }
    return reason.hasPrefix("nested") ? "괄호가 너무 깊어요" : "값이 너무 많거나 길어요"
  }
}
