package struct JSONSyntaxError: Error { package let offset: Int; package let reason: String }
package final class JSONDocument {
  package init() {}
  package func parse(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64) throws(JSONSyntaxError) {}
  package var root: JSONCursor { fatalError() }
}
package struct JSONCursor {
  package enum Kind { case null, boolean, integer, unsigned, double, string, array, object }
  package var kind: Kind { fatalError() }
  package var raw: UnsafeRawBufferPointer { fatalError() }
  package var count: Int { 0 }
  package var string: String? { nil }
  package func equals(_ text: StaticString) -> Bool { false }
  package var int64: Int64? { nil }
  package var uint64: UInt64? { nil }
  package var double: Double? { nil }
  package var bool: Bool? { nil }
  package func member(_ name: StaticString) -> JSONCursor? { nil }
  package func forEachMember(_ body: (_ key: JSONCursor, _ value: JSONCursor) throws -> Void) rethrows {}
  package func forEachElement(_ body: (JSONCursor) throws -> Void) rethrows {}
  package func value() -> JSONValue { .null }
  package func decode<T: Decodable>(_ type: T.Type) throws(JSONDecodingFailure) -> T { fatalError() }
}
package struct JSONDecodingFailure: Error { package let path: String, expected: String, got: String }
package struct JSONEncodingFailure: Error {}
package struct JSONWriter {
  package var bytes: [UInt8] = []
  package init() {}
  package mutating func integer(_ v: Int64) {}
  package mutating func unsigned(_ v: UInt64) {}
  package mutating func string(_ v: String) {}
  package mutating func value(_ v: JSONValue) {}
  package mutating func encode(_ v: some Encodable) throws(JSONEncodingFailure) {}
}
package enum JSON {
  package static func parse(_ b: [UInt8]) throws(JSONSyntaxError) -> JSONValue { .null }
  package static func text(_ v: JSONValue, pretty: Bool = false) -> String { "" }
  package static func canonical(_ c: JSONCursor, leavingOut: String?) -> [UInt8] { [] }
}
extension JSONValue: Codable {
  package init(from d: any Decoder) throws { self = .null }
  package func encode(to e: any Encoder) throws {}
}
package enum FrameScanner {
  package enum Result { case frame(Range<Int>), incomplete(Int), zeroLength, tooLarge(Int) }
  package static func next(in b: UnsafeRawBufferPointer, from: Int, maximumPayload: Int) -> Result { .zeroLength }
}
package struct SchemaViolation: Error { package var path, expected, got: String
 package init(path: String, expected: String, got: String) { self.path = path; self.expected = expected; self.got = got } }
package struct SchemaChecker: Sendable { package init(schemas: [NamedSchema]) {}
  package func check(_ cursor: JSONCursor, against: JSONSchema) throws(SchemaViolation) {} }
extension MethodDescription { package var parametersSchema: JSONSchema { .any } }
extension DomainDescription { package var openRPC: JSONValue { .null } }
package func nearestNames(to: String, among: [String]) -> [String] { [] }
