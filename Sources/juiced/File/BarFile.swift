internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// A bar as a file: fruits with their stock, and juices with their recipes.
struct BarFile: Hashable, Sendable {
  /// What a file may have, in characters; the largest bar that there can be has some 6 MiB, and the
  /// daemon needs some six times as much memory as the file has bytes.
  static let textLimit = 16 << 20
  /// What its request may have: the same with what escapes add to it.
  static let frameLimit = 24 << 20

  enum Format: String, WireWord {
    case json, csv
  }

  /// A part and where it stands, for errors: a JSON Pointer, or a line.
  struct Part<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let place: String
  }

  struct FileFruit: Hashable, Sendable {
    var word: String
    var naming: Bar.Naming
    var count: Int64
    var low: Int64?
    var pack = Pack()
  }

  struct FileJuice: Hashable, Sendable {
    var word: String
    var naming: Bar.Naming
    var recipe: [Bar.WantedIngredient]
    var price: Int64?
  }

  /// The code of a currency.
  var currency: Part<String>?
  var fruits: [Part<FileFruit>] = []
  var juices: [Part<FileJuice>] = []

  /// Reads a file in a format, or in the one that it looks like.
  ///
  /// - Throws: ``BarReason/invalidFile`` with the place.
  init(_ text: String, format: Format?) throws(BarError) {
    // Spreadsheets put a byte order mark before UTF-8.
    let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    switch format ?? (text.first { !$0.isWhitespace } == "{" ? .json : .csv) {
    case .json: try self.init(json: text)
    case .csv: try self.init(csv: text)
    }
  }

  init() {}

  /// Tells a client that asked how much of the file was read.
  static func tellProgress(_ done: Int, of total: Int) {
    ProgressReport.current?.tell(
      ProgressNotice(
        done: done, of: total, unit: LocalizedText(en: "entries", ko: "개"),
        text: LocalizedText(en: "Reading the file", ko: "파일을 읽는 중이에요")))
  }
}

extension BarError {
  /// The sentence with its members, as a part of another one.
  func sentence(in language: Language) -> String {
    RefusalText.filled(reason.text.text(in: language), from: data, in: language)
  }
}
