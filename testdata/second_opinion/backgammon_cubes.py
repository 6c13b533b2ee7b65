"""GNU Backgammon's cube decisions in matches, at 0 plies, as a CSV on standard output.

usage: backgammon_cubes.py POSITIONS.csv N SEED   (a CSV with columns kind and position_id; /usr/games/gnubg)

Every row: a position before the roll, seen by who is to roll, at a random score with a random cube; gnubg's five
probabilities, its chances to win the match without a double, with a double taken and dropped, and its verdict.
"""

import base64
import csv
import random
import re
import subprocess
import sys


def match_id(length, own, other, log_cube, owner, crawford):
    """Match ID of a game in play, player 1 (bit value 1) to roll: gnubg's manual, 'Match ID'."""
    bits, at = 0, 0
    for value, width in [(log_cube, 4), (owner, 2), (1, 1), (crawford, 1), (1, 3), (1, 1), (0, 1), (0, 2), (0, 3), (0, 3),
                         (length, 15), (other, 15), (own, 15)]:
        bits |= value << at
        at += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode().rstrip("=")


def main():
    path, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    with open(path, newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        positions = sorted({row["position_id"] for row in rows if row["kind"] == "eval"})
    cases, lines = [], []
    lines += ["set output mwc on", "set output matchpc off", "set output digits 6", "set output winpc off",
              "set evaluation cubedecision evaluation plies 0", "set evaluation cubedecision evaluation noise 0",
              "set player 0 human", "set player 1 human", "set automatic roll off", "set beavers 0", "new match 7"]
    while len(cases) < count:
        length = rng.choice([3, 5, 7, 9, 11])
        own, other = rng.randrange(length), rng.randrange(length)
        is_one = length - 1 in (own, other)
        crawford = int(is_one and rng.random() < 0.2)
        log_cube = rng.choice([0, 0, 0, 1, 1, 2])
        # 3: centred, 1: the side to roll owns it.
        owner = 3 if log_cube == 0 else 1
        if crawford:
            log_cube, owner = 0, 3
        # A cube that nobody would have turned.
        if log_cube and 1 << log_cube >= 2 * (length - other):
            continue
        position = rng.choice(positions)
        identifier = f"{position}:{match_id(length, own, other, log_cube, owner, crawford)}"
        cases.append((identifier, length, own, other, 1 << log_cube, "mine" if owner == 1 else "centred", crawford))
        lines += [f"set gnubgid {identifier}", "hint"]
    done = subprocess.run(["/usr/games/gnubg", "-t", "-q"], input="\n".join(lines) + "\n", text=True, capture_output=True)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["text", "length", "own", "other", "cube", "owner", "crawford", "win", "win_gammon", "win_backgammon", "lose_gammon",
                     "lose_backgammon", "cubeless", "no_double", "double_take", "double_drop", "verdict"])
    answers = {}
    for block in done.stdout.split("Setting GNUbg ID ")[1:]:
        identifier = block.split()[0]
        chances = re.search(r"^ +(0\.\d+|1\.0+) (\S+) (\S+) - (\S+) (\S+) (\S+)$", block, re.M)
        cubeless = re.search(r"cubeless MWC (\S+)", block)
        values = {name: re.search(name + r" +([01]\.\d+)", block) for name in ["No (?:re)?double", "(?:Double|Redouble), take", "(?:Double|Redouble), pass"]}
        verdict = re.search(r"Proper cube action: (.*?)(?: \(\d.*\))?$", block, re.M)
        if chances and cubeless and verdict and all(values.values()):
            win, *rest = (chances.group(i) for i in (1, 2, 3, 5, 6))
            answers[identifier] = [win, *rest, cubeless.group(1), *(found.group(1) for found in values.values()), verdict.group(1)]
    for identifier, *case in cases:
        if identifier in answers:
            writer.writerow([identifier, *case, *answers[identifier]])


main()
