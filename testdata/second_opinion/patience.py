"""FORTRESS and CHESSBOARD by their rule page, with a plain search of all positions.

A card is rank + 13 * suit, rank 0 the Ace, suits C D H S. A position is (piles, foundations, base): ten tuples of cards,
last card available; heights of the four foundations; Chessboard's base rank or None while unset (always 0 in Fortress).
"""

RANKS, SUITS = "A23456789TJQK", "CDHS"
LAYOUT = [6, 5, 5, 5, 5, 6, 5, 5, 5, 5]


def card_text(card):
    return RANKS[card % 13] + SUITS[card // 13]


def card_parse(text):
    return RANKS.index(text[0]) + 13 * SUITS.index(text[1])


class Rules:
    def __init__(self, game):
        self.circular = game == "chessboard"
        self.base = None if self.circular else 0

    def parse(self, text):
        piles, _, state = text.partition(" ; ")
        piles = tuple(tuple(map(card_parse, pile.split())) for pile in piles.split("|"))
        if not state:
            return (piles, (0, 0, 0, 0), self.base)
        words = state.split()
        base = self.base
        if self.circular:
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
        if self.circular:
            text += " base=" + ("-" if base is None else RANKS[base])
        return text

    def is_solved(self, pos):
        return sum(pos[1]) == 52

    def is_neighbour(self, card, other):
        if card // 13 != other // 13:
            return False
        apart = abs(card - other)
        return apart == 1 or (self.circular and apart == 12)

    def moves(self, pos):
        """Legal moves as (text, position they lead to); an empty pile is one target, the first."""
        piles, foundations, base = pos
        found = []
        empty = next((i for i, pile in enumerate(piles) if not pile), None)
        for start, pile in enumerate(piles):
            if not pile:
                continue
            card = pile[-1]
            suit = card // 13
            starts_any = base is None
            if starts_any or (foundations[suit] < 13 and (base + foundations[suit]) % 13 == card % 13):
                left = piles[:start] + (pile[:-1],) + piles[start + 1 :]
                heights = tuple(h + (i == suit) for i, h in enumerate(foundations))
                found.append((card_text(card) + ">F", (left, heights, card % 13 if starts_any else base)))
            for to, target in enumerate(piles):
                if to != start and target and self.is_neighbour(card, target[-1]):
                    name = f"{card_text(card)}>{card_text(target[-1])}"
                    found.append((name, self.carry(pos, start, to)))
            if empty is not None and len(pile) > 1:
                found.append((card_text(card) + ">E", self.carry(pos, start, empty)))
        return found

    def carry(self, pos, start, to):
        piles = list(pos[0])
        piles[to] += piles[start][-1:]
        piles[start] = piles[start][:-1]
        return (tuple(piles), pos[1], pos[2])

    def search(self, pos, limit):
        """("winnable" | "unwinnable" | "undecided", distinct positions met), piles taken as a multiset. Depth first,
        moves to a foundation first; nothing is pruned."""

        def key(pos):
            return (tuple(sorted(pos[0])), pos[1], pos[2])

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

    def replay(self, pos, line):
        """The position after the moves of `line`, each looked up among the legal ones."""
        for word in line.split():
            legal = dict(self.moves(pos))
            if word not in legal:
                raise ValueError(f"{word} is not legal in {self.text(pos)}")
            pos = legal[word]
        return pos
