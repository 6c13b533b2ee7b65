#!/usr/bin/env python3
"""A complete engine for any of `fort`'s games: it plays any legal move, and is here to be read. See PROTOCOL.md.

    fort match forte --player line:cmd=experiments/clients/reference.py --player random --games 10
"""

import random
import sys


def choose(position, moves, limits):
    """The move to play. `limits` has numbers by name, such as nodes or time (in milliseconds); put your engine here."""
    return random.choice(moves)


def main():
    position, moves = "", []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\r\n").partition(" ")
        if word == "fort":
            print("ready reference.py", flush=True)
        elif word == "newgame":
            print("ready", flush=True)
        elif word == "position":
            position = rest
        elif word == "moves":
            moves = rest.split(" | ")
        elif word == "go":
            words = rest.split()
            limits = {name: int(number) for name, number in zip(words[::2], words[1::2])}
            print("move", choose(position, moves, limits), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
