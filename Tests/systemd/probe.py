#!/usr/bin/python3
"""Tries what a daemon must not be able to do, in the daemon's place: its unit runs this instead.

Prints one line for each thing that was possible, and nothing where the unit is as tight as it
should be. Arguments: `network` where the daemon may reach the network.
"""
import ctypes
import errno
import os
import resource
import socket
import sys

libc = ctypes.CDLL(None, use_errno=True)
possible = []


def system_call(name, *arguments):
    """Whether a C function succeeds, or fails for another reason than a ban."""
    ctypes.set_errno(0)
    result = getattr(libc, name)(*arguments)
    return result >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS, errno.EACCES)


def attempt(what, action):
    try:
        if action():
            possible.append(what)
    except (OSError, PermissionError):
        pass


def write_into(folder):
    path = f"{folder}/mate-probe"
    with open(path, "w") as file:
        file.write("x")
    os.unlink(path)
    return True


def connect_to_network():
    with socket.socket(socket.AF_INET) as attempt:
        attempt.settimeout(1)
        attempt.connect(("127.0.0.1", 22))
    return True


def makes(family, kind):
    socket.socket(family, kind).close()
    return True


for folder in ("/", "/usr", "/usr/bin", "/etc", "/var", "/var/lib", "/boot", "/run", "/dev", "/srv",
               "/opt", "/sys", "/proc/sys/kernel", "/run/systemd", "/var/lib/mate"):
    attempt(f"writing into {folder}", lambda: write_into(folder))
attempt("reading the homes", lambda: os.listdir("/home") or os.listdir("/root"))
attempt("a socket for packets", lambda: makes(socket.AF_PACKET, socket.SOCK_RAW))
attempt("a socket of netlink", lambda: makes(socket.AF_NETLINK, socket.SOCK_RAW))
if "network" not in sys.argv:
    attempt("a socket of IPv4", lambda: makes(socket.AF_INET, socket.SOCK_STREAM))
    attempt("a socket of IPv6", lambda: makes(socket.AF_INET6, socket.SOCK_DGRAM))
    attempt("network interfaces", lambda: [n for _, n in socket.if_nameindex() if n != "lo"])
attempt("devices", lambda: set(os.listdir("/dev")) & {"kmsg", "mem", "port", "sda", "vda", "nvme0n1"})
attempt("seeing other users' processes", lambda: os.path.exists("/proc/1/status"))
attempt("the kernel's log", lambda: open("/proc/kmsg"))
attempt("setuid files", lambda: os.chmod(sys.argv[0], 0o4755) is None)
attempt("becoming root", lambda: os.setuid(0) is None)
attempt("mount", lambda: system_call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
attempt("chroot", lambda: system_call("chroot", b"/tmp"))
attempt("unshare of users", lambda: system_call("unshare", 0x10000000))
attempt("unshare of mounts", lambda: system_call("unshare", 0x00020000))
attempt("ptrace", lambda: system_call("ptrace", 0, 0, None, None))
attempt("reboot", lambda: system_call("reboot", 0))
attempt("swapon", lambda: system_call("swapon", b"/x", 0))
attempt("setting the clock", lambda: system_call("clock_settime", 0, ctypes.create_string_buffer(16)))
attempt("personality", lambda: system_call("personality", 0x0200000))
# PROT_READ|WRITE|EXEC, MAP_PRIVATE|ANONYMOUS: -1 where it is banned.
libc.mmap.restype = ctypes.c_long
attempt("memory to write and execute", lambda: libc.mmap(None, 4096, 7, 0x22, -1, 0) != -1)

soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if hard > 16384:
    possible.append(f"{hard} open files")
with open("/proc/self/status") as file:
    status = dict(line.rstrip().split(":\t", 1) for line in file if ":\t" in line)
for field, wanted in (("CapEff", "0" * 16), ("CapBnd", "0" * 16), ("CapAmb", "0" * 16),
                      ("NoNewPrivs", "1"), ("Seccomp", "2")):
    if status[field] != wanted:
        possible.append(f"{field} {status[field]}")
if os.getuid() == 0 or os.getgid() == 0:
    possible.append("being root")

# And what it must be able to do.
state = os.environ["STATE_DIRECTORY"]
try:
    write_into(state)
except OSError as error:
    possible.append(f"NOT writing into {state}: {error}")
if os.stat(state).st_mode & 0o077:
    possible.append(f"others may look into {state}")
for line in possible:
    print(line)
print("probed")
