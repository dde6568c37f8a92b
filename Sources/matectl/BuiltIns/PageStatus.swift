internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// How the page is, for `matectl status`: webd answers no calls, so it is looked at and not asked.
struct PageStatus {
  private let session: Session
  private let page = DomainDescription.page

  init(_ session: Session) { self.session = session }

  /// Nil where it is not installed; what rests goes on resting.
  var row: JSONValue? {
    get throws(ExitStatus) {
      guard (try? DaemonStarter.program(page.exec)) != nil else { return nil }
      let endpoint = try session.endpoint(page)
      let systemd = Systemd.isBooted ? Systemd(page, endpoint) : nil
      let isResting = systemd?.isResting ?? false
      let state = isResting ? Self.resting : Self.state(endpoint)
      // Programs get one language.
      let shown = session.invocation.wantsJSON ? state.en : state.text(in: session.language)
      var row: JSONObject = ["domain": .string(page.domain), "status": .string(shown)]
      if !isResting, let service = systemd?.properties("service", ["MainPID"]),
        let process = service["MainPID"].flatMap(Int64.init), process > 0
      {
        row["pid"] = .integer(process)
        row["activation"] = "systemd"
      }
      return .object(row)
    }
  }

  private static let resting = LocalizedText(en: "not running", ko: "실행 중이 아님")

  private static func state(_ endpoint: Endpoint) -> LocalizedText {
    do throws(StartFailure) {
      close(try endpoint.connect())
      return LocalizedText(en: "running", ko: "실행 중")
    } catch .notRunning(let error) where error.code == EACCES || error.code == EPERM {
      return LocalizedText(en: "no permission", ko: "권한 없음")
    } catch .notRunning(let error) where error.code == ENOENT || error.code == ECONNREFUSED {
      return resting
    } catch {
      return LocalizedText(en: "not reachable", ko: "연결할 수 없음")
    }
  }
}
