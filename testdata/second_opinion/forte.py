"""FORTE by its rule sheet: 6x6 forts, seven holes at each end, four in a line wins a joust.

A position is (forts, holes of A, holes of B, side): forts a string of 36, row 6 first; holes strings of 7,
"???????" while the owner has still to choose them (`setup=free`).
"""

from itertools import combinations

NAME = "forte"
SIDES = "AB"
UNCHOSEN = "?" * 7
OPTIONS = {"a": "7 6 5", "b": "7 6 5", "first": "A B", "setup": "fixed free", "ply_cap": "off 4 12"}
DRAWS_REPETITION = True


def square(row, column):
    """Name of a fort; row 0 is rank 6."""
    return "abcdef"[column] + str(6 - row)


def all_lines():
    lines = []
    for row in range(6):
        for column in range(6):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                if all(0 <= r < 6 and 0 <= c < 6 for r, c in cells):
                    lines.append([r * 6 + c for r, c in cells])
    return lines


LINES = all_lines()
assert len(LINES) == 54


class Rules:
    def __init__(self, a="7", b="7", first="A", setup="fixed", ply_cap="off"):
        self.knights = {"A": int(a), "B": int(b)}
        self.first = first
        self.free = setup == "free"
        self.ply_cap = None if ply_cap == "off" else int(ply_cap)

    def start(self):
        """With free set-up the sides choose in turn so that `first` makes the joust's first move; a side with seven
        knights has a set-up move, a pass, only where the turn order needs it."""
        empty = "." * 36
        chooses = {side: self.free and self.knights[side] < 7 for side in SIDES}
        other = "B" if self.first == "A" else "A"
        if not any(chooses.values()):
            return (empty, self.fixed("A"), self.fixed("B"), self.first)
        if not chooses[self.first]:
            holes = {self.first: "ooooooo", other: UNCHOSEN}
            return (empty, holes["A"], holes["B"], other)
        return (empty, UNCHOSEN, UNCHOSEN, self.first)

    def fixed(self, side):
        """Diagram 5: with six the owner's right-most hole is empty, with five both end holes."""
        if self.knights[side] == 7:
            return "ooooooo"
        if self.knights[side] == 5:
            return ".ooooo."
        return "oooooo." if side == "A" else ".oooooo"

    def text(self, pos):
        forts, holes_a, holes_b, side = pos
        rows = "/".join(forts[i : i + 6] for i in range(0, 36, 6))
        return f"{rows} {holes_a} {holes_b} {side}"

    def parse(self, text):
        rows, holes_a, holes_b, side = text.split(" ")
        return (rows.replace("/", ""), holes_a, holes_b, side)

    def side(self, pos):
        return pos[3]

    def outcome(self, pos):
        forts = pos[0]
        for side in SIDES:
            if any(all(forts[i] == side for i in line) for line in LINES):
                return side
        return None

    def moves(self, pos):
        """Legal moves as (text, position they lead to)."""
        if self.outcome(pos):
            return []
        forts, holes_a, holes_b, side = pos
        holes = {"A": holes_a, "B": holes_b}
        other = "B" if side == "A" else "A"
        if holes[side] == UNCHOSEN:
            found = []
            for chosen in combinations(range(7), self.knights[side]):
                holes[side] = "".join("o" if i in chosen else "." for i in range(7))
                name = "pass" if self.knights[side] == 7 else "setup:" + holes[side]
                found.append((name, (forts, holes["A"], holes["B"], other)))
            return found
        opening = forts == "." * 36
        found = []
        empties = [i for i in range(36) if forts[i] == "."]
        for hole in range(7):
            if holes[side][hole] != "o" or (opening and hole in (2, 3, 4)):
                continue
            left = holes[side][:hole] + "." + holes[side][hole + 1 :]
            for to in empties:
                if to % 6 in (hole - 1, hole):
                    after = forts[:to] + side + forts[to + 1 :]
                    both = (left, holes_b) if side == "A" else (holes_a, left)
                    found.append((f"h{hole}>{square(*divmod(to, 6))}", (after, *both, other)))
        for start in range(36):
            if forts[start] != side:
                continue
            row, column = divmod(start, 6)
            for to in empties:
                row2, column2 = divmod(to, 6)
                if abs(row - row2) <= 1 or abs(column - column2) <= 1:
                    after = list(forts)
                    after[start], after[to] = ".", side
                    name = f"{square(row, column)}>{square(row2, column2)}"
                    found.append((name, ("".join(after), holes_a, holes_b, other)))
        return found

    def branches(self, pos):
        """No chance in this game."""
        return [pos]
