#!/usr/bin/env python3
"""Writes a page of our documentation as a manual page, in the `man` macros of groff_man(7).

  tools/manual-page.py docs/protocol.md mate-protocol 7 "the wire of mate's daemons" en > mate-protocol.7

It reads the Markdown that our pages are written in, and no other: headings, paragraphs, lists, tables,
blocks of code, and in a line code, bold words and links.
"""
import re
import sys

# The headings that every manual has.
HEADINGS = {"en": ("NAME", "DESCRIPTION"), "ko": ("이름", "설명")}
ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}


def escaped(text):
    return "".join(ESCAPES.get(character, character) for character in text)


def inline(text):
    """The words of a line, with bold letters for code and for what is bold."""
    text = re.sub(r"!?\[([^\]]+)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)
    out = ""
    for part in parts:
        if len(part) > 2 and part[0] == "`" and part[-1] == "`":
            out += "\\fB" + escaped(part[1:-1]) + "\\fR"
        elif part.startswith("**") and len(part) > 4:
            out += "\\fB" + escaped(part[2:-2]) + "\\fR"
        else:
            out += escaped(part)
    return out


def wrapped(text):
    """Source lines of at most 76 bytes, as mandoc wants them: what is not of ASCII counts eight."""
    lines, line, length = [], "", 0
    for word in text.split():
        if len(word) > 40:
            # A word that is longer than a line may end after each of these.
            word = re.sub(r"([/,|:_=}])(?=\w)", r"\1\\:", word)
        size = sum(1 if ord(character) < 128 else 8 for character in word)
        if line and length + 1 + size > 76:
            lines.append(line)
            line, length = "", 0
        if not line:
            line, length = ("\\&" + word if word[0] in ".'" else word), size
        else:
            line, length = line + " " + word, length + 1 + size
    return lines + [line] if line else lines


def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


class Page:
    def __init__(self):
        self.out = []
        self.below_heading = True

    def heading(self, level, title):
        self.out.append(f'.{"SH" if level <= 2 else "SS"} "{escaped(title).replace(chr(34), chr(92) + "(dq")}"')
        self.below_heading = True

    def paragraph(self, text):
        if not self.below_heading:
            self.out.append(".PP")
        self.below_heading = False
        self.out += wrapped(inline(text))

    def item(self, text):
        self.out += [".IP \\(bu 2"] + wrapped(inline(text))
        self.below_heading = False

    def row(self, names, values):
        """A row of a table: its first cell, and below it the others with the names of their columns."""
        term = inline(values[0]).replace("\\fB", "").replace("\\fR", "").replace('"', "\\(dq")
        self.out += [".TP", f'.B "{term}"' if term else "\\&"]
        rest = [value if len(values) == 2 or not name else f"{name}: {value}"
                for name, value in zip(names[1:], values[1:]) if value]
        self.out += wrapped(inline("; ".join(rest))) or ["\\&"]
        self.below_heading = False

    def code(self, lines):
        if not self.below_heading:
            self.out.append(".PP")
        self.below_heading = False
        self.out += [".in +4n", ".nf"] + [
            ("\\&" if line[:1] in (".", "'") else "") + escaped(line) if line else ".sp" for line in lines] + [".fi", ".in"]


def convert(source, page, description):
    lines, paragraph, kind = source.split("\n"), [], None

    def flush():
        nonlocal paragraph, kind
        if paragraph:
            (page.item if kind == "item" else page.paragraph)(" ".join(paragraph))
        paragraph, kind = [], None

    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            flush()
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            page.code(lines[at + 1:end])
            at = end
        elif line.startswith("    ") and not paragraph:
            block = []
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                block.append(lines[at][4:].rstrip())
                at += 1
            while block and not block[-1]:
                block.pop()
            page.code(block)
            continue
        elif line.startswith("#"):
            flush()
            marks, title = line.split(" ", 1)
            if len(marks) > 1:
                page.heading(len(marks), title.replace("`", ""))
            else:
                page.heading(2, description)
        elif line.startswith("|"):
            flush()
            names, at = cells(line), at + 2
            while at < len(lines) and lines[at].startswith("|"):
                page.row(names, cells(lines[at]))
                at += 1
            continue
        elif re.match(r"(- |\d+\. )", line):
            flush()
            kind, paragraph = "item", [re.sub(r"^(- |\d+\. )", "", line)]
        elif not line.strip():
            flush()
        else:
            paragraph.append(line.strip())
        at += 1
    flush()


def main():
    path, name, section, summary, language = sys.argv[1:]
    heading, description = HEADINGS[language]
    release = open("Sources/matectl/CommandLine/Release.swift").read()
    version, date = (re.search(rf'{name} = "([^"]+)"', release)[1] for name in ("version", "date"))
    page = Page()
    convert(open(path, encoding="utf-8").read(), page, description)
    print(f'.TH "{escaped(name.upper())}" {section} {date} "mate {version}"\n.nh\n.ad l')
    print("\n".join([f'.SH "{heading}"'] + wrapped(f"{escaped(name)} \\- {escaped(summary)}")))
    print("\n".join(page.out))


main()
