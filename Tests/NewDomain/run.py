#!/usr/bin/env python3
"""Makes a domain with tools/new-domain, builds it, installs it and uses it, all in a copy of the checkout.

usage: run.py --bin FOLDER [--keep]

FOLDER has matectl and the other daemons, as .build/release. The copy lies in .build/new-domain and is built
there as a developer would build it, but for targets that the new daemon does not need; what was built is used
again the next time. --keep leaves what was installed. Exits with 1 where a promise is broken."""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(ROOT, ".build", "new-domain")
NAME, LONGEST = "meals", "abcdefghijklmnop"
failures = []


def expect(what, found, wanted):
    if found != wanted:
        failures.append(f"{what}\n  wanted {wanted!r}\n  found  {found!r}")
        print(f"BROKEN: {failures[-1]}")


def run(*words, seconds=120, environment=None, status=0):
    """Runs a command in the copy; its output. One that ends otherwise than expected ends the run."""
    done = subprocess.run(words, cwd=COPY, env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          stderr=subprocess.STDOUT, encoding="utf-8", timeout=seconds)
    if done.returncode != status:
        sys.exit(f"new-domain: {' '.join(words)} ended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def listed():
    """The files of the checkout, also those that are not committed yet."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
    return [name for name in names if name and os.path.isfile(os.path.join(ROOT, name))]


def contents(folder=None):
    """All files of the copy, or of a folder in it, but what was built."""
    found = {}
    for place, folders, names in os.walk(os.path.join(COPY, folder or "")):
        folders[:] = [name for name in folders if name not in (".build", "__pycache__")]
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, COPY)] = file.read()
    return found


def copy():
    """Brings the copy up to date; what has not changed keeps its time, so that it is not built again."""
    wanted, there = set(listed()), contents()
    for name in there.keys() - wanted:
        os.remove(os.path.join(COPY, name))
    for place, folders, names in os.walk(COPY, topdown=False):
        if "/.build" not in place[len(COPY):] and not os.listdir(place):
            os.rmdir(place)
    os.makedirs(COPY, exist_ok=True)
    for name in wanted:
        source, target = os.path.join(ROOT, name), os.path.join(COPY, name)
        with open(source, "rb") as file:
            if there.get(name) == file.read():
                continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(source, target)


def changed(before):
    after = contents()
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def refusals(matectl):
    """Whatever is refused is said with what to do, and changes nothing."""
    before = contents()
    lines = run(matectl, "__complete", "--", "", environment={"MATE_DOMAINS_PATH": "/", "HOME": "/"}).splitlines()
    words = [line.split("\t")[0] for line in lines]
    for word in [*words, "mate", "bank", "probe", "system", "domain", "Meals", "1a", "x", "", "a-b", "a" * 17]:
        said = run("tools/new-domain", "--", word, status=1)
        expect(f"one line about {word!r}", said.count("\n"), 1)
    # What is in the way, of new files and of those that get a line more.
    for name in (f"docs/{NAME}.md", f"Sources/{NAME}d", "tools/floors.txt.new"):
        path = os.path.join(COPY, name)
        os.makedirs(path)
        expect(f"{name} is named", name in run("tools/new-domain", NAME, status=1), True)
        os.rmdir(path)
    expect("what refusals have changed", changed(before), [])
    folders = [name for name in ("Sources", "Tests") if os.path.exists(os.path.join(COPY, name, f"{NAME}d"))]
    expect("folders that refusals have left", folders, [])


def make(name):
    """The domain; what it adds is new files, and one line more in each of three."""
    before = contents()
    said = run("tools/new-domain", name)
    again = run("tools/new-domain", name, status=1)
    expect("what is said the second time", again, f"new-domain: {name}d is in Package.swift already: nothing was changed\n")
    files = changed(before)
    for path in files:
        expect(f"{path} is told", f"  {path}" in said, True)
    after = contents()
    grown = {path: len(after[path].splitlines()) - len(text.splitlines())
             for path, text in before.items() if after.get(path) != text}
    expect("the files that have a line more", grown,
           {"Package.swift": 1, "deploy/systemd/daemons": 1, "tools/floors.txt": 1})
    left = [path for path in files if b"sample" in after[path].lower() and path not in before]
    expect("new files that speak of the templates", left, [])
    run("swift", "format", "lint", "--strict", "-r", "-p", "Package.swift", f"Sources/{name}d", f"Tests/{name}dTests")
    return files


def remove(files):
    """Takes a made domain back."""
    for name in files:
        os.remove(os.path.join(COPY, name))
    copy()


def build():
    """The daemon and its tests; all else is left out of the copy's manifest. The seconds it took."""
    started = time.monotonic()
    targets = {target["name"]: target for target in json.loads(run("swift", "package", "dump-package"))["targets"]}
    needed, open_ones = set(), [f"{NAME}dTests"]
    while open_ones:
        name = open_ones.pop()
        if name in targets and name not in needed:
            needed.add(name)
            for dependency in targets[name]["dependencies"]:
                open_ones.append((dependency.get("byName") or dependency["target"])[0])
    names = json.dumps(sorted(needed))
    with open(os.path.join(COPY, "Package.swift"), "a", encoding="utf-8") as file:
        file.write(f"\nlet needed: Set<String> = {names}\npackage.targets.removeAll {{ !needed.contains($0.name) }}\n"
                   "package.products.removeAll { !needed.contains($0.name) }\n")
    run("swift", "build", "--build-tests", seconds=900)
    said = run("tools/run-tests.sh", ".build/debug", seconds=300)
    tests = sum(text.count(b"@Test(") for text in contents(f"Tests/{NAME}dTests").values())
    expect(f"its {tests} tests ran", f"Test run with {tests} tests in" in said, True)
    run("tools/check-floors.py", "--target", f"{NAME}d")
    return time.monotonic() - started


def install(programs, bin_folder, root):
    """`make describe` and `make install`, with the new daemon beside the programs of the checkout."""
    os.makedirs(programs)
    for name in {*os.listdir(bin_folder), f"{NAME}d"}:
        folder = os.path.join(COPY, ".build", "debug") if name == f"{NAME}d" else bin_folder
        os.symlink(os.path.join(folder, name), os.path.join(programs, name))
    run("make", "-s", "describe", f"BIN={programs}")
    run("make", "-s", "install", f"BIN={programs}", f"DESTDIR={root}")
    for kind in ("system", "user"):
        verify(kind, root, programs + "." + kind)


def verify(kind, root, folder):
    """Its units are installed, and systemd understands them without a word."""
    os.makedirs(folder)
    for suffix in ("socket", "service"):
        unit = f"{NAME}d.{suffix}"
        with open(f"{root}/usr/lib/systemd/{kind}/{unit}", encoding="utf-8") as file:
            expect(f"the installed {kind}/{unit}", file.read(), run("tools/unit.sh", f"{kind}/{unit}"))
        with open(f"{folder}/{unit}", "w", encoding="utf-8") as file:
            # With a program that is there.
            file.write(run("tools/unit.sh", f"{kind}/{unit}", f"{root}/usr"))
    if shutil.which("systemd-analyze"):
        environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:", "XDG_RUNTIME_DIR": folder}
        said = run("systemd-analyze", "verify", f"--{kind}", f"{folder}/{NAME}d.socket", f"{folder}/{NAME}d.service",
                   environment=environment)
        expect(f"what systemd-analyze says of {kind} units", said, "")


def use(root, work):
    """What a person does with it, by what was installed."""
    environment = {"HOME": work, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "MATE_LOG": "file",
                   "MATE_RUNTIME_DIR": f"{work}/run", "MATE_STATE_DIR": f"{work}/state",
                   "MATE_DOMAINS_PATH": f"{root}/usr/share/mate/domains"}

    def matectl(*words, status=0):
        return run(f"{root}/usr/bin/matectl", *words, environment=environment, status=status)

    def first(text):
        """The first line: a sentence, without the trace id below it."""
        return text.split("\n")[0]

    def completed(*words):
        return [line.split("\t")[0] for line in matectl("__complete", "--", *words).splitlines()]

    def end(number):
        os.kill(json.loads(matectl("status", NAME, "--json"))["items"][0]["pid"], number)

    expect("it is in the list of domains", NAME in matectl("domains"), True)
    expect("help in English", "adjust <name> <by>" in matectl("help", NAME), True)
    expect("help in Korean", "목록 보기" in matectl("--lang", "ko", "help", NAME), True)
    expect("a change", matectl(NAME, "adjust", "bread", "+3"), "bread: 3\n")
    expect("a dry run", matectl(NAME, "adjust", "bread", "1", "--dry-run"), "(dry run) bread: 4\n")
    expect("a change in Korean", matectl("--lang", "ko", NAME, "adjust", "bread", "-1"), "bread: 2개\n")
    expect("a refusal", first(matectl(NAME, "adjust", "bread", "-5", status=1)),
           f"matectl: there are only 2 of bread; see `matectl {NAME} list`")
    expect("a refusal in Korean", first(matectl("--lang", "ko", NAME, "adjust", "떡", "-1", status=1)),
           f"matectl: 떡은 0개뿐입니다. `matectl {NAME} list`를 보십시오")
    expect("a word that is none", "an integer from" in matectl(NAME, "adjust", "bread", "many", status=2), True)
    end(signal.SIGKILL)
    expect("a read, after a kill", matectl(NAME, "list", "--output", "plain"), "bread\t2\n")
    expect("words are completed", completed(NAME, ""), ["adjust", "list"])
    expect("values are completed", completed(NAME, "adjust", "b"), ["bread"])
    expect("today shows it", "bread" in matectl("today"), True)
    end(signal.SIGTERM)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    bin_folder = os.path.abspath(options.bin)
    copy()
    refusals(f"{bin_folder}/matectl")
    # The longest name that there may be: its lines are no longer than others.
    remove(make(LONGEST))
    make(NAME)
    took = build()
    work = tempfile.mkdtemp(prefix="mate-new-domain.")
    try:
        root = f"{work}/root"
        install(f"{work}/bin", bin_folder, root)
        use(root, work)
        run("make", "-s", "uninstall", f"DESTDIR={root}")
        left = [name for _, _, names in os.walk(root) for name in names]
        expect("what uninstall leaves behind", left, [])
    finally:
        if options.keep:
            print(f"new-domain: kept in {work}")
        else:
            shutil.rmtree(work)
    for failure in failures:
        print(f"new-domain: BROKEN {failure}")
    print(f"new-domain: {len(failures)} promises broken" if failures
          else f"new-domain: {NAME}d was made, built and tested in {took:.0f} s, installed, used and removed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
