internal import CivilTime
internal import Values

/// How many calls of the day are used, for each of the two portals.
///
/// A day is Korea's. A call is counted before it is made: whatever happens in between, we never
/// think that we have used less than we have.
struct QuotaBook: Equatable {
  /// Who asks: somebody who waits for this answer may use the reserve, a watcher may not.
  enum Purpose { case request, watch }

  struct Account: Equatable {
    var day: Int64
    var used = 0
    /// The portal itself said that the day is used up, perhaps by another program with our key.
    var isExhausted = false
  }

  struct Limits: Equatable {
    /// The portal gives so many calls a day and key.
    var daily = 1000
    /// Kept for those who ask once.
    var reserve = 50
  }

  var limits = Limits()
  private(set) var accounts: [Portal: Account] = [:]

  init(limits: Limits = Limits(), accounts: [Portal: Account] = [:]) {
    self.limits = limits
    self.accounts = accounts
  }

  /// Today's account; yesterday's does not count.
  ///
  /// Tomorrow's does, where the clock was set back over midnight: its calls were made, and are
  /// counted when tomorrow comes again. An account of a day that is farther ahead was opened by a
  /// wrong clock, and is today's.
  func account(_ portal: Portal, at now: Timestamp) -> Account {
    let day = Int64(KoreaTime.zone.date(at: now).dayNumber)
    guard var known = accounts[portal], known.day >= day else { return Account(day: day) }
    if known.day > day + 1 { known.day = day }
    return known
  }

  /// Calls that are left for a purpose.
  func left(_ portal: Portal, for purpose: Purpose, at now: Timestamp) -> Int {
    let account = account(portal, at: now)
    if account.isExhausted { return 0 }
    let budget = purpose == .request ? limits.daily : limits.daily - limits.reserve
    return max(0, budget - account.used)
  }

  /// Counts one call.
  ///
  /// - Throws: ``QuotaExhausted`` where none is left for the purpose.
  mutating func spend(
    _ portal: Portal, for purpose: Purpose, at now: Timestamp
  ) throws(QuotaExhausted) {
    guard left(portal, for: purpose, at: now) > 0 else {
      throw QuotaExhausted(portal, at: now)
    }
    var account = account(portal, at: now)
    account.used += 1
    accounts[portal] = account
  }

  /// Another key has calls of its own.
  mutating func renew(_ portal: Portal, at now: Timestamp) {
    accounts[portal] = Account(day: account(portal, at: now).day)
  }

  /// The portal has refused a call for the day.
  mutating func exhaust(_ portal: Portal, at now: Timestamp) {
    var account = account(portal, at: now)
    account.isExhausted = true
    accounts[portal] = account
  }
}

/// No call is left, until a moment.
struct QuotaExhausted: Error, Equatable {
  let portal: Portal
  let until: Timestamp
}

extension QuotaExhausted {
  init(_ portal: Portal, at now: Timestamp) {
    self.init(portal: portal, until: KoreaTime.nextMidnight(after: now))
  }
}
