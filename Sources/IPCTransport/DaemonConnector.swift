/// The way to a domain's daemon: makes a connection whenever one is wanted.
package protocol DaemonConnector {
  /// What its process runs, where that is on this machine; else empty.
  var program: String { get }

  /// A connection; whoever takes it closes it.
  func connect(starting mayStart: Bool) throws(StartFailure) -> Int32
}
