internal import IPCProtocol

/// A branch that several machines share: whoever is asked says which of them owns it.
extension IPCClient {
  /// Goes to the machine that owns the branch; true where the same is to be asked there.
  ///
  /// A file of this machine is none of the other.
  func follows(_ failure: CallFailure, _ request: CallRequest) -> Bool {
    guard let machine = failure.owner, request.file == nil, let way = wayToOwner?(machine) else {
      return false
    }
    (connector, connection, wayToOwner) = (way, nil, nil)
    return true
  }
}

extension CallFailure {
  /// The machine that owns the branch, where the daemon says that another one does.
  fileprivate var owner: String? {
    guard case .refused(let error, _) = self, error.kind == .notOwner else { return nil }
    return error.data["at"]?.stringValue
  }
}
