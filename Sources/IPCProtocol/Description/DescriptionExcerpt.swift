/// The part of a description that one command takes.
///
/// A whole description is read in milliseconds, which is longer than the rest of a command; of an
/// excerpt only what is kept is made into values.
extension DomainDescription {
  /// Reads the wanted methods, without their results, errors and completions.
  ///
  /// - Parameters:
  ///   - bytes: The OpenRPC document.
  ///   - isWanted: Asked with a method's name and the words of its command, if it has one.
  package init?(
    excerptOf bytes: [UInt8], where isWanted: (_ method: String, _ path: [String]) -> Bool
  ) {
    let excerpt = bytes.withUnsafeBytes { bytes -> JSONValue? in
      let document = JSONDocument()
      guard (try? document.parse(bytes)) != nil else { return nil }  // the whole reading tells
      return withExtendedLifetime(document) { Self.excerpt(document.root, isWanted) }
    }
    guard let excerpt else { return nil }
    do { try self.init(openRPC: excerpt) } catch { return nil }  // the whole reading tells
  }

  private static func excerpt(
    _ document: JSONCursor, _ isWanted: (String, [String]) -> Bool
  ) -> JSONValue? {
    var methods: [JSONValue] = []
    var needsSchemas = false
    document.member("methods")?.forEachElement { method in
      guard let name = method.member("name")?.string else { return }
      var path: [String] = []
      method.member("x-mate-command")?.member("path")?.forEachElement { word in
        if let word = word.string { path.append(word) }
      }
      guard isWanted(name, path) else { return }
      if let params = method.member("params") { needsSchemas = needsSchemas || refers(params) }
      methods.append(kept(of: method))
    }
    guard !methods.isEmpty else { return nil }
    var excerpt: JSONObject = ["methods": .array(methods)]
    for name in ["openrpc", "info", "x-mate"] { excerpt[name] = document.member(name)?.value() }
    if needsSchemas, let schemas = document.member("components")?.member("schemas") {
      excerpt["components"] = .object(["schemas": schemas.value()])
    }
    return .object(excerpt)
  }

  /// Whether a `$ref` is anywhere inside.
  private static func refers(_ value: JSONCursor) -> Bool {
    var found = false
    value.forEachMember { key, value in found = found || key.equals("$ref") || refers(value) }
    value.forEachElement { found = found || refers($0) }
    return found
  }

  private static func kept(of method: JSONCursor) -> JSONValue {
    var kept = JSONObject()
    method.forEachMember { key, value in
      guard !key.equals("result"), !key.equals("errors"), let name = key.string else { return }
      kept[name] = key.equals("params") ? .array(withoutCompletions(value)) : value.value()
    }
    return .object(kept)
  }

  private static func withoutCompletions(_ params: JSONCursor) -> [JSONValue] {
    var kept: [JSONValue] = []
    params.forEachElement { parameter in
      guard case .object(var object) = parameter.value() else { return }
      object["x-mate-complete"] = nil
      kept.append(.object(object))
    }
    return kept
  }
}
