"""Compares a two-player game's rules with the program: moves, where they lead, outcomes, texts, counts.

Positions come from random games, in which a winning move is taken half of the times, and from random placements, some of
them made for what is rare: lines or combos of both sides at once, combos that stand already, an empty deck.
"""

import itertools
import random

import force3
import fortac
import forte


def rule_sets(game):
    """Every combination of the game's options, as `key=value,…`; the plies of a cap are seen in matches only."""
    options = {key: values.split() for key, values in game.OPTIONS.items() if key != "ply_cap"}
    for values in itertools.product(*options.values()):
        yield dict(zip(options, values))


def perft(rules, pos, depth):
    """Sequences of moves; the branches of a chance node count once each."""
    if depth == 0:
        return 1
    moves = rules.moves(pos)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, leaf, depth - 1) for _, after in moves for leaf in rules.branches(after))


def scatter_force3(rules, rng):
    """Pawns anywhere; or both sides a slide away from a line at once."""
    cells = list("." * 9)
    if rng.random() < 0.7:
        squares = rng.sample(range(9), 7)
        hole = squares[0]
        for side, chosen in (("x", squares[1:4]), ("o", squares[4:7])):
            for i in chosen[: rng.choice((1, 2, 2, 3, 3, 3))]:
                cells[i] = side
    else:
        apart = [(p, q) for p in force3.LINES for q in force3.LINES if not set(p) & set(q)]
        for side, line in zip("xo", rng.choice(apart)):
            for i in line:
                cells[i] = side
        old = rng.choice([i for i in range(9) if cells[i] == "."])
        hole = rng.choice(force3.RAYS[old])[0]
        cells[old] = cells[hole]
    cells[hole] = "_"
    before = rng.choice([None, *sum(force3.RAYS[hole], [])]) if rules.ban != "none" else None
    return ("".join(cells), rng.choice("xo"), before)


def scatter_forte(rules, rng):
    """Any number of knights on forts anywhere, the others in holes."""
    forts, holes = list("." * 36), {}
    for side in "AB":
        number = rules.knights[side]
        out = rng.randint(1, number)
        for i in rng.sample([i for i in range(36) if forts[i] == "."], out):
            forts[i] = side
        chosen = rng.sample(range(7), number - out)
        holes[side] = "".join("o" if i in chosen else "." for i in range(7))
    return ("".join(forts), holes["A"], holes["B"], rng.choice("AB"))


def board_fortac(rng):
    """Men anywhere; or one side in or near a combo; or both sides a swap away from one at once."""
    board = list("E" * 16)
    kind = rng.randrange(4)
    if kind == 0:
        board[:8] = "RRRRBBBB"
        rng.shuffle(board)
        return board
    squares = list(rng.choice(fortac.PATTERNS)[1])
    rest = [i for i in range(16) if i not in squares]
    rng.shuffle(rest)
    if kind == 1:
        rest = list(rng.choice([q for _, q in fortac.PATTERNS if not q & set(squares)] or [rest]))
    if kind <= 2:
        squares[0], rest[0] = rest[0], squares[0]
    own, other = rng.choice(("RB", "BR"))
    for i in squares:
        board[i] = own
    for i in rest[:4]:
        board[i] = other
    return board


def scatter_fortac(rules, rng):
    """Any hands, deck and combos made; swapping cards are common, decks often empty or nearly so."""
    cards = [kind for kind in range(12) for _ in range(fortac.COPIES[kind])]
    rng.shuffle(cards)
    if rng.random() < 0.5:
        cards.sort(key=lambda kind: fortac.CARDS[kind] in ("trade", "switch") and rng.random() < 0.4)

    def take(number):
        taken = [cards.pop() for _ in range(number)]
        return tuple(taken.count(kind) for kind in range(12))

    side = rng.randrange(2)
    sizes, deck = [3, 3], rng.choice((0, 0, 1, 5, 34))
    if deck == 0 and rules.deck == "no_redraw":
        sizes = [3 - rng.randrange(3)] * 2
        sizes[1 - side] -= rng.randrange(2)
    hands = tuple(take(number) for number in sizes)
    deck = take(min(deck, len(cards)))
    made = tuple(rng.choice(((), *((t,) for t in fortac.TYPES))) for _ in range(2))
    return ("".join(board_fortac(rng)), side, False, hands, deck, take(len(cards)), made)


SCATTER = {force3: scatter_force3, forte: scatter_forte, fortac: scatter_fortac}


class Comparison:
    """Counts what was compared and keeps what differs."""

    def __init__(self, program, game):
        self.program, self.game = program, game
        self.counts = dict.fromkeys(("positions", "moves", "finished", "shown", "counted"), 0)
        self.differences = []

    def expect(self, what, rules_text, text, ours, theirs):
        if ours != theirs:
            self.differences.append(f"{self.game.NAME} {rules_text} at {text}: {what}: here {ours}, program {theirs}")

    def position(self, rules, rules_text, pos, rng):
        """Moves always; the rest of what is known of a position for finished ones and for one in three."""
        text = self.rules_text(rules, pos)
        moves = rules.moves(pos)
        answer = self.program.ask("moves", self.game.NAME, rules_text, text)
        theirs = [(move["move"], move["to"]) for move in answer["moves"]]
        ours = [(name, rules.text(after)) for name, after in moves]
        self.counts["positions"] += 1
        self.counts["moves"] += len(ours)
        self.expect("moves", rules_text, text, sorted(ours), sorted(theirs))
        self.expect("text", rules_text, text, text, answer["position"])
        self.expect("side", rules_text, text, rules.side(pos), answer["side"])
        if not moves or rng.random() < 0.33:
            self.shown(rules, rules_text, pos, text, len(moves))
        if rng.random() < 0.15:
            answer = self.program.ask("perft", self.game.NAME, rules_text, text, "--depth", 2)
            self.counts["counted"] += 1
            self.expect("perft 2", rules_text, text, perft(rules, pos, 2), answer["nodes"])

    @staticmethod
    def rules_text(rules, pos):
        text = rules.text(pos)
        assert rules.parse(text) == pos
        return text

    def shown(self, rules, rules_text, pos, text, number):
        answer = self.program.ask("show", self.game.NAME, rules_text, text)
        outcome = answer["outcome"]
        theirs = None if outcome is None else outcome["winner"] or "draw"
        ours = rules.outcome(pos)
        self.counts["shown"] += 1
        self.counts["finished"] += ours is not None
        self.expect("outcome", rules_text, text, ours, theirs)
        self.expect("number of moves", rules_text, text, number, answer["moves"])

    def random_game(self, rules, rules_text, pos, rng, sample, plies):
        """Plays from `pos`, comparing a sample of the positions and every end."""
        for _ in range(plies):
            moves = rules.moves(pos)
            if not moves or rng.random() < sample:
                self.position(rules, rules_text, pos, rng)
            if not moves:
                return
            after = rng.choice(moves)[1]
            if rng.random() < 0.5:
                winning = [leaf for _, leaf in moves if self.ends(rules, leaf)]
                after = rng.choice(winning or [after])
            pos = rng.choice(rules.branches(after))

    def ends(self, rules, after):
        if self.game is fortac:
            return rules.combo_winner(after) is not None
        return rules.outcome(after) is not None


def compare(program, game, seed, each):
    """`each` random games and as many random placements, with two plies after them, for every rule set."""
    comparison = Comparison(program, game)
    rng = random.Random(seed)
    sets = 0
    for options in rule_sets(game):
        sets += 1
        rules_text = ",".join(f"{key}={value}" for key, value in options.items())
        rules = game.Rules(**options)
        start = program.json("show", game.NAME, "--rules", rules_text, "--seed", sets)["position"]
        if rules.start() is not None:
            comparison.expect("start", rules_text, "start", rules.text(rules.start()), start)
        start = rules.parse(start)
        comparison.position(rules, rules_text, start, rng)
        for _ in range(each):
            comparison.random_game(rules, rules_text, start, rng, 0.25, 40)
            pos = SCATTER[game](rules, rng)
            if rules.outcome(pos) is None:
                comparison.random_game(rules, rules_text, pos, rng, 1, 3)
    return sets, comparison
