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
        failures.append(what)
        print(f"BROKEN: {what}\n  wanted {wanted!r}\n  found  {found!r}")


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
    lines = run(matectl, "__complete", "--", "", environment={"MATE_DOMAINS_PATH": "/", "HOME": "/"})
    words = [line.split("\t")[0] for line in lines.splitlines()]
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
    tests = os.path.join(COPY, "Tests", f"{NAME}dTests")
    expect("its tests ran", said.count("✔ Test \"") , sum(text.count(b"@Test(") for text in contents(tests).values()))
    run("tools/check-floors.py", "--target", f"{NAME}d")
    return time.monotonic() - started


def install(programs, bin_folder, root):
    """`make describe` and `make install`, with the new daemon beside the programs of the checkout."""
    os.makedirs(programs)
    for name in os.listdir(bin_folder):
        os.symlink(os.path.join(bin_folder, name), os.path.join(programs, name))
    os.symlink(os.path.join(COPY, ".build", "debug", f"{NAME}d"), os.path.join(programs, f"{NAME}d"))
    run("make", "-s", "describe", f"BIN={programs}")
    run("make", "-s", "install", f"BIN={programs}", f"DESTDIR={root}")
    for kind in ("system", "user"):
        units = [f"{root}/usr/lib/systemd/{kind}/{NAME}d.{suffix}" for suffix in ("service", "socket")]
        for unit in units:
            with open(unit, encoding="utf-8") as file:
                expect(f"{unit} has places left", "@DOMAIN@" in file.read(), False)
        if shutil.which("systemd-analyze"):
            words = ["systemd-analyze", "verify", f"--root={root}"] + (["--user"] if kind == "user" else [])
            expect(f"systemd-analyze of {kind} units", run(*words, *units), "")


def use(root, work):
    """What a person does with it, by what was installed."""
    environment = {"HOME": work, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "MATE_LOG": "file",
                   "MATE_RUNTIME_DIR": f"{work}/run", "MATE_STATE_DIR": f"{work}/state",
                   "MATE_DOMAINS_PATH": f"{root}/usr/share/mate/domains"}

    def matectl(*words, status=0):
        return run(f"{root}/usr/bin/matectl", *words, environment=environment, status=status)

    expect("it is in the list of domains", NAME in matectl("domains"), True)
    expect("help in English", "add <name> [count]" in matectl("help", NAME), True)
    expect("help in Korean", "목록 보기" in matectl("--lang", "ko", "help", NAME), True)
    expect("a change", matectl(NAME, "add", "bread", "3"), "bread: 3\n")
    expect("a dry run", matectl(NAME, "add", "bread", "--dry-run"), "(dry run) bread: 4\n")
    expect("a change in Korean", matectl("--lang", "ko", NAME, "take", "bread"), "bread: 2개\n")
    expect("a refusal", matectl(NAME, "take", "bread", "5", status=1),
           f"matectl: there are only 2 of bread; see `matectl {NAME} list`\n")
    expect("a refusal in Korean", matectl("--lang", "ko", NAME, "take", "떡", status=1),
           f"matectl: 떡은 0개뿐입니다. `matectl {NAME} list`를 보세요\n")
    expect("a word that is none", "an integer from 1 to" in matectl(NAME, "add", "bread", "many", status=2), True)
    process = json.loads(matectl("status", NAME, "--json"))["items"][0]["pid"]
    os.kill(process, signal.SIGKILL)
    expect("a read, after a kill", matectl(NAME, "list", "--output", "plain"), "bread\t2\n")
    expect("words are completed", matectl("__complete", "--", NAME, "").split(), ["add", "take", "list"])
    expect("values are completed", matectl("__complete", "--", NAME, "take", "b").split(), ["bread"])
    expect("today shows it", "bread" in matectl("today"), True)
    os.kill(json.loads(matectl("status", NAME, "--json"))["items"][0]["pid"], signal.SIGTERM)


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
    root = f"{work}/root"
    install(f"{work}/bin", bin_folder, root)
    use(root, work)
    run("make", "-s", "uninstall", f"DESTDIR={root}")
    left = [name for _, _, names in os.walk(root) for name in names]
    expect("what uninstall leaves behind", left, [])
    if not options.keep:
        shutil.rmtree(work)
    print(f"new-domain: {len(failures)} promises broken" if failures
          else f"new-domain: {NAME}d was made, built and tested in {took:.0f} s, installed, used and removed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
