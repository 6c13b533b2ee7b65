"""Tesauro's pubeval as a player, for `fort`: listens at the socket named by its argument, serves one client, and ends.

A line in: a Position ID and two dice, `4HPwATDgc/ABMA 3 1`. A line out: the play, a step a die, `8/5 6/5`, where 25 is the bar
and 0 off; empty if there is none.
"""

import socket
import sys

try:
    import gnubg_nn
except ImportError as error:
    sys.exit(f"the Python package gnubg-nn is missing ({error}); install it: pip install gnubg-nn")


def play(request):
    """The play that pubeval likes best. Steps come as points from 0, the bar 24, off below 0."""
    position, *dice = request.split()
    board = gnubg_nn.board_from_position_id(position)
    steps = gnubg_nn.pub_best_move(board, *map(int, dice))
    return " ".join(f"{start + 1}/{max(end + 1, 0)}" for start, end in zip(steps[::2], steps[1::2]))


with socket.socket(socket.AF_UNIX) as listener:
    listener.bind(sys.argv[1])
    listener.listen(1)
    client, _ = listener.accept()
    with client, client.makefile("rw", encoding="ascii", newline="\n") as peer:
        for line in peer:
            print(play(line), file=peer, flush=True)
