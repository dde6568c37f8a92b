internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol

/// Calls that take as long as a test wants, and calls that go wrong.
extension ProbeService {
  nonisolated static let calls = waitingCalls + rowCalls + wrongCalls + fileCalls

  private nonisolated static let waitingCalls: [Call<ProbeService>] = [
    .task(
      "probe.wait", "Wait until released", takes: Probe.Name.self, gives: Probe.Name.self
    ) { probe, params, _ in
      try await probe.gate.wait(for: params.name)
      return params
    },

    .task(
      "probe.toil", "Work on until released, without listening to cancellation",
      takes: Probe.Name.self, gives: Probe.Name.self
    ) { probe, params, _ in
      await probe.gate.toil(for: params.name)
      return params
    },

    // Says how far it is again and again, until it is released.
    .task(
      "probe.work", "Work until released, and say how far it is", takes: Probe.Name.self,
      gives: Probe.Name.self
    ) { probe, params, _ in
      let counting = Task {
        for number in 1... {
          if Task.isCancelled { return }
          ProgressReport.current?.tell(ProgressNotice(done: number, of: 1_000_000_000))
          await Task.yield()
        }
      }
      defer { counting.cancel() }
      try await probe.gate.wait(for: params.name)
      return params
    }.reportingProgress,

    .change(
      "probe.tell", "Add a row and say the name", takes: Probe.Name.self,
      gives: Probe.Name.self
    ) { probe, params, _ in
      try probe.insert(1)
      return params
    },

    .read(
      "probe.release", "Release who waits", takes: Probe.Name.self, gives: NoResult.self
    ) { probe, params, _ in
      probe.gate.open(params.name)
      return NoResult()
    },

    .read(
      "probe.seen", "How many wait, and were cancelled", takes: NoParams.self,
      gives: Probe.Seen.self
    ) { probe, _, _ in
      let gate = probe.gate
      return Probe.Seen(
        waiting: gate.waiting.count + gate.toiling.count, cancelled: gate.cancelled)
    },
  ]

  private nonisolated static let rowCalls: [Call<ProbeService>] = [
    .change(
      "probe.add", "Add rows", takes: Probe.Add.self, gives: Probe.Count.self
    ) { probe, params, _ in
      try probe.insert(params.count)
      if params.fails { throw Defect() }
      return Probe.Count(count: probe.state)
    },

    // Slow work that makes a change of the daemon's own.
    .task(
      "probe.addLater", "Add rows beside requests", access: .admin, rehearsal: .byHandler,
      takes: Probe.Later.self, gives: Probe.Count.self
    ) { probe, params, request in
      if let name = params.name { await probe.gate.toil(for: name) }
      guard !request.isDryRun else {
        return Probe.Count(count: await probe.state + params.count)
      }
      return try await probe.addLater(params.count)
    },

    // A change of which the larger part is prepared beside the loop.
    .preparedChange(
      "probe.addPrepared", "Add rows, prepared beside requests", takes: Probe.Prepared.self,
      gives: Probe.Count.self,
      preparing: { probe, params, _ in
        if let name = params.name { try await probe.gate.wait(for: name) }
        return params
      },
      by: { probe, params, _ in
        try probe.insert(params.count)
        if params.count > 99 { throw Defect() }
        return Probe.Count(count: probe.state)
      }),

    .read(
      "probe.count", "How many rows there are", takes: NoParams.self,
      gives: Probe.Count.self
    ) { probe, _, _ in Probe.Count(count: probe.state) },

    .stream(
      "probe.follow", "Follow the count", takes: NoParams.self, sends: Probe.Count.self,
      gives: NoResult.self
    ) { probe, _, _, stream in
      stream.follow(probe.counts) { [unowned probe] in Probe.Count(count: probe.state) }
    },
  ]

  private nonisolated static let wrongCalls: [Call<ProbeService>] = [
    .read("probe.fault", "Have a defect", takes: NoParams.self, gives: NoResult.self) {
      _, _, _ in throw Defect()
    },

    .task(
      "probe.refuse", "Refuse after a while", takes: Probe.Name.self, gives: NoResult.self
    ) { probe, params, _ in
      try await probe.gate.wait(for: params.name)
      throw WireError(Reason.refused.kind, "refused \(params.name)")
    },

    .read("probe.log", "Write an entry", takes: Probe.Name.self, gives: NoResult.self) {
      probe, params, _ in
      let number = String(probe.host.randomNumber() & 1)
      probe.host.log(.notice, params.name, fields: [("PROBE_NUMBER", number)])
      return NoResult()
    },
  ]

  private nonisolated static let fileCalls: [Call<ProbeService>] = [
    .task(
      "probe.file", "Count the bytes of a file", words: CallWords("file <file>"),
      takes: Probe.File.self, gives: Probe.Count.self
    ) { probe, params, request in
      guard let file = try request.passedFile(for: "file", named: params.file) else {
        return Probe.Count(count: -1)
      }
      return Probe.Count(count: try await probe.copy(file))
    },

    .task(
      "probe.keepFile", "Keep a file until it is released by name",
      takes: Probe.KeptFile.self, gives: NoResult.self
    ) { probe, params, request in
      let file = try request.passedFile(for: "file", named: params.file)
      try await probe.gate.wait(for: params.name)
      return withExtendedLifetime(file) { NoResult() }
    },
  ]

  /// An error that nobody expects, with words that must not reach a client.
  struct Defect: Error, CustomStringConvertible {
    var description: String { "the secret of the defect" }
  }
}
