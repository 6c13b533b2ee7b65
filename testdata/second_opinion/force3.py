"""FORCE 3 by its rule sheet, and its solution by backward induction.

A position is (cells, side, hole before): cells a string of 9, row 3 first, "." a free tile, "_" the hole; the square
the hole stood on before the last ply if that ply was a slide, else None (always None under `ban=none`).
"""

from collections import deque

NAME = "force3"
SIDES = "xo"
OPTIONS = {
    "ban": "tile position none",
    "slide": "opponent_wins mover_only",
    "both": "draw mover_wins mover_loses continue",
    "relocate": "any king orth",
}
DRAWS_REPETITION = True
NAMES = [column + row for row in "321" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def rays(hole):
    """Straight neighbours of a square: lists of one or two squares, nearest first."""
    found = []
    row, column = divmod(hole, 3)
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        ray = []
        r, c = row + down, column + right
        while 0 <= r < 3 and 0 <= c < 3:
            ray.append(r * 3 + c)
            r, c = r + down, c + right
        if ray:
            found.append(ray)
    return found


RAYS = [rays(hole) for hole in range(9)]


class Rules:
    ply_cap = None

    def __init__(self, ban="tile", slide="opponent_wins", both="draw", relocate="any"):
        self.ban, self.slide, self.both, self.relocate = ban, slide, both, relocate

    def start(self):
        return ("...._....", "x", None)

    def text(self, pos):
        cells, side, before = pos
        return f"{cells[:3]}/{cells[3:6]}/{cells[6:]} {side} {'-' if before is None else NAMES[before]}"

    def parse(self, text):
        cells, side, before = text.split(" ")
        return (cells.replace("/", ""), side, None if before == "-" else NAMES.index(before))

    def side(self, pos):
        return pos[1]

    def outcome(self, pos):
        """Judged after every ply by the lines that stand; the mover is the side that is not to move."""
        cells, side, _ = pos
        mover = "o" if side == "x" else "x"
        mine = any(all(cells[i] == mover for i in line) for line in LINES)
        yours = any(all(cells[i] == side for i in line) for line in LINES)
        if mine and yours:
            return {"draw": "draw", "mover_wins": mover, "mover_loses": side, "continue": None}[self.both]
        if mine:
            return mover
        if yours and self.slide == "opponent_wins":
            return side
        return None  # under mover_only the owner must keep his line through his own ply: then it is "mine"

    def may_relocate(self, start, to):
        if self.relocate == "any":
            return True
        down, right = abs(start // 3 - to // 3), abs(start % 3 - to % 3)
        return max(down, right) == 1 if self.relocate == "king" else down + right == 1

    def may_slide(self, hole, before, ray, length):
        """`ray` holds the squares next to the hole in one direction, `length` how many of their tiles slide."""
        if self.ban == "none" or before is None or before not in ray:
            return True
        if self.ban == "position":
            return ray.index(before) + 1 != length
        return False  # the nearest tile of this ray has just come from the hole, and every slide here moves it back

    def moves(self, pos):
        """Legal moves as (text, position they lead to)."""
        if self.outcome(pos):
            return []
        cells, side, before = pos
        other = "o" if side == "x" else "x"
        free = [i for i in range(9) if cells[i] == "."]
        own = [i for i in range(9) if cells[i] == side]
        found = []
        if len(own) < 3:
            for to in free:
                found.append(("@" + NAMES[to], (cells[:to] + side + cells[to + 1 :], other, None)))
        for start in own:
            for to in free:
                if self.may_relocate(start, to):
                    after = list(cells)
                    after[start], after[to] = ".", side
                    found.append((f"{NAMES[start]}>{NAMES[to]}", ("".join(after), other, None)))
        hole = cells.index("_")
        for ray in RAYS[hole]:
            for length in range(1, len(ray) + 1):
                if not self.may_slide(hole, before, ray, length):
                    continue
                path = [hole, *ray[:length]]
                after = list(cells)
                for to, start in zip(path, path[1:]):
                    after[to] = cells[start]
                after[path[-1]] = "_"
                name = "-".join(NAMES[i] for i in reversed(path))
                found.append((name, ("".join(after), other, None if self.ban == "none" else hole)))
        return found

    def branches(self, pos):
        """No chance in this game."""
        return [pos]


def seen_from_mover(pos):
    """The same position with the side to move called x."""
    cells, side, before = pos
    return pos if side == "x" else (cells.translate(str.maketrans("xo", "ox")), "x", before)


def solve(rules):
    """All non-terminal states reachable from the start, seen from the mover: the counts of the program's answer, and
    (value, distance in plies) of every state. Infinite play is a draw."""
    start = seen_from_mover(rules.start())
    successors, predecessors, results = {}, {}, {}
    pending, ready = deque([start]), deque()
    successors[start] = None
    while pending:
        pos = pending.popleft()
        next_states = set()
        lost_now = won_now = False
        unfinished = 0
        for _, after in rules.moves(pos):
            outcome = rules.outcome(after)
            if outcome is None:
                child = seen_from_mover(after)
                next_states.add(child)
                if child not in successors:
                    successors[child] = None
                    pending.append(child)
            elif outcome == "x":
                won_now = True
            elif outcome == "draw":
                unfinished += 1  # never resolved: keeps the state from being lost
            else:
                lost_now = True
        for child in next_states:
            predecessors.setdefault(child, []).append(pos)
        successors[pos] = unfinished + len(next_states)
        if won_now:
            results[pos] = ("win", 1)
            ready.append(pos)
        elif successors[pos] == 0:
            assert lost_now
            results[pos] = ("loss", 1)
            ready.append(pos)
    while ready:  # in order of distance
        pos = ready.popleft()
        value, distance = results[pos]
        for parent in predecessors.get(pos, ()):
            if parent in results:
                continue
            if value == "loss":
                results[parent] = ("win", distance + 1)
                ready.append(parent)
            else:
                successors[parent] -= 1
                if successors[parent] == 0:
                    results[parent] = ("loss", distance + 1)
                    ready.append(parent)
    table = {state: results.get(state, ("draw", None)) for state in successors}
    values = [value for value, _ in table.values()]
    counts = {value: values.count(value) for value in ("win", "loss", "draw")}
    value, distance = table[start]
    return {"positions": len(table), **counts, "value": value, "distance": distance}, table
