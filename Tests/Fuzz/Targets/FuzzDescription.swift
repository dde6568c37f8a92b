@testable import IPCProtocol

/// A description is taken or refused with what is wrong; what is taken reads back as itself, and no value
/// makes its schemas trap.
func fuzzDescription(_ bytes: [UInt8]) {
  _ = DomainDescription(callsOf: bytes)
  guard let value = try? JSON.parse(bytes) else { return }
  do throws(DescriptionError) {
    var description = try DomainDescription(openRPC: value)
    description.leftOut = []
    let again: DomainDescription
    do throws(DescriptionError) {
      again = try DomainDescription(openRPC: description.openRPC)
    } catch {
      fatalError("what was written of a description is refused: \(error)")
    }
    precondition(again.methods.map(\.name) == description.methods.map(\.name), "other methods")
    let checker = SchemaChecker(schemas: description.schemas)
    for parameter in description.methods.flatMap(\.parameters) {
      for sample in [JSONValue.string("가 -1"), .integer(Int64.min), .array([.null])] {
        _ = try? checker.check(sample, against: parameter.schema)
      }
    }
  } catch {
    precondition(!error.reason.isEmpty, "a refusal without words")
  }
}
