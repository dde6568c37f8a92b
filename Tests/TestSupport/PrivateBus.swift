internal import Foundation

/// A D-Bus daemon of a test's own.
package final class PrivateBus {
  package let directory: TemporaryDirectory
  package let address: String
  private let daemon: RunningCommand

  package static var isPossible: Bool {
    SystemProgram.isInstalled("dbus-daemon") && SystemProgram.hasPythonModule("dbus")
      && SystemProgram.hasPythonModule("gi")
  }

  package init() throws {
    directory = try TemporaryDirectory()
    daemon = try SystemProgram.start(
      "dbus-daemon",
      ["--session", "--nofork", "--print-address", "--address=unix:path=\(directory.file("bus"))"])
    guard let address = daemon.line() else { throw TestFailure("dbus-daemon did not start") }
    self.address = address
  }

  deinit { stop() }

  /// Ends the bus; everybody on it loses the connection.
  package func stop() { daemon.kill() }

  package func stopAndWait() throws {
    daemon.kill()
    _ = try daemon.finish()
  }
}

/// A notification server that writes down what it is asked, one JSON array a line.
package final class NotificationServer {
  private let process: RunningCommand

  private static let script = """
    import json, sys, os, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    NAME = 'org.freedesktop.Notifications'
    capabilities = sys.argv[1].split(',')
    mode = sys.argv[2]
    def say(*values):
        print(json.dumps(values), flush=True)
    class Server(dbus.service.Object):
        last = 100
        @dbus.service.method(NAME, out_signature='as')
        def GetCapabilities(self):
            return capabilities
        @dbus.service.method(NAME, in_signature='susssasa{sv}i', out_signature='u')
        def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
            say('Notify', app, int(replaces), icon, summary, body, list(actions),
                {k: int(v) for k, v in hints.items()}, int(timeout))
            if mode == 'refuse':
                raise dbus.DBusException('no', name='org.example.Refused')
            if mode == 'die':
                os._exit(0)
            if not replaces:
                self.last += 1
            return dbus.UInt32(replaces or self.last)
        @dbus.service.method(NAME, in_signature='u')
        def CloseNotification(self, number):
            say('CloseNotification', int(number))
            self.NotificationClosed(number, 3)
        @dbus.service.signal(NAME, signature='uu')
        def NotificationClosed(self, number, reason): pass
        @dbus.service.signal(NAME, signature='us')
        def ActionInvoked(self, number, key): pass
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[3])
    name = dbus.service.BusName(NAME, bus, do_not_queue=True)
    server = Server(bus, '/org/freedesktop/Notifications')
    def command(source, condition):
        words = sys.stdin.readline().split()
        if not words:
            loop.quit()
            return False
        if words[0] == 'press':
            server.ActionInvoked(dbus.UInt32(int(words[1])), words[2])
        if words[0] == 'dismiss':
            server.NotificationClosed(dbus.UInt32(int(words[1])), dbus.UInt32(2))
        say('did', *words)
        return True
    loop = GLib.MainLoop()
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, command)
    say('ready')
    loop.run()
    """

  package enum Mode: String { case show, refuse, die }

  package init(on bus: PrivateBus, capabilities: String = "body,actions", mode: Mode = .show) throws
  {
    process = try SystemProgram.start(
      SystemProgram.python, ["-c", Self.script, capabilities, mode.rawValue, bus.address],
      keepsInput: true)
    guard process.line() == "[\"ready\"]" else {
      throw TestFailure("the mock server did not start: \(try process.finish().errors)")
    }
  }

  deinit { stop() }

  /// The next thing that it was asked, as an array.
  package func next() throws -> [Any] {
    guard let line = process.line() else { throw TestFailure("the mock server is gone") }
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return value as? [Any] ?? []
  }

  /// What it was told to do is done once this returns.
  package func tell(_ words: String) throws {
    try process.write("\(words)\n")
    _ = try next()
  }

  package func stop() {
    process.kill()
  }

  package func stopAndWait() throws {
    process.kill()
    _ = try process.finish()
  }
}
