internal import CSystemd
internal import Glibc
package import Loop

/// A connection to a bus, on the loop; sd-bus is not for several threads.
@LoopActor
package final class SessionBus {
  /// A received message; only valid during the handler that got it.
  package typealias Handler = @LoopActor (BusMessage) -> Void

  /// The answer to a call, or nil where the connection went away before one.
  private final class Waiter {
    var handler: (@LoopActor (BusMessage?) -> Void)?

    init(_ handler: @escaping @LoopActor (BusMessage?) -> Void) { self.handler = handler }
  }

  private final class Listener {
    let handler: Handler

    init(_ handler: @escaping Handler) { self.handler = handler }
  }

  private let loop: EventLoop
  private var bus: OpaquePointer?

  /// Connects to an address of D-Bus, or to the user's own bus where it is nil.
  ///
  /// Nil where there is no bus to connect to; that is no error.
  package convenience init?(address: String?, loop: EventLoop) {
    self.init(loop: loop) { bus in
      guard let address else { return sd_bus_open_user(&bus) >= 0 }
      return sd_bus_new(&bus) >= 0 && sd_bus_set_address(bus, address) >= 0
        && sd_bus_set_bus_client(bus, 1) >= 0 && sd_bus_start(bus) >= 0
    }
  }

  /// Connects to the system's bus, where there is one.
  package convenience init?(systemOn loop: EventLoop) {
    self.init(loop: loop) { sd_bus_open_system(&$0) >= 0 }
  }

  private init?(loop: EventLoop, _ open: (inout OpaquePointer?) -> Bool) {
    self.loop = loop
    guard let bus = loop.withSystemEvent({ Self.attached(open, $0) }) else { return nil }
    self.bus = bus
  }

  private static func attached(
    _ open: (inout OpaquePointer?) -> Bool, _ event: OpaquePointer?
  ) -> OpaquePointer? {
    var bus: OpaquePointer?
    guard open(&bus) else {
      sd_bus_unref(bus)
      return nil
    }
    guard sd_bus_attach_event(bus, event, 0) >= 0 else {
      sd_bus_unref(bus)
      return nil
    }
    return bus
  }

  /// Whether the connection stands or is being made.
  package var isOpen: Bool { sd_bus_is_open(bus) > 0 }

  /// Ends the connection; calls that wait are answered with nil.
  package func close() {
    guard let bus else { return }
    self.bus = nil
    loop.withSystemEvent { _ in
      sd_bus_detach_event(bus)
      sd_bus_close_unref(bus)
    }
  }

  isolated deinit { close() }

  // MARK: Calls

  /// Calls a method and hands over its reply, which may be an error; nil where none comes.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    timeoutSeconds: UInt64, write: (BusMessage) -> Int32,
    then handler: @escaping @LoopActor (BusMessage?) -> Void
  ) {
    var message: OpaquePointer?
    let code = sd_bus_message_new_method_call(bus, &message, destination, path, interface, member)
    defer { sd_bus_message_unref(message) }
    guard code >= 0, write(BusMessage(message)) >= 0 else { return handler(nil) }
    let waiter = Unmanaged.passRetained(Waiter(handler))
    var slot: OpaquePointer?
    let sent = loop.withSystemEvent { _ in
      sd_bus_call_async(
        bus, &slot, message, { message, context, _ in SessionBus.answer(message, context) },
        waiter.toOpaque(), timeoutSeconds * 1_000_000)
    }
    guard sent >= 0, let slot else {
      waiter.release()
      return handler(nil)
    }
    // The slot lives until the answer or the end of the bus, and takes the waiter with it.
    sd_bus_slot_set_destroy_callback(slot) { context in SessionBus.drop(context) }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  /// On the loop's thread, as sd-event calls it.
  private nonisolated static func answer(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let context else { return 0 }
    nonisolated(unsafe) let own = (message: message, context: context)  // stay on this thread
    LoopActor.assumeIsolated {
      let waiter = Unmanaged<Waiter>.fromOpaque(own.context).takeUnretainedValue()
      let handler = waiter.handler
      waiter.handler = nil
      handler?(BusMessage(own.message))
    }
    return 0
  }

  private nonisolated static func drop(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    nonisolated(unsafe) let own = context  // stays on this thread
    LoopActor.assumeIsolated {
      let waiter = Unmanaged<Waiter>.fromOpaque(own).takeRetainedValue()
      waiter.handler?(nil)
    }
  }

  // MARK: Signals

  /// Calls `handler` for every message that a match rule of D-Bus lets through.
  package func listen(_ rule: String, _ handler: @escaping Handler) {
    let listener = Unmanaged.passRetained(Listener(handler))
    var slot: OpaquePointer?
    let code = loop.withSystemEvent { _ in
      sd_bus_add_match_async(
        bus, &slot, rule, { message, context, _ in SessionBus.hear(message, context) }, nil,
        listener.toOpaque())
    }
    guard code >= 0, let slot else { return listener.release() }
    sd_bus_slot_set_destroy_callback(slot) { context in
      guard let context else { return }
      Unmanaged<Listener>.fromOpaque(context).release()
    }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  private nonisolated static func hear(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let context else { return 0 }
    nonisolated(unsafe) let own = (message: message, context: context)  // stay on this thread
    LoopActor.assumeIsolated {
      let listener = Unmanaged<Listener>.fromOpaque(own.context).takeUnretainedValue()
      listener.handler(BusMessage(own.message))
    }
    return 0
  }
}
