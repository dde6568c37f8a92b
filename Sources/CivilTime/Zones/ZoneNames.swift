internal import LinuxSystem
package import Values

/// The names of the database, for those who mistype one.
extension TimeZoneDatabase {
  /// What an unknown name may have meant, or how names look, behind a sentence that there is none.
  package func hint(for name: String) -> LocalizedText {
    guard let nearest = nearest(to: name) else {
      return LocalizedText(en: "names are as Asia/Seoul", ko: "이름은 Asia/Seoul처럼 씁니다")
    }
    return LocalizedText(en: "do you mean \(nearest)?", ko: "비슷한 이름: \(nearest)")
  }

  /// The zone of such letters in any case, of such a city, or one mistyped: `europe/berlin`, `Seoul`.
  func nearest(to name: String) -> String? {
    let names = namesOfPlaces
    let wanted = name.lowercased().map { $0 == " " ? "_" : $0 }
    let city = names.first { name in
      let name = name.lowercased()
      return name.elementsEqual(wanted) || name.hasSuffix("/" + wanted)
    }
    return city ?? nearestNames(to: name, among: names).first
  }

  /// The third column of `zone.tab`, which has a line for every place; empty where it is missing.
  private var namesOfPlaces: [String] {
    guard let bytes = SmallFile.read("\(folder)/zone.tab") else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let columns = line.split(separator: UInt8(ascii: "\t"))
      guard columns.count > 2, line.first != UInt8(ascii: "#") else { return nil }
      return String(decoding: columns[2], as: UTF8.self)
    }
  }
}
