internal import CLinux
internal import Glibc

/// What is behind a descriptor: a terminal with a width, or a pipe or a file.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns and rows, 80 and 24 where the terminal does not say, as a serial line; nil where it is
  /// no terminal.
  package static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard mate_window_size(descriptor, &columns, &rows) == 0 else { return nil }
    return (columns > 0 ? Int(columns) : 80, rows > 0 ? Int(rows) : 24)
  }

  /// Whether colours are wanted where nobody said: a terminal, no `NO_COLOR`, not a dumb one.
  package static func wantsColor(_ descriptor: Int32) -> Bool {
    isTerminal(descriptor) && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
  }

  /// Writes everything; false where the other end is gone.
  package static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Array(text.utf8), to: descriptor)
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if errno == EAGAIN {
        waitForRoom(descriptor)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// A pipe may be made non-blocking by whoever shares it, as ssh and Node do: the rest is written
  /// when there is room, or when the other end is gone and writing says so.
  private static func waitForRoom(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&entry, 1, -1)
  }

  /// Whether nobody will ever read what is written: the other end of a pipe or socket is closed.
  package static func isAbandoned(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & (POLLERR | POLLHUP) != 0
  }

  /// Whether standard input can be read without waiting; also where it has ended.
  package static var hasInput: Bool {
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// One line from standard input without its end, and nothing behind it; nil at the end of the
  /// input, and where a signal came and `isInterrupted` says that it is over.
  package static func readLine(unless isInterrupted: () -> Bool) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while !isInterrupted() {
      let count = read(0, &byte, 1)
      if count == 1 {
        if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      } else if count < 0, errno == EAGAIN {
        var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
      } else if count == 0 || errno != EINTR {
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      }
    }
    return nil
  }
}
