//! Ratings of many players from the results of their meetings.
//!
//! The model is Bradley's and Terry's (1952): the expected score of a game depends on the difference of two ratings, by the
//! logistic formula of [`elo`](super::elo), and the ratings are those by which every player's expected score is the actual one, the
//! maximum of the likelihood where a draw counts as half a win and half a loss. Models of draws (Davidson 1970, Rao and Kupper
//! 1967) have not been taken: by them the rating of two players follows from wins and losses and a common share of draws,
//! so that it is not the Elo that the rest of the program prints for the same match, while the expected score is right here
//! whatever the draws. That a draw varies less than the model says, and that the games of a pair depend on
//! each other, is left to the errors, which are estimated from what the results really vary ([`fit`]).
//!
//! Ratings are differences, so an [`Anchor`] fixes one of them or their mean. They are finite only among players each of
//! whom has scored against every other one, by way of others if need be (Ford 1957): see [`groups`]. Of other players is
//! said what can be said: that they are [above](Rating::Above) or [below](Rating::Below) all of those, or [apart](Rating::Apart).

mod fit;
mod groups;
#[cfg(test)]
mod tests;

use super::{Pentanomial, Trinomial, Z95, normal_below};
use fit::{Fit, expected};
use groups::Groups;

/// Elo points of a unit of the natural logarithm: 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The results of two players against each other, as the first counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The numbers of two different players.
    pub(crate) players: [usize; 2],
    /// All games.
    pub(crate) results: Trinomial,
    /// The same games by pairs. Errors are estimated from them if every game has its pair, else from single games.
    pub(crate) pairs: Pentanomial,
}

impl Meeting {
    /// Whether every game has its pair.
    fn is_paired(&self) -> bool {
        2 * self.pairs.pairs() == self.results.games()
    }

    /// The number of results that do not depend on each other.
    fn units(&self) -> u64 {
        if self.is_paired() { self.pairs.pairs() } else { self.results.games() }
    }

    /// The points of both players.
    fn points(&self) -> [f64; 2] {
        let Trinomial { wins, draws, losses } = self.results;
        [wins, losses].map(|decided| decided as f64 + draws as f64 / 2.0)
    }
}

/// What fixes the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    /// A player has this rating, without error.
    Player {
        /// The player's number.
        player: usize,
        /// The rating.
        elo: f64,
    },
    /// The players whose ratings are known have this mean; they are those of the largest group.
    Mean(f64),
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rating {
    /// As much as that.
    Known {
        /// The rating.
        elo: f64,
        /// Half its 95 % interval; of the difference from the anchor, which has none itself.
        error95: f64,
    },
    /// Infinitely stronger than those with a known rating, by results: all games that could tell by how much were won.
    Above {
        /// The rating by which such results would have a chance of 5 %, if the opponents' are right; none where no
        /// opponent's is known.
        at_least: Option<f64>,
    },
    /// Infinitely weaker.
    Below {
        /// The rating by which such results would have a chance of 5 %.
        at_most: Option<f64>,
    },
    /// Nobody knows: no games link the player to those with a known rating.
    Apart,
}

/// A player in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Player {
    /// How strong.
    pub(crate) rating: Rating,
    /// The games played.
    pub(crate) games: u64,
    /// The mean score in them, 0 to 1; none without games.
    pub(crate) score: Option<f64>,
}

/// Ratings of all players, by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratings {
    /// The players.
    pub(crate) players: Vec<Player>,
    /// For each two players the probability that the first is the stronger one; 1/2 where nothing is known, and 0 and 1
    /// where one is infinitely stronger.
    pub(crate) superiority: Vec<Vec<f64>>,
}

impl Ratings {
    /// The ratings of `count` players, who are numbered from 0.
    ///
    /// Two players may meet several times. It takes time with the cube of the number of players.
    ///
    /// # Panics
    ///
    /// Panics if a meeting or the anchor names a player who is not there.
    pub(crate) fn of(count: usize, meetings: &[Meeting], anchor: Anchor) -> Self {
        let groups = Groups::of(count, meetings);
        let fits: Vec<Fit> = groups.members().iter().map(|members| Fit::of(members, meetings)).collect();
        let list = List { groups, fits, meetings, anchor };
        let superiority =
            (0..count).map(|one| (0..count).map(|other| list.superiority(one, other)).collect()).collect();
        Self { players: list.players(count), superiority }
    }
}

/// All that the list is made from.
struct List<'a> {
    groups: Groups,
    /// A fit for each group.
    fits: Vec<Fit>,
    meetings: &'a [Meeting],
    anchor: Anchor,
}

impl List<'_> {
    fn players(&self, count: usize) -> Vec<Player> {
        let Some(main) = self.main() else { return Vec::new() };
        let known: Vec<Option<f64>> = (0..count).map(|player| self.known(player, main).map(|(elo, _)| elo)).collect();
        let player = |player| {
            let (games, points) = self.games_and_points(player);
            let score = (games > 0).then(|| points / games as f64);
            Player { rating: self.rating(player, main, &known), games, score }
        };
        (0..count).map(player).collect()
    }

    /// The group whose ratings are known; none without players.
    fn main(&self) -> Option<usize> {
        match self.anchor {
            Anchor::Player { player, .. } => Some(self.groups.of_player(player)),
            Anchor::Mean(_) => self.groups.largest(),
        }
    }

    /// The rating and its error of a player of the main group.
    fn known(&self, player: usize, main: usize) -> Option<(f64, f64)> {
        if self.groups.of_player(player) != main {
            return None;
        }
        let fit = &self.fits[main];
        let own = self.groups.place(player);
        let (elo, deviation) = match self.anchor {
            Anchor::Player { player: anchor, elo } => {
                let (difference, deviation) = fit.difference(own, self.groups.place(anchor));
                (elo + ELO * difference, deviation)
            }
            Anchor::Mean(mean) => (mean + ELO * fit.ratings[own], fit.covariance[(own, own)].max(0.0).sqrt()),
        };
        Some((elo, Z95 * ELO * deviation))
    }

    fn rating(&self, player: usize, main: usize, known: &[Option<f64>]) -> Rating {
        if let Some((elo, error95)) = self.known(player, main) {
            return Rating::Known { elo, error95 };
        }
        let one_of_main = self.groups.members()[main][0];
        if self.groups.reaches(player, one_of_main) {
            Rating::Above { at_least: self.limit(player, known, 1.0) }
        } else if self.groups.reaches(one_of_main, player) {
            Rating::Below { at_most: self.limit(player, known, -1.0) }
        } else {
            Rating::Apart
        }
    }

    /// The rating by which winning all games against known opponents has the chance 5 %; losing all, if `sign` is -1.
    fn limit(&self, player: usize, known: &[Option<f64>], sign: f64) -> Option<f64> {
        // Far beyond what any number of games can show.
        const FAR: f64 = 20_000.0;
        let against = |meeting: &Meeting| {
            let [one, other] = meeting.players;
            let opponent = if one == player { other } else { one };
            let takes_part = player == one || player == other;
            known[opponent].filter(|_| takes_part).map(|elo| (sign * elo, meeting.units() as f64))
        };
        let opponents: Vec<(f64, f64)> =
            self.meetings.iter().filter_map(against).filter(|&(_, units)| units > 0.0).collect();
        let middle = opponents.first()?.0;
        let (mut low, mut high) = (middle - FAR, middle + FAR);
        for _ in 0..100 {
            let rating = f64::midpoint(low, high);
            let chance = |&(elo, units): &(f64, f64)| units * expected((rating - elo) / ELO).ln();
            if opponents.iter().map(chance).sum::<f64>() < 0.05_f64.ln() {
                low = rating;
            } else {
                high = rating;
            }
        }
        Some(sign * high)
    }

    fn games_and_points(&self, player: usize) -> (u64, f64) {
        self.meetings.iter().fold((0, 0.0), |(games, points), meeting| {
            let [one, other] = meeting.players;
            let [first, second] = meeting.points();
            let all = meeting.results.games();
            match player {
                _ if one == player => (games + all, points + first),
                _ if other == player => (games + all, points + second),
                _ => (games, points),
            }
        })
    }

    fn superiority(&self, one: usize, other: usize) -> f64 {
        let group = self.groups.of_player(one);
        if group == self.groups.of_player(other) {
            let (difference, deviation) = self.fits[group].difference(self.groups.place(one), self.groups.place(other));
            // Where nothing varies, equals are equal in spite of rounding.
            return if difference.abs() < 1e-9 { 0.5 } else { normal_below(difference / deviation) };
        }
        match (self.groups.reaches(one, other), self.groups.reaches(other, one)) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => 0.5,
        }
    }
}
