internal import CQREncode

/// A text as a picture that a telephone's camera reads.
enum QRCode {
  /// Of light around it, in modules (ISO/IEC 18004).
  private static let quiet = 4

  /// A drawing of one path; nil for a text that is too long.
  static func svg(_ text: String) -> String? {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let modules = code.pointee.data else { return nil }
    var path = ""
    for y in 0..<width {
      for x in 0..<width where modules[y * width + x] & 1 == 1 {
        path += "M\(x + quiet) \(y + quiet)h1v1h-1z"
      }
    }
    let side = width + 2 * quiet
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\">"
      + "<path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/><path d=\"\(path)\"/></svg>"
  }
}
