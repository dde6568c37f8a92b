internal import IPCProtocol
internal import IPCTransport
internal import Values

/// One screen of a domain, under the name that it has in addresses.
struct ShownScreen: Sendable {
  let domain: DomainDescription
  let name: String
  let view: ScreenView
}

/// All screens of all domains that are described on this machine.
struct ScreenShelf: Sendable {
  /// By name.
  let domains: [DomainDescription]
  private let screens: [String: [ShownScreen]]

  init(_ catalog: DescriptionCatalog = DescriptionCatalog()) {
    self.init(catalog.descriptions)
  }

  init(_ descriptions: [DomainDescription]) {
    domains = descriptions
    var screens: [String: [ShownScreen]] = [:]
    for domain in descriptions {
      var names: Set<String> = [ScreenPatterns.customerPage]
      screens[domain.domain] = ScreenView.all(of: domain).map { view in
        let word = Self.word(view.title.en)
        var name = word
        var count = 1
        while !names.insert(name).inserted {
          count += 1
          name = "\(word)-\(count)"
        }
        return ShownScreen(domain: domain, name: name, view: view)
      }
    }
    self.screens = screens
  }

  func domain(_ name: String) -> DomainDescription? { domains.first { $0.domain == name } }

  func screens(of domain: String) -> [ShownScreen] { screens[domain] ?? [] }

  func screen(_ domain: String, _ name: String) -> ShownScreen? {
    screens(of: domain).first { $0.name == name }
  }

  /// The first domain that has a page for a customer.
  func publicDomain(where isShown: (String) -> Bool) -> DomainDescription? {
    domains.first { $0.publicPage != nil && isShown($0.domain) }
  }

  /// A title as it can stand in an address: small letters, digits and hyphens.
  static func word(_ title: String) -> String {
    let parts = title.lowercased().utf8.split { byte in
      !(0x61...0x7A).contains(byte) && !(0x30...0x39).contains(byte)
    }
    let word = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    return word.isEmpty ? "screen" : word
  }
}

extension ScreenPatterns {
  func shows(_ screen: ShownScreen) -> Bool { shows(screen.domain.domain, screen.name) }

  /// Whether the page for a customer of a domain may be seen.
  func showsCustomerPage(of domain: String) -> Bool { shows(domain, Self.customerPage) }
}
