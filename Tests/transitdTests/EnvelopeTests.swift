import Testing

@testable import transitd

@Suite("Envelopes")
struct EnvelopeTests {
  private func subway(_ text: String) throws(UpstreamFault) -> UpstreamAnswer {
    try SubwayEnvelope.answer(Array(text.utf8))
  }

  private func bus(_ text: String) throws(UpstreamFault) -> UpstreamAnswer {
    try BusEnvelope.answer(Array(text.utf8))
  }

  @Test(
    "every code of the subway portal is told apart",
    arguments: [
      ("INFO-100", .key(.unregistered)), ("ERROR-300", .badRequest(code: "ERROR-300")),
      ("ERROR-331", .badRequest(code: "ERROR-331")), ("ERROR-335", .key(.sampleOnly)),
      ("ERROR-336", .badRequest(code: "ERROR-336")), ("ERROR-337", .quotaExhausted),
      ("ERROR-338", .key(.noRealtimeRight)), ("ERROR-340", .key(.noBulkRight)),
      ("ERROR-500", .serverFault(code: "ERROR-500")),
      ("ERROR-601", .serverFault(code: "ERROR-601")),
    ] as [(String, UpstreamFault)])
  func subwayCodes(code: String, fault: UpstreamFault) {
    let flat = #"{"status":500,"code":"\#(code)","message":"x","total":0}"#
    let nested = #"{"errorMessage":{"status":500,"code":"\#(code)"},"realtimeArrivalList":[]}"#
    let xml =
      "<realtimeStationArrival><RESULT><code>\(code)</code></RESULT></realtimeStationArrival>"
    for text in [flat, nested, xml] {
      #expect(throws: fault) { try subway(text) }
    }
  }

  @Test(
    "no data is no error, in any of its forms",
    arguments: [
      #"{"status":500,"code":"INFO-200","message":"해당하는 데이터가 없습니다.","total":0}"#,
      #"{"errorMessage":{"status":200,"code":"INFO-000","total":0}}"#,
      #"{"errorMessage":{"status":200,"code":"INFO-000","total":0},"realtimeArrivalList":null}"#,
      "<a><RESULT><code>INFO-200</code></RESULT></a>",
    ])
  func noData(text: String) throws {
    #expect(try subway(text).emptiness == .noData)
  }

  @Test("one row, several, and none are all lists, in JSON and in XML")
  func lists() throws {
    let head = #""msgHeader":{"headerCd":"0","headerMsg":"ok","itemCount":0}"#
    #expect(try bus("{\(head),\"msgBody\":{\"itemList\":null}}").rows.isEmpty)
    #expect(try bus("{\(head),\"msgBody\":{\"itemList\":{\"rtNm\":\"1\"}}}").rows.count == 1)
    #expect(
      try bus("{\(head),\"msgBody\":{\"itemList\":[{\"rtNm\":\"1\"},{\"rtNm\":\"2\"}]}}").rows
        .map { $0.field("rtNm") } == ["1", "2"])
    let xml = "<ServiceResult><msgHeader><headerCd>0</headerCd></msgHeader><msgBody>"
    let item = "<itemList><rtNm>1</rtNm></itemList>"
    let end = "</msgBody></ServiceResult>"
    #expect(try bus(xml + end).rows.isEmpty)
    #expect(try bus(xml + item + item + end).rows.count == 2)
  }

  @Test(
    "a number of the bus portal means what its sentence says",
    arguments: [
      ("3", "", .noSuchStop), ("4", "", .noSuchRoute), ("4", "결과가 없습니다.", .noData),
      ("7", "", .noData), ("8", "운행이 종료되었습니다.", .serviceEnded),
    ] as [(String, String, Snapshot.Emptiness)])
  func busCodes(code: String, message: String, emptiness: Snapshot.Emptiness) throws {
    let text = #"{"msgHeader":{"headerCd":"\#(code)","headerMsg":"\#(message)"},"msgBody":{}}"#
    #expect(try bus(text).emptiness == emptiness)
  }

  @Test(
    "a key that failed comes as headerCd 7 with the gateway's number in it",
    arguments: [
      ("20", .key(.denied)), ("22", .quotaExhausted), ("29", .key(.blocked)),
      ("30", .key(.unregistered)), ("31", .key(.expired)),
    ] as [(String, UpstreamFault)])
  func busKeys(number: String, fault: UpstreamFault) {
    let message = "Key인증실패: X Y.[인증모듈 에러코드(\(number))]"
    #expect(throws: fault) {
      try bus(#"{"msgHeader":{"headerCd":"7","headerMsg":"\#(message)"},"msgBody":null}"#)
    }
  }

  @Test(
    "the gateway answers in XML, with a number or only with words",
    arguments: [
      ("<returnReasonCode>22</returnReasonCode>", .quotaExhausted),
      ("<returnReasonCode>23</returnReasonCode>", .tooFast),
      ("<returnReasonCode>31</returnReasonCode>", .key(.expired)),
      ("<returnReasonCode>04</returnReasonCode>", .serverFault(code: "gateway 04")),
      ("<returnReasonCode>99</returnReasonCode>", .badRequest(code: "gateway 99")),
      ("<returnAuthMsg>SERVICE KEY IS NOT REGISTERED ERROR</returnAuthMsg>", .key(.unregistered)),
      ("<returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg>", .key(.unregistered)),
      ("<errMsg>SERVICE ERROR</errMsg>", .badRequest(code: "gateway")),
    ] as [(String, UpstreamFault)])
  func gateway(part: String, fault: UpstreamFault) {
    let text =
      "<OpenAPI_ServiceResponse><cmmMsgHeader>\(part)</cmmMsgHeader></OpenAPI_ServiceResponse>"
    #expect(throws: fault) { try bus(text) }
    #expect(throws: fault) { try subway(text) }
  }

  // MARK: Bodies that are none

  private static let json =
    #"{"errorMessage":{"status":200,"code":"INFO-000","total":1},"#
    + #""realtimeArrivalList":[{"subwayId":"1001","arvlMsg2":"서울 도착"}]}"#
  private static let xml =
    "<?xml version=\"1.0\"?><a><RESULT><code>INFO-000</code></RESULT><row><subwayId>1001</subwayId>"
    + "<arvlMsg2>서울 도착</arvlMsg2></row></a>"

  @Test("a body cut at any byte is told as cut off", arguments: [json, xml])
  func cut(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try SubwayEnvelope.answer(bytes).rows.count == 1)
    for count in 0..<bytes.count {
      #expect(throws: UpstreamFault.truncated, "cut at \(count)") {
        try SubwayEnvelope.answer(Array(bytes[..<count]))
      }
    }
  }

  @Test(
    "a page for people is told as that",
    arguments: [
      "<html><body>점검 중</body></html>", "  <!DOCTYPE html>\n<html>", "<HTML>", "\u{FEFF}<html>",
    ])
  func html(text: String) {
    #expect(throws: UpstreamFault.html) { try subway(text) }
    #expect(throws: UpstreamFault.html) { try bus(text) }
  }

  @Test(
    "what is neither JSON nor XML, or of another shape, is malformed",
    arguments: [
      "Service Unavailable", "{\"a\":}", "{}", "[1]", "<a><b></a></b>", "{\"code\":null}",
    ])
  func malformed(text: String) throws {
    for answer in [subway, bus] {
      do {
        _ = try answer(text)
        Issue.record("taken: \(text)")
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error) for \(text)")
          return
        }
      }
    }
  }

  @Test("XML that would grow without end, or read files, does neither")
  func hostileXML() throws {
    let bomb =
      "<!DOCTYPE a [<!ENTITY x \"xxxxxxxxxx\"><!ENTITY y \"&x;&x;&x;&x;&x;&x;&x;&x;\">]>"
      + "<a><RESULT><code>INFO-000</code></RESULT><row><subwayId>&y;</subwayId></row></a>"
    #expect(try subway(bomb).rows.first?.field("subwayId") == nil)
    let file =
      "<!DOCTYPE a [<!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
      + "<a><RESULT><code>INFO-000</code></RESULT><row><subwayId>&f;</subwayId></row></a>"
    #expect(try subway(file).rows.first?.field("subwayId") == nil)
    let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    #expect(throws: UpstreamFault.self) { try subway(deep) }
  }
}

@Suite("Recorded errors", .enabled(if: RecordedData.isThere, RecordedData.absence))
struct RecordedErrorTests {
  @Test(
    "each recorded error is told apart",
    arguments: [
      ("subway-ERROR-336.json", .badRequest(code: "ERROR-336")),
      ("subway-ERROR-337.json", .quotaExhausted), ("subway-ERROR-338.json", .key(.noRealtimeRight)),
      ("subway-ERROR-340.json", .key(.noBulkRight)), ("subway-INFO-100.json", .key(.unregistered)),
      ("bus-headerCd-7-key.xml", .key(.unregistered)),
      ("bus-headerCd-7-quota.json", .quotaExhausted),
      ("gateway-22.xml", .quotaExhausted), ("gateway-30.xml", .key(.unregistered)),
    ] as [(String, UpstreamFault)])
  func faults(name: String, fault: UpstreamFault) throws {
    let bytes = try RecordedData.bytes("seoul/errors/\(name)")
    #expect(throws: fault) {
      name.hasPrefix("subway") ? try SubwayEnvelope.answer(bytes) : try BusEnvelope.answer(bytes)
    }
  }

  @Test("no data is no error")
  func none() throws {
    let subway = try RecordedData.bytes("seoul/errors/subway-INFO-200.json")
    #expect(try SubwayEnvelope.answer(subway).emptiness == .noData)
    let bus = try RecordedData.bytes("seoul/errors/bus-headerCd-4-none.json")
    #expect(try BusEnvelope.answer(bus).emptiness == .noData)
  }
}

@Suite("PortalAddress")
struct PortalAddressTests {
  private let address = PortalAddress(subwayBase: "http://h/s", busBase: "http://h/b")

  @Test("a station is percent-encoded, and sixty rows are asked for")
  func arrivals() {
    #expect(
      address.arrivals(station: "서울", key: "k1")
        == "http://h/s/k1/json/realtimeStationArrival/0/60/%EC%84%9C%EC%9A%B8")
    #expect(
      address.arrivals(station: "신촌(경의중앙선)", key: "k/1").hasPrefix("http://h/s/k%2F1/json/"))
    #expect(address.arrivals(station: "a/b?c", key: "k").hasSuffix("/a%2Fb%3Fc"))
  }

  @Test("the sample key asks for the five rows that it may see")
  func sample() {
    #expect(address.arrivals(station: "서울", key: "sample").contains("/0/5/"))
  }

  @Test(
    "a bus key is encoded once, whichever form it was handed out in",
    arguments: ["a+b/c==", "a%2Bb%2Fc%3D%3D"])
  func busKey(key: String) {
    #expect(
      address.arrivals(stopNumber: "13195", key: key)
        == "http://h/b/stationinfo/getStationByUid?serviceKey=a%2Bb%2Fc%3D%3D&arsId=13195"
        + "&resultType=json")
  }

  @Test("only what is percent-encoding is decoded, and once")
  func decoding() {
    #expect(PortalAddress.decoded("100%") == "100%")
    #expect(PortalAddress.decoded("%252B") == "%2B")
    #expect(PortalAddress.decoded("%zz%4") == "%zz%4")
  }
}
