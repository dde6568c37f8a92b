/// The files of the page, as they were when this program was built.
enum PageFiles {
  private static let files: [String: PageFile] = [
    "index.html": file("text/html", PackageResources.index_html),
    "page.css": PageFile(
      "text/css; charset=utf-8", tightened(shortened(PackageResources.page_css, without: []))),
    "page.js": script(PackageResources.page_js),
    "text.js": script(PackageResources.text_js),
    "draw.js": script(PackageResources.draw_js),
    "chart.js": script(PackageResources.chart_js),
    "form.js": script(PackageResources.form_js),
    "wall.js": script(PackageResources.wall_js),
    "wire.js": script(PackageResources.wire_js),
  ]

  private static func script(_ bytes: [UInt8]) -> PageFile { file("text/javascript", bytes) }

  private static func file(_ type: String, _ bytes: [UInt8]) -> PageFile {
    PageFile("\(type); charset=utf-8", closeSet(shortened(bytes)))
  }

  /// All of them together, as they are sent, in bytes.
  static var bytes: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

  /// Without indentation, lines that are comments, and ends of lines behind a sign that goes on or
  /// before one that closes: these are for who reads the sources.
  ///
  /// No text of the page has more than one line, so a line is all that has to be looked at.
  static func shortened(_ bytes: [UInt8], without comments: [[UInt8]] = comments) -> [UInt8] {
    var result: [UInt8] = []
    var mayJoin = false
    for line in bytes.split(separator: 0x0A) {
      let line = line.drop { $0 == 0x20 }
      let isComment = comments.contains { line.starts(with: $0) }
      guard let first = line.first, let last = line.last, !isComment else { continue }
      if mayJoin, closing.contains(first) { result.removeLast() }
      result += line
      // What follows a comment at the end of a line would belong to it.
      let hasComment = zip(line, line.dropFirst()).contains { $0 == (0x2F, 0x2F) }
      mayJoin = !hasComment && !goingOn.contains(last)
      if hasComment || mayJoin { result.append(0x0A) }
    }
    return result
  }

  /// A script without the spaces around signs that stand in no text of the page, and with the shorter
  /// of two words where only who reads the sources needs the longer.
  static func closeSet(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if beginnings.contains(byte), let found = code.first(where: { rest.starts(with: $0.long) }) {
        result += found.short
        rest = rest.dropFirst(found.long.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Code that is sent shorter.
  ///
  /// `+` and `-` keep their spaces: two of them would be another sign.
  static let code: [(long: [UInt8], short: [UInt8])] = {
    let signs = ["=>", "===", "!==", "&&", "||", "??", "=", "?", ":", "<", "<=", ">=", "*"]
    let pairs =
      signs.map { (" \($0) ", $0) } + [(") { ", "){"), (") {", "){"), ("const ", "let ")]
      + [("if (", "if("), ("for (", "for("), ("{ ", "{"), (" }", "}"), (";}", "}")]
    return pairs.map { (Array($0.0.utf8), Array($0.1.utf8)) }
  }()

  private static let beginnings = Set(code.compactMap(\.long.first))

  /// A sheet of styles without the spaces and ends of lines behind its signs, and before those that open or close.
  static func tightened(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if byte == 0x20 || byte == 0x0A, let last = result.last, behind.contains(last) { continue }
      if before.contains(byte) {
        while let last = result.last, last == 0x20 || last == 0x3B && byte == 0x7D {
          result.removeLast()
        }
      }
      result.append(byte)
    }
    return result
  }

  private static let behind = Set("{};,:>".utf8)
  private static let before = Set("{}>".utf8)

  private static let goingOn = Set("{,;([".utf8)
  private static let closing = Set("})]".utf8)

  /// How a comment of a script begins, or goes on; a sheet of styles has none.
  private static let comments = ["//", "/**", "* ", "*/"].map { Array($0.utf8) }

  static func answer(_ name: String) -> Answer {
    guard let file = files[name] else {
      return .refused(.nothing)
    }
    return Answer(200, file.type, .page(file))
  }
}
