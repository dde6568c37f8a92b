#!/usr/bin/env python3
"""Holds each page in docs/ko against the page of docs that it translates: the same headings, paragraphs, items
and rows in the same order, in each of them the same words of code and numbers, and the same lines of code but for
remarks.

  tools/check-translations.py        prints what differs, and exits with 1 then
"""
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
REMARK = re.compile(r"(^|\s+)(//|#) .*$")
# What is the same in every language: words of code, and numbers of more than one digit.
SAME = re.compile(r"`[^`]+`|\d(?:[\d.,]*\d)")


def words(text):
    return sorted(set(SAME.findall(text)))


def blocks(text):
    """What a page is made of: its line, what it is, and its words of code or its lines of code."""
    found, lines, at = [], text.split("\n"), 0
    while at < len(lines):
        line, start = lines[at], at
        if line.startswith("```"):
            at = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```")) + 1
            found.append((start + 1, "a block of code", lines[start:at]))
        elif line.startswith("    "):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            code = [REMARK.sub("", code) for code in lines[start:at]]
            found.append((start + 1, "lines of code", [code for code in code if code.strip()]))
        elif line.startswith("#"):
            at += 1
            found.append((start + 1, f"a heading {line.split()[0]}", words(line)))
        elif line.startswith("|"):
            at += 1
            cells = [words(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            found.append((start + 1, f"a row of {len(cells)} cells", cells))
        elif line.strip():
            kind = "an item" if re.match(r"(- |\d+\. )", line) else "a paragraph"
            at += 1
            while at < len(lines) and lines[at].strip() and not re.match(r"- |\d+\. |[#|]|```", lines[at]):
                at += 1
            found.append((start + 1, kind, words(" ".join(lines[start:at]))))
        else:
            at += 1
    return found


def differences(name):
    here, there = (blocks(path.read_text(encoding="utf-8")) for path in (DOCS / "ko" / name, DOCS / name))
    for (line, kind, content), (original, wanted, words) in zip(here, there):
        place = f"docs/ko/{name}:{line}: "
        beside = f" (docs/{name}:{original})"
        if kind != wanted:
            # What stands behind it is moved by one.
            return [f"{place}{kind}, where there is {wanted}{beside}"]
        if content != words:
            return [f"{place}{kind} has {differing(content, words)}, where there is {differing(words, content)}{beside}"]
    if len(here) != len(there):
        return [f"docs/ko/{name}: {len(here)} blocks, where docs/{name} has {len(there)}"]
    return []


def differing(some, others):
    return [one for one in some if one not in others]


def main():
    found = [line for path in sorted((DOCS / "ko").glob("*.md")) for line in differences(path.name)]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
