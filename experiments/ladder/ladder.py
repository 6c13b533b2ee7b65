#!/usr/bin/env python3
"""Plays a match between two UCI (or xboard) engines with python-chess as the neutral referee.

    pip install chess
    python3 experiments/ladder/ladder.py --one "target/release/fort uci" --two /usr/games/toga2 \
        --openings testdata/chess/openings_8moves_1000.epd --pairs 100 --clock 2+0.02 --out /tmp/toga2

Every opening is played twice, sides swapped. The referee keeps the clocks, knows the rules (draws by repetition and by
50 moves count as claimed), and counts losses on time, illegal moves and crashes apart. Writes OUT.pgn, a game as it ends,
and OUT.json with score, Elo and its 95 % interval from pairs. A match that was broken off is carried on by the same command.
"""

import argparse
import concurrent.futures
import json
import math
import os
import shlex
import threading
import time

import chess
import chess.engine
import chess.pgn

SLACK = 0.05  # What pipes and scheduling may take before a loss on time counts, in seconds.


def engine(command, options, xboard):
    words = shlex.split(command)
    start = chess.engine.SimpleEngine.popen_xboard if xboard else chess.engine.SimpleEngine.popen_uci
    made = start(words, timeout=20)
    known = made.options
    made.configure({name: value for name, value in options.items() if name in known})
    return made


class Ended(Exception):
    def __init__(self, loser, reason):
        self.loser, self.reason = loser, reason


def play_move(player, board, clocks, increment, game):
    side = board.turn
    limit = chess.engine.Limit(
        white_clock=max(clocks[chess.WHITE], 0.001), black_clock=max(clocks[chess.BLACK], 0.001),
        white_inc=increment, black_inc=increment)
    begun = time.perf_counter()
    try:
        result = player.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
    except chess.engine.EngineTerminatedError as error:
        raise Ended(side, "crash") from error
    except chess.engine.EngineError as error:
        raise Ended(side, "illegal move") from error
    spent = time.perf_counter() - begun
    clocks[side] -= spent
    if clocks[side] < -SLACK:
        raise Ended(side, "time")
    clocks[side] += increment
    if result.move is None:
        raise Ended(side, "no move")
    return result


def play_game(players, fen, start, increment, number):
    """Plays one game; players are by colour. Returns the PGN game, the result and the reason."""
    board = chess.Board(fen)
    record = chess.pgn.Game()
    record.setup(board)
    node = record
    clocks = {chess.WHITE: start, chess.BLACK: start}
    try:
        while True:
            outcome = board.outcome(claim_draw=True)
            if outcome is not None:
                result, reason = outcome.result(), outcome.termination.name.lower()
                break
            played = play_move(players[board.turn], board, clocks, increment, number)
            board.push(played.move)
            node = node.add_variation(played.move)
    except Ended as ended:
        result = "0-1" if ended.loser == chess.WHITE else "1-0"
        reason = ended.reason
    record.headers["Result"] = result
    record.headers["Termination"] = reason
    return record, result, reason


def wilson(share, count):
    """The 95 % interval of a share: for pairs that all ended alike, of which the spread says nothing."""
    z = 1.959964
    centre, scale = share + z * z / (2 * count), 1 + z * z / count
    reach = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (centre - reach) / scale, (centre + reach) / scale


def statistics(pairs):
    """Elo and its error from the scores of pairs, 0 to 2."""
    count = len(pairs)
    if count == 0:
        return {}
    counts = [sum(1 for score in pairs if score == value / 2) for value in range(5)]
    values = [score / 2 for score in pairs]
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / count
    error = math.sqrt(variance / count)

    def elo(score):
        score = min(max(score, 1e-6), 1 - 1e-6)
        return -400 * math.log10(1 / score - 1)

    margin = (mean - 1.959964 * error, mean + 1.959964 * error)
    low, high = (elo(edge) for edge in (margin if error > 0 else wilson(mean, count)))
    return {"pairs": counts, "score": mean, "elo": elo(mean), "low": low, "high": high, "error": (high - low) / 2}


def play_pair(arguments, fen, index, lock):
    first = engine(arguments.one, arguments.one_options, False)
    second = engine(arguments.two, arguments.two_options, arguments.xboard)
    names = [arguments.one_name, arguments.two_name]
    start, increment = arguments.clock
    scores, games = 0.0, []
    try:
        for turn in range(2):
            by_colour = {chess.WHITE: (first, second)[turn], chess.BLACK: (second, first)[turn]}
            record, result, reason = play_game(by_colour, fen, start, increment, 2 * index + turn)
            record.headers["Event"] = f"{names[0]} - {names[1]}"
            record.headers["Round"] = f"{index + 1}.{turn + 1}"
            record.headers["White"], record.headers["Black"] = names[turn], names[1 - turn]
            record.headers["TimeControl"] = f"{start:g}+{increment:g}"
            score = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
            scores += score if turn == 0 else 1 - score
            loser = None if score == 0.5 else names[turn] if score == 0 else names[1 - turn]
            games.append((reason, loser))
            with lock, open(arguments.out + ".pgn", "a", encoding="utf-8") as file:
                print(record, file=file, end="\n\n", flush=True)
            if reason in ("crash", "illegal move", "no move"):
                first.close() if loser == names[0] else second.close()
                if loser == names[0]:
                    first = engine(arguments.one, arguments.one_options, False)
                else:
                    second = engine(arguments.two, arguments.two_options, arguments.xboard)
    finally:
        first.close()
        second.close()
    return index, scores, games


def options(texts):
    return dict(text.split("=", 1) for text in texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", required=True, help="command of the first engine, UCI")
    parser.add_argument("--two", required=True, help="command of the second")
    parser.add_argument("--one-name", default="one")
    parser.add_argument("--two-name", default="two")
    parser.add_argument("--one-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--two-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--xboard", action="store_true", help="the second engine speaks xboard")
    parser.add_argument("--openings", required=True, help="a file with a position a line")
    parser.add_argument("--skip", type=int, default=0, help="openings to pass over first")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--clock", default="2+0.02", help="seconds and increment")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", required=True, help="path of the PGN and JSON files, without their endings")
    arguments = parser.parse_args()
    arguments.clock = tuple(float(part) for part in arguments.clock.split("+"))
    arguments.one_options = {"Threads": 1, "Hash": 64} | options(arguments.one_option)
    arguments.two_options = {"Threads": 1, "Hash": 64} | options(arguments.two_option)
    with open(arguments.openings, encoding="utf-8") as file:
        lines = [line.split(";")[0].split() for line in file if line.strip()]
    fens = [" ".join(line[:4]) + " 0 1" for line in lines][arguments.skip:arguments.skip + arguments.pairs]
    state = {"done": {}, "reasons": {}}
    if os.path.exists(arguments.out + ".json"):
        with open(arguments.out + ".json", encoding="utf-8") as file:
            state = json.load(file)
    lock = threading.Lock()
    missing = [index for index in range(len(fens)) if str(index) not in state["done"]]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = [pool.submit(play_pair, arguments, fens[index], index, lock) for index in missing]
        for future in concurrent.futures.as_completed(running):
            index, score, games = future.result()
            state["done"][str(index)] = score
            for reason, loser in games:
                key = reason if loser is None else f"{reason}: {loser} lost"
                state["reasons"][key] = state["reasons"].get(key, 0) + 1
            state["statistics"] = statistics(list(state["done"].values()))
            with open(arguments.out + ".json.new", "w", encoding="utf-8") as file:
                json.dump(state, file, indent=1)
            os.replace(arguments.out + ".json.new", arguments.out + ".json")
    answer = {"one": arguments.one_name, "two": arguments.two_name, "clock": arguments.clock,
              "games": 2 * len(state["done"]), **state.get("statistics", {}), "reasons": state["reasons"]}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
