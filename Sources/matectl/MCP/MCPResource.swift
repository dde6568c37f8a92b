internal import IPCProtocol
internal import Values

/// What a host can read without a tool: a view of a domain's screen, or what is known of one thing.
struct MCPResource {
  let domain: MCPDomain
  let method: MethodDescription
  let uri: String
  let title: LocalizedText
  var params = JSONObject()
  let rendering: Rendering?
  /// What tells that it has changed; nil for what nobody follows.
  var view: ScreenView?
}

/// Resources with one part of the URI open, which completes.
struct MCPTemplate {
  let domain: MCPDomain
  let method: MethodDescription
  let parameter: ParameterDescription

  /// What all of its URIs begin with.
  var head: String { "\(MCPResources.place(of: method, in: domain))/" }
  var uri: String { "\(head){\(parameter.name)}" }

  /// The resource of a URI; nil where it is none of these.
  func resource(_ uri: String) -> MCPResource? {
    guard uri.hasPrefix(head), let word = URIText.decoded(uri.dropFirst(head.count)),
      !word.isEmpty,
      let value = try? ArgumentBinder.value(word, of: parameter, method, in: domain.whole)
    else { return nil }
    return MCPResource(
      domain: domain, method: method, uri: uri, title: method.summary,
      params: [parameter.name: value], rendering: method.render)
  }
}

/// All resources: `mate://<domain>/<view>`, and behind that what the view is about.
struct MCPResources {
  let resources: [MCPResource]
  let templates: [MCPTemplate]

  /// What a URI has at most, in bytes.
  static let longestURI = 1024

  init(_ domains: [MCPDomain]) {
    resources = domains.flatMap(Self.views)
    templates = domains.flatMap(Self.templates)
  }

  func resource(_ uri: String) -> MCPResource? {
    guard uri.utf8.count <= Self.longestURI else { return nil }
    if let known = resources.first(where: { $0.uri == uri }) { return known }
    for template in templates {
      if let resource = template.resource(uri) { return resource }
    }
    return nil
  }

  static func place(of method: MethodDescription, in domain: MCPDomain) -> String {
    "mate://\(domain.name)/\(method.name.dropFirst(domain.name.count + 1))"
  }

  /// The tabs of the screen that are asked for, each once.
  private static func views(_ domain: MCPDomain) -> [MCPResource] {
    var seen: Set<String> = []
    return ScreenView.all(of: domain.whole).compactMap { view in
      guard !view.method.isStream else { return nil }
      var uri = place(of: view.method, in: domain)
      if !view.params.isEmpty {
        let words = view.params.members.map {
          "\(URIText.encoded($0.key))=\(URIText.encoded(WordValue.text($0.value)))"
        }
        uri += "?" + words.joined(separator: "&")
      }
      guard seen.insert(uri).inserted else { return nil }
      return MCPResource(
        domain: domain, method: view.method, uri: uri, title: view.title, params: view.params,
        rendering: view.rendering, view: view)
    }
  }

  /// Reads that need one thing, whose names the domain knows.
  private static func templates(_ domain: MCPDomain) -> [MCPTemplate] {
    domain.whole.methods.compactMap { method in
      let needed = method.parameters.filter { $0.isRequired && $0.source == nil }
      guard !method.access.changesState, !method.isStream, !method.reportsProgress,
        !method.isOfRuntime, method.command != nil, let parameter = needed.first, needed.count == 1,
        parameter.completion != nil
      else { return nil }
      return MCPTemplate(domain: domain, method: method, parameter: parameter)
    }
  }
}

extension MCPResource {
  func json(in language: Language) -> JSONValue {
    [
      "uri": .string(uri), "name": .string(method.name),
      "title": .string(title.text(in: language)),
      "description": .string(method.summary.text(in: language)), "mimeType": "application/json",
    ]
  }
}

extension MCPTemplate {
  func json(in language: Language) -> JSONValue {
    [
      "uriTemplate": .string(uri), "name": .string(method.name),
      "title": .string(method.summary.text(in: language)),
      "description": .string(parameter.summary.text(in: language)),
      "mimeType": "application/json",
    ]
  }
}

/// Texts as parts of a URI, RFC 3986, section 2.
enum URIText {
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }

  /// Nil for what no part of a path is: with a slash, half an escape, or no UTF-8.
  static func decoded(_ part: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte != UInt8(ascii: "/") else { return nil }
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = hexadecimal(rest.prefix(2)) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    digits.reduce(UInt8?.some(0)) { value, digit in
      guard let value, let number = Character(Unicode.Scalar(digit)).hexDigitValue else {
        return nil
      }
      return value << 4 | UInt8(number)
    }
  }
}
