internal import CivilTime

/// A distance in several units, the longest first: `in 1 week and 2 days`, `+1w2d`, `1년 2개월 뒤`.
struct DistanceSum {
  let parts: [DistanceWords]

  /// Reads all that is left; takes nothing where it is one unit alone, or no distance.
  static func read(_ scanner: inout WordScanner) -> DistanceSum? {
    scanner.attempt { scanner in
      let isAhead = scanner.take("+", "in", "after", "within", "지금부터", "앞으로", "오늘부터")
      var parts: [DistanceWords] = []
      var isKorean: Bool?
      var (areJoined, isJoined) = (true, false)
      while let part = scanner.attempt(DistanceWords.part) {
        if let last = parts.last {
          if last.unit.size <= part.distance.unit.size { return nil }
          areJoined = areJoined && isJoined
        }
        // `2 weeks 3일 뒤` are two thoughts.
        guard isKorean ?? part.isKorean == part.isKorean else { return nil }
        isKorean = part.isKorean
        parts.append(part.distance)
        isJoined = scanner.take(",and", "and", ",", "하고", "과", "와")
      }
      let isBehind =
        isKorean == true
        ? scanner.take("후에", "뒤에", "후", "뒤") : scanner.take("fromnow", "fromtoday", "later")
      _ = scanner.take("까지", "에")
      // `3 days and 4 hours` is one distance, `2 weeks 3 days` may be a slip.
      let isOne = isAhead || isBehind || isKorean == false && areJoined
      guard parts.count > 1, isOne, !isJoined, scanner.isAtEnd else { return nil }
      return DistanceSum(parts: parts)
    }
  }

  /// Of its hours and minutes; nil where it is of whole days.
  var seconds: Int? {
    let parts = parts.compactMap(\.seconds)
    return parts.isEmpty ? nil : parts.reduce(0, +)
  }
}

extension DeadlineVocabulary.Unit {
  /// For the order of units: a longer one is larger.
  fileprivate var size: Int {
    switch self {
    case .minute: 0
    case .hour: 1
    case .day, .workday: 2
    case .week: 3
    case .month: 4
    case .year: 5
    }
  }
}
