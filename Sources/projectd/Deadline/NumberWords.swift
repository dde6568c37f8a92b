/// Numbers as words, in both languages.
enum NumberWords {
  private static let ones = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  /// From one to ninety-nine.
  static let english: [(String, Int)] = {
    var numbers: [(String, Int)] = []
    for (index, name) in ones.enumerated() { numbers.append((name, index + 1)) }
    for (index, ten) in tens.enumerated() {
      let value = index * 10 + 20
      numbers.append((ten, value))
      for (one, name) in ones.prefix(9).enumerated() {
        numbers.append((ten + name, value + one + 1))
        numbers.append((ten + "-" + name, value + one + 1))
      }
    }
    return numbers
  }()

  /// Before a unit: `a week`, `a couple of days`, `three months`.
  static let counts: [(String, Int)] = english + articles

  private static let articles: [(String, Int)] = [
    ("a", 1), ("an", 1), ("acoupleof", 2), ("coupleof", 2), ("acouple", 2), ("adozen", 12),
    ("ahundred", 100), ("onehundred", 100), ("hundred", 100), ("twohundred", 200),
  ]

  private static let ordinalOnes = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth",
  ]

  /// From `first` to `thirty-first`.
  static let ordinals: [(String, Int)] = {
    var ordinals: [(String, Int)] = [
      ("twentieth", 20), ("thirtieth", 30), ("thirtyfirst", 31), ("thirty-first", 31),
    ]
    for (index, name) in ordinalOnes.enumerated() { ordinals.append((name, index + 1)) }
    for (index, name) in ordinalOnes.prefix(9).enumerated() {
      ordinals.append(("twenty" + name, index + 21))
      ordinals.append(("twenty-" + name, index + 21))
    }
    return ordinals
  }()

  /// Numbers of Korean's own, before a unit.
  static let korean: [(String, Int)] = [
    ("한", 1), ("두", 2), ("세", 3), ("석", 3), ("네", 4), ("넉", 4), ("다섯", 5), ("여섯", 6),
    ("일곱", 7), ("여덟", 8), ("아홉", 9), ("열", 10), ("열한", 11), ("열두", 12), ("열세", 13),
    ("열네", 14), ("열다섯", 15), ("스무", 20),
  ]

  private static let digits: [(String, Int)] = [
    ("일", 1), ("이", 2), ("삼", 3), ("사", 4), ("오", 5), ("육", 6), ("칠", 7), ("팔", 8), ("구", 9),
  ]

  /// A number in digits, in Korean's own words or in Chinese ones, and what must stand behind it.
  ///
  /// `십일 뒤` is in ten days and `십일일 뒤` in eleven: the longest number that leaves something for
  /// what follows is meant.
  static func korean<T>(
    _ scanner: inout WordScanner, limit: Int = 4, then read: (inout WordScanner, Int) -> T?
  ) -> T? {
    let forms: [(inout WordScanner) -> Int?] = [
      { $0.number(limit: limit) }, { $0.take(korean) }, { chinese(&$0, withOnes: true) },
      { chinese(&$0, withOnes: false) },
    ]
    for form in forms {
      let found = scanner.attempt { scanner -> T? in
        guard let number = form(&scanner) else { return nil }
        return read(&scanner, number)
      }
      if let found { return found }
    }
    return nil
  }

  /// Up to 999: `삼`, `십이`, `이십오`, `백`, `이백오십`.
  private static func chinese(_ scanner: inout WordScanner, withOnes: Bool) -> Int? {
    let hundreds = scanner.attempt { scanner -> Int? in
      let head = scanner.take(digits)
      return scanner.take("백") && head != 1 ? (head ?? 1) * 100 : nil
    }
    let rest = scanner.attempt { belowHundred(&$0, withOnes: withOnes) }
    guard let hundreds else { return rest }
    return hundreds + (rest ?? 0)
  }

  private static func belowHundred(_ scanner: inout WordScanner, withOnes: Bool) -> Int? {
    let head = scanner.take(digits)
    guard scanner.take("십") else { return withOnes ? head : nil }
    guard head != 1 else { return nil }
    let tens = (head ?? 1) * 10
    return withOnes ? scanner.take(digits).map { tens + $0 } ?? tens : tens
  }
}
