internal import Foundation

/// A message as a client in another language would see it: Foundation's JSON, no code of ours.
package struct WireMessage: CustomStringConvertible {
  package let bytes: [UInt8]
  /// What JSONSerialization made of the bytes.
  package let root: Any

  init(_ bytes: [UInt8]) throws(HarnessFailure) {
    self.bytes = bytes
    do {
      root = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      throw HarnessFailure("not JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  init(root: Any) {
    self.root = root
    bytes = []
  }

  package var description: String {
    bytes.isEmpty ? "\(root)" : String(decoding: bytes, as: UTF8.self)
  }

  /// The elements of an array, else none.
  package var elements: [WireMessage] {
    (root as? [Any] ?? []).map { WireMessage(root: $0) }
  }

  /// A member by its path, as `error/data/name`; nil where there is none.
  package subscript(path: String) -> Any? {
    var value: Any? = root
    for part in path.split(separator: "/") {
      if let object = value as? [String: Any] {
        value = object[String(part)]
      } else if let array = value as? [Any], let index = Int(part), array.indices.contains(index) {
        value = array[index]
      } else {
        return nil
      }
    }
    return value
  }

  package func string(_ path: String) -> String? { self[path] as? String }
  package func integer(_ path: String) -> Int? { (self[path] as? NSNumber)?.intValue }
  package func double(_ path: String) -> Double? { (self[path] as? NSNumber)?.doubleValue }
  package func bool(_ path: String) -> Bool? { self[path] as? Bool }
  package func count(_ path: String) -> Int? { (self[path] as? [Any])?.count }
  package func isNull(_ path: String) -> Bool { self[path] is NSNull }

  /// The member as text with sorted names, to compare two values.
  package func canonical(_ path: String) -> String? {
    guard let value = self[path] else { return nil }
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    // A value that was just read can be written.
    return (try? JSONSerialization.data(withJSONObject: value, options: options))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  package var error: String? { string("error/data/name") }
  package var code: Int? { integer("error/code") }
  package var id: Int? { integer("id") }
}
