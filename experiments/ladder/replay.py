#!/usr/bin/env python3
"""Replays the games of a match with python-chess as the neutral referee.

    pip install chess
    fort match chess --player alphabeta:nodes=2000 --player greedy --games 100 --openings random:8 --out DIR
    python3 experiments/ladder/replay.py DIR/games.pgn

Every move must be legal, no game may go on after its end, and result and `Termination` must be what python-chess finds at
the last position. Draws by repetition and 50 moves count as claimed, or with draws=automatic in `Rules` as they end a game
without a claim. As in a match, repetitions are counted from where the opening ends (`OpeningPlies`, or the FEN).

Prints what was found. Exit codes: 0 all games agree, 1 some do not (the first are told in full), 2 no games to replay.
"""

import argparse
import collections
import logging
import sys

import chess
import chess.pgn


class Difference(Exception):
    """What a game's record says and the referee does not find."""


def ending(board, automatic):
    """Why and with which result the game is over at this position, or nothing. The laws do not say what to name where two
    draws fall together: here material comes before repetition and repetition before the count of moves, as in a match."""
    if board.is_checkmate():
        return "mate", "0-1" if board.turn == chess.WHITE else "1-0"
    if board.is_stalemate():
        return "stalemate", "1/2-1/2"
    if board.is_insufficient_material():
        return "insufficient_material", "1/2-1/2"
    if board.is_repetition(5 if automatic else 3):
        return "repetition", "1/2-1/2"
    if automatic and board.is_seventyfive_moves():
        return "seventyfive_moves", "1/2-1/2"
    if not automatic and board.is_fifty_moves():
        return "fifty_moves", "1/2-1/2"
    return None


def replay(game):
    """Plays a game again; gives its number of plies and how it ended."""
    if game.errors:
        raise Difference(f"after {game.end().ply() - game.ply()} plies: {game.errors[0]}")
    automatic = "draws=automatic" in game.headers.get("Rules", "")
    board = game.board()
    moves = list(game.mainline_moves())
    opening = int(game.headers.get("OpeningPlies", "0"))
    for number, move in enumerate(moves):
        if number == opening:
            board = board.copy(stack=False)  # The referee counts repetitions from here.
        if number >= opening and (early := ending(board, automatic)):
            raise Difference(f"over after {number} plies by {early[0]} ({early[1]}), and it goes on")
        if not board.is_legal(move):
            raise Difference(f"ply {number + 1}, {move.uci()}, is not legal in {board.fen()}")
        board.push(move)
    found = ending(board, automatic)
    recorded = game.headers.get("Termination", "?"), game.headers["Result"]
    if found != recorded:
        raise Difference(f"recorded {recorded}, found {found} at {board.fen()}")
    return len(moves), found


def games(paths):
    """All games of all files, each with the file and its number there."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            number = 0
            while game := chess.pgn.read_game(file):
                number += 1
                yield path, number, game


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgn", nargs="+", help="files with games")
    parser.add_argument("--differences", type=int, default=10, metavar="N", help="stop after so many (default 10)")
    arguments = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # What it would log is told as a difference.
    endings, results = collections.Counter(), collections.Counter()
    played, plies, differences = 0, 0, 0
    for path, number, game in games(arguments.pgn):
        played += 1
        try:
            length, (reason, result) = replay(game)
        except Difference as difference:
            differences += 1
            print(f"{path}, game {number} (round {game.headers.get('Round', '?')}): {difference}\n\n{game}\n")
            if differences >= arguments.differences:
                break
            continue
        plies += length
        endings[reason] += 1
        results[result] += 1
    print(f"{played} games replayed, {plies} plies, {differences} differences")
    print("Endings  " + ", ".join(f"{reason} {count}" for reason, count in sorted(endings.items())))
    print("Results  " + ", ".join(f"{result} {count}" for result, count in sorted(results.items())))
    if played == 0:
        sys.exit(2)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        print(f"replay.py: {error}", file=sys.stderr)
        sys.exit(2)
