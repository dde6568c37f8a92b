internal import DaemonRuntime
internal import IPCProtocol

/// What replicas ask of each other.
extension ProjectService {
  nonisolated static let replicaCalls: [Call<ProjectService>] = [
    .read(
      "project.sync.changes", "What another replica has not seen, in pieces",
      ko: "다른 복제본이 모르는 변경 (나누어)", takes: Params.Changes.self, gives: Answers.Changes.self
    ) { service, params, _ in
      let projects = service.projects
      let known = try Knowledge(params.known)
      let cursor = try params.cursor.map { text throws(ProjectError) in
        guard let cursor = ChangePage.Cursor(text) else {
          throw ProjectError(.invalidChanges, ["problem": "no such cursor"])
        }
        return cursor
      }
      let page = try projects.page(since: known, from: cursor)
      return Answers.Changes(
        replica: projects.own, knowledge: KnownClocks(try projects.knowledge),
        changes: page.changes.map { WireChange($0) }, next: page.next?.text)
    },

    .change(
      "project.sync.merge", "Take in changes of another replica", ko: "다른 복제본의 변경 합치기",
      takes: Params.Merge.self, gives: Answers.Merged.self
    ) { service, params, request in
      let projects = service.projects
      guard try projects.knowledge.covers(Knowledge(params.basis)) else {
        throw ProjectError(.syncGap)
      }
      let merged = try projects.merge(
        params.changes.map { change throws(ProjectError) in try Change(change) },
        knowledge: params.knowledge.map { known throws(ProjectError) in try Knowledge(known) },
        at: request.now)
      return Answers.Merged(merged: merged.changes, projects: merged.projects)
    },
  ]
}
