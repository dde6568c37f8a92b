/// The files of the page, as they were when this program was built.
enum PageFiles {
  private static let files: [String: PageFile] = [
    "index.html": PageFile("text/html; charset=utf-8", PackageResources.index_html),
    "page.css": PageFile("text/css; charset=utf-8", tightened(PackageResources.page_css)),
    "page.js": script(PackageResources.page_js),
    "text.js": script(PackageResources.text_js),
    "draw.js": script(PackageResources.draw_js),
    "chart.js": script(PackageResources.chart_js),
    "form.js": script(PackageResources.form_js),
    "wall.js": script(PackageResources.wall_js),
    "wire.js": script(PackageResources.wire_js),
  ]

  private static func script(_ bytes: [UInt8]) -> PageFile {
    PageFile("text/javascript; charset=utf-8", ShortNames.sent(ScriptText(bytes).pieces))
  }

  /// All of them together, as they are sent, in bytes.
  static var bytes: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

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

  static func answer(_ name: String) -> Answer {
    guard let file = files[name] else { return .refused(.nothingHere) }
    return Answer(200, file.type, .page(file))
  }
}
