import Foundation
import TestSupport
import Testing

/// A GeoClue on a bus of our own: it gives one client, and goes where it is told.
final class GeoClueServer {
  private let process: RunningCommand

  private static let script = """
    import sys, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    NAME = 'org.freedesktop.GeoClue2'
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    wishes = {}
    class Location(dbus.service.Object):
        def __init__(self, path, values):
            super().__init__(bus, path)
            self.values = values
        @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='ss', out_signature='v')
        def Get(self, interface, name):
            assert interface == NAME + '.Location'
            return self.values[name]
    class Client(dbus.service.Object):
        count = 0
        @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='ssv')
        def Set(self, interface, name, value):
            assert interface == NAME + '.Client'
            wishes[str(name)] = value
        @dbus.service.method(NAME + '.Client')
        def Start(self):
            if wishes != {'DesktopId': 'mate', 'RequestedAccuracyLevel': 8}:
                raise dbus.DBusException('who are you', name='org.freedesktop.DBus.Error.AccessDenied')
            print('started', flush=True)
        @dbus.service.signal(NAME + '.Client', signature='oo')
        def LocationUpdated(self, old, new): pass
        def move(self, latitude, longitude, accuracy, seconds):
            self.count += 1
            path = f'/org/freedesktop/GeoClue2/Location/{self.count}'
            self.at = Location(path, {
                'Latitude': dbus.Double(latitude), 'Longitude': dbus.Double(longitude),
                'Accuracy': dbus.Double(accuracy),
                'Timestamp': dbus.Struct((dbus.UInt64(seconds), dbus.UInt64(0)), signature='tt')})
            self.LocationUpdated('/', path)
    class Manager(dbus.service.Object):
        @dbus.service.method(NAME + '.Manager', out_signature='o')
        def GetClient(self):
            return '/org/freedesktop/GeoClue2/Client/1'
    manager = Manager(bus, '/org/freedesktop/GeoClue2/Manager')
    client = Client(bus, '/org/freedesktop/GeoClue2/Client/1')
    name = dbus.service.BusName(NAME, bus, do_not_queue=True)
    loop = GLib.MainLoop()
    def command(source, condition):
        words = sys.stdin.readline().split()
        if not words:
            loop.quit()
            return False
        client.move(*map(float, words[:3]), int(words[3]))
        print('moved', flush=True)
        return True
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, command)
    print('ready', flush=True)
    loop.run()
    """

  init(on bus: PrivateBus) throws {
    process = try SystemProgram.start(
      SystemProgram.python, ["-c", Self.script, bus.address], keepsInput: true)
    guard process.line() == "ready" else {
      throw TestFailure("the mock GeoClue did not start: \(try process.finish().errors)")
    }
  }

  deinit { process.kill() }

  func waitUntilStarted() throws {
    guard process.line() == "started" else { throw TestFailure("nobody asked for positions") }
  }

  func move(_ latitude: Double, _ longitude: Double, accuracy: Double, at seconds: Int) throws {
    try process.write("\(latitude) \(longitude) \(accuracy) \(seconds)\n")
    guard process.line() == "moved" else { throw TestFailure("the mock GeoClue is gone") }
  }
}

@Suite("Alarms with GeoClue", .serialized, .timeLimit(.minutes(2)))
struct GeoClueTests {
  @Test(
    "a position of the desktop fires an alarm; one that is known to a town only does not",
    .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"))
  func walk() throws {
    let bus = try PrivateBus()
    let geoclue = try GeoClueServer(on: bus)
    let transit = try TransitHarness(
      ["geoclue": true],
      environment: [
        "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address,
      ])
    let desktop = try NotificationServer(on: bus)
    try transit.client.result("transit.favourite.add", ["place": "강남", "line": "2"])
    try transit.client.result("transit.alarm.set", ["favourite": "강남"])
    try geoclue.waitUntilStarted()
    try geoclue.move(37.49799, 127.027912, accuracy: 25_000, at: 1_788_832_600)
    // A kilometre to the north, and 100 s later 100 m.
    try geoclue.move(37.507, 127.027912, accuracy: 20, at: 1_788_832_700)
    try geoclue.move(37.4989, 127.027912, accuracy: 20, at: 1_788_832_800)
    let notice = try desktop.next()
    #expect((notice[4] as? String)?.hasPrefix("강남: 101 m") == true)
    let log = try String(contentsOfFile: transit.daemon.logFile, encoding: .utf8)
    #expect(log.components(separatedBy: "alarm: 강남").count == 2)
  }
}
