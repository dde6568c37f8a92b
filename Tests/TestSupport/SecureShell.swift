import Foundation

/// A real ssh to a real sshd, which runs as the ssh client's own proxy: no port, no process to end.
///
/// Behind it is another machine as far as matectl can tell: other folders, and no variable of ours.
package final class SecureShell {
  package let directory: TemporaryDirectory
  /// The other machine's folders and daemons.
  package let machine: CommandLineTool
  private let server = "/usr/sbin/sshd"

  package static var isPossible: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")
      && SystemProgram.isInstalled("ssh-keygen")
  }

  /// - Parameter domains: The folder of descriptions there; nil for those of the repository.
  /// - Throws: What making its keys and files throws.
  package init(domains: String? = nil) throws {
    directory = try TemporaryDirectory()
    machine = try CommandLineTool(domains: domains)
    // sshd as root wants its empty folder, which its package makes at boot.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    for key in ["host", "user", "other"] {
      let made = try SystemProgram.run(
        "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", directory.file(key)])
      guard made.status == 0 else { throw TestFailure("ssh-keygen: \(made.errors)") }
    }
    let hostKey = try String(contentsOfFile: directory.file("host.pub"), encoding: .utf8)
    try write("known", "there \(hostKey)")
    try write("nobody", "")
    try FileManager.default.copyItem(
      atPath: directory.file("user.pub"), toPath: directory.file("authorized"))
    try write(
      "sshd_config",
      """
      HostKey \(directory.file("host"))
      AuthorizedKeysFile \(directory.file("authorized"))
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      LogLevel QUIET
      SetEnv \(variables(path: "\(BuiltPrograms.folder):/usr/bin:/bin"))
      """)
    try write(
      "bare_config",
      try String(contentsOfFile: directory.file("sshd_config"), encoding: .utf8)
        .replacingOccurrences(of: "PATH=\(BuiltPrograms.folder):", with: "PATH="))
    try write("config", hosts)
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: directory.file(name), atomically: true, encoding: .utf8)
  }

  private func variables(path: String) -> String {
    let own = machine.environment
    let names = ["MATE_DOMAINS_PATH", "MATE_RUNTIME_DIR", "MATE_STATE_DIR", "MATE_LOG"]
    return (["PATH=\(path)"] + names.map { "\($0)=\(own[$0] ?? "")" }).joined(separator: " ")
  }

  /// `there` is as it should be; of the others each has one thing that is wrong.
  private var hosts: String {
    """
    Host there stranger unwelcome bare
      HostName there
      HostKeyAlias there
      StrictHostKeyChecking yes
      IdentitiesOnly yes
      BatchMode yes
    Host stranger
      UserKnownHostsFile \(directory.file("nobody"))
    Host unwelcome
      IdentityFile \(directory.file("other"))
    Host there stranger bare
      IdentityFile \(directory.file("user"))
    Host bare
      ProxyCommand \(server) -i -f \(directory.file("bare_config"))
    Host *
      UserKnownHostsFile \(directory.file("known"))
      GlobalKnownHostsFile /dev/null
      ProxyCommand \(server) -i -f \(directory.file("sshd_config"))
      User \(NSUserName())
    """
  }

  /// What makes matectl use it.
  package var environment: [String: String] {
    ["MATE_SSH": "ssh -F \(directory.file("config"))"]
  }

  /// The same, but the first connection breaks when the answer to its first call has come there.
  package func losingFirstAnswer() throws -> [String: String] {
    try write(
      "losing.py",
      """
      import os, subprocess, sys
      if os.path.exists(sys.argv[1]):
          os.execvp(sys.argv[2], sys.argv[2:])
      open(sys.argv[1], "w").close()
      ssh = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE)
      # What tells that the bridge stands goes through.
      head = ssh.stdout.read(4)
      sys.stdout.buffer.write(head + ssh.stdout.read(int.from_bytes(head, "big")))
      sys.stdout.buffer.flush()
      ssh.stdout.read(4)
      ssh.kill()
      ssh.wait()
      sys.exit(255)
      """)
    let words = [
      SystemProgram.python, directory.file("losing.py"), directory.file("lost"), "ssh", "-F",
      directory.file("config"),
    ]
    return ["MATE_SSH": words.joined(separator: " ")]
  }

  /// Whether an answer was lost.
  package var hasLost: Bool { FileManager.default.fileExists(atPath: directory.file("lost")) }
}
