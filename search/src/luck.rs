//! Luck: how much more chance gave a side than was to be expected, by a static evaluation.
//!
//! The value of a position after chance has spoken is that of its best move, by the static value of what the move leaves
//! behind. The luck of a roll is the value of the position that came, minus the mean over all that could have
//! come. Its expectation is zero whatever the evaluation, good or bad; so a game's points minus the luck in it have the
//! same expectation as the points alone, and vary less the better the evaluation is.

use engine::{Afterstate, Game, MoveList, Position, Score, Side};

use crate::Sense;
use crate::terminal::{changes_hands, finished_worth, seen_back, worth};

/// The static value of a move for the side to move in `pos`, of which `trace` is the trace.
pub(crate) fn value_of_move<G: Game, S: Sense<G>>(sense: &S, trace: &S::Trace, pos: &G, mv: G::Move) -> Score {
    let after = pos.play(mv);
    let next_side = G::next_side(&after);
    let score = match G::outcome_after(&after) {
        Some(outcome) => worth(sense, pos, outcome, next_side, 1),
        None => sense.evaluate(&after, &sense.follow(trace, pos, mv, &after)),
    };
    seen_back(changes_hands::<G>(pos.side(), next_side), score)
}

/// The static value of the best move, for the first side; of a finished position its result.
fn value<G: Game, S: Sense<G>>(sense: &S, pos: &G, list: &mut MoveList<G::Move>) -> i64 {
    list.clear();
    pos.moves(list);
    let trace = sense.begin(pos);
    let best = list.iter().map(|&mv| value_of_move(sense, &trace, pos, mv)).max();
    let score = best.unwrap_or_else(|| finished_worth(sense, pos, 0));
    i64::from(seen_back(pos.side() == Side::Second, score).0)
}

/// What tells luck: the first side's, in units of 1e-7 points, when a position came of a node of chance.
pub type Luck<G> = Box<dyn Fn(&<G as Position>::After, &G) -> i64 + Send + Sync>;

/// Luck by the static values of `sense`.
pub fn by<G: Game, S: Sense<G> + 'static>(sense: S) -> Luck<G> {
    Box::new(move |after, came| luck(&sense, after, came))
}

/// The first side's luck, as a [`Score`], when `came` came of `after`: zero where chance had no choice.
#[must_use]
pub fn luck<G: Game, S: Sense<G>>(sense: &S, after: &G::After, came: &G) -> i64 {
    if after.clone().branches().nth(1).is_none() {
        return 0;
    }
    let mut list = MoveList::new();
    let (mut sum, mut weights) = (0, 0);
    for (pos, weight) in after.clone().branches() {
        sum += i64::from(weight) * value(sense, &pos, &mut list);
        weights += i64::from(weight);
    }
    value(sense, came, &mut list) - sum / weights
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::{Backgammon, Cup, Options};
    use engine::{Node, rng};

    use super::*;
    use crate::Sensed;

    #[test]
    fn luck_is_nothing_in_the_mean_and_the_others_bad_luck() {
        let mut rng = rng::stream(3, 0);
        let sense = Backgammon::sense();
        for text in ["start", "4HPwATDgc/ABMA", "27YBAAB8PgCAAA", "AwAAIAMAAAAAAA:black", "s20AANgGAAACAA"] {
            let cup = Cup::parse(text, &Options::default()).expect(text);
            let all = cup.branches().map(|(pos, weight)| i64::from(weight) * luck(&sense, &cup, &pos));
            assert!(all.sum::<i64>().abs() <= 36, "{text}: but for rounding");
            assert!(luck(&sense, &cup, &cup.sample(&mut rng)).abs() < 3 * i64::from(Score::POINT));
        }
        // The same cup for Black.
        let [white, black] =
            ["4HPwATDgc/ABMA", "4HPwATDgc/ABMA:black"].map(|text| Cup::parse(text, &Options::default()));
        let of = |cup: Cup, dice| luck(&sense, &cup, &cup.roll(dice));
        let (white, black) = (white.expect("a cup"), black.expect("a cup"));
        assert_eq!(of(white, [6, 6]), -of(black, [6, 6]));
        assert!(of(white, [6, 6]) > 0 && of(white, [2, 1]) < 0);
    }

    #[test]
    fn a_decision_is_no_luck() {
        let pos = Backgammon::parse("4HPwATDgc/ABMA", &"cube=money".parse().expect("rules")).expect("a choice");
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let offered = pos.play(list[1]);
        assert_eq!(luck(&Backgammon::sense(), &offered, offered.pending()), 0);
    }
}
