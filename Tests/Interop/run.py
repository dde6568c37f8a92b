"""Tasks of a board in the hands of other people's libraries, and back: icalendar, pytodotxt, caldav and
vdirsyncer, against a Radicale of its own.

usage: run.py BINARIES DOMAINS

Each check begins with a new board. What the libraries read is compared with what was typed, and what
they write with what the board says then; a second import or exchange must change nothing."""
import datetime, json, os, shutil, socket, subprocess, sys, tempfile, time

import caldav, icalendar, pytodotxt

binaries, domains = map(os.path.abspath, sys.argv[1:3])
checks = 0
# Titles and texts that formats escape, fold or take for something else.
hostile = ["plain", "보고서, 제출; \\ 끝", "a:b \"c\" 100%", "é👩‍👩‍👧‍👦 " * 12, "(A) not a priority", "x done?", "2026-01-02 no date",
           "due:soon and +more", "BEGIN:VTODO", "=1+1"]


def expect(found, wanted, what):
    global checks
    checks += 1
    if found != wanted:
        sys.exit(f"{what}:\n  {found!r}\nis not\n  {wanted!r}")


class Board:
    def __init__(self):
        self.place = tempfile.mkdtemp(prefix="mi.")
        os.makedirs(self.place + "/run", 0o700)
        self.env = dict(os.environ, XDG_RUNTIME_DIR=self.place + "/run", XDG_STATE_HOME=self.place + "/state", TZ="Asia/Seoul",
                        XDG_CONFIG_HOME=self.place + "/config", MATE_DOMAINS_PATH=domains, MATE_LIBEXEC_PATH=binaries, LANG="C.UTF-8")

    def __enter__(self): return self

    def __exit__(self, *_):
        subprocess.run([binaries + "/matectl", "stop", "project"], env=self.env, capture_output=True)
        shutil.rmtree(self.place, ignore_errors=True)

    def __call__(self, *words, given=None):
        done = subprocess.run([binaries + "/matectl", "project", *words], env=self.env, input=given, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"project {' '.join(words)}: {done.stderr}")
        return done.stdout

    def rows(self):
        ids = [row["id"] for row in json.loads(self("list", "--all", "--sort", "number", "--json"))["projects"]]
        return [json.loads(self("show", str(number), "--json")) for number in ids]

    def export(self, form): return self("export", "--format", form)

    def fill(self):
        for index, title in enumerate(hostile):
            self("add", "--title", title, "--due", f"2099-01-{index + 1:02}" + (" 15:30" if index % 2 else ""), "--tag", f"t{index}",
                 "--group", "work.home", "--priority", str(index % 9 + 1), "--body", title + "\n" + title,
                 *(["--remind", "1h before"] if index % 3 == 0 else []), *(["--repeat", "every 2 weeks"] if index % 4 == 0 else []))
        self("done", "2", "4")
        self("start", "3")


def with_icalendar():
    with Board() as board:
        board.fill()
        calendar = icalendar.Calendar.from_ical(board.export("ics"))
        rows = {row["uuid"]: row for row in board.rows()}
        tasks = list(calendar.walk("VTODO"))
        expect(sorted(str(task["UID"]) for task in tasks), sorted(rows), "icalendar: all of them")
        states = {"todo": "NEEDS-ACTION", "doing": "IN-PROCESS", "done": "COMPLETED"}
        for task in tasks:
            row = rows[str(task["UID"])]
            expect(str(task["SUMMARY"]), row["title"], "icalendar: the title")
            expect(str(task["DESCRIPTION"]), row["body"], "icalendar: the description")
            expect(str(task["STATUS"]), states[row["state"]], "icalendar: the state")
            expect([str(name) for name in task["CATEGORIES"].cats], row["tags"], "icalendar: the tags")
            due = task.decoded("DUE")
            text = due.astimezone(datetime.timezone(datetime.timedelta(hours=9))).strftime("%Y-%m-%d %H:%M") \
                if isinstance(due, datetime.datetime) else due.isoformat()
            expect(text, row["due"], "icalendar: the deadline")
            expect("RRULE" in task, "recurrence" in row, "icalendar: the rule")
            expect(len(task.walk("VALARM")), len(row.get("reminders", [])), "icalendar: alarms")
        # Written anew by the library it is what it was.
        with Board() as other:
            other("import", "-", "--format", "ics", given=calendar.to_ical().decode())
            keys = ["uuid", "title", "body", "state", "due", "tags", "group", "priority", "recurrence", "reminders"]
            pick = lambda rows: sorted([[row.get(key) for key in keys] for row in rows], key=lambda row: row[0])
            expect(pick(other.rows()), pick(board.rows()), "icalendar: there and back")


def with_pytodotxt():
    with Board() as board:
        board.fill()
        text = board.export("todotxt")
        path = board.place + "/todo.txt"
        with open(path, "w") as file:
            file.write(text)
        library = pytodotxt.TodoTxt(path)
        library.parse()
        rows = board.rows()
        expect(len(library.tasks), len(rows), "pytodotxt: all of them")
        for task in library.tasks:
            row = next(row for row in rows if row["uuid"] in task.attributes.get("uuid", []))
            expect(task.is_completed, row["state"] == "done", "pytodotxt: what is done")
            expect(task.projects, ["work.home"], "pytodotxt: the group")
            expect(task.contexts, row["tags"], "pytodotxt: the tags")
            expect(task.attributes["due"][0][:10], row["due"][:10], "pytodotxt: the deadline")
            if not task.is_completed:
                expect(task.priority, "ABCDEFGHI"[row["priority"] - 1], "pytodotxt: the priority")
        # Untouched lines come back as they are, one that the library finishes is finished here.
        library.tasks[0].is_completed = True
        library.tasks[0].completion_date = datetime.date(2026, 11, 23)
        first = next(row for row in rows if row["uuid"] in library.tasks[0].attributes["uuid"])
        library.save(path)
        board("import", path, "--format", "todotxt")
        after = {row["uuid"]: row["state"] for row in board.rows()}
        expect(after[first["uuid"]], "done", "pytodotxt: finished there")
        expect({u: s for u, s in after.items() if u != first["uuid"] and u in {r["uuid"] for r in rows}},
               {row["uuid"]: row["state"] for row in rows if row["uuid"] != first["uuid"]}, "pytodotxt: the others")
        said = board("import", "--preview", path, "--format", "todotxt")
        expect(said.startswith("0 would be added, 0 would be changed"), True, "pytodotxt: again: " + said)


class Radicale:
    def __enter__(self):
        self.place = tempfile.mkdtemp(prefix="mr.")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["radicale", "--server-hosts", f"127.0.0.1:{self.port}", "--auth-type", "none", "--storage-filesystem-folder",
             self.place + "/store", "--logging-level", "critical"])
        self.address = f"http://127.0.0.1:{self.port}/"
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.05)
        client = caldav.DAVClient(url=self.address, username="me", password="secret")
        self.calendar = client.principal().make_calendar(name="Tasks", supported_calendar_component_set=["VTODO"])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.place, ignore_errors=True)

    def join(self, board):
        secret = board.place + "/secret"
        with open(secret, "w") as file:
            file.write("secret\n")
        os.chmod(secret, 0o600)
        board("sync", "add", "phone", self.address, "--user", "me", "--password-file", secret)
        board("sync")


def with_caldav():
    with Board() as board, Radicale() as server:
        board.fill()
        server.join(board)
        known = {str(task.icalendar_component["SUMMARY"]): task for task in server.calendar.todos(include_completed=True)}
        expect(sorted(known), sorted(row["title"] for row in board.rows()), "caldav: all of them")
        known["plain"].complete()
        server.calendar.save_todo(summary="from a phone, 전화", due=datetime.date(2099, 3, 1), priority=1)
        edited = known["BEGIN:VTODO"]
        edited.icalendar_component["SUMMARY"] = "renamed"
        edited.save()
        known["=1+1"].delete()
        board("edit", "5", "--title", "here")
        board("sync")
        titles = {row["title"]: row for row in board.rows()}
        expect(titles["plain"]["state"], "done", "caldav: finished there")
        expect((titles["from a phone, 전화"]["due"], titles["from a phone, 전화"]["priority"]), ("2099-03-01", 1), "caldav: added there")
        expect(("renamed" in titles, "BEGIN:VTODO" in titles, "=1+1" in titles), (True, False, False), "caldav: edited and removed there")
        there = {str(task.icalendar_component["SUMMARY"]) for task in server.calendar.todos(include_completed=True)}
        expect(there, set(titles), "caldav: both the same")


def with_vdirsyncer():
    program = os.path.join(os.path.dirname(sys.executable), "vdirsyncer")
    with Board() as board, Radicale() as server:
        board.fill()
        server.join(board)
        folder = board.place + "/tasks"
        config = board.place + "/vdirsyncer"
        os.mkdir(folder)
        name = str(server.calendar.url).rstrip("/").split("/")[-1]
        with open(config, "w") as file:
            file.write(f"""[general]
status_path = "{board.place}/status"
[pair tasks]
a = "here"
b = "there"
collections = [["tasks", "{name}", "{name}"]]
[storage here]
type = "filesystem"
path = "{folder}"
fileext = ".ics"
[storage there]
type = "caldav"
url = "{server.address}"
username = "me"
password = "secret"
""")

        def exchange(*words):
            done = subprocess.run([program, "-c", config, *words], input="y\ny\n", capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"vdirsyncer {words}: {done.stdout}{done.stderr}")

        exchange("discover")
        exchange("sync")
        place = folder + "/" + name
        files = sorted(os.listdir(place))
        expect(len(files), len(board.rows()), "vdirsyncer: all of them")
        for file in files:
            with open(f"{place}/{file}") as opened:
                task = icalendar.Calendar.from_ical(opened.read())
            todo = task.walk("VTODO")[0]
            if str(todo["SUMMARY"]) == "plain":
                todo["SUMMARY"] = "changed in a file"
                with open(f"{place}/{file}", "wb") as opened:
                    opened.write(task.to_ical())
            if str(todo["SUMMARY"]) == "=1+1":
                os.unlink(f"{place}/{file}")
        exchange("sync")
        board("edit", "6", "--title", "changed on the board")
        board("sync")
        exchange("sync")
        titles = {row["title"] for row in board.rows()}
        expect(("changed in a file" in titles, "plain" in titles, "=1+1" in titles), (True, False, False), "vdirsyncer: there to here")
        found = set()
        for file in os.listdir(place):
            with open(f"{place}/{file}") as opened:
                found.add(str(icalendar.Calendar.from_ical(opened.read()).walk("VTODO")[0]["SUMMARY"]))
        expect(found, titles, "vdirsyncer: here to there")


for check in [with_icalendar, with_pytodotxt, with_caldav, with_vdirsyncer]:
    check()
    print(f"{check.__name__.replace('_', ' ')}: right")
print(f"{checks} comparisons")
