extension String {
  /// The text as XML, and what is read like it, shows it unchanged between two tags.
  package var escapedForMarkup: String {
    guard utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return self }
    var escaped: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x26: escaped += Array("&amp;".utf8)
      case 0x3C: escaped += Array("&lt;".utf8)
      case 0x3E: escaped += Array("&gt;".utf8)
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
