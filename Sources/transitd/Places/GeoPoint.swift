internal import Glibc

/// A point on the globe, in degrees (WGS84).
struct GeoPoint: Hashable {
  let latitude: Double
  let longitude: Double

  /// Nil outside of the globe, or where a number is none.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Degrees times a million, as the tables hold them.
  init(microLatitude: Int32, microLongitude: Int32) {
    latitude = Double(microLatitude) / 1e6
    longitude = Double(microLongitude) / 1e6
  }

  /// Metres along the great circle, by the haversine formula on a sphere of 6,371,008.8 m (IUGG).
  func metres(to other: GeoPoint) -> Double {
    let radians = Double.pi / 180
    let latitudes = (other.latitude - latitude) * radians
    let longitudes = (other.longitude - longitude) * radians
    let a =
      sin(latitudes / 2) * sin(latitudes / 2) + cos(latitude * radians)
      * cos(other.latitude * radians) * sin(longitudes / 2) * sin(longitudes / 2)
    return 2 * 6_371_008.8 * asin(min(1, a.squareRoot()))
  }
}
