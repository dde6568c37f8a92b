internal import IPCProtocol
internal import Queueing
internal import Values

/// A branch as a file: its services, its tellers, its settings, and its days that are over.
///
/// Services are meant by their place in the file. What belongs to one moment is not in it: the day
/// under way, who is in hand, random numbers.
struct BranchFile: Hashable, Sendable {
  static let format = "mate-bank"
  static let version: Int64 = 2
  /// The largest request that brings one.
  static let requestBytes = 44 << 20

  /// One leg of a customer's way that is over.
  struct Leg: Hashable, Sendable {
    var number: Int
    var service: Int
    var grade: Grade
    var leg: Int
    var takenAt: Timestamp
    var calledAt: Timestamp?
    var endedAt: Timestamp
    var teller: Int?
    var outcome: Outcome
    /// Microseconds.
    var waited: Int64
    var estimate: WaitEstimate?
    var reason: String?
  }

  /// A teller's time on duty in a day that is over; microseconds.
  struct Duty: Hashable, Sendable {
    var teller: Int
    var time: Int64
  }

  struct Day: Hashable, Sendable {
    var number: Int64
    var openedAt: Timestamp
    var endedAt: Timestamp
    /// Microseconds of business.
    var business: Int64
    var duties: [Duty]
    /// In the order of arrival.
    var legs: [Leg]

    var served: Int { legs.count { $0.outcome == .served } }
  }

  /// Who waits for the next day, in a branch that is closed.
  struct Waiting: Hashable, Sendable {
    var number: Int
    var service: Int
    var grade: Grade
    var leg: Int
    var takenAt: Timestamp
    /// Microseconds.
    var waited: Int64
    var estimate: WaitEstimate?
  }

  /// What can be left out of a file, and then stays as it is.
  struct History: Hashable, Sendable {
    var line: [Waiting] = []
    var days: [Day] = []
  }

  var spread = Spread.longestIdle
  /// Nil in a file of version 1, which says nothing of them.
  var hours: OpeningHours?
  var services: [Service] = []
  var tellers: [Teller] = []
  var history: History?
}

extension BranchFile {
  /// The branch that comes of it: where the file says nothing of the past, that of `present`.
  ///
  /// Services that the past needs and the file has not are in it, retired.
  ///
  /// - Throws: ``BankReason/tooMany``, or ``BankReason/serviceWanted`` where somebody waits for a
  ///   service that goes.
  func completed(from present: BranchFile) throws(BankError) -> BranchFile {
    var result = self
    result.hours = hours ?? present.hours
    guard history == nil, var kept = present.history else { return result }
    var places: [Int] = []
    for service in present.services {
      if let known = services.firstIndex(where: { $0.name == service.name }) {
        places.append(known)
      } else {
        var gone = service
        gone.isRetired = true
        places.append(result.services.count)
        result.services.append(gone)
      }
    }
    guard result.services.count <= ServiceSet.capacity else { throw .tooManyServices }
    kept = kept.moved(to: places)
    for ticket in kept.line where result.services[ticket.service].isRetired {
      throw BankError(
        .serviceWanted,
        [
          "service": .string(result.services[ticket.service].name),
          "customers": .integer(kept.line.count { $0.service == ticket.service }),
        ])
    }
    result.history = kept
    return result
  }
}

extension BranchFile.History {
  /// The clocks of two machines may differ so much; seconds.
  private static let clockSkew: Double = 86_400

  /// A day that has not come: days that follow would be before it for ever.
  func problem(at now: Timestamp) -> FileProblem? {
    let latest = now.adding(seconds: Self.clockSkew)
    guard let index = days.firstIndex(where: { max($0.openedAt, $0.endedAt) > latest }) else {
      return nil
    }
    return FileProblem("this day has not come yet", "아직 오지 않은 날입니다", at: "/days/\(index)")
  }

  /// The same past where the services stand at other places.
  func moved(to places: [Int]) -> BranchFile.History {
    var past = self
    for index in line.indices { past.line[index].service = places[line[index].service] }
    for day in days.indices {
      for leg in days[day].legs.indices {
        past.days[day].legs[leg].service = places[days[day].legs[leg].service]
      }
    }
    return past
  }
}

extension BankError {
  static var tooManyServices: BankError {
    BankError(
      .tooMany,
      [
        "what": LocalizedText(en: "services", ko: "업무").jsonValue,
        "maximum": .integer(ServiceSet.capacity),
      ])
  }

  /// The sentence with its members, as a part of another one.
  func sentence() -> LocalizedText {
    LocalizedText(
      en: RefusalText.filled(reason.text.en, from: data, in: .english),
      ko: RefusalText.filled(reason.text.text(in: .korean), from: data, in: .korean))
  }
}
