"""Machines on a network of their own: a network namespace each, all on one bridge, whose lines can be cut."""
import os
import subprocess

from servers import sh


def is_possible():
    """Whether this user may make namespaces and lines between them."""
    if os.getuid() != 0:
        return False
    name = "mate-try-%d" % os.getpid()
    tried = subprocess.run(["ip", "netns", "add", name], capture_output=True)
    made = subprocess.run(["ip", "-n", name, "link", "add", "mate0", "type", "bridge"], capture_output=True)
    subprocess.run(["ip", "netns", "del", name], capture_output=True)
    return tried.returncode == 0 and made.returncode == 0


class Network:
    """Hosts with addresses 10.77.0.1, .2 …, in the order of their names."""

    def __init__(self, names):
        self.base = "mate%d-" % os.getpid()
        self.addresses = {name: "10.77.0.%d" % (1 + number) for number, name in enumerate(names)}
        self.made = []
        hub = self.add("hub")
        sh("ip", "-n", hub, "link", "add", "bridge0", "type", "bridge")
        sh("ip", "-n", hub, "link", "set", "bridge0", "up")
        for name, address in self.addresses.items():
            host = self.add(name)
            sh("ip", "link", "add", "to-" + name, "netns", hub, "type", "veth", "peer", "name", "eth0", "netns", host)
            sh("ip", "-n", hub, "link", "set", "to-" + name, "master", "bridge0")
            sh("ip", "-n", hub, "link", "set", "to-" + name, "up")
            sh("ip", "-n", host, "addr", "add", address + "/24", "dev", "eth0")
            for line in ("lo", "eth0"):
                sh("ip", "-n", host, "link", "set", line, "up")

    def add(self, name):
        sh("ip", "netns", "add", self.base + name)
        self.made.append(self.base + name)
        return self.base + name

    def inside(self, name):
        """The words before a command that runs on a host."""
        return ["ip", "netns", "exec", self.base + name]

    def cut(self, name, is_cut=True):
        """Takes a host from the network, without a word to anybody: nothing comes and nothing goes."""
        sh("ip", "-n", self.base + "hub", "link", "set", "to-" + name, "down" if is_cut else "up")

    def part(self, one, other, is_cut=True):
        """The same between two hosts alone."""
        for here, there in ((one, other), (other, one)):
            sh("ip", "-n", self.base + here, "route", "add" if is_cut else "del", "blackhole", self.addresses[there])

    def end(self):
        for name in reversed(self.made):
            subprocess.run(["ip", "netns", "del", name], capture_output=True)
