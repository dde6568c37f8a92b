/// Where a question is asked: the URLs of the two portals.
///
/// A URL holds the key, so it is made for one request and kept nowhere.
struct PortalAddress: Sendable {
  let subwayBase: String
  let busBase: String

  static let official = PortalAddress(
    subwayBase: "http://swopenapi.seoul.go.kr/api/subway", busBase: "http://ws.bus.go.kr/api/rest")

  /// Rows 0 to 60: 서울 has 24, and asking for 20 cuts off whole lines.
  static let subwayRows = 60
  /// What the key `sample` may ask for.
  static let sampleRows = 5

  func arrivals(station: String, key: String) -> String {
    let last = key == "sample" ? Self.sampleRows : Self.subwayRows
    return "\(subwayBase)/\(Self.encoded(key))/json/realtimeStationArrival/0/\(last)"
      + "/\(Self.encoded(station))"
  }

  func positions(line: String, key: String) -> String {
    let last = key == "sample" ? Self.sampleRows : 1000
    return
      "\(subwayBase)/\(Self.encoded(key))/json/realtimePosition/0/\(last)/\(Self.encoded(line))"
  }

  /// All routes with their arrivals at a stop, by the number on its sign.
  func arrivals(stopNumber: String, key: String) -> String {
    bus("stationinfo/getStationByUid", "arsId", stopNumber, key)
  }

  func routes(named name: String, key: String) -> String {
    bus("busRouteInfo/getBusRouteList", "strSrch", name, key)
  }

  private func bus(_ method: String, _ name: String, _ value: String, _ key: String) -> String {
    "\(busBase)/\(method)?serviceKey=\(Self.encoded(Self.decoded(key)))"
      + "&\(name)=\(Self.encoded(value))&resultType=json"
  }

  /// Percent-encoding of all but the unreserved characters of RFC 3986.
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  /// data.go.kr hands a key out encoded and decoded; an encoded one is decoded, once.
  static func decoded(_ key: String) -> String {
    guard key.contains("%") else { return key }
    var bytes: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      let hex = String(decoding: digits, as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, hex.allSatisfy(\.isHexDigit),
        let value = UInt8(hex, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
