"""The juice bar, as far as the campaigns drive it: orders, their undoing, stock, recipes, imports."""
import collections
import json

from world import Failure, Step, read

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
JUICES = {"banana": (("banana", 2),), "kiwi": (("kiwi", 3),), "pineapple": (("pineapple", 2),),
          "mango": (("mango", 3),), "mangoKiwi": (("mango", 2), ("kiwi", 1))}
NAMES = {"mango": "망고", "kiwi": "키위"}

# orders: (juice, cups, is undone, fruit that went in); entries: reasons of changes of the stock.
State = collections.namedtuple("State", "stock low recipes orders entries")


def with_item(pairs, key, value):
    return tuple((name, value if name == key else old) for name, old in pairs)


class Juice:
    name = domain = "juice"
    reads_on_failing_disk = True
    initial = State(tuple((fruit, 10) for fruit in FRUITS), tuple((fruit, 5) for fruit in FRUITS),
                    tuple(sorted(JUICES.items())), (), ())

    # The rules

    @staticmethod
    def apply(state, method, params):
        """The state after a change; None where it is refused."""
        return getattr(Juice, "_" + method.split(".", 1)[1].replace(".", "_"))(state, params)

    @staticmethod
    def _order(state, params):
        cups, stock = params.get("count", 1), dict(state.stock)
        recipe = dict(state.recipes).get(params["juice"])
        if recipe is None:
            return None
        for fruit, count in recipe:
            stock[fruit] -= count * cups
        if min(stock.values()) < 0:
            return None
        order = (params["juice"], cups, False, recipe)
        return state._replace(stock=tuple(stock.items()), orders=state.orders + (order,))

    @staticmethod
    def _undo(state, params):
        place = params["order"] - 1
        if not 0 <= place < len(state.orders) or state.orders[place][2]:
            return None
        juice, cups, _, recipe = state.orders[place]
        stock = dict(state.stock)
        for fruit, count in recipe:
            stock[fruit] += count * cups
        orders = list(state.orders)
        orders[place] = (juice, cups, True, recipe)
        return state._replace(stock=tuple(stock.items()), orders=tuple(orders))

    @staticmethod
    def _stock_adjust(state, params):
        count = dict(state.stock)[params["fruit"]] + params["by"]
        if count < 0:
            return None
        return state._replace(stock=with_item(state.stock, params["fruit"], count),
                              entries=state.entries + (params["reason"],))

    @staticmethod
    def _stock_set(state, params):
        return state._replace(stock=with_item(state.stock, params["fruit"], params["count"]),
                              entries=state.entries + (params["reason"],))

    @staticmethod
    def _stock_low(state, params):
        return state._replace(low=with_item(state.low, params["fruit"], params["count"]))

    @staticmethod
    def _recipe_set(state, params):
        recipe = tuple((part["fruit"], part["count"]) for part in params["recipe"])
        return state._replace(recipes=with_item(state.recipes, params["juice"], recipe))

    @staticmethod
    def _import(state, params):
        fruit = json.loads(params["file"])["fruits"][0]
        return state._replace(stock=with_item(state.stock, fruit["fruit"], fruit["count"]),
                              low=with_item(state.low, fruit["fruit"], fruit["low"]))

    @staticmethod
    def agrees(state, method, result):
        if method == "juice.order":
            return result["order"]["id"] == len(state.orders)
        if method in ("juice.stock.adjust", "juice.stock.set"):
            return dict(state.stock)[result["fruit"]] == result["count"]
        return True

    # What is proposed

    def __init__(self, program, folder):
        """Of a program, and with a folder for files that it is to read."""

    def propose(self, state, random, mark):
        """The next change for a bar in this state; `mark` is a text that no other change has."""
        low = [fruit for fruit, count in state.stock if count < 12]
        if low and random.random() < 0.5:
            return Step("juice.stock.adjust", {"fruit": low[0], "by": 400, "reason": mark})
        kind = random.choices(("order", "undo", "adjust", "set", "low", "recipe", "import", "wrong"),
                              (60, 8, 8, 4, 4, 4, 4, 4))[0]
        fruit = random.choice(("mango", "kiwi"))
        if kind == "undo" and state.orders:
            return Step("juice.undo", {"order": random.randint(1, len(state.orders))})
        if kind == "adjust":
            return Step("juice.stock.adjust",
                        {"fruit": fruit, "by": random.randint(1, 40), "reason": mark})
        if kind == "set":
            return Step("juice.stock.set",
                        {"fruit": fruit, "count": random.randint(0, 300), "reason": mark})
        if kind == "low":
            return Step("juice.stock.low", {"fruit": fruit, "count": random.randint(0, 1000)})
        if kind == "recipe":
            part = {"fruit": "kiwi", "count": random.randint(1, 5)}
            return Step("juice.recipe.set", {"juice": "kiwi", "recipe": [part]})
        if kind == "import":
            return Step("juice.import", {"file": json.dumps({"juices": [], "fruits": [{
                "fruit": fruit, "name": {"en": fruit, "ko": NAMES[fruit]},
                "count": random.randint(100, 500), "low": random.randint(0, 1000)}]})})
        if kind == "wrong":
            return Step("juice.order", {"juice": "banana", "count": 100_000})
        return Step("juice.order",
                    {"juice": random.choice(sorted(JUICES)), "count": random.randint(1, 3)})

    @staticmethod
    def propose_many(state, random, mark, count):
        """Equal changes, so that any part of them leads to few states."""
        if dict(state.stock)["banana"] < 2 * count:
            return [Step("juice.stock.adjust", {"fruit": "banana", "by": 5000, "reason": mark})]
        return [Step("juice.order", {"juice": "banana"}) for _ in range(count)]

    @staticmethod
    def fill(number):
        """A change that writes much, to fill the log."""
        return Step("juice.stock.adjust", {"fruit": "strawberry", "by": 1, "reason": "f%d " % number
                                           + "x" * 180})

    # What is read

    @staticmethod
    def visible(state):
        return (state.stock, state.low, tuple(order[:3] for order in state.orders),
                tuple(sorted(state.entries)))

    @staticmethod
    def size(seen):
        return len(seen[2]) + len(seen[3]) + sum(order[2] for order in seen[2])

    @staticmethod
    def observe(wire):
        items = read(wire, "juice.stock")["items"]
        orders, before = [], {}
        while True:
            page = read(wire, "juice.orders", limit=1000, **before)["items"]
            orders += page
            if len(page) < 1000:
                break
            before = {"before": page[-1]["id"]}
        orders.reverse()
        if [order["id"] for order in orders] != list(range(1, len(orders) + 1)):
            raise Failure("doubled", "orders are numbered %s" % [order["id"] for order in orders])
        entries = set()
        for fruit in ("strawberry", "mango", "kiwi", "banana", "pineapple"):
            found = read(wire, "juice.ledger", fruit=fruit, limit=1000)["items"]
            reasons = [entry["reason"] for entry in found if "reason" in entry]
            if len(set(reasons)) != len(reasons):
                raise Failure("doubled", "entries of %s: %s" % (fruit, reasons))
            entries.update(reasons)
        return (tuple((item["fruit"], item["count"]) for item in items),
                tuple((item["fruit"], item["low"]) for item in items),
                tuple((order["juice"], order["count"], "undoneAt" in order) for order in orders),
                tuple(sorted(entries)))

    @staticmethod
    def check(wire):
        audit = read(wire, "juice.audit")
        if audit["verdict"] != "balanced":
            raise Failure("wrong", "the audit is not balanced: %s" % audit)
