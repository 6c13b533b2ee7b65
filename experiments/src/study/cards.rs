//! FORTAC: which cards matter, and which combos.
//!
//! A side's first hand is dealt, so whoever has a card there differs from the others by chance alone, and what the card is
//! worth can be read off the scores. What is played is chosen, and says what the players think of a card.

use engine::games::fortac::{Card, Cards, Combo, Fortac};
use engine::{Game, Side};

use super::scores::Scores;
use super::section::{Cell, Section};
use super::{Aspect, Replayed, Unit};
use crate::output::counted;
use crate::stats::comparison::{FALSE_DISCOVERIES, benjamini_hochberg, differs_from_half};

/// What a side has in a game that was lost because nothing could be played.
fn stuck_hand(game: &Replayed<Fortac>) -> Option<(Side, Cards)> {
    let last = game.history.current();
    let is_stuck = last.combo_winner().is_none() && last.outcome().is_some() && game.record.winner.is_some();
    is_stuck.then(|| (last.side(), last.hand(last.side())))
}

/// What first hands are worth, card by card.
#[derive(Debug, Default)]
pub(crate) struct Hands {
    /// All sides that hold the card.
    holders: [Scores; 12],
    /// Those that hold it while the other side does not.
    alone: [Scores; 12],
    /// Games that did not begin with the deal.
    later: u64,
}

impl Aspect<Fortac> for Hands {
    fn add(&mut self, unit: &Unit<Fortac>) {
        for game in &unit.games {
            // Hands that were played from say something about the moves.
            if game.from_start.as_ref().is_none_or(|(_, lead)| !lead.is_empty()) {
                self.later += 1;
                continue;
            }
            let first = &game.history.positions()[0];
            for card in Card::ALL {
                let [red, black] = Side::BOTH.map(|side| first.hand(side).copies(card) > 0);
                for (side, holds, other_holds) in [(Side::First, red, black), (Side::Second, black, red)] {
                    let owner = game.record.seats.of(side);
                    if holds {
                        self.holders[card as usize].add(unit.group, game.record.winner, owner);
                    }
                    if holds && !other_holds {
                        self.alone[card as usize].add(unit.group, game.record.winner, owner);
                    }
                }
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        let later = match self.later {
            0 => String::new(),
            games => format!("\n({} left out, which did not begin with the deal)", counted(games, "game")),
        };
        let title = format!(
            "What a card in the first hand is worth: the score of the sides that are dealt it; and how much more than the other\n\
             side scores one that is dealt it alone. The probability of such a difference by chance is adjusted for the\n\
             twelve cards (Benjamini-Hochberg); * where it is below {FALSE_DISCOVERIES}:{later}"
        );
        let mut section = Section::new(
            "hands",
            title,
            &[
                "card",
                "hands",
                "score",
                "low",
                "high",
                "alone",
                "difference",
                "difference_low",
                "difference_high",
                "probability",
                "marked",
            ],
        );
        let probabilities = self.alone.each_ref().map(|scores| differs_from_half(&scores.clusters()));
        let adjusted = benjamini_hochberg(&probabilities);
        for (card, probability) in Card::ALL.into_iter().zip(adjusted) {
            let (holders, alone) = (&self.holders[card as usize], &self.alone[card as usize]);
            let mut cells = vec![Cell::Text(card.to_string()), Cell::Count(holders.games())];
            cells.extend(holders.cells());
            cells.push(Cell::Count(alone.games()));
            // One side's score is what the other's leaves of one point.
            cells.extend(alone.cells().map(|cell| match cell {
                Cell::Score(score) => Cell::Score(2.0 * score - 1.0),
                other => other,
            }));
            cells.extend([Cell::Probability(probability), Cell::Mark(probability < FALSE_DISCOVERIES)]);
            section.row(cells);
        }
        vec![section]
    }
}

/// What is done with each card.
#[derive(Debug, Default)]
pub(crate) struct PlayedCards {
    games: u64,
    played: [u64; 12],
    /// Moves that made their side's first combo.
    first_combos: [u64; 12],
    /// Moves that won.
    winning: [u64; 12],
    /// Hands with the card in them of which nothing could be played.
    stuck: [u64; 12],
}

impl Aspect<Fortac> for PlayedCards {
    fn add(&mut self, unit: &Unit<Fortac>) {
        for game in &unit.games {
            self.games += 1;
            for (pos, mv, next) in game.steps() {
                let (card, mover) = (mv.card() as usize, pos.side());
                self.played[card] += 1;
                let made = [pos, next].map(|pos| pos.made(mover).len());
                self.first_combos[card] += u64::from(made == [0, 1]);
                self.winning[card] += u64::from(next.combo_winner() == Some(mover));
            }
            for card in stuck_hand(game).into_iter().flat_map(|(_, hand)| hand.kinds()) {
                self.stuck[card as usize] += 1;
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        let title = "What is done with each card: how often it is played, by which moves first combos are made and games won, and\n\
                     how many hands hold it of which nothing can be played:";
        let mut section = Section::new(
            "cards",
            title,
            &[
                "card",
                "copies",
                "played",
                "per_game",
                "share",
                "first_combos",
                "share_of_first_combos",
                "winning",
                "share_of_winning",
                "stuck_hands",
            ],
        );
        let sum = |counts: &[u64; 12]| counts.iter().sum::<u64>();
        for card in Card::ALL {
            let of = |counts: &[u64; 12]| counts[card as usize];
            section.row([
                Cell::Text(card.to_string()),
                Cell::Count(Cards::DECK.copies(card).into()),
                Cell::Count(of(&self.played)),
                Cell::Mean(of(&self.played) as f64 / self.games as f64),
                Cell::part(of(&self.played), sum(&self.played)),
                Cell::Count(of(&self.first_combos)),
                Cell::part(of(&self.first_combos), sum(&self.first_combos)),
                Cell::Count(of(&self.winning)),
                Cell::part(of(&self.winning), sum(&self.winning)),
                Cell::Count(of(&self.stuck)),
            ]);
        }
        vec![section]
    }
}

/// Which combos are made, what they are worth, and who wins the race.
#[derive(Debug, Default)]
pub(crate) struct Combos {
    games: u64,
    /// By the type of a side's first combo: how that side does.
    first: [Scores; 4],
    /// By the type of a side's second combo, with which it wins.
    second: [u64; 4],
    /// Sides that make the game's first combo.
    ahead: Scores,
    /// Sides that can play nothing.
    stuck: Scores,
}

/// The combos made by a step, with their owners; where both gain by one move, the mover's counts first.
fn made(pos: &Fortac, next: &Fortac) -> Vec<(Side, Combo)> {
    let new = |side: Side| {
        let (before, after) = (pos.made(side), next.made(side));
        after.iter().filter(move |&combo| !before.contains(combo)).map(move |combo| (side, combo))
    };
    [pos.side(), !pos.side()].into_iter().flat_map(new).collect()
}

impl Aspect<Fortac> for Combos {
    fn add(&mut self, unit: &Unit<Fortac>) {
        for game in &unit.games {
            let record = &game.record;
            self.games += 1;
            // Combos made so far, by side.
            let mut so_far = Side::BOTH.map(|side| game.history.positions()[0].made(side).len());
            for (side, combo) in game.steps().flat_map(|(pos, _, next)| made(pos, next)) {
                let owner = record.seats.of(side);
                if so_far == [0, 0] {
                    self.ahead.add(unit.group, record.winner, owner);
                }
                if so_far[side.index()] == 0 {
                    self.first[combo as usize].add(unit.group, record.winner, owner);
                } else {
                    self.second[combo as usize] += 1;
                }
                so_far[side.index()] += 1;
            }
            if let Some((side, _)) = stuck_hand(game) {
                self.stuck.add(unit.group, record.winner, record.seats.of(side));
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        let mut combos = Section::new(
            "combos",
            "Combos by type: how often they are a side's first, how that side scores, and how often they are the second, which wins:",
            &["combo", "first", "share_of_first", "score", "low", "high", "second", "share_of_second"],
        );
        let firsts: u64 = self.first.iter().map(Scores::games).sum();
        let seconds: u64 = self.second.iter().sum();
        for combo in Combo::ALL {
            let (first, second) = (&self.first[combo as usize], self.second[combo as usize]);
            let mut cells = vec![Cell::Text(combo.to_string()), Cell::Count(first.games())];
            cells.push(Cell::part(first.games(), firsts));
            cells.extend(first.cells());
            cells.extend([Cell::Count(second), Cell::part(second, seconds)]);
            combos.row(cells);
        }
        let mut race = Section::new(
            "race",
            "How a side scores that makes the first combo of the game, and that can play nothing:",
            &["side", "games", "share", "score", "low", "high"],
        );
        for (name, scores) in [("first combo", &self.ahead), ("stuck", &self.stuck)] {
            let of = [Cell::Text(name.to_owned()), Cell::Count(scores.games())].into_iter();
            race.row(of.chain([Cell::part(scores.games(), self.games)]).chain(scores.cells()));
        }
        vec![combos, race]
    }
}
