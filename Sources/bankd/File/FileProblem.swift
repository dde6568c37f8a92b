internal import IPCProtocol
internal import Values

/// What is wrong with a file, and where.
struct FileProblem: Error, Hashable {
  /// A JSON Pointer.
  private(set) var place: String
  let problem: LocalizedText

  init(_ english: String, _ korean: String, at place: String = "") {
    self.place = place
    problem = LocalizedText(en: english, ko: korean)
  }

  init(_ refusal: BankError) {
    place = ""
    problem = refusal.sentence()
  }

  /// The same, seen from what the value is a part of.
  func under(_ part: String) -> FileProblem {
    var problem = self
    problem.place = "/\(part)\(place)"
    return problem
  }

  /// Programs get the place as it is, and people in words.
  var refusal: BankError {
    BankError(
      .invalidFile,
      [
        "place": .string(place.isEmpty ? "/" : place), "where": words.jsonValue,
        "problem": problem.jsonValue,
      ])
  }

  /// `days, entry 3, tickets, entry 17, service`: entries are counted from 1.
  private var words: LocalizedText {
    let parts = place.split(separator: "/").map(String.init)
    guard !parts.isEmpty else { return LocalizedText(en: "the file", ko: "파일 전체") }
    func text(_ entry: (Int) -> String) -> String {
      parts.map { part in Int(part).map { entry($0 + 1) } ?? part }.joined(separator: ", ")
    }
    return LocalizedText(en: text { "entry \($0)" }, ko: text { "\($0)번째" })
  }
}

/// One value of a file.
struct FileValue {
  private let cursor: JSONCursor

  init(_ cursor: JSONCursor) { self.cursor = cursor }

  /// An object with no other members than these.
  func allow(_ names: String...) throws(FileProblem) {
    guard cursor.kind == .object else { throw FileProblem("an object is expected", "객체가 와야 합니다") }
    var stranger: String?
    cursor.forEachMember { key, _ in
      if !names.contains(where: { key.equals($0) }) { stranger = key.string ?? "" }
    }
    if let stranger {
      throw FileProblem("there is no such member", "없는 항목입니다").under(stranger)
    }
  }

  func optional(_ name: String) -> FileValue? { cursor.member(name).map(FileValue.init) }

  /// Reads a member; what is wrong in it has its name.
  func read<T>(
    _ name: String, _ body: (FileValue) throws(FileProblem) -> T
  ) throws(FileProblem) -> T {
    guard let value = optional(name) else {
      throw FileProblem("it is missing", "빠졌습니다").under(name)
    }
    do throws(FileProblem) { return try body(value) } catch { throw error.under(name) }
  }

  func readOptional<T>(
    _ name: String, _ body: (FileValue) throws(FileProblem) -> T
  ) throws(FileProblem) -> T? {
    guard optional(name) != nil else { return nil }
    return try read(name, body)
  }

  /// Reads every element of an array.
  func each<T>(_ body: (FileValue) throws(FileProblem) -> T) throws(FileProblem) -> [T] {
    guard cursor.kind == .array else { throw FileProblem("an array is expected", "배열이 와야 합니다") }
    var values: [T] = []
    values.reserveCapacity(cursor.count)
    var problem: FileProblem?
    cursor.forEachElement { element in
      guard problem == nil else { return }
      do throws(FileProblem) {
        values.append(try body(FileValue(element)))
      } catch {
        problem = error.under("\(values.count)")
      }
    }
    if let problem { throw problem }
    return values
  }

  // MARK: Scalars

  func text() throws(FileProblem) -> String {
    guard let text = cursor.string else { throw FileProblem("a text is expected", "글이 와야 합니다") }
    return text
  }

  func flag() throws(FileProblem) -> Bool {
    guard let flag = cursor.bool else {
      throw FileProblem("true or false is expected", "true나 false가 와야 합니다")
    }
    return flag
  }

  func integer(from least: Int64, to most: Int64 = 1_000_000_000) throws(FileProblem) -> Int64 {
    guard let number = cursor.int64, (least...most).contains(number) else {
      throw FileProblem(
        "a whole number from \(least) to \(most) is expected",
        "\(least)부터 \(most)까지의 정수가 와야 합니다")
    }
    return number
  }

  /// As microseconds; what is longer than 285 years is not exact any more.
  func seconds() throws(FileProblem) -> Int64 {
    let most = 9e9
    guard let number = cursor.double, (0...most).contains(number) else {
      throw FileProblem("seconds are expected, 0 or more", "0 이상의 초가 와야 합니다")
    }
    return Int64((number * 1e6).rounded())
  }

  func anySeconds() throws(FileProblem) -> Double {
    guard let number = cursor.double else { throw FileProblem("seconds are expected", "초가 와야 합니다") }
    return number
  }

  func time() throws(FileProblem) -> Timestamp {
    guard let text = cursor.string, let time = Timestamp(rfc3339: text) else {
      throw FileProblem(
        "a time as 2026-11-21T09:00:00Z is expected", "2026-11-21T09:00:00Z 같은 시각이 와야 합니다")
    }
    return time
  }

  func word<Word>(_ words: [(String, Word)]) throws(FileProblem) -> Word {
    let text = try text()
    guard let word = words.first(where: { $0.0 == text })?.1 else {
      let known = words.map(\.0).joined(separator: ", ")
      throw FileProblem("one of \(known) is expected", "\(known) 중 하나여야 합니다")
    }
    return word
  }
}
