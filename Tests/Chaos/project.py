"""The board of projects: added, edited, moved, removed, imported, undone and done again."""
import collections

from world import Failure, Step, read

COLUMNS = ("todo", "doing", "done")

# boards: one after each step of the history, oldest first, each of (id, title, state, tags); `place`
# is the one that counts, `next` the id of the next project.
State = collections.namedtuple("State", "boards place next")


class Project:
    name = domain = "project"
    reads_on_failing_disk = True
    initial = State(((),), 0, 1)

    def __init__(self, program, folder):
        """Of a program, and with a folder for files that it is to read."""

    # The rules

    @staticmethod
    def apply(state, method, params):
        return getattr(Project, "_" + method.split(".", 1)[1])(state, params)

    @staticmethod
    def _with(state, board, added=0):
        """What was undone before can not be done again behind another step."""
        boards = state.boards[: state.place + 1] + (tuple(sorted(board)),)
        return State(boards, state.place + 1, state.next + added)

    @staticmethod
    def _add(state, params):
        project = (state.next, params["title"], params.get("state", "todo"), ())
        return Project._with(state, state.boards[state.place] + (project,), 1)

    @staticmethod
    def _import(state, params):
        titles = params["text"].split()
        new = tuple((state.next + i, title, "todo", ()) for i, title in enumerate(titles))
        return Project._with(state, state.boards[state.place] + new, len(new))

    @staticmethod
    def _change(state, number, change):
        board = state.boards[state.place]
        if not any(project[0] == number for project in board):
            return None
        changed = tuple(change(project) if project[0] == number else project for project in board)
        return None if changed == board else Project._with(state, changed)

    @staticmethod
    def _edit(state, params):
        def edited(project):
            number, title, column, tags = project
            tags = tuple(sorted(set(tags) | set(params.get("tags", ()))))
            return number, params.get("title", title), column, tags
        return Project._change(state, params["id"], edited)

    @staticmethod
    def _move(state, params):
        return Project._change(state, params["ids"][0], lambda project: (
            project[0], project[1], params["to"], project[3]))

    @staticmethod
    def _remove(state, params):
        board = state.boards[state.place]
        left = tuple(project for project in board if project[0] not in params["ids"])
        return None if len(left) == len(board) else Project._with(state, left)

    @staticmethod
    def _undo(state, params):
        steps = min(params.get("steps", 1), state.place)
        return state._replace(place=state.place - steps) if steps else None

    @staticmethod
    def _redo(state, params):
        steps = min(params.get("steps", 1), len(state.boards) - 1 - state.place)
        return state._replace(place=state.place + steps) if steps else None

    @staticmethod
    def agrees(state, method, result):
        return method != "project.add" or result["id"] == state.next - 1

    # What is proposed

    def propose(self, state, random, mark):
        board = state.boards[state.place]
        kind = random.choices(("add", "edit", "tag", "move", "remove", "undo", "redo", "import", "wrong"),
                              (30, 12, 8, 12, 6, 12, 8, 4, 4))[0]
        one = random.choice(board) if board else None
        if kind == "edit" and one:
            return Step("project.edit", {"id": one[0], "title": mark})
        if kind == "tag" and one:
            return Step("project.edit", {"id": one[0], "tags": [mark]})
        if kind == "move" and one:
            other = random.choice([column for column in COLUMNS if column != one[2]])
            return Step("project.move", {"ids": [one[0]], "to": other})
        if kind == "remove" and one:
            return Step("project.remove", {"ids": [one[0]]})
        if kind in ("undo", "redo"):
            return Step("project." + kind, {"steps": random.randint(1, 3)})
        if kind == "import":
            text = "\n".join("%s-%d" % (mark, i) for i in range(random.randint(1, 4)))
            return Step("project.import", {"text": text, "format": "todotxt"})
        if kind == "wrong":
            return Step("project.remove", {"ids": [1_000_000]})
        return Step("project.add", {"title": mark, "state": random.choice(COLUMNS)})

    @staticmethod
    def propose_many(state, random, mark, count):
        return [Step("project.add", {"title": "the same"}) for _ in range(count)]

    @staticmethod
    def fill(number):
        return Step("project.add", {"title": "f%d" % number, "body": "x" * 30_000})

    # What is read

    @staticmethod
    def visible(state):
        return state.boards[state.place], state.place

    @staticmethod
    def size(seen):
        return seen[1]

    @staticmethod
    def observe(wire):
        projects = read(wire, "project.list", all=True, sort="number")["projects"]
        numbers = [project["id"] for project in projects]
        if len(set(numbers)) != len(numbers):
            raise Failure("doubled", "projects are numbered %s" % numbers)
        history = read(wire, "project.history", limit=100_000)["entries"]
        return (tuple((project["id"], project["title"], project["state"],
                       tuple(sorted(project.get("tags", ())))) for project in projects),
                len({entry["step"] for entry in history}))

    @staticmethod
    def check(wire):
        """The board and the columns that are shown are one."""
        board = read(wire, "project.board", limit=10_000)
        count = read(wire, "project.list", all=True)["total"]
        shown = sum(board[column]["count"] for column in COLUMNS)
        if shown != count:
            raise Failure("wrong", "%d projects in columns, %d in the list" % (shown, count))
