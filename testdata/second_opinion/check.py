"""A second opinion on the five games: their rules, written apart from the Rust sources, compared with the program.

    python3 testdata/second_opinion/check.py path/to/fort [SEED] [--only SUBJECT]

Prints a line a subject with what was compared, then every difference; exit code 1 if there is any. Takes about five
minutes; another SEED (default 1) takes other random games and other deals.
"""

import argparse
import random
import sys
import tempfile
import time

import force3
import fortac
import forte
import matches
import solitaires
import walks
from program import Program, parse_rules

GAMES_PER_RULE_SET = {force3: 6, forte: 4, fortac: 10}

SOLVED = (
    "ban=tile",
    "ban=position",
    "ban=none",
    "slide=mover_only",
    "both=continue",
    "ban=none,relocate=king",
    "ban=position,both=mover_loses,relocate=orth",
    "slide=mover_only,both=continue",
    "ban=none,slide=mover_only,both=mover_wins",
    "slide=mover_only,both=continue,relocate=orth",
)
SOLVED_POSITIONS = 50

MATCHES = (
    (force3, "--player greedy --player random --games 300"),
    (force3, "--player random --player random --games 300"),
    (force3, "--player random --player random --games 101 --openings random:3"),
    (force3, "--player alphabeta:depth=4 --player alphabeta:depth=3 --games 60 --openings random:2"),
    (force3, "--player alphabeta:depth=4 --player random --games 60 --rules ban=none,slide=mover_only,both=continue"),
    (force3, "--player random --player random --games 300 --rules ban=position,both=mover_loses,relocate=king"),
    (force3, "--player perfect --player perfect --games 60 --rules ban=none,relocate=king --openings random:4"),
    (forte, "--player greedy --player alphabeta:depth=2 --games 21"),
    (forte, "--player random --player random --games 60 --rules ply_cap=60"),
    (forte, "--player random --player random --games 30 --rules ply_cap=12 --openings random:3"),
    (forte, "--player greedy --player random --games 20 --rules a=7,b=6,setup=free"),
    (forte, "--player greedy --player random --games 20 --rules a=6,b=7,first=B,setup=free --openings random:2"),
    (forte, "--player greedy --player greedy --games 20 --tournament --rules setup=free"),
    (forte, "--player greedy --player random --games 21 --tournament"),
    (forte, "--player random --player random --games 20 --tournament --rules a=5,b=6,ply_cap=40"),
    (fortac, "--player greedy --player expectiminimax:plies=1 --games 40 --openings random:2"),
    (fortac, "--player random --player random --games 60"),
    (fortac, "--player random --player random --games 40 --rules deck=no_redraw,combo=any_time"),
    (fortac, "--player random --player random --games 40 --rules deck=draw_game,null_swap=off,adjacency=4"),
    (fortac, "--player random --player greedy --games 40 --rules combo=any_time,ply_cap=15"),
)


def check_rules(program, seed):
    """Moves, texts, outcomes and counts of random positions under every rule set."""
    for game, each in GAMES_PER_RULE_SET.items():
        sets, comparison = walks.compare(program, game, seed, each)
        counts = ", ".join(f"{number:,} {what}" for what, number in comparison.counts.items())
        yield f"{game.NAME}: {sets} rule sets; {counts}", comparison.differences


def check_solutions(program, seed):
    """FORCE 3 solved here: the table's counts, and value, distance and best moves of random states."""
    rng = random.Random(seed)
    for text in SOLVED:
        rules = force3.Rules(**parse_rules(text))
        summary, table = force3.solve(rules)
        wrong = matches.differences(
            {key: value for key, value in summary.items() if key != "value" and value is not None},
            answer := program.json("solve", "force3", "--rules", text),
            text,
        )
        if (summary["value"], summary["distance"]) != (answer["value"], answer["distance"]):
            wrong.append(f"{text}: here {summary}, program {answer}")
        for pos in rng.sample(sorted(table, key=str), SOLVED_POSITIONS):
            wrong += solved_position(program, rules, text, table, pos)
        what = ", ".join(f"{key} {value}" for key, value in summary.items())
        yield f"force3 solved, {text}: {what}; {SOLVED_POSITIONS} states looked up", wrong


def solved_position(program, rules, text, table, pos):
    """Value and distance of a state and of each of its moves, for the side to move."""
    answer = program.ask("solve", "force3", text, rules.text(pos))
    wrong = []
    if (answer["value"], answer["distance"]) != table[pos]:
        wrong.append(f"{text} at {rules.text(pos)}: here {table[pos]}, program {answer}")
    flipped = {"win": "loss", "loss": "win", "draw": "draw"}
    ours = {}
    for name, after in rules.moves(pos):
        ended = rules.outcome(after)
        if ended is None:
            value, distance = table[force3.seen_from_mover(after)]
            ours[name] = (flipped[value], None if distance is None else distance + 1)
        else:
            ours[name] = ("draw", None) if ended == "draw" else ("win" if ended == pos[1] else "loss", 1)
    theirs = {move["move"]: (move["value"], move["distance"]) for move in answer["moves"]}
    for name in ours.keys() | theirs.keys():
        here, there = ours.get(name), theirs.get(name)
        if here != there and not (here and there and here[0] == there[0] == "draw"):
            wrong.append(f"{text} at {rules.text(pos)}: {name} here {here}, program {there}")
    if not all(table[pos][0] == ours[name][0] and table[pos][1] == ours[name][1] for name in answer["best"]):
        wrong.append(f"{text} at {rules.text(pos)}: {answer['best']} are not best")
    return wrong


def check_solitaires(program, seed):
    """FORTRESS and CHESSBOARD: the counts in testdata, all rule sets, the program's own deals and their survey."""
    for check in (solitaires.check_counts, solitaires.check_variants, solitaires.check_deals):
        yield from check(program, seed)


def check_matches(program, seed):
    """Games replayed move by move, and the summary recomputed."""
    for number, (game, arguments) in enumerate(MATCHES):
        with tempfile.TemporaryDirectory() as directory:
            games, wrong = matches.check_match(
                program, game, directory, *arguments.split(), "--seed", str(seed + number)
            )
        yield f"match {game.NAME} {arguments}: {games} games replayed, summary recomputed", wrong


SUBJECTS = {
    "rules": check_rules,
    "solitaires": check_solitaires,
    "matches": check_matches,
    "solutions": check_solutions,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="path/to/fort")
    parser.add_argument("seed", metavar="SEED", nargs="?", type=int, default=1)
    parser.add_argument("--only", metavar="SUBJECT", choices=SUBJECTS, action="append", help=" | ".join(SUBJECTS))
    arguments = parser.parse_args()
    program = Program(arguments.program)
    begun, found = time.time(), []
    for subject in arguments.only or SUBJECTS:
        for line, wrong in SUBJECTS[subject](program, arguments.seed):
            print(f"{'ok' if not wrong else 'NO':3}{line}", flush=True)
            found += wrong
    for difference in found:
        print(f"difference: {difference}")
    print(f"{len(found)} differences; {program.calls:,} calls of the program; {time.time() - begun:.0f} s")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
