internal import IPCProtocol
internal import IPCTransport
internal import Values

/// One screen of a domain, under the name that it has in addresses.
struct ShownScreen: Sendable {
  let domain: DomainDescription
  let name: String
  let view: ScreenView
}

/// All screens of all domains that are described on this machine, and of each that there are several of.
struct ScreenShelf: Sendable {
  /// By name; behind each the several of it.
  let domains: [DomainDescription]
  /// By label, as `bank@gangnam`.
  private let screens: [String: [ShownScreen]]
  private let descriptions: [DomainDescription]

  init(_ catalog: DescriptionCatalog = DescriptionCatalog()) {
    self.init(catalog.descriptions)
  }

  init(_ descriptions: [DomainDescription]) {
    self.init(descriptions, Self.whole(descriptions))
  }

  private init(_ descriptions: [DomainDescription], _ domains: [DomainDescription]) {
    self.descriptions = descriptions
    self.domains = domains
    var screens: [String: [ShownScreen]] = [:]
    for domain in domains {
      // A name that the domain gives is nobody else's, wherever the screen stands.
      var names = Set([ScreenPatterns.customerPage] + domain.screens.compactMap(\.name))
      screens[domain.label] = ScreenView.all(of: domain).map { view in
        let name = view.screen?.name ?? Self.name(view.title.en, besides: &names)
        return ShownScreen(domain: domain, name: name, view: view)
      }
    }
    self.screens = screens
  }

  private static func whole(_ descriptions: [DomainDescription]) -> [DomainDescription] {
    descriptions.flatMap { domain in
      [domain] + Instances.names(of: domain).map { domain.at($0) }
    }
  }

  /// With those of several that were made, and without those that are gone, since this was read.
  func current() -> ScreenShelf {
    let now = Self.whole(descriptions)
    return now.map(\.label) == domains.map(\.label) ? self : ScreenShelf(descriptions, now)
  }

  func domain(_ label: String) -> DomainDescription? { domains.first { $0.label == label } }

  func screens(of label: String) -> [ShownScreen] { screens[label] ?? [] }

  func screen(_ domain: String, _ name: String) -> ShownScreen? {
    screens(of: domain).first { $0.name == name }
  }

  /// The first domain that has a page for a customer.
  func publicDomain(where isShown: (String) -> Bool) -> DomainDescription? {
    domains.first { $0.publicPage != nil && isShown($0.label) }
  }

  /// The word of a title, with a number where somebody has it already.
  private static func name(_ title: String, besides names: inout Set<String>) -> String {
    let word = word(title)
    var name = word
    var count = 1
    while !names.insert(name).inserted {
      count += 1
      name = "\(word)-\(count)"
    }
    return name
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
  func shows(_ screen: ShownScreen) -> Bool { shows(screen.domain.label, screen.name) }

  /// Whether the page for a customer of a domain may be seen.
  func showsCustomerPage(of domain: String) -> Bool { shows(domain, Self.customerPage) }
}
