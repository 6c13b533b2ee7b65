"""Compares FORTRESS and CHESSBOARD with the program under all rule sets: moves and where they lead, texts, counts,
verdicts against a search of all positions, raw counts, winning lines, the fewest moves that win.

Builds form seldom by chance, so beside deals and what random play makes of them there are laid out positions whose
piles are runs in suit, rising and falling, across the King and the Ace too, with empty piles and foundations begun.
"""

import csv
import itertools
import pathlib
import random
import tempfile
from collections import Counter

import matches
import patience
from program import parse_rules

DEALS = {"fortress": 300, "chessboard": 200}
STATES = 3000
COUNTED = 10000
WALKS, WALK_PLIES = 8, 30
SEARCHED, SOLVED_DEALS, VARIANT_STATES = 6, 6, 3000


def rule_sets():
    """Every combination of the five options, as `key=value,…` and a dictionary."""
    for values in itertools.product(*(values.split() for values in patience.OPTIONS.values())):
        options = dict(zip(patience.OPTIONS, values))
        yield ",".join(f"{key}={value}" for key, value in options.items()), options


def deal(rules, rng):
    """Fifty-two cards shuffled here, not by the program."""
    cards = list(range(52))
    rng.shuffle(cards)
    piles = []
    for size in patience.LAYOUT:
        piles.append(tuple(cards[:size]))
        cards = cards[size:]
    return (tuple(piles), (0, 0, 0, 0), None if rules.is_base_free else 0)


def runs(cards, rng):
    """A suit's cards, in the order in which they go home, cut into runs that rise or fall; some are shuffled."""
    while cards:
        size = rng.choice((1, 1, 2, 2, 3, 4, 6, 13))
        run, cards = cards[:size], cards[size:]
        if rng.random() < 0.1:
            rng.shuffle(run)
        yield run if rng.random() < 0.5 else run[::-1]


def laid_out(rules, rng, left):
    """A position with `left` cards in the tableau, in runs on three to ten piles."""
    heights = [13] * 4
    while sum(heights) > 52 - left:
        heights[rng.randrange(4)] -= 1
        heights = [max(height, 0) for height in heights]
    base = 0
    if rules.is_base_free:
        base = rng.randrange(13) if any(heights) else None
    pieces = []
    for suit, height in enumerate(heights):
        first = (base or 0) + height if height else rng.randrange(13)
        pieces += runs([suit * 13 + (first + i) % 13 for i in range(13 - height)], rng)
    rng.shuffle(pieces)
    piles, used = [()] * 10, rng.sample(range(10), rng.randint(3, 10))
    for piece in pieces:
        piles[rng.choice(used)] += tuple(piece)
    return (tuple(piles), tuple(heights), base)


def walk(rules, pos, rng, plies):
    """The positions of a random game in which cards are put on cards rather than into empty piles."""
    for _ in range(plies):
        yield pos
        moves = rules.moves(pos)
        if not moves:
            return
        weights = [{"E": 1, "F": 2}.get(name[-1], 4) for name, _ in moves]
        pos = rng.choices(moves, weights)[0][1]


def perft(rules, pos, depth):
    """Sequences of `depth` moves."""
    if depth == 0:
        return 1
    moves = rules.moves(pos)
    return len(moves) if depth == 1 else sum(perft(rules, after, depth - 1) for _, after in moves)


def builds_moved(pos, moves):
    """How many of the moves carry more than one card."""
    last = {patience.card_text(pile[-1]) for pile in pos[0] if pile}
    return sum(name[:2] not in last for name, _ in moves)


def mobility(rules, pos):
    """The number of piles from which anything can be moved, and of those from which it can be put on another card."""
    pile_of = {patience.card_text(card): number for number, pile in enumerate(pos[0]) for card in pile}
    names = [name for name, _ in rules.moves(pos)]
    return len({pile_of[name[:2]] for name in names}), len({pile_of[name[:2]] for name in names if len(name) == 5})


class Comparison:
    """Counts what was compared and keeps what differs."""

    def __init__(self, program, game):
        self.program, self.game = program, game
        self.counts, self.differences = Counter(), []

    def expect(self, what, where, ours, theirs):
        if ours != theirs:
            self.differences.append(f"{self.game} {where}: {what}: here {ours}, program {theirs}")

    def position(self, rules, rules_text, pos, rng):
        """Moves, where they lead, texts; sequences of two moves for one position in ten."""
        text = rules.text(pos)
        where = f"{rules_text} at {text}"
        self.expect("parsed", where, pos, rules.parse(text))
        moves = rules.moves(pos)
        answer = self.program.ask("moves", self.game, rules_text, text)
        self.counts["positions"] += 1
        self.counts["moves"] += len(moves)
        self.counts["moves of builds"] += builds_moved(pos, moves)
        ours = sorted((name, rules.text(after)) for name, after in moves)
        self.expect("moves", where, ours, sorted((move["move"], move["to"]) for move in answer["moves"]))
        self.expect("text", where, text, answer["position"])
        if rng.random() < 0.1:
            answer = self.program.ask("perft", self.game, rules_text, text, "--depth", 2)
            self.counts["sequences"] += answer["nodes"]
            self.expect("perft 2", where, perft(rules, pos, 2), answer["nodes"])

    def searched(self, rules, rules_text, positions, states):
        """Verdicts with and without pruning, raw counts of what is unwinnable, lines of what is winnable."""
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("".join(rules.text(pos) + "\n" for pos in positions))
            file.flush()
            options = ("--file", file.name, "--rules", rules_text)
            pruned = self.program.json_lines("solve", self.game, *options)
            raw = self.program.json_lines("solve", self.game, *options, "--raw", "--limit", 2 * states)
        self.expect("answers", rules_text, [len(positions)] * 2, [len(pruned), len(raw)])
        for pos, *answers in zip(positions, pruned, raw):
            verdict, met = rules.search(pos, states)
            self.counts[verdict] += 1
            where = f"{rules_text} at {rules.text(pos)}"
            for how, answer in zip(("solved", "solved with --raw"), answers):
                self.answer(rules, pos, answer, verdict, f"{where} {how}")
            if verdict == "unwinnable":
                self.counts["positions met"] += met
                self.expect("raw states", where, met, answers[1]["raw_states"])
            if answers[1]["verdict"] != "undecided":
                self.expect("verdict of the plain search by --raw", where, answers[1]["verdict"], answers[0]["verdict"])

    def answer(self, rules, pos, answer, verdict, where):
        """One answer of the program's against the verdict here."""
        self.expect("playable, buildable", where, mobility(rules, pos), (answer["playable"], answer["buildable"]))
        if verdict != "undecided" and answer["verdict"] != "undecided":
            self.expect("verdict", where, verdict, answer["verdict"])
        if answer["verdict"] == "winnable":
            self.counts["lines replayed"] += 1
            try:
                ends = rules.is_solved(rules.replay(pos, answer["moves"]))
                self.expect("line wins", where, True, ends)
                self.expect("length", where, len(answer["moves"].split()), answer["length"])
            except ValueError as error:
                self.differences.append(f"{self.game} {where}: {error}")

    def fewest(self, rules, rules_text, positions, states):
        """The fewest moves that win, wherever breadth-first search finds them."""
        found = [(pos, rules.shortest(pos, states)) for pos in positions]
        found = [(pos, length) for pos, length in found if length is not None]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("".join(rules.text(pos) + "\n" for pos, _ in found))
            file.flush()
            options = ("--file", file.name, "--rules", rules_text, "--shortest")
            answers = self.program.json_lines("solve", self.game, *options) if found else []
        self.expect("answers", rules_text, len(found), len(answers))
        for (pos, length), answer in zip(found, answers):
            self.counts["lost" if length == "unwinnable" else "fewest moves"] += 1
            where = f"{rules_text} at {rules.text(pos)} solved with --shortest"
            self.expect("fewest moves", where, length, answer["shortest"] or answer["verdict"])
            self.answer(rules, pos, answer, "unwinnable" if length == "unwinnable" else "winnable", where)

    def told(self):
        return ", ".join(f"{number:,} {what}" for what, number in self.counts.items())


def compare_moves(program, game, seed):
    """Some positions of random games, from deals and from positions laid out, under every rule set."""
    rng, comparison = random.Random(f"{seed} moves {game}"), Comparison(program, game)
    for rules_text, options in rule_sets():
        rules = patience.Rules(game, **options)
        for _ in range(WALKS):
            positions = list(walk(rules, deal(rules, rng), rng, WALK_PLIES))
            chosen = {0, len(positions) - 1, *rng.choices(range(len(positions)), k=2)}
            positions = [positions[i] for i in sorted(chosen)]
            for pos in positions + list(walk(rules, laid_out(rules, rng, rng.randint(1, 52)), rng, 4)):
                comparison.position(rules, rules_text, pos, rng)
    return comparison


def from_lines(program, game, rules, rules_text, seed):
    """Positions near the ends of the program's winning lines from deals of its own, a move or two astray."""
    rng = random.Random(f"{seed} lines {game} {rules_text}")
    options = ("--deal", f"0..{SOLVED_DEALS}", "--seed", seed, "--rules", rules_text)
    for answer in program.json_lines("solve", game, *options):
        if answer["verdict"] == "winnable":
            line = answer["moves"].split()
            pos = rules.replay(rules.parse(answer["deal"]), " ".join(line[: max(0, len(line) - rng.randint(15, 50))]))
            for pos in walk(rules, pos, rng, 1 + rng.randint(0, 2)):
                pass
            yield pos


def compare_verdicts(program, game, seed):
    """Deals, positions of random games, of won games and positions laid out, searched whole under every rule set."""
    rng, comparison = random.Random(f"{seed} verdicts {game}"), Comparison(program, game)
    folder = pathlib.Path(__file__).parent
    kept = [line for line in (folder / "base_card_kept.txt").read_text().splitlines() if line[0] != "#"]
    for rules_text, options in rule_sets():
        rules = patience.Rules(game, **options)
        if rules.is_base_free:
            positions = [rules.parse(line) for line in kept]
        else:
            positions = [rules.parse(line.removesuffix(" base=A")) for line in kept if line.endswith(" base=A")]
        for _ in range(SEARCHED):
            start = deal(rules, rng)
            positions += [start, list(walk(rules, start, rng, rng.randint(2, WALK_PLIES)))[-1]]
            positions += [laid_out(rules, rng, rng.randint(5, 16)), laid_out(rules, rng, rng.randint(12, 40))]
        positions += from_lines(program, game, rules, rules_text, seed)
        comparison.searched(rules, rules_text, positions, VARIANT_STATES)
    return comparison


def compare_fewest(program, game, seed):
    """The fewest moves from positions near the ends of won games and from positions laid out, where cards move alone."""
    rng, comparison = random.Random(f"{seed} fewest {game}"), Comparison(program, game)
    for rules_text, options in rule_sets():
        if options["units"] == "one":
            rules = patience.Rules(game, **options)
            positions = [laid_out(rules, rng, rng.randint(5, 16)) for _ in range(2 * SEARCHED)]
            positions += from_lines(program, game, rules, rules_text, seed)
            comparison.fewest(rules, rules_text, positions, VARIANT_STATES)
    return comparison


def check_counts(program, seed):
    """The counts of move sequences in testdata, old rows and the variants' rows from here, counted again."""
    for game in patience.DEFAULTS:
        comparison = Comparison(program, game)
        with open(pathlib.Path(__file__).parents[1] / game / "perft.csv") as file:
            for row in csv.DictReader(file):
                if int(row["nodes"]) <= COUNTED:
                    rules = patience.Rules(game, **parse_rules(row["rules"]))
                    nodes = perft(rules, rules.parse(row["position"]), int(row["depth"]))
                    comparison.counts[row["source"]] += 1
                    where = f"{row['rules']} at {row['position']}"
                    comparison.expect(f"perft {row['depth']}", where, nodes, int(row["nodes"]))
        yield f"{game}/perft.csv: counted again: {comparison.told()}", comparison.differences


def check_variants(program, seed):
    """Both games under all rule sets."""
    for game in patience.DEFAULTS:
        for compare in (compare_moves, compare_verdicts, compare_fewest):
            comparison = compare(program, game, seed)
            yield f"{game}: {len(list(rule_sets()))} rule sets; {comparison.told()}", comparison.differences


def check_deals(program, seed):
    """The program's own deals under the standard rules: well formed and all different, searched, and their survey."""
    for game, deals in DEALS.items():
        rules, comparison = patience.Rules(game), Comparison(program, game)
        answers = program.json_lines("solve", game, "--deal", f"0..{deals}", "--seed", seed)
        positions = [rules.parse(answer["deal"]) for answer in answers]
        for index, (piles, _, _) in enumerate(positions):
            where = f"deal {index}"
            comparison.expect("cards", where, list(range(52)), sorted(sum(piles, ())))
            comparison.expect("layout", where, patience.LAYOUT, [len(pile) for pile in piles])
        comparison.expect("different deals", "", deals, len(set(positions)))
        comparison.searched(rules, "", positions, STATES)
        survey = program.json("survey", game, "--deals", deals, "--seed", seed)
        wrong = comparison.differences + survey_summary(survey, answers, game)
        yield f"{game}: {deals} deals; {comparison.told()}; survey", wrong


def survey_summary(survey, answers, where):
    """A survey of the same deals: its counts, rate and Wilson interval."""
    verdicts = Counter(answer["verdict"] for answer in answers)
    n, k = len(answers), verdicts["winnable"]
    low, high = matches.wilson(k, n)
    ours = {"deals": n, "winnable": k, "unwinnable": verdicts["unwinnable"], "rate": k / n, "low": low, "high": high}
    return matches.differences(ours, survey, where + " survey")
