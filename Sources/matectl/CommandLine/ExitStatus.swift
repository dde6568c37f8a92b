/// Exit statuses, as `README.md` lists them.
enum ExitStatus: Int32, Error {
  case done = 0
  case refused = 1
  case usage = 2
  case unreachable = 3
  case fault = 4
  case interrupted = 130
  case terminated = 143
}
