internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

Interrupt.install()
exit(Matectl.run(Array(CommandLine.arguments.dropFirst())).rawValue)
