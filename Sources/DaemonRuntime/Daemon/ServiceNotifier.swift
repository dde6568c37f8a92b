internal import CSystemd
package import Loop

/// What systemd is told: ready, a sentence, stopping, reloading.
@LoopActor
package final class ServiceNotifier {
  private var sentence = ""
  private var sentAt: UInt64 = 0
  /// `systemctl status` is for people: once a second is enough, in nanoseconds.
  private static let interval: UInt64 = 1_000_000_000

  package init() {}

  package func ready(_ sentence: String) {
    sd_notify(0, "READY=1\nSTATUS=\(sentence)")
    self.sentence = sentence
  }

  package enum Update { case told, later }

  /// Tells the sentence where it changed, at most once a second; `later` asks to be called again.
  package func update(_ next: () -> String) -> Update {
    let now = MonotonicClock.nanoseconds()
    guard now - sentAt >= Self.interval else { return .later }
    sentAt = now
    let next = next()
    guard next != sentence else { return .told }
    sentence = next
    sd_notify(0, "STATUS=\(next)")
    return .told
  }

  package func reloading() {
    sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds())")
  }

  package func stopping() { sd_notify(0, "STOPPING=1") }
}
