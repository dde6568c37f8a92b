/// Who is connected: how many there may be, and how long they may take to say what they want.
struct GuestList {
  /// Of all, and of one address of the network; a proxy limits by itself.
  static let most = 1024
  static let mostOfAddress = 64
  /// From the first byte of a connection, or the last one of an answer, to the end of the next
  /// request, in milliseconds.
  static let patience: Int64 = 10_000

  private var guests: [Int32: Guest] = [:]
  private var ofAddress: [[UInt8]: Int] = [:]

  var count: Int { guests.count }

  subscript(descriptor: Int32) -> Guest? { guests[descriptor] }

  /// Whether there is room for another.
  func hasRoom(for address: [UInt8]) -> Bool {
    guests.count < Self.most
      && (address.isEmpty || ofAddress[address, default: 0] < Self.mostOfAddress)
  }

  /// The one that rests the longest of those that leave no room for another; nil where none rests.
  func longestResting(insteadOf address: [UInt8]) -> Guest? {
    let isAddressFull = ofAddress[address, default: 0] >= Self.mostOfAddress
    return guests.values
      .filter { $0.rest != nil && (!isAddressFull || $0.address == address) }
      .sorted { ($0.rest?.since ?? .max) < ($1.rest?.since ?? .max) }
      .first(where: \.isResting)
  }

  mutating func add(_ guest: Guest) {
    guests[guest.descriptor] = guest
    if !guest.address.isEmpty { ofAddress[guest.address, default: 0] += 1 }
  }

  mutating func remove(_ descriptor: Int32) {
    guard let guest = guests.removeValue(forKey: descriptor), !guest.address.isEmpty else { return }
    let left = ofAddress[guest.address, default: 1] - 1
    ofAddress[guest.address] = left > 0 ? left : nil
  }

  /// Those who took too long.
  func late(at now: Int64) -> [Int32] {
    guests.values.filter { guest in
      guest.waitingSince.map { now - $0 >= Self.patience } ?? false
    }.map(\.descriptor)
  }

  /// Whether anybody is waited for.
  var isAnybodyAwaited: Bool { guests.values.contains { $0.waitingSince != nil } }
}
