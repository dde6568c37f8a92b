"""Proposes an order of folders in which the fewest arrows run up."""
from collections import Counter

from floors.program import Program
from floors.rules import Rules, folders_of

EXACT = 12  # Folders; all orders of so many are compared within a second.

Weights = Counter[tuple[str, str]]


def suggested(program: Program, target: str) -> Rules:
    folders = folders_of(program, None, target)
    weights: Weights = Counter()
    for arrow in program.arrows(target):
        pair = (folders[arrow[0]], folders[arrow[1]])
        if pair[0] != pair[1]:
            # Arrows count; references only decide between orders with as many arrows.
            weights[pair] += 1_000_000 + program.references(arrow)
    names = sorted(set(folders.values()), key=lambda name: (name == ".", name))
    order = _exact(names, weights) if len(names) <= EXACT else _greedy(names, weights)
    return Rules("the suggestion", {target: _floors(order, weights)})


def _exact(names: list[str], weights: Weights) -> list[str]:
    """The best order of every subset, each from the best orders of the subsets with one less."""
    count = len(names)
    best: list[tuple[int, list[int]]] = [(0, [])] + [(-1, [])] * ((1 << count) - 1)
    for subset in range(1, 1 << count):
        for top in range(count):
            if not subset & 1 << top:
                continue
            cost, order = best[subset ^ 1 << top]
            cost += sum(weights[names[lower], names[top]] for lower in order)
            if best[subset][0] < 0 or cost < best[subset][0]:
                best[subset] = (cost, [*order, top])
    return [names[number] for number in best[-1][1]]


def _greedy(names: list[str], weights: Weights) -> list[str]:
    """Puts each folder where it costs least, until nothing gets better."""
    def cost(order: list[str]) -> int:
        return sum(
            weights[lower, upper]
            for place, lower in enumerate(order) for upper in order[place + 1:])

    order: list[str] = []
    for name in names:
        order = min(
            (order[:place] + [name] + order[place:] for place in range(len(order) + 1)), key=cost)
    better = True
    while better:
        better = False
        for name in names:
            rest = [other for other in order if other != name]
            moved = min(
                (rest[:place] + [name] + rest[place:] for place in range(len(names))), key=cost)
            if cost(moved) < cost(order):
                order, better = moved, True
    return order


def _floors(order: list[str], weights: Weights) -> list[list[str]]:
    """Neighbours that do not use one another share a floor."""
    floors: list[list[str]] = []
    for folder in order:
        beside = floors[-1] if floors else []
        if beside and not any(weights[folder, o] or weights[o, folder] for o in beside):
            beside.append(folder)
        else:
            floors.append([folder])
    return floors
