/// The version of matectl, and its day: what `--version` and the manuals show.
enum Release {
  static let version = "0.1.0"
  static let date = "2026-11-22"
}
