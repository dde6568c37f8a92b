internal import IPCProtocol

enum VersionCommand {
  static func run(_ session: Session) -> ExitStatus {
    session.say("matectl \(Release.version)", or: ["version": .string(Release.version)])
    return .done
  }
}
