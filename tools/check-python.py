#!/usr/bin/env python3
"""Compiles every Python file under the named folders, and keeps nothing of it."""
import pathlib
import sys

failed = False
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        try:
            compile(path.read_text(encoding="utf-8"), str(path), "exec")
        except (SyntaxError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed = True
sys.exit(1 if failed else 0)
