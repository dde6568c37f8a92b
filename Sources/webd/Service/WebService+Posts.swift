internal import DaemonRuntime
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Loop
internal import Values

/// What changes something: links, cookies, calls.
extension WebService {
  func post(_ exchange: Exchange) {
    switch exchange.head.path {
    case Gate.linkPath: exchange.finish(giveLink(exchange))
    case "/open": exchange.finish(open(exchange))
    case "/leave": exchange.finish(leave(exchange))
    case "/call": call(exchange)
    default: exchange.finish(.refused(.nothingHere))
    }
  }

  // MARK: Links and cookies

  /// For `matectl web open`: whoever the kernel says it is may write, where the daemons' own rule for
  /// users says so.
  private func giveLink(_ exchange: Exchange) -> Answer {
    guard exchange.guest.door == .local, let peer = exchange.guest.peer else {
      return .refused(.nothingHere)
    }
    guard !settings.isDisplayOnly else { return .refused(.onlyShows) }
    guard policy.grant(to: peer, descriptor: exchange.guest.descriptor).allows(.write) else {
      return .refused(
        Gate.Refusal(
          403, "`access` in webd.json lets this user read only",
          "webd.json의 `access`에 따라 이 사용자는 볼 수만 있습니다"))
    }
    if settings.url == nil, port == nil {
      do throws(SystemError) {
        try listen(atPort: 0)
        if let port { writers.keep(port: port) }
      } catch {
        return .refused(
          Gate.Refusal(
            503, "no port of 127.0.0.1 can be opened: \(error.reason)",
            "127.0.0.1의 포트를 열 수 없습니다: \(error.reason)"))
      }
    }
    let link = writers.link(for: peer.uid, at: MonotonicTime.milliseconds)
    let base = settings.url ?? "http://127.0.0.1:\(port ?? 0)"
    Journal.shared.log(
      .notice, "a link for writing was given to user \(peer.uid)",
      fields: [("MATE_PEER_UID", String(peer.uid)), ("MATE_PEER_PID", String(peer.pid))])
    let object: JSONObject = [
      "url": .string("\(base)/#open=\(link)"), "seconds": .integer(Writers.linkLasts),
    ]
    return .json(200, Array(JSON.text(.object(object)).utf8))
  }

  private func open(_ exchange: Exchange) -> Answer {
    let value = try? JSON.parse(exchange.body)  // what is no JSON has no link
    guard let link = value?["link"]?.stringValue,
      let (cookie, user) = writers.exchange(link, at: MonotonicTime.milliseconds)
    else {
      return .refused(
        Gate.Refusal(
          403, "this link was used, or is over; `matectl web open` gives another",
          "이미 썼거나 시간이 지난 링크입니다. `matectl web open`으로 새 링크를 받으십시오"))
    }
    if let problem = writers.problem {
      Journal.shared.log(.error, "a browser may write, and not beyond the end of webd: \(problem)")
    }
    let object: JSONObject = ["writer": .string(LinuxAccounts.name(ofUser: user))]
    return .json(
      200, Array(JSON.text(.object(object)).utf8),
      headers: [("Set-Cookie", self.cookie(cookie, lasting: Writers.cookieLasts))])
  }

  private func leave(_ exchange: Exchange) -> Answer {
    let isLeft = writers.leave(exchange.head.cookie(named: Writers.cookieName))
    let headers = [("Set-Cookie", cookie("", lasting: 0))]
    guard isLeft else {
      let problem = writers.problem ?? ""
      Journal.shared.log(.error, "a browser has left, and a new start would not know: \(problem)")
      var answer = Answer.refused(
        Gate.Refusal(
          503, "this browser has left, but that could not be written down: \(problem)",
          "이 브라우저는 끝냈으나 기록하지 못했습니다: \(problem)"))
      answer.headers += headers
      return answer
    }
    return .json(200, Array("{}".utf8), headers: headers)
  }

  private func cookie(_ word: String, lasting seconds: Int64) -> String {
    let isSecure = settings.url?.hasPrefix("https://") ?? false
    return "\(Writers.cookieName)=\(word); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  // MARK: Calls

  private func call(_ exchange: Exchange) {
    guard let user = writer(exchange) else {
      return exchange.finish(
        .refused(
          Gate.Refusal(
            401,
            "nothing was done: this browser may only look now; `matectl web open` lets it do more",
            "아무것도 바꾸지 않았습니다. 이 브라우저에서는 이제 볼 수만 있습니다. `matectl web open` 링크로 다시 여십시오")))
    }
    let call: PageCall
    do throws(PageCall.Refusal) {
      call = try PageCall(exchange.body, of: user) { known($0) }
    } catch {
      return exchange.finish(reply(error.id, .failure(error.error)))
    }
    guard let link = link(to: call.domain) else {
      return exchange.finish(
        reply(
          call.id, .failure(WireError(.busy, "the daemon cannot be reached", ko: "데몬에 연결할 수 없습니다")))
      )
    }
    let end = begin()
    link.call(call.request) { [unowned self] result in
      end()
      exchange.finish(
        reply(call.id, result.mapError { $0.told(of: call.request.method, call.domain) }))
      if case .success = result, !call.request.onlyReads, !call.request.isDryRun {
        changed(call.domain)
      }
    }
  }

  /// Of an answer, in bytes: a page has no use for more.
  private static var longestAnswer: Int { 8 << 20 }

  private func reply(_ id: JSONValue, _ result: Result<JSONValue, WireError>) -> Answer {
    var reply: JSONObject = ["jsonrpc": "2.0", "id": id]
    switch result {
    case .success(let value): reply["result"] = value
    case .failure(let error): reply["error"] = error.page
    }
    let bytes = Array(JSON.text(.object(reply)).utf8)
    guard bytes.count <= Self.longestAnswer else {
      return self.reply(
        id,
        .failure(
          WireError(
            .busy, "the answer is too long for the page; use matectl",
            ko: "페이지에 보이기에는 답이 너무 깁니다. matectl을 쓰십시오")))
    }
    return .json(200, bytes)
  }
}
