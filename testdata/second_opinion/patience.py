"""FORTRESS and CHESSBOARD by their rule page and their five rule options, with plain searches of all positions.

A card is rank + 13 * suit, rank 0 the Ace, suits C D H S. A position is (piles, foundations, base): ten tuples of cards,
last card available; heights of the four foundations; the base rank or None while unset (always 0 under `base=ace`).

Where the rules can be read in two ways, this is what is taken here: a build is a run of cards each of which the options
allow to be put on the one it lies on, so under `build=down` a run dealt in rising order is none; Kings are the cards
with a K on them, whatever the base; foundations wrap from King to Ace even where building does not; a whole pile to an
empty pile is no move; a build goes to a foundation card by card.
"""

from collections import deque

RANKS, SUITS = "A23456789TJQK", "CDHS"
LAYOUT = [6, 5, 5, 5, 5, 6, 5, 5, 5, 5]
OPTIONS = {
    "empty": "any kings none",
    "units": "one build",
    "build": "both down up",
    "circular": "off on",
    "base": "ace free",
}
DEFAULTS = {
    "fortress": {"empty": "any", "units": "one", "build": "both", "circular": "off", "base": "ace"},
    "chessboard": {"empty": "any", "units": "one", "build": "both", "circular": "on", "base": "free"},
}


def card_text(card):
    return RANKS[card % 13] + SUITS[card // 13]


def card_parse(text):
    return RANKS.index(text[0]) + 13 * SUITS.index(text[1])


class Rules:
    def __init__(self, game, **options):
        options = DEFAULTS[game] | options
        self.empty, self.moves_builds = options["empty"], options["units"] == "build"
        self.is_base_free = options["base"] == "free"
        self.carriers = [self.carriers_of(card, options["build"], options["circular"] == "on") for card in range(52)]

    @staticmethod
    def carriers_of(card, build, is_circular):
        """The cards that `card` may be put on: of its suit, one rank higher in a pile built down, one lower in one built
        up, King and Ace being neighbours in circular building only."""
        suit, rank = divmod(card, 13)
        steps = {"both": (1, -1), "down": (1,), "up": (-1,)}[build]
        return {suit * 13 + (rank + step) % 13 for step in steps if is_circular or 0 <= rank + step < 13}

    def parse(self, text):
        piles, _, state = text.partition(" ; ")
        piles = tuple(tuple(map(card_parse, pile.split())) for pile in piles.split("|"))
        if not state:
            return (piles, (0, 0, 0, 0), None if self.is_base_free else 0)
        words, base = state.split(), 0
        if self.is_base_free:
            letter = words.pop().removeprefix("base=")
            base = None if letter == "-" else RANKS.index(letter)
        return (piles, tuple(int(word[1:]) for word in words), base)

    def text(self, pos):
        """A deal as ten piles; a position in mid-game with the foundations behind them."""
        piles, foundations, base = pos
        text = "|".join(" ".join(map(card_text, pile)) for pile in piles)
        if [len(pile) for pile in piles] == LAYOUT:
            return text
        text += " ; " + " ".join(suit + str(height) for suit, height in zip(SUITS, foundations))
        if self.is_base_free:
            text += " base=" + ("-" if base is None else RANKS[base])
        return text

    def is_solved(self, pos):
        return sum(pos[1]) == 52

    def heads(self, pile):
        """Where the runs begin that may move as one: the last card, and under `units=build` every card before it from
        which each next card lies where it may be put."""
        head = len(pile) - 1
        yield head
        while self.moves_builds and head > 0 and pile[head - 1] in self.carriers[pile[head]]:
            head -= 1
            yield head

    def is_next(self, pos, card):
        """Whether the foundations want this card: the first of all if the base is free, else the next of its suit."""
        _, foundations, base = pos
        height = foundations[card // 13]
        return base is None or (height < 13 and (base + height) % 13 == card % 13)

    def moves(self, pos):
        """Legal moves as (text, position they lead to); an empty pile is one target, the first."""
        piles, foundations, base = pos
        found = []
        empty = next((i for i, pile in enumerate(piles) if not pile), None)
        for start, pile in enumerate(piles):
            if not pile:
                continue
            card = pile[-1]
            if self.is_next(pos, card):
                left = piles[:start] + (pile[:-1],) + piles[start + 1 :]
                heights = tuple(h + (i == card // 13) for i, h in enumerate(foundations))
                found.append((card_text(card) + ">F", (left, heights, card % 13 if base is None else base)))
            for head in self.heads(pile):
                card = pile[head]
                for to, target in enumerate(piles):
                    if to != start and target and target[-1] in self.carriers[card]:
                        name = f"{card_text(card)}>{card_text(target[-1])}"
                        found.append((name, self.carry(pos, start, head, to)))
                may_fill = self.empty == "any" or (self.empty == "kings" and card % 13 == 12)
                if empty is not None and head > 0 and may_fill:
                    found.append((card_text(card) + ">E", self.carry(pos, start, head, empty)))
        return found

    @staticmethod
    def carry(pos, start, head, to):
        piles = list(pos[0])
        piles[to] += piles[start][head:]
        piles[start] = piles[start][:head]
        return (tuple(piles), pos[1], pos[2])

    def search(self, pos, limit):
        """("winnable" | "unwinnable" | "undecided", distinct positions met), piles taken as a multiset. Depth first,
        moves to a foundation first; nothing is pruned."""
        seen, pending = {key(pos)}, [pos]
        while pending:
            pos = pending.pop()
            if self.is_solved(pos):
                return "winnable", len(seen)
            for _, after in sorted(self.moves(pos), key=lambda move: move[0].endswith("F")):
                if key(after) not in seen:
                    seen.add(key(after))
                    pending.append(after)
            if len(seen) > limit:
                return "undecided", len(seen)
        return "unwinnable", len(seen)

    def shortest(self, pos, limit):
        """The fewest moves that win, cards to a foundation counted; "unwinnable"; or None where more than `limit`
        positions do not tell. Breadth first."""
        seen, pending = {key(pos)}, deque([(pos, 0)])
        while pending and len(seen) <= limit:
            pos, length = pending.popleft()
            if self.is_solved(pos):
                return length
            for _, after in self.moves(pos):
                if key(after) not in seen:
                    seen.add(key(after))
                    pending.append((after, length + 1))
        return None if pending else "unwinnable"

    def replay(self, pos, line):
        """The position after the moves of `line`, each looked up among the legal ones."""
        for word in line.split():
            legal = dict(self.moves(pos))
            if word not in legal:
                raise ValueError(f"{word} is not legal in {self.text(pos)}")
            pos = legal[word]
        return pos


def key(pos):
    """The position with its piles taken as a multiset."""
    return (tuple(sorted(pos[0])), pos[1], pos[2])
