"""The disk of any moment, from a trace of what was done to it.

What was synced is there. Of what was not, any part may be, in any order, torn at 512 bytes. A new name, or
a changed one, is there once its folder was synced; until then the first so many of a folder's changes are,
as journals of file systems keep their order. A write with O_DSYNC is on disk when it returns. What a
failed sync was for is dropped by the kernel (L): it is never written, and a later sync does not say so.
"""
import os
import struct

ENTRY = struct.Struct("BBBxIQ")
SECTOR = 512


def entries(path):
    """(place, kind, path number, offset, bytes) of each entry, with the place behind it."""
    with open(path, "rb") as file:
        data = file.read()
    place = 0
    while place + ENTRY.size <= len(data):
        kind, _, number, length, offset = ENTRY.unpack_from(data, place)
        place += ENTRY.size
        if place + length > len(data):
            return  # The process ended in the middle of the entry.
        yield place + length, chr(kind), number, offset, data[place: place + length]
        place += length


class Inode:
    """A file: what is on disk, and what was done to it since, in order."""

    def __init__(self, content=b""):
        self.content = bytearray(content)
        self.pending = []  # (offset, bytes) of a write, (length, None) of a truncation

    @staticmethod
    def apply(content, offset, data):
        if data is None:
            del content[offset:]
            content.extend(bytes(offset - len(content)))
        else:
            content.extend(bytes(max(0, offset - len(content))))
            content[offset: offset + len(data)] = data

    def write_through(self, offset, data):
        # What is older and below it would else come later.
        if any(data is None or start < offset + len(data) and offset < start + len(old or b"")
               for start, old in self.pending):
            self.sync()
        self.apply(self.content, offset, data)

    def sync(self):
        for change in self.pending:
            self.apply(self.content, *change)
        self.pending = []

    def pieces(self):
        """What is pending, no piece larger than what a disk writes at once."""
        for offset, data in self.pending:
            if data is None:
                yield offset, None
                continue
            start = 0
            while start < len(data):
                end = min(len(data), start + SECTOR - (offset + start) % SECTOR)
                yield offset + start, data[start:end]
                start = end

    def after_cut(self, random, how):
        """The content after a power cut."""
        content, pieces = bytearray(self.content), list(self.pieces())
        if how == "nothing":
            return content
        if how == "prefix":
            pieces = pieces[: random.randint(0, len(pieces))]
        elif how in ("some", "shuffled"):
            share = random.choice((0.1, 0.5, 0.9))
            pieces = [piece for piece in pieces if random.random() < share]
        if how == "shuffled":
            random.shuffle(pieces)
        for piece in pieces:
            self.apply(content, *piece)
        return content


HOWS = ("nothing", "prefix", "some", "shuffled", "all")


class Disk:
    """A folder as it was at first, and what a trace does to it."""

    def __init__(self, folder, beginning):
        self.folder = folder
        self.numbers = {}
        # Names as programs see them, names as they are on disk, and what was done to them since.
        self.names, self.kept, self.pending = {}, {}, []
        for place, _, files in os.walk(beginning):
            relative = os.path.relpath(place, beginning)
            if relative != ".":
                self.names[os.path.join(folder, relative)] = None
            for name in files:
                if name.endswith(("-shm", ".lock")):
                    continue
                with open(os.path.join(place, name), "rb") as file:
                    inode = Inode(file.read())
                self.names[os.path.normpath(os.path.join(folder, relative, name))] = inode
        self.kept = dict(self.names)

    def _rename(self, name, inode, is_gone=False):
        if is_gone:
            self.names.pop(name, None)
        else:
            self.names[name] = inode
        self.pending.append((name, inode, is_gone))

    def play(self, kind, number, offset, data):
        if kind == "P":
            self.numbers[number] = data.decode()
            return
        name = self.numbers[number]
        if kind == "M":
            self._rename(name, None)
        elif kind == "R":
            inode, other = self.names.get(name), self.numbers[offset]
            self._rename(other, inode)
            self._rename(name, None, is_gone=True)
        elif kind == "U":
            self._rename(name, None, is_gone=True)
        elif name == self.folder or self.names.get(name, 0) is None:
            if kind == "S":
                self._sync_folder(name)
        else:
            self._play_file(kind, name, offset, data)

    def _play_file(self, kind, name, offset, data):
        if name not in self.names:
            self._rename(name, Inode())
        inode = self.names[name]
        if kind == "W":
            inode.pending.append((offset, data))
        elif kind == "T":
            inode.pending.append((offset, None))
        elif kind == "D":
            inode.write_through(offset, data)
        elif kind == "S":
            inode.sync()
        elif kind == "L":
            inode.pending = []

    def _sync_folder(self, folder):
        left = []
        for change in self.pending:
            if os.path.dirname(change[0]) == folder:
                self._keep(self.kept, change)
            else:
                left.append(change)
        self.pending = left

    @staticmethod
    def _keep(names, change):
        name, inode, is_gone = change
        if is_gone:
            names.pop(name, None)
        else:
            names[name] = inode

    def after_cut(self, random, how):
        """{name: content} after a power cut now; None for a folder."""
        names, changes = dict(self.kept), self.pending
        if how == "nothing":
            changes = []
        elif how != "all":
            changes = changes[: random.randint(0, len(changes))]
        for change in changes:
            self._keep(names, change)
        return {os.path.relpath(name, self.folder):
                None if inode is None else bytes(inode.after_cut(random, how))
                for name, inode in names.items()}


def lay_out(image, folder):
    """Makes a folder of an image."""
    for name, content in sorted(image.items()):
        path = os.path.join(folder, name)
        if content is None:
            os.makedirs(path, exist_ok=True)
        elif os.path.isdir(os.path.dirname(path)):
            with open(path, "wb") as file:
                file.write(content)
