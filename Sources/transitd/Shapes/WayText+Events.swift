internal import IPCProtocol
internal import Values

/// What is told to somebody who follows a way, in one line.
extension WayText {
  /// `leave 07:53; 7 at 08:00 from A to B 08:10; there 08:25`.
  func sentence(_ way: Way) throws -> LocalizedText {
    let (leaves, arrives) = (clock(way.leaves), clock(way.arrives))
    var en = ["leave \(day)\(leaves.en)"]
    var ko = ["\(day)\(leaves.text(in: .korean)) 출발"]
    for ride in way.rides {
      let route = route(ride)
      let (from, to) = (try name(ride, ride.board), try name(ride, ride.alight))
      let (departs, arrives) = (clock(ride.departs), clock(ride.arrives))
      let late = state(ride)
      en.append(
        "\(route) at \(departs.en) from \(from) to \(to) \(arrives.en)"
          + (late.map { " (\($0.en))" } ?? ""))
      ko.append(
        "\(departs.text(in: .korean)) \(from) \(route) \(arrives.text(in: .korean)) \(to)"
          + (late.map { " (\($0.text(in: .korean)))" } ?? ""))
    }
    if way.rides.isEmpty {
      en.append("on foot")
      ko.append("걷기")
    }
    en.append("there \(arrives.en)")
    ko.append("\(arrives.text(in: .korean)) 도착")
    return LocalizedText(en: en.joined(separator: "; "), ko: ko.joined(separator: ", "))
  }

  /// The same way at other times.
  func times(_ way: Way) throws -> LocalizedText {
    let sentence = try sentence(way)
    return LocalizedText(
      en: "other times: \(sentence.en)", ko: "시간 변경: \(sentence.text(in: .korean))")
  }

  /// That it is nearly time to set out; of no seconds, that it is.
  func reminder(_ way: Way, seconds: Int) throws -> LocalizedText {
    var first = LocalizedText(en: "on foot", ko: "걷기")
    if let ride = way.rides.first {
      let (route, stop, departs) = (route(ride), try name(ride, ride.board), clock(ride.departs))
      first = LocalizedText(
        en: "\(route) at \(departs.en) from \(stop)",
        ko: "\(departs.text(in: .korean)) \(stop) \(route)")
    }
    if seconds <= 0 {
      return LocalizedText(en: "leave now: ", ko: "지금 출발하십시오. ").joined(first, en: "", ko: "")
    }
    let left = ArrivalText.duration(seconds)
    return LocalizedText(
      en: "leave in \(left.en): \(first.en)",
      ko: "\(left.text(in: .korean)) 뒤에 출발하십시오. \(first.text(in: .korean))")
  }

  /// Why a way does not work any more.
  func reason(_ trouble: WayProgress.Trouble, _ way: Way) throws -> LocalizedText {
    let ride = way.rides[trouble.ride]
    let route = route(ride)
    let departs = clock(ride.departs)
    switch trouble {
    case .cancelled:
      return LocalizedText(
        en: "\(route) at \(departs.en) is cancelled",
        ko: "\(departs.text(in: .korean)) \(route) 운행 취소")
    case .passes(_, let isBoarding):
      let stop = try name(ride, isBoarding ? ride.board : ride.alight)
      return LocalizedText(
        en: "\(route) at \(departs.en) does not stop at \(stop)",
        ko: "\(departs.text(in: .korean)) \(route) \(stop) 무정차 통과")
    case .missed(0):
      return LocalizedText(
        en: "\(route) leaves at \(departs.en) already and cannot be reached",
        ko: "\(route) \(departs.text(in: .korean)) 조기 출발로 탈 수 없음")
    case .missed(let number):
      let before = way.rides[number - 1]
      let arrives = clock(before.arrives)
      return LocalizedText(
        en: "\(route) at \(departs.en) is missed: \(self.route(before)) comes at \(arrives.en)",
        ko: "\(departs.text(in: .korean)) \(route) 환승 불가"
          + "(\(self.route(before)) \(arrives.text(in: .korean)) 도착)")
    }
  }

  /// That nobody who sets out now is there in time.
  func tooLate(_ time: Timestamp) throws -> LocalizedText {
    let clock = clock(Int(time.microseconds / 1_000_000))
    return LocalizedText(
      en: "it is too late to be there by \(clock.en)",
      ko: "\(clock.text(in: .korean))까지 갈 수 없음")
  }

  /// That a way comes too late by now.
  func tooLate(_ way: Way) -> LocalizedText {
    let clock = clock(way.arrives)
    return LocalizedText(
      en: "this way comes too late by now, at \(clock.en)",
      ko: "이 길은 늦어져 \(clock.text(in: .korean))에 도착")
  }

  func route(_ ride: Way.Ride) -> String {
    let pattern = network.patterns[ride.pattern]
    return network.feeds[Int(pattern.feed)].routeNames[Int(pattern.route)]
  }
}

extension LocalizedText {
  /// One sentence behind the other.
  func joined(_ other: LocalizedText, en: String, ko: String) -> LocalizedText {
    LocalizedText(
      en: self.en + en + other.en, ko: text(in: .korean) + ko + other.text(in: .korean))
  }
}
