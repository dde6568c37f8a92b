internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// A file that a client has opened with its own rights and passed with a frame.
///
/// It is closed when nobody has it any more: with the frame that was refused, at the end of its
/// call, or with its connection. Whose file it is, is not known, nor whether a program of somebody
/// answers for it: even to close it may take as long as that pleases him. So everything that
/// touches it is done on a thread that nobody waits for, and none of it on the loop.
package final class PassedFile: Sendable {
  let descriptor: Int32
  private let uid: UInt32
  private let held: PassedFiles

  fileprivate init(_ descriptor: Int32, uid: UInt32, held: PassedFiles) {
    self.descriptor = descriptor
    self.uid = uid
    self.held = held
  }

  deinit {
    let (descriptor, uid, held) = (descriptor, uid, held)
    let end: @Sendable () -> Void = {
      close(descriptor)
      held.remove(ofUser: uid)
    }
    if !DetachedThread.start(end) { end() }
  }
}

/// How many passed files are open, of each user and of all.
final class PassedFiles: Sendable {
  private struct Counts {
    var ofUser: [UInt32: Int] = [:]
    var all = 0
  }

  private let counts = Mutex(Counts())
  private let limit: Int
  private let limitPerUser: Int

  init(limit: Int, perUser: Int) { (self.limit, limitPerUser) = (limit, perUser) }

  var count: Int { counts.withLock { $0.all } }

  /// Whether one more of a user may be taken.
  func hasRoom(ofUser uid: UInt32) -> Bool {
    counts.withLock { counts in
      // Below the limit of one user nobody can be over it.
      if counts.all < limitPerUser { return counts.all < limit }
      let ofUser = counts.ofUser[uid, default: 0]
      return counts.all < limit && ofUser < limitPerUser
    }
  }

  /// Takes ownership of a descriptor that has just come.
  func add(_ descriptor: Int32, ofUser uid: UInt32) -> PassedFile {
    counts.withLock { counts in
      counts.all += 1
      counts.ofUser[uid, default: 0] += 1
    }
    return PassedFile(descriptor, uid: uid, held: self)
  }

  fileprivate func remove(ofUser uid: UInt32) {
    counts.withLock { counts in
      counts.all -= 1
      let left = counts.ofUser[uid, default: 0] - 1
      counts.ofUser[uid] = left > 0 ? left : nil
    }
  }
}
