import IPCProtocol
import Storage
import Testing

@testable import DaemonRuntime

@Suite("What a key was sent for")
struct FingerprintTests {
  /// Source: the test vectors of draft-eastlake-fnv, section 8.3, 128 bits, and its offset basis.
  @Test(
    "FNV-1a of 128 bits is what its authors say",
    arguments: [
      ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
      ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ])
  func vectors(text: String, expected: String) {
    var hash = FNV1a128()
    hash.mix(Array(text.utf8))
    let digits = hash.bytes.reversed().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == expected)
  }

  private func fingerprint(_ params: String, method: String = "m") throws -> [UInt8] {
    let document = JSONDocument()
    return try Array(params.utf8).withUnsafeBytes { bytes in
      try document.parse(bytes)
      return KeyedRequest.fingerprint(method: method, params: document.root)
    }
  }

  @Test("requests that mean the same are the same, and others are not")
  func meaning() throws {
    let one = try fingerprint(#"{"b": [1, {"d": 2, "c": 3.0}], "a": "한", "_meta": {"x": 1}}"#)
    for same in [
      #"{"a":"한","b":[1,{"c":3,"d":2}]}"#,
      #"{"a":"\ud55c","_meta":{"x":2},"b":[1.0,{"d":2,"c":3}]}"#,
      #"{"a":"x","b":[1,{"c":3,"d":2}],"a":"한"}"#,
    ] { #expect(try fingerprint(same) == one, "\(same)") }
    for other in [
      #"{"a":"한","b":[{"c":3,"d":2},1]}"#, #"{"a":"한","b":[1,{"c":3,"d":"2"}]}"#,
      #"{"a":"한","b":[1,{"c":3}]}"#, #"{"a":"한","b":[1,{"c":3,"d":2,"_meta":1}]}"#, "{}",
    ] { #expect(try fingerprint(other) != one, "\(other)") }
    #expect(try fingerprint("{}") != fingerprint("{}", method: "n"))
  }
}
