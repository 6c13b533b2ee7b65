"""Checkers compared with the package `pydraughts` (PyPI; the module is `draughts`), variant `english`.

    pip install pydraughts
    python3 testdata/second_opinion/checkers.py path/to/fort [SEED] [--games FILE.pdn …]

Positions: those of random games, endings with kings scattered at random, and kings among pieces that they can jump. In
each the moves with their whole paths, where they lead, and whether the game is over must be the same. Games: matches from
all ballots and from such endings, written as PDN by the program, replayed with pydraughts as referee: every move legal
and written as pydraughts writes it, short or with its path, no game going on after its end, `Result` and `Termination`
as the referee finds them. With --games those files are replayed instead. Prints what was compared, then every difference;
exit code 1 if there is any. Six minutes.
"""

import argparse
import collections
import pathlib
import random
import re
import sys
import tempfile

from draughts import BLACK, WHITE, Board

from program import Program

GAME_POSITIONS = 2_500
SCATTERED_POSITIONS = 2_500
MATCHES = (
    "--player alphabeta:depth=5 --player alphabeta:depth=3 --games 348 --openings ballots:174",
    "--player random --player greedy --games 200 --openings random:4",
    "--player random --player alphabeta:depth=2 --games 2600 --rules repetition=threefold,limit=12 --openings SCATTERED",
)


def parts(fen):
    """A position as side and sets of squares, without the plies behind it."""
    side, *lists = fen.split(":")
    return side, {text[0]: frozenset(filter(None, text[1:].split(","))) for text in lists if text[0] in "WB"}


def board_at(fen):
    """pydraughts at a position; the plies without progress are the last part of ours, `:H7`."""
    plain, _, clock = fen.partition(":H")
    board = Board(variant="english", fen=plain)
    board._game.consecutive_noncapture_king_moves = int(clock or 0)
    return board


def path(move):
    """A move with all its squares."""
    return ("x" if move.captures else "-").join(map(str, move.steps_move))


def scattered(rng):
    """A few pieces anywhere, most of them kings, as our text."""
    sides = {"W": [], "B": []}
    crowns, count = rng.choice((0.3, 0.7, 1.0)), rng.randint(2, 14)
    # Where one side has a king or two alone, it has long ways to jump.
    bias = rng.choice((0.15, 0.5, 0.5, 0.85))
    for square in sorted(rng.sample(range(1, 33), count)):
        side = "W" if rng.random() < bias else "B"
        king = rng.random() < crowns or (side == "W" and square < 5) or (side == "B" and square > 28)
        sides[side].append(f"{'K' if king else ''}{square}")
    if not all(sides.values()) or max(map(len, sides.values())) > 12:
        return scattered(rng)
    return f"{rng.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def circles(rng):
    """A king that may have several ways to jump: the other side's pieces all stand a step off the squares it can land on."""
    square = rng.randint(1, 32)
    row = (square - 1) // 4
    inner = [n for n in range(5, 29) if (n - 1) // 4 % 2 != row % 2 and n not in (5, 12, 13, 20, 21, 28)]
    others = sorted(rng.sample(inner, rng.randint(4, min(9, len(inner)))))
    pieces = ",".join(f"K{n}" if rng.random() < 0.5 else str(n) for n in others)
    # White's list first: pydraughts goes by the order of the lists, not by their letters.
    return rng.choice((f"W:WK{square}:B{pieces}", f"B:W{pieces}:BK{square}"))


def from_games(rng, count):
    """Positions of random games, each text once."""
    seen = set()
    while len(seen) < count:
        board = Board(variant="english")
        for _ in range(rng.randint(1, 90)):
            moves = board.legal_moves()
            if not moves:
                break
            board.push(rng.choice(moves))
        seen.add(board.fen)
    return sorted(seen)


def compare_position(program, fen):
    """Differences at one position, and the number of its moves."""
    ours = program.json("moves", "checkers", "--position", fen)
    found = {move["move"]: parts(move["to"]) for move in ours["moves"]}
    board = board_at(fen)
    expected = {}
    for move in board.legal_moves():
        after = board.copy()
        after.push(move)
        expected[path(move)] = parts(after.fen)
    if parts(ours["position"]) != parts(board.fen):
        yield f"{fen}: read as {ours['position']}, by pydraughts as {board.fen}"
    for text in sorted(found.keys() | expected.keys()):
        if found.get(text) != expected.get(text):
            yield f"{fen}: {text} leads to {found.get(text)}, by pydraughts to {expected.get(text)}"
    outcome = program.json("show", "checkers", "--position", fen)["outcome"]
    here = outcome and {"black": BLACK, "white": WHITE}[outcome["winner"]]
    if here != board.winner():
        yield f"{fen}: outcome {outcome}, by pydraughts {board.winner()}"


def read_games(text):
    """The games of a file of ours: tags, moves, the result behind them."""
    for block in re.split(r"\n(?=\[Event )", text):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', block, re.M))
        words = block.split("\n\n", 1)[1].split()
        yield tags, [word for word in words[:-1] if not word.endswith(".")], words[-1]


def ending(board, start_plies, limit):
    """Every way in which the game is over at this position, with its result: `1-0` is Black's win."""
    winner = board.winner()
    if winner in (BLACK, WHITE):
        side, pieces = parts(board.fen)
        return {("blocked" if pieces[side] else "no_pieces", "1-0" if winner == BLACK else "0-1")}
    game = board._game
    found = set()
    if game.fens[start_plies:].count(game.fens[-1]) >= 3:
        found.add(("repetition", "1/2-1/2"))
    if game.consecutive_noncapture_king_moves >= 2 * limit:
        found.add(("move_limit", "1/2-1/2"))
    return found


def replay(tags, texts, result):
    """Plays a game again; yields differences."""
    limit = int(re.search(r"limit=(\d+)", tags["Rules"])[1])
    opening = int(tags.get("OpeningPlies", "0"))
    board = board_at(tags["FEN"]) if "FEN" in tags else Board(variant="english")
    if tags["GameType"] != "21" or tags["Result"] != result:
        yield f"GameType {tags['GameType']}, Result {tags['Result']}, {result} behind the moves"
    for number, text in enumerate(texts):
        if number >= opening and (early := ending(board, opening, limit)):
            yield f"over after {number} plies by {early}, and it goes on"
            return
        moves = {move.pdn_move: move for move in board.legal_moves()}
        if text not in moves:
            yield f"ply {number + 1}, {text}, is none of {' '.join(moves)} at {board.fen}"
            return
        board.push(moves[text])
    recorded = tags["Termination"], result
    if recorded not in ending(board, opening, limit):
        yield f"recorded {recorded}, found {ending(board, opening, limit)} at {board.fen}"


def play(program, directory, seed, number, options):
    """The file with the games of a match."""
    scattering = directory / "scattered.txt"
    if not scattering.exists():
        rng = random.Random(seed)
        fens = [draw(rng) for draw in (circles, scattered) for _ in range(700)]
        scattering.write_text("".join(f"{fen}\n" for fen in fens if board_at(fen).legal_moves()))
    out = directory / str(number)
    words = [str(scattering) if word == "SCATTERED" else word for word in options.split()]
    program.run("match", "checkers", *words, "--seed", seed, "--out", out)
    return out / "games.pdn"


def compare_games(file):
    """What there was in a file, and the differences."""
    counts, wrong = collections.Counter(), []
    for number, (tags, texts, result) in enumerate(read_games(pathlib.Path(file).read_text()), 1):
        counts.update({"games": 1, "plies": len(texts), tags["Termination"]: 1})
        counts["moves with their path"] += sum(text.count("x") > 1 for text in texts)
        wrong += [f"{file}, game {number}: {difference}" for difference in replay(tags, texts, result)]
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--games", nargs="+", metavar="FILE.pdn")
    arguments = parser.parse_args()
    program, rng, found = Program(arguments.program), random.Random(arguments.seed), []

    def told(what, wrong):
        print(f"{'NO' if wrong else 'ok':3}{what}", flush=True)
        found.extend(wrong)

    if not arguments.games:
        sources = {
            "positions of games": from_games(rng, GAME_POSITIONS),
            "scattered positions": [scattered(rng) for _ in range(SCATTERED_POSITIONS)],
            "positions with circles to jump": [circles(rng) for _ in range(SCATTERED_POSITIONS)],
        }
        for name, fens in sources.items():
            told(f"{len(fens):,} {name}", [text for fen in fens for text in compare_position(program, fen)])
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        matches = (play(program, directory, arguments.seed, *match) for match in enumerate(MATCHES))
        for file in arguments.games or matches:
            counts, wrong = compare_games(file)
            told(", ".join(f"{count:,} {what}" for what, count in counts.items()), wrong)
    for difference in found[:100]:
        print(f"difference: {difference}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
