internal import DaemonRuntime
internal import Glibc

/// The few words that the program takes; everything else is configuration.
struct WebArguments {
  var socketPath: String?
  var port: UInt16?

  static func parse(_ arguments: [String]) -> WebArguments {
    var result = WebArguments()
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": finish(help)
      case "--version": finish("\(Webd.name) \(Webd.version)\n")
      case "--socket":
        guard let path = rest.popFirst() else { fail("--socket needs a path") }
        result.socketPath = path
      case "--port":
        guard let port = rest.popFirst().flatMap({ UInt16($0) }) else {
          fail("--port needs a port of 127.0.0.1; 0 is one that is free")
        }
        result.port = port
      default: fail("unknown argument \(word)")
      }
    }
    return result
  }

  private static let help = """
    webd: the screens of all domains in a browser

    Usage: webd [--socket PATH] [--port PORT]

    Serves the sockets that systemd or matectl passes to it (LISTEN_FDS). `matectl web open` prints a
    link for a browser of yours; see `matectl help web` and docs/web.md.

      --socket PATH   listen on PATH instead, until stopped
      --port PORT     listen on 127.0.0.1:PORT as well
      --version       print the version
      --help          print this

    Configuration: $CONFIGURATION_DIRECTORY, $XDG_CONFIG_HOME/mate, ~/.config/mate or /etc/mate, \
    file webd.json
    Signals: SIGTERM stops; SIGHUP reads the configuration and the descriptions again

    """

  private static func finish(_ text: String) -> Never {
    print(text, terminator: "")
    exit(0)
  }

  private static func fail(_ sentence: String) -> Never {
    StandardError.write("\(Webd.name): \(sentence); see `\(Webd.name) --help`\n")
    exit(2)
  }
}
