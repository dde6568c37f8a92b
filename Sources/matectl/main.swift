internal import Glibc
internal import LinuxSystem

Interrupt.install()
exit(Matectl.run(Array(CommandLine.arguments.dropFirst())).rawValue)
