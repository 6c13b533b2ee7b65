"""Endings of chess compared with the Gaviota tablebases: values and distances of all legal positions of three men.

    python3 testdata/second_opinion/endings.py path/to/fort [DIRECTORY]

Needs the package `chess` (PyPI) and the tables, which Debian's package `gaviotatb` puts into the default DIRECTORY.
White has the man; with other tables in the directory (krkp.gtb.cp4, …) those endings of four men are compared too, by
20,000 random positions each. Prints a line an ending, then every difference; exit code 1 if there is any.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import chess
import chess.gaviota

SAMPLE = 20_000


def place(men, squares, turn):
    """The position with these men on these squares, if it is legal."""
    if len(set(squares)) < len(squares):
        return None
    board = chess.Board(None)
    for man, square in zip(men, squares):
        board.set_piece_at(square, man)
    board.turn = turn
    return board if board.is_valid() else None


def positions(men):
    """All legal positions, or a sample where there are four men."""
    if len(men) == 3:
        every = itertools.product(itertools.product(range(64), repeat=len(men)), chess.COLORS)
    else:
        rng = random.Random(1)
        every = (
            (rng.sample(range(64), len(men)), rng.choice(chess.COLORS)) for _ in range(SAMPLE * 2)
        )
    return (board for squares, turn in every if (board := place(men, squares, turn)))


def men_of(name):
    """`krkp` as pieces, the first side white."""
    second = name.index("k", 1)
    sides = ((chess.WHITE, name[:second]), (chess.BLACK, name[second:]))
    return [chess.Piece.from_symbol(letter.upper() if side else letter) for side, letters in sides for letter in letters]


def value(distance, board):
    """Gaviota's distance as a value and a number of plies."""
    if distance:
        return ("win" if distance > 0 else "loss", abs(distance))
    return ("loss", 0) if board.is_checkmate() else ("draw", None)


def compare(program, tables, name):
    """How many positions were compared, and the differences."""
    boards = list(positions(men_of(name)))
    with tempfile.NamedTemporaryFile("w", suffix=".fen") as file:
        file.writelines(f"{board.fen()}\n" for board in boards)
        file.flush()
        command = [program, "solve", "chess", "--file", file.name, "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as answers:
            wrong = []
            for board, line in zip(boards, answers.stdout, strict=True):
                answer = json.loads(line)
                here = (answer["value"], answer["distance"])
                there = value(tables.probe_dtm(board), board)
                if here != there:
                    wrong.append(f"{board.fen()}: Gaviota {there}, program {here}")
            if answers.wait() != 0:
                wrong.append(f"{name}: the program failed")
    return len(boards), wrong


def main():
    program = sys.argv[1]
    directories = [pathlib.Path(sys.argv[2])] if len(sys.argv) > 2 else pathlib.Path("/usr/share/gaviotatb").glob("gtb4")
    found, total = [], 0
    for directory in directories:
        with chess.gaviota.PythonTablebase() as tables:
            tables.add_directory(str(directory))
            for name in sorted({path.name.split(".")[0] for path in directory.iterdir()}):
                count, wrong = compare(program, tables, name)
                print(f"{'ok' if not wrong else 'NO':3}{name.upper()}: {count:,} positions", flush=True)
                total, found = total + count, found + wrong
    for difference in found[:100]:
        print(f"difference: {difference}")
    print(f"{total:,} positions compared, {len(found):,} differences")
    sys.exit(1 if found or not total else 0)


if __name__ == "__main__":
    main()
