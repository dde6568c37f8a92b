internal import CSystemd
internal import Loop

/// What systemd is told: ready, a sentence, stopping, reloading.
@LoopActor
final class ServiceNotifier {
  private var sentence = ""
  private var sentAt: UInt64 = 0
  /// `systemctl status` is for people: once a second is enough, in nanoseconds.
  private static let interval: UInt64 = 1_000_000_000

  func ready(_ sentence: String) {
    sd_notify(0, "READY=1\nSTATUS=\(sentence)")
    self.sentence = sentence
  }

  enum Update { case told, later }

  /// Tells the sentence where it changed, at most once a second; `later` asks to be called again.
  func update(_ next: () -> String) -> Update {
    let now = MonotonicClock.nanoseconds()
    guard now - sentAt >= Self.interval else { return .later }
    sentAt = now
    let next = next()
    guard next != sentence else { return .told }
    sentence = next
    sd_notify(0, "STATUS=\(next)")
    return .told
  }

  func reloading() {
    sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds())")
  }

  func stopping() { sd_notify(0, "STOPPING=1") }
}
