"""FORTAC by its rule page: a 4x4 board, four men each, cards that say how a man moves, combos to be made.

A position is (board, side, drawing, hands, deck, discards, combos): board a string of 16, rank 4 first; `drawing` true
between a move and its draw; hands (red, black), deck and discards tuples of counts by kind of card; combos (red, black)
tuples of the types made, in the order of TYPES.
"""

NAME = "fortac"
SIDES = ("red", "black")
OPTIONS = {
    "adjacency": "8 4",
    "null_swap": "on off",
    "combo": "owner_move any_time",
    "deck": "redraw no_redraw draw_game",
}
DRAWS_REPETITION = False
CARDS = ("hop", "skip", "jump", "trade", "switch", "rook", "king", "horse", "bishop", "zip", "zap", "push")
COPIES = (4, 4, 4, 4, 4, 2, 2, 4, 4, 2, 2, 4)
TYPES = ("corners", "centre", "orthogonal", "diagonal")
CORNERS = (0, 3, 12, 15)
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
NO_CARDS = (0,) * 12
PATTERNS = (
    [("corners", frozenset(CORNERS)), ("centre", frozenset((5, 6, 9, 10)))]
    + [("orthogonal", frozenset(range(4 * i, 4 * i + 4))) for i in range(4)]
    + [("orthogonal", frozenset(range(i, 16, 4))) for i in range(4)]
    + [("diagonal", frozenset((0, 5, 10, 15))), ("diagonal", frozenset((3, 6, 9, 12)))]
)
assert len(PATTERNS) == 12 and sum(COPIES) == 40


def name_of(square):
    return "abcd"[square % 4] + str(4 - square // 4)


def step(square, direction, length=1):
    """The square `length` steps away, or None off the board."""
    row, column = square // 4 + length * direction[0], square % 4 + length * direction[1]
    return row * 4 + column if 0 <= row < 4 and 0 <= column < 4 else None


def men(board, letter):
    return frozenset(i for i in range(16) if board[i] == letter)


def standing(board, letter):
    """The pattern this side's men form, or None; no two of the twelve can stand at once."""
    squares = men(board, letter)
    return next((pattern for pattern in PATTERNS if pattern[1] == squares), None)


def cards_text(counts):
    words = [(str(n) if n > 1 else "") + card for card, n in zip(CARDS, counts) if n]
    return "+".join(words) or "-"


def cards_parse(text):
    counts = [0] * 12
    if text != "-":
        for word in text.split("+"):
            card = word.lstrip("0123456789")
            counts[CARDS.index(card)] += int(word[: len(word) - len(card)] or 1)
    return tuple(counts)


def plus(counts, kind, number=1):
    return counts[:kind] + (counts[kind] + number,) + counts[kind + 1 :]


class Rules:
    def __init__(self, adjacency="8", null_swap="on", combo="owner_move", deck="redraw", ply_cap="1000"):
        self.near = ORTHOGONAL + DIAGONAL if adjacency == "8" else ORTHOGONAL
        self.null_swap = null_swap == "on"
        self.any_time = combo == "any_time"
        self.deck = deck
        self.ply_cap = int(ply_cap)

    def start(self):
        """Before the deal there is no position to move in: the program's deal is taken as the start."""
        return None

    def text(self, pos):
        board, side, drawing, hands, deck, discards, combos = pos
        rows = "/".join(board[i : i + 4] for i in range(0, 16, 4))
        mover = SIDES[1 - side] + "-moved" if drawing else SIDES[side]
        made = "/".join("+".join(types) or "-" for types in combos)
        red, black = map(cards_text, hands)
        return (
            f"{rows} {mover} red={red} black={black} deck={cards_text(deck)}"
            f" discards={cards_text(discards)} combos={made}"
        )

    def parse(self, text):
        rows, mover, red, black, deck, discards, combos = text.split(" ")
        fields = [cards_parse(field.split("=")[1]) for field in (red, black, deck, discards)]
        made = tuple(() if t == "-" else tuple(t.split("+")) for t in combos.split("=")[1].split("/"))
        drawing = mover.endswith("-moved")
        side = SIDES.index(mover.removesuffix("-moved"))
        hands = (fields[0], fields[1])
        return (rows.replace("/", ""), 1 - side if drawing else side, drawing, hands, fields[2], fields[3], made)

    def side(self, pos):
        return SIDES[pos[1]]

    def outcome(self, pos):
        """The winner, "draw" or None of a position in which a card is to be played."""
        won = self.combo_winner(pos)
        if won is not None:
            return won
        if self.is_drawn(pos):
            return "draw"
        return None if self.moves(pos) else SIDES[1 - pos[1]]

    def combo_winner(self, pos):
        return next((side for side, made in zip(SIDES, pos[6]) if len(made) >= 2), None)

    def is_drawn(self, pos):
        """Under `deck=draw_game` the side that has moved could not draw its third card."""
        return self.deck == "draw_game" and sum(pos[3][1 - pos[1]]) < 3

    def moves(self, pos):
        """Legal moves as (text, position with the draw still to come)."""
        board, side, drawing, hands, deck, discards, combos = pos
        assert not drawing
        if self.combo_winner(pos) is not None or self.is_drawn(pos):
            return []
        found = []
        for kind, card in enumerate(CARDS):
            if not hands[side][kind]:
                continue
            for name, after in self.card_moves(board, "RB"[side], card):
                left = list(hands)
                left[side] = plus(hands[side], kind, -1)
                made = self.combos_after(board, after, side, combos)
                pos_after = (after, 1 - side, True, tuple(left), deck, plus(discards, kind), made)
                found.append((f"{card}:{name}", pos_after))
        return found

    def combos_after(self, before, after, side, combos):
        """What both sides have made after `side` moved; the mover's counts first, and a win ends the game there."""
        made = [set(types) for types in combos]
        for owner in (side, 1 - side) if self.any_time else (side,):
            pattern = standing(after, "RB"[owner])
            if pattern and pattern != standing(before, "RB"[owner]) and pattern[0] not in made[owner]:
                made[owner].add(pattern[0])
                if len(made[owner]) >= 2:
                    break
        return tuple(tuple(t for t in TYPES if t in types) for types in made)

    def card_moves(self, board, own, card):
        """What one card allows: (text, board after)."""
        empty = men(board, "E")
        if card in ("trade", "switch"):
            return self.swaps(board, own, card)
        if card == "push":
            return self.pushes(board, own)
        found = []
        for man in sorted(men(board, own)):
            for to in sorted(self.targets(board, man, card) & empty):
                after = list(board)
                after[man], after[to] = "E", own
                found.append((f"{name_of(man)}-{name_of(to)}", "".join(after)))
        return found

    def targets(self, board, man, card):
        """Where a card takes a man, whether empty or not; sliders and jumpers look at what is between."""
        single = {"hop": ORTHOGONAL, "skip": DIAGONAL, "king": ORTHOGONAL + DIAGONAL, "horse": LEAPS}
        if card in single:
            found = {step(man, direction) for direction in single[card]}
        elif card == "jump":
            found = {
                step(man, d, 2) for d in self.near if step(man, d) is not None and board[step(man, d)] != "E"
            }
        elif card in ("rook", "bishop"):
            found = set()
            for direction in ORTHOGONAL if card == "rook" else DIAGONAL:
                to = step(man, direction)
                while to is not None and board[to] == "E":
                    found.add(to)
                    to = step(to, direction)
        elif card == "zip":
            found = set(CORNERS)
        else:
            found = set(range(16)) - set(CORNERS)
        return found - {None}

    def swaps(self, board, own, card):
        found, null = [], False
        for man in sorted(men(board, own)):
            beside = {step(man, direction) for direction in self.near}
            for other in range(16):
                if other == man or board[other] == "E" or (other in beside) != (card == "trade"):
                    continue
                if board[other] == own:
                    null = True
                    continue
                after = list(board)
                after[man], after[other] = board[other], own
                found.append((f"{name_of(man)}-{name_of(other)}", "".join(after)))
        if null and self.null_swap:
            found.append(("null", board))
        return found

    def pushes(self, board, own):
        found = []
        for man in sorted(men(board, own)):
            for direction in self.near:
                line = [man]
                while line[-1] is not None and board[line[-1]] != "E":
                    line.append(step(line[-1], direction))
                if line[-1] is None or not 3 <= len(line) <= 4:
                    continue  # off the board, or no man or more than two to push
                after = list(board)
                for to, start in zip(line[:0:-1], line[-2::-1]):
                    after[to] = board[start]
                after[man] = "E"
                found.append((f"{name_of(man)}-{name_of(line[1])}", "".join(after)))
        return found

    def branches(self, pos):
        """The draws after a move, one a kind of card, in the order of the cards."""
        board, side, _, hands, deck, discards, combos = pos
        mover = 1 - side
        stays = (board, side, False, hands, deck, discards, combos)
        if self.combo_winner(pos) is not None:
            return [stays]
        if not any(deck):
            if self.deck != "redraw":
                return [stays]
            deck, discards = discards, NO_CARDS
        found = []
        for kind in range(12):
            if deck[kind]:
                drawn = list(hands)
                drawn[mover] = plus(hands[mover], kind)
                found.append((board, side, False, tuple(drawn), plus(deck, kind, -1), discards, combos))
        return found
