internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What clients have subscribed to: each view is followed as its screen follows it, over one connection
/// for each domain.
final class MCPFollowing {
  /// Who is told: a `subscriptions/listen` by its id; nil for all that was subscribed to one by one.
  typealias Owner = JSONValue?

  private final class Place {
    let view: ScreenView
    let uri: String
    var owners: [Owner] = []
    /// What it was last, where it comes whole.
    var known: String?
    var hasChanged = false
    var lastTold: Int64?
    /// When it is asked for again; nil while it is followed or an answer is on its way.
    var askedAgain: Int64?

    init(_ view: ScreenView, _ uri: String) { (self.view, self.uri) = (view, uri) }
  }

  private final class Followed {
    let link: DomainLink
    var places: [Place] = []
    var wasConnected = false

    init(_ link: DomainLink) { self.link = link }
  }

  private let session: Session
  private let tell: (_ uri: String, Owner) -> Void
  private var domains: [String: Followed] = [:]

  /// Between two updates of one resource, in milliseconds.
  private static let pause: Int64 = 1000
  /// Between two questions where nothing tells of changes, in milliseconds, as on the screen.
  private static let calm: Int64 = 5000
  /// Subscriptions at most.
  private static let most = 256

  init(_ session: Session, tell: @escaping (_ uri: String, Owner) -> Void) {
    self.session = session
    self.tell = tell
  }

  // MARK: Subscriptions

  /// Whether it is followed from now on.
  func follow(_ resource: MCPResource, for owner: Owner) -> Bool {
    guard let view = resource.view, count < Self.most else { return false }
    let name = resource.domain.name
    let followed: Followed
    if let known = domains[name] {
      followed = known
    } else {
      // Why there is no way to a daemon its calls tell.
      guard let link = try? DomainLink(session: session, domain: resource.domain.whole) else {
        return false
      }
      followed = Followed(link)
      domains[name] = followed
    }
    if let place = followed.places.first(where: { $0.uri == resource.uri }) {
      let wasIdle = place.owners.isEmpty
      if !place.owners.contains(owner) { place.owners.append(owner) }
      if wasIdle, followed.link.nextTry == nil { ask(place, of: followed) }
      return true
    }
    let place = Place(view, resource.uri)
    place.owners = [owner]
    followed.places.append(place)
    if followed.link.nextTry == nil { ask(place, of: followed) }
    return true
  }

  /// Ends what somebody follows; one resource or all of it.
  func end(_ owner: Owner, _ uri: String? = nil) {
    for (name, followed) in domains {
      for place in followed.places where uri == nil || place.uri == uri {
        place.owners.removeAll { $0 == owner }
      }
      followed.link.cancel { purpose in
        guard case .follow(let place) = purpose else { return false }
        return followed.places[place].owners.isEmpty
      }
      if followed.places.allSatisfy(\.owners.isEmpty) { domains[name] = nil }
    }
  }

  private var count: Int {
    domains.values.reduce(0) { $0 + $1.places.reduce(0) { $0 + $1.owners.count } }
  }

  // MARK: Time

  var descriptors: [pollfd] {
    domains.values.compactMap { followed in
      followed.link.descriptor.map {
        let room = followed.link.wantsRoom ? Int16(POLLOUT) : 0
        return pollfd(fd: $0, events: Int16(POLLIN) | room, revents: 0)
      }
    }
  }

  /// When something is to be done, in milliseconds of CLOCK_MONOTONIC.
  var nextMoment: Int64? {
    domains.values.flatMap { followed -> [Int64] in
      if let next = followed.link.nextTry { return [next] }
      return followed.places.filter { !$0.owners.isEmpty }.flatMap { place in
        let due = place.hasChanged ? (place.lastTold ?? 0) + Self.pause : nil
        return [due, place.askedAgain].compactMap { $0 }
      }
    }.min()
  }

  /// Does what it is time for, and takes what has come.
  func pass() {
    for followed in domains.values {
      take(followed.link.connect(), of: followed)
      followed.link.flush()
      take(followed.link.receive(), of: followed)
      let now = MonotonicTime.milliseconds
      for place in followed.places where !place.owners.isEmpty {
        if let next = place.askedAgain, next <= now, followed.link.nextTry == nil {
          ask(place, of: followed)
        }
        guard place.hasChanged, now >= (place.lastTold ?? 0) + Self.pause else { continue }
        (place.hasChanged, place.lastTold) = (false, now)
        for owner in place.owners { tell(place.uri, owner) }
      }
    }
  }

  private func ask(_ place: Place, of followed: Followed) {
    guard let number = followed.places.firstIndex(where: { $0 === place }) else { return }
    place.askedAgain = nil
    let view = place.view
    let stream: MethodDescription? =
      switch view.follow {
      case .nothing: nil
      case .whole(let method), .hint(let method): method
      }
    let method = stream ?? view.method
    let params = method.name == view.method.name ? view.params : [:]
    var request = CallRequest(method: method.name, params: session.filled(params, for: method))
    request.onlyReads = true
    followed.link.ask(request, for: stream == nil ? .view(number) : .follow(number))
  }

  private func take(_ news: [DomainLink.News], of followed: Followed) {
    for one in news {
      switch one {
      case .connected:
        for place in followed.places where !place.owners.isEmpty {
          // Whatever came in between nobody has told.
          if followed.wasConnected, case .hint = place.view.follow { place.hasChanged = true }
          ask(place, of: followed)
        }
        followed.wasConnected = true
      case .event(.follow(let number), let value):
        let place = followed.places[number]
        if case .hint = place.view.follow { place.hasChanged = true } else { compare(value, place) }
      case .result(.view(let number), let value):
        compare(value, followed.places[number])
        askLater(followed.places[number])
      case .result(let purpose, _), .refusal(let purpose, _):
        switch purpose {
        case .view(let number), .follow(let number): askLater(followed.places[number])
        case .wish: break
        }
      case .event, .progress, .abandoned, .lost: break
      }
    }
  }

  private func askLater(_ place: Place) {
    place.askedAgain = MonotonicTime.milliseconds + Self.calm
  }

  /// The first is what the client can read itself.
  private func compare(_ value: JSONValue, _ place: Place) {
    let text = JSON.text(value)
    if let known = place.known, known != text { place.hasChanged = true }
    place.known = text
  }
}
