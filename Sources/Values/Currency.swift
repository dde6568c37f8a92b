/// A currency, of which every amount is a whole number of its smallest unit.
package struct Currency: Hashable, Sendable {
  /// As ISO 4217 has it: three capital letters.
  package let code: String

  package static let won = Currency(known: "KRW")

  private init(known code: String) { self.code = code }

  /// - Returns: Nil where that is no code; small letters are taken for capitals.
  package init?(_ text: String) {
    let code = text.uppercased()
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    self.code = code
  }

  // Source: ISO 4217, minor units; all others have two digits.
  private static let withoutDigits: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]
  private static let withThreeDigits: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]
  // Source: ISO 4217, list one of 2026: money that people pay with.
  private static let inUse = Set(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ
    GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
    LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR
    PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
    SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF
    XPF YER ZAR ZMW ZWG
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// Whether people pay with it: another code may be a slip of a finger.
  package var isInUse: Bool { Self.inUse.contains(code) }

  private static let signs = ["KRW": "₩", "USD": "$", "EUR": "€", "JPY": "¥", "GBP": "£"]
  private static let words = [
    "KRW": "원", "USD": "달러", "EUR": "유로", "JPY": "엔", "GBP": "파운드",
  ]

  /// Digits behind the point.
  package var digits: Int {
    Self.withoutDigits.contains(code) ? 0 : Self.withThreeDigits.contains(code) ? 3 : 2
  }

  /// An amount to read: `₩4,500` and `4,500원`, `$4.50` and `4.50달러`.
  package func text(_ amount: Int64) -> LocalizedText {
    let number = number(amount.magnitude)
    let minus = amount < 0 ? "-" : ""
    return LocalizedText(
      en: Self.signs[code].map { minus + $0 + number } ?? "\(minus)\(number) \(code)",
      ko: minus + number + (Self.words[code] ?? " \(code)"))
  }

  private func number(_ units: UInt64) -> String {
    let all = String(units)
    let padded = String(repeating: "0", count: max(0, digits + 1 - all.count)) + all
    let whole = padded.dropLast(digits)
    var grouped = ""
    for (place, digit) in whole.enumerated() {
      if place > 0, (whole.count - place) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return digits == 0 ? grouped : grouped + "." + padded.suffix(digits)
  }
}
