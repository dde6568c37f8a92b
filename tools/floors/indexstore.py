"""Reads the index store that `swift build` writes, through the toolchain's own libIndexStore.so."""
import ctypes
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEFINITION = 1 << 1
CHILD_OF = 1 << 9
RECORD = 2
# Getters, setters and their kin: whoever mentions one mentions its property at the same place.
ACCESSORS = {3, 4, *range(1000, 1004), *range(1014, 1019)}


class FloorsError(Exception):
    """What the user reads when nothing can be said about floors: one clear sentence."""


class StringRef(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def text(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


OnUnit = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, StringRef)
OnPointer = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)

POINTER = ctypes.c_void_p
ERROR = ctypes.POINTER(ctypes.c_void_p)
NUMBER = ctypes.POINTER(ctypes.c_uint)
LONG = ctypes.POINTER(ctypes.c_int64)
# Name without `indexstore_`, then what it returns, then what it takes.
FUNCTIONS: list[tuple[str, Any, list[Any]]] = [
    ("error_get_description", ctypes.c_char_p, [POINTER]),
    ("store_create", POINTER, [ctypes.c_char_p, ERROR]),
    ("store_units_apply_f", ctypes.c_bool, [POINTER, ctypes.c_uint, POINTER, OnUnit]),
    ("unit_reader_create", POINTER, [POINTER, ctypes.c_char_p, ERROR]),
    ("unit_reader_dispose", None, [POINTER]),
    ("unit_reader_get_modification_time", None, [POINTER, LONG, LONG]),
    ("unit_reader_get_main_file", StringRef, [POINTER]),
    ("unit_reader_get_working_dir", StringRef, [POINTER]),
    ("unit_reader_dependencies_apply_f", ctypes.c_bool, [POINTER, POINTER, OnPointer]),
    ("unit_dependency_get_kind", ctypes.c_int, [POINTER]),
    ("unit_dependency_get_name", StringRef, [POINTER]),
    ("unit_dependency_get_filepath", StringRef, [POINTER]),
    ("record_reader_create", POINTER, [POINTER, ctypes.c_char_p, ERROR]),
    ("record_reader_dispose", None, [POINTER]),
    ("record_reader_occurrences_apply_f", ctypes.c_bool, [POINTER, POINTER, OnPointer]),
    ("occurrence_get_symbol", POINTER, [POINTER]),
    ("occurrence_get_roles", ctypes.c_uint64, [POINTER]),
    ("occurrence_get_line_col", None, [POINTER, NUMBER, NUMBER]),
    ("occurrence_relations_apply_f", ctypes.c_bool, [POINTER, POINTER, OnPointer]),
    ("symbol_relation_get_roles", ctypes.c_uint64, [POINTER]),
    ("symbol_relation_get_symbol", POINTER, [POINTER]),
    ("symbol_get_usr", StringRef, [POINTER]),
    ("symbol_get_name", StringRef, [POINTER]),
    ("symbol_get_subkind", ctypes.c_int, [POINTER]),
]


@dataclass
class Record:
    """What one file defines and mentions; a USR is the compiler's own name of a symbol."""

    definitions: dict[str, str] = field(default_factory=dict)  # USR: a name to print
    mentions: set[tuple[str, str, int]] = field(default_factory=set)  # USR, name, line


@dataclass
class Unit:
    """One compilation of one file."""

    main_file: str
    built: int  # In nanoseconds, as `st_mtime_ns`.
    records: list[str]


def library_path() -> Path:
    """The library lies beside swiftc; a launcher such as swiftly's has to be asked where that is."""
    swiftc = shutil.which("swiftc")
    if swiftc is None:
        raise FloorsError("swiftc is not on PATH, so its libIndexStore.so cannot be found.")
    beside = Path(swiftc).resolve().parent.parent / "lib" / "libIndexStore.so"
    if beside.exists():
        return beside
    told = subprocess.run(
        [swiftc, "-print-target-info"], capture_output=True, text=True, check=False)
    try:
        resources = Path(json.loads(told.stdout)["paths"]["runtimeResourcePath"])
    except (ValueError, KeyError):
        resources = Path("/nowhere")
    if (asked := resources.parent / "libIndexStore.so").exists():
        return asked
    raise FloorsError(f"The toolchain of {swiftc} has no libIndexStore.so.")


class IndexStore:
    """A store of units (one a compilation) and records (one a content of a file)."""

    def __init__(self, path: Path) -> None:
        library = ctypes.CDLL(str(library_path()))
        self.calls: dict[str, Callable[..., Any]] = {}
        for name, result, arguments in FUNCTIONS:
            function = getattr(library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            self.calls[name] = function
        self.store = self._create("store_create", os.fsencode(path))

    def _create(self, function: str, *arguments: object) -> int:
        error = ctypes.c_void_p()
        made = self.calls[function](*arguments, ctypes.byref(error))
        if not made:
            why = self.calls["error_get_description"](error) if error else b"no reason given"
            raise FloorsError(f"The index store cannot be read: {why.decode()}.")
        return int(made)

    def units(self, below: str) -> list[Unit]:
        """All units whose main file is a Swift file below a folder; old ones are among them."""
        names: list[str] = []

        def on_unit(_: int, name: StringRef) -> bool:
            names.append(name.text())
            return True

        self.calls["store_units_apply_f"](self.store, 0, None, OnUnit(on_unit))
        return [unit for name in names if (unit := self._unit(name, below)) is not None]

    def _unit(self, name: str, below: str) -> Unit | None:
        calls = self.calls
        reader = self._create("unit_reader_create", self.store, os.fsencode(name))
        try:
            folder = calls["unit_reader_get_working_dir"](reader).text()

            def absolute(path: str) -> str:
                return os.path.normpath(os.path.join(folder, path))

            main_file = absolute(calls["unit_reader_get_main_file"](reader).text())
            if not main_file.startswith(below) or not main_file.endswith(".swift"):
                return None
            seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
            calls["unit_reader_get_modification_time"](
                reader, ctypes.byref(seconds), ctypes.byref(nanoseconds))
            records: list[str] = []

            def on_dependency(_: int, dependency: int) -> bool:
                if calls["unit_dependency_get_kind"](dependency) == RECORD:
                    path = calls["unit_dependency_get_filepath"](dependency).text()
                    if absolute(path) == main_file:
                        records.append(calls["unit_dependency_get_name"](dependency).text())
                return True

            calls["unit_reader_dependencies_apply_f"](reader, None, OnPointer(on_dependency))
            return Unit(main_file, seconds.value * 10**9 + nanoseconds.value, records)
        finally:
            calls["unit_reader_dispose"](reader)

    def record(self, name: str) -> Record:
        """Reads one record. Roles tell a definition; every other occurrence mentions a symbol."""
        calls = self.calls
        symbol_of, roles_of = calls["occurrence_get_symbol"], calls["occurrence_get_roles"]
        place_of = calls["occurrence_get_line_col"]
        record = Record()
        line, column = ctypes.c_uint(), ctypes.c_uint()
        line_to, column_to = ctypes.byref(line), ctypes.byref(column)
        # A reader keeps its symbols where they are, so a pointer stands for a symbol.
        known: dict[int, tuple[str, str, bool]] = {}

        def described(symbol: int) -> tuple[str, str, bool]:
            if symbol not in known:
                known[symbol] = (
                    calls["symbol_get_usr"](symbol).text(),
                    calls["symbol_get_name"](symbol).text(),
                    calls["symbol_get_subkind"](symbol) in ACCESSORS)
            return known[symbol]

        def on_occurrence(_: int, occurrence: int) -> bool:
            usr, name, is_accessor = described(symbol_of(occurrence))
            if is_accessor:
                return True
            if roles_of(occurrence) & DEFINITION:
                record.definitions[usr] = ".".join([*self._parent(occurrence, described), name])
            else:
                place_of(occurrence, line_to, column_to)
                record.mentions.add((usr, name, line.value))
            return True

        reader = self._create("record_reader_create", self.store, os.fsencode(name))
        try:
            calls["record_reader_occurrences_apply_f"](reader, None, OnPointer(on_occurrence))
        finally:
            calls["record_reader_dispose"](reader)
        return record

    def _parent(self, occurrence: int, described: Callable[[int], tuple[str, str, bool]]) -> list[str]:
        """The name of the type that a definition belongs to, so that `init()` tells whose it is."""
        calls = self.calls
        parents: list[str] = []

        def on_relation(_: int, relation: int) -> bool:
            if calls["symbol_relation_get_roles"](relation) & CHILD_OF:
                parents.append(described(calls["symbol_relation_get_symbol"](relation))[1])
            return True

        calls["occurrence_relations_apply_f"](occurrence, None, OnPointer(on_relation))
        return parents[:1]
