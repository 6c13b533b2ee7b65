"""Replays the games of a match by the rules written here, and recomputes its statistics and a survey's.

Formulas: a match's score is the mean of the units (pairs if all games are paired, else games), its error comes from
their variance; Elo(s) = -400 log10(1/s - 1); intervals at 95 % with z = 1.959964; LOS = Phi((score - 1/2) / SE).
"""

import csv
import json
import math
from collections import Counter, defaultdict

from program import parse_rules

Z = 1.959963984540054
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def wilson(k, n):
    p, z2 = k / n, Z * Z
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return centre - half, centre + half


def starters_interval(groups):
    """95 % for the starters' score: games of a pair share their opening, so the error is that of the mean of groups,
    and Wilson's interval is taken for as many independent games as would have it, never more than were played."""
    n, k, m = sum(map(len, groups)), sum(map(sum, groups)), len(groups)
    p = k / n
    variance = sum((sum(g) - p * len(g)) ** 2 for g in groups) * m / (m - 1) / n**2 if m > 1 else 0
    size = min(n, p * (1 - p) / variance) if variance > 1e-15 and 0 < p < 1 else m
    return wilson(p * size, size)


def elo(score):
    return -400 * math.log10(1 / score - 1)


def replay(game, row):
    """Plays a row of games.csv; the winner's side or "draw", and the plies. Every move must be legal and none may
    follow the end, a third repetition or the ply cap."""
    rules = game.Rules(**parse_rules(row["rules"]))
    pos = rules.parse(row["opening"])
    stood = Counter([pos])
    words = row["moves"].split()
    ended = rules.outcome(pos)
    for ply, word in enumerate(words, 1):
        assert ended is None, f"game {row['index']}: {word} after the end"
        name, _, branch = word.partition("#")
        leaves = rules.branches(dict(rules.moves(pos))[name])
        assert branch or len(leaves) == 1, f"game {row['index']}: {word} names no branch of {len(leaves)}"
        pos = leaves[int(branch or 0)]
        stood[pos] += 1
        ended = rules.outcome(pos)
        if ended is None and game.DRAWS_REPETITION and stood[pos] == 3:
            ended = "draw"
        if ended is None and rules.ply_cap == ply:
            ended = "draw"
    assert ended is not None, f"game {row['index']} has no end"
    return ended, len(words)


def starting_side(game, rules_text):
    """Who makes the game's first move; in FORTE the joust's, whoever sets up first."""
    return parse_rules(rules_text)["first"] if game.NAME == "forte" else game.SIDES[0]


def games_scores(game, rows):
    """Score of player 1 in every game, by replay; the recorded results, plies and starters must agree."""
    scores, starter_scores = defaultdict(list), defaultdict(list)
    for row in rows:
        winner, plies = replay(game, row)
        starter_score = 0.5 if winner == "draw" else float(winner == starting_side(game, row["rules"]))
        assert POINTS[row["result"]] == starter_score, f"game {row['index']}: {row['result']}, here {starter_score}"
        assert int(row["plies"]) == plies
        starter_scores[int(row["index"]) // 2].append(starter_score)
        scores[int(row["index"])].append((row, starter_score if row["starter"] == "1" else 1 - starter_score))
    return scores, list(starter_scores.values())


def series_score(games, ended_limit=15):
    """FORTE's tournament: a side's knights tell the jousts it has won, the other side starts the next joust, the
    first to three wins, fifteen jousts without a winner are a draw."""
    seat = {}
    for number, (row, score) in enumerate(games):
        rules = parse_rules(row["rules"])
        first, second = rules["first"], "BA"["AB".index(rules["first"])]
        if number == 0:
            seat = {first: row["starter"], second: "12"["21".index(row["starter"])]}
            owner = {player: side for side, player in seat.items()}
            won = {side: 7 - int(rules[side.lower()]) for side in "AB"}
        else:
            assert first != previous_first, "the starter alternates"
            assert all(int(rules[side.lower()]) == 7 - won[side] for side in "AB"), "the winner parks a knight"
            assert seat[first] == row["starter"]
        previous_first = first
        if score != 0.5:
            won[owner["1" if score == 1 else "2"]] += 1
        over = max(won.values()) == 3
        assert over == (number == len(games) - 1) or number == ended_limit - 1
    return 1.0 if won[owner["1"]] == 3 else 0.0 if won[owner["2"]] == 3 else 0.5


def match_summary(rows, scores, starter_scores, tournament):
    """What summary.json must say of these games."""
    units = [series_score(scores[i]) if tournament else scores[i][0][1] for i in sorted(scores)]
    pairs = [(a + b) / 2 for a, b in zip(units[::2], units[1::2])]
    sample = pairs if len(units) % 2 == 0 else units
    mean = sum(sample) / len(sample)
    variance = sum((x - mean) ** 2 for x in sample) / len(sample)
    error = math.sqrt(variance / len(sample))
    summary = {
        "games": len(units),
        "wins": units.count(1.0),
        "draws": units.count(0.5),
        "losses": units.count(0.0),
        "score": sum(units) / len(units),
        "pairs": dict(zip(("LL", "LD", "even", "WD", "WW"), (pairs.count(x) for x in (0, 0.25, 0.5, 0.75, 1)))),
        "endings": dict(Counter(row["ended"] for row in rows)),
    }
    if 0 < mean < 1 and 0 < mean - Z * error and mean + Z * error < 1 and error > 0:
        sigma = math.sqrt(variance * (2 if sample is pairs else 1))
        summary["elo"] = elo(mean)
        summary["elo_error"] = (elo(mean + Z * error) - elo(mean - Z * error)) / 2
        summary["nelo"] = (mean - 0.5) / sigma * 800 / math.log(10)
        summary["los"] = 0.5 * (1 + math.erf((mean - 0.5) / error / math.sqrt(2)))
    low, high = starters_interval(starter_scores)
    all_scores = sum(starter_scores, [])
    n, k = len(all_scores), sum(all_scores)
    wins, draws, losses = (all_scores.count(x) for x in (1.0, 0.5, 0.0))
    summary["first_player"] = {
        "games": n, "wins": wins, "draws": draws, "losses": losses, "score": k / n, "low": low, "high": high,
    }
    return summary


def differences(ours, theirs, where):
    """What two nested dictionaries do not agree on, of the keys of the first; numbers to nine digits."""
    found = []
    for key, value in ours.items():
        other = theirs.get(key)
        if isinstance(value, dict):
            found += differences(value, other or {}, f"{where} {key}")
        elif other is None or not math.isclose(value, other, rel_tol=1e-9, abs_tol=1e-12):
            found.append(f"{where} {key}: here {value}, program {other}")
    return found


def check_match(program, game, directory, *arguments):
    """Runs a match into `directory`: (games replayed, differences)."""
    where = " ".join(map(str, (game.NAME, *arguments)))
    program.run("match", game.NAME, *arguments, "--out", directory)
    with open(f"{directory}/games.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(f"{directory}/summary.json") as file:
        theirs = json.load(file)
    try:
        scores, starter_scores = games_scores(game, rows)
        ours = match_summary(rows, scores, starter_scores, "--tournament" in arguments)
    except AssertionError as wrong:
        return len(rows), [f"{where}: {wrong}"]
    return len(rows), differences(ours, theirs, where)
