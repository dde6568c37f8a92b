/// What a search is told before it begins.
extension JourneyRounds {
  /// A stop at one of the ends of a way, and the seconds on foot between both.
  struct End: Equatable {
    let stop: Int
    let seconds: Int32
  }

  /// What people can do.
  struct Terms {
    var millimetresPerSecond = 1250
    /// What changing vehicles takes beside the way on foot.
    var changeSeconds: Int32 = 60
    /// By pattern, where not all are taken.
    var isAvoided: [Bool]?
    /// Without steps, and with vehicles and stops that wheelchairs can use.
    var isStepFree = false

    func seconds(_ metres: Int32) -> Int32 {
      Int32((Int(metres) * 1000 + millimetresPerSecond - 1) / millimetresPerSecond)
    }

    func seconds(_ reach: StationPaths.Reach) -> Int32 { seconds(reach.metres) + reach.seconds }

    /// From getting out to getting in.
    func seconds(_ path: FootPaths.Path) -> Int32 {
      switch path.seconds {
      case FootPaths.ordinary: seconds(path.metres) + path.fixed + changeSeconds
      case FootPaths.timed: seconds(path.metres) + path.fixed
      default: path.seconds
      }
    }

    /// As far as it is a way on foot.
    func onFoot(_ path: FootPaths.Path) -> Int32 {
      if path.from == path.to { return 0 }
      return path.seconds >= 0 ? path.seconds : seconds(path.metres) + path.fixed
    }
  }

  /// What is left of a search the other way round.
  struct Opposite {
    let scratch: JourneyScratch
    /// Seconds from its beginning to where this one begins.
    let seconds: Int32
    /// With so many vehicles.
    let vehicles: Int

    /// Whether who leaves a stop at a time of this search, for so many vehicles, can be there.
    func isReady(_ stop: Int, at value: Int32, before vehicles: Int) -> Bool {
      scratch.isReady(stop, by: seconds - value, after: self.vehicles - vehicles)
    }

    /// Whether who waits at a stop from a time of this search on finds a vehicle that is of use.
    func isRidden(_ stop: Int, after value: Int32) -> Bool {
      scratch.bestRide[stop] <= seconds - value
    }
  }
}
