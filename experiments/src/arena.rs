//! Games of a match, each from its index alone: opening, seats and random streams follow from the seed and the index.
//!
//! How a game is played is in [`crate::referee`]. An [`Arena`] is a match as [`Work`] for the driver in [`crate::survey`]: a unit is a game, or in a tournament a
//! whole series. Both games of a pair have the same opening and draw dice and cards from the same stream; every
//! player has a stream of its own in every game. What is played is kept as a [`UnitRecord`].

use engine::{Game, Outcome, Rng};
use search::luck::Luck;

use crate::adjudication::Adjudication;
use crate::failure::Failure;
use crate::openings::{self, Book, Opening, Openings};
use crate::pairing::Seats;
use crate::players::Boxed;
use crate::record::{GameRecord, UnitRecord, replay, winner};
use crate::referee::{Forfeit, Meeting, Warnings};
use crate::schedule::{Fixture, Stage};
use crate::streams::{Purpose, stream};
use crate::survey::Work;

/// Room for the numbers of the games of a series, in the index of their random openings.
const SERIES_SHIFT: u32 = 16;

/// One in so many games read back from a journal is played again: enough to notice one that other rules wrote.
const REPLAYED: u64 = 64;

/// What a unit of an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A single game.
    Games,
    /// A series of games, as the game defines it.
    Series,
}

/// Where the games of an event are played.
pub(crate) struct Arena<G: Game, F> {
    /// The rules.
    pub(crate) rules: G::Rules,
    /// Where games begin, as asked for.
    pub(crate) openings: Openings,
    /// Where games begin, position by position; not used in series.
    pub(crate) book: Book<G>,
    /// The master seed.
    pub(crate) seed: u64,
    /// What a unit is.
    pub(crate) kind: Kind,
    /// The number of entrants.
    pub(crate) entrants: usize,
    /// Makes an entrant, by number from 0.
    pub(crate) players: F,
    /// Tells luck, if it is to be told.
    pub(crate) luck: Option<Luck<G>>,
    /// By what games are ended before their rules end them.
    pub(crate) adjudication: Adjudication<G>,
    /// What was said of players that failed.
    pub(crate) warnings: Warnings,
}

/// The two who meet, by [`Contestant`](crate::pairing::Contestant); nobody where one has failed, or has not been made yet.
type Players<G> = [Option<Boxed<G>>; 2];

/// The player who sits here, made anew if there is none.
fn seated<G: Game>(
    seat: &mut Option<Boxed<G>>,
    make: impl FnOnce() -> Result<Boxed<G>, Failure>,
) -> Result<&mut Boxed<G>, Failure> {
    match seat {
        Some(player) => Ok(player),
        None => make().map(|player| seat.insert(player)).map_err(Failure::while_running),
    }
}

/// A stage of an event, played in an arena.
pub(crate) struct Staged<'a, G: Game, F> {
    /// Where.
    pub(crate) arena: &'a Arena<G, F>,
    /// Which units.
    pub(crate) stage: &'a Stage,
}

/// What a unit draws from: dice and cards, and each player's own choices.
struct Streams {
    chance: Rng,
    players: [Rng; 2],
}

impl<G, F> Work for Staged<'_, G, F>
where
    G: Game,
    F: Fn(usize) -> Result<Boxed<G>, Failure> + Sync,
{
    /// The entrants whom this worker has met so far.
    type Tools = Vec<Option<Boxed<G>>>;
    type Result = UnitRecord;

    fn tools(&self) -> Result<Self::Tools, Failure> {
        Ok((0..self.arena.entrants).map(|_| None).collect())
    }

    fn unit(&self, entrants: &mut Self::Tools, index: u64) -> Result<UnitRecord, Failure> {
        let (_, fixture) = self.stage.fixture(index);
        let [one, two] = fixture.players;
        let mut players = [entrants[one].take(), entrants[two].take()];
        let record = self.arena.unit(&mut players, index, fixture)?;
        [entrants[one], entrants[two]] = players;
        Ok(record)
    }

    fn check(&self, index: u64, record: &UnitRecord) -> Result<(), String> {
        if record.fixture != self.stage.fixture(index).1 {
            return Err("not a game of this match".to_owned());
        }
        self.arena.check(index, record)
    }
}

impl<G: Game, F> Arena<G, F> {
    /// Says what is wrong with a unit read back from a journal, if anything. That it is the unit that was due at its number only its stage
    /// can tell.
    pub(crate) fn check(&self, index: u64, record: &UnitRecord) -> Result<(), String> {
        let is_known = record.fixture.players.iter().all(|&entrant| entrant < self.entrants);
        if !is_known || record.games.first().is_none_or(|game| game.starter != record.fixture.starter) {
            return Err("not a game of this match".to_owned());
        }
        if index.is_multiple_of(REPLAYED) {
            for game in &record.games {
                replay::<G>(game).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}

impl<G, F> Arena<G, F>
where
    G: Game,
    F: Fn(usize) -> Result<Boxed<G>, Failure> + Sync,
{
    fn unit(&self, players: &mut Players<G>, index: u64, fixture: Fixture) -> Result<UnitRecord, Failure> {
        let mut streams = Streams {
            chance: stream(self.seed, Purpose::Chance, fixture.pair),
            players: [0, 1].map(|player| stream(self.seed, Purpose::Player, 2 * index + player)),
        };
        match self.kind {
            Kind::Games => self.game(players, &mut streams, fixture),
            Kind::Series => self.series(players, &mut streams, fixture),
        }
    }

    fn game(&self, players: &mut Players<G>, streams: &mut Streams, fixture: Fixture) -> Result<UnitRecord, Failure> {
        let opening = self.book.opening(fixture.pair, &self.rules, &mut streams.chance);
        let seats = Seats::with(fixture.starter, opening.starter);
        let (game, _) = self.play((players, fixture.players), streams, &self.rules, (opening, seats))?;
        Ok(UnitRecord { fixture, winner: game.winner, games: vec![game] })
    }

    /// A series: seats stay as they are in its first game, whoever begins in the others.
    fn series(&self, players: &mut Players<G>, streams: &mut Streams, fixture: Fixture) -> Result<UnitRecord, Failure> {
        let mut series = G::series(&self.rules).ok_or_else(|| Failure::input("this game has no series to play"))?;
        let mut seats = None;
        let mut games = Vec::new();
        loop {
            let rules = match series.next() {
                Ok(rules) => rules,
                Err(outcome) => {
                    let winner = seats.and_then(|seats| winner(outcome, seats).0);
                    return Ok(UnitRecord { fixture, winner, games });
                }
            };
            let opening = self.series_opening(&rules, streams, fixture.pair, games.len() as u64)?;
            let seats = *seats.get_or_insert(Seats::with(fixture.starter, opening.starter));
            let (game, outcome) = self.play((players, fixture.players), streams, &rules, (opening, seats))?;
            games.push(game);
            series.add(outcome);
        }
    }

    /// Plays one game to its end. Whoever has failed in the one before is made anew first.
    fn play(
        &self,
        (players, entrants): (&mut Players<G>, [usize; 2]),
        streams: &mut Streams,
        rules: &G::Rules,
        (opening, seats): (Opening<G>, Seats),
    ) -> Result<(GameRecord, Outcome), Failure> {
        let [one, two] = players;
        let meeting = Meeting {
            players: [
                &mut **seated(one, || (self.players)(entrants[0]))?,
                &mut **seated(two, || (self.players)(entrants[1]))?,
            ],
            choices: &mut streams.players,
            chance: &mut streams.chance,
            luck: self.luck.as_ref(),
            adjudication: &self.adjudication,
        };
        let refereed = meeting.play(rules, opening, seats);
        if let Some(Forfeit { loser, failed }) = refereed.forfeit {
            self.warnings.warn(entrants[loser.index()], &failed);
            players[loser.index()] = None;
        }
        Ok((refereed.record, refereed.outcome))
    }

    /// Where game `number` of a series begins: in both series of a pair alike, as long as their rules are alike.
    fn series_opening(
        &self,
        rules: &G::Rules,
        streams: &mut Streams,
        pair: u64,
        number: u64,
    ) -> Result<Opening<G>, Failure> {
        match self.openings {
            Openings::Random(plies) => {
                let item = pair << SERIES_SHIFT | number;
                openings::random(rules, plies, &mut stream(self.seed, Purpose::SeriesOpening, item))
            }
            _ => Ok(Book::Start.opening(pair, rules, &mut streams.chance)),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{History, Rng, Side};
    use search::Random;

    use super::*;
    use crate::notation::Notated;
    use crate::pairing::Contestant;
    use crate::trial::{DiceNim, Master, Nim};

    /// A match in which both players are made by `player`.
    fn arena<G: Notated>(
        rules: &str,
        openings: &str,
        kind: Kind,
        player: fn() -> Boxed<G>,
    ) -> Arena<G, impl Fn(usize) -> Result<Boxed<G>, Failure> + Sync> {
        let rules: G::Rules = rules.parse().expect("rules");
        let openings: Openings = openings.parse().expect("openings");
        let (book, _) = Book::new(&openings, (&rules, None), 1, (50, 1)).expect("a book");
        Arena {
            rules,
            openings,
            book,
            seed: 1,
            kind,
            entrants: 2,
            players: move |_| Ok(player()),
            luck: None,
            adjudication: Adjudication::NONE,
            warnings: Warnings::default(),
        }
    }

    fn units<G, F>(arena: &Arena<G, F>, count: u64) -> Vec<UnitRecord>
    where
        G: Game,
        F: Fn(usize) -> Result<Boxed<G>, Failure> + Sync,
    {
        let stage = stage(count);
        let work = Staged { arena, stage: &stage };
        let mut players = work.tools().expect("players");
        (0..count).map(|index| work.unit(&mut players, index).expect("a unit")).collect()
    }

    /// A match.
    fn stage(games: u64) -> Stage {
        Stage { first: 0, round: 1, meetings: vec![[0, 1]], games, first_pair: 0 }
    }

    fn starter(index: u64) -> Contestant {
        stage(index + 2).fixture(index).1.starter
    }

    fn random<G: Game>() -> Boxed<G> {
        Box::new(Random)
    }

    fn masters() -> Boxed<Nim> {
        Box::new(Master)
    }

    #[test]
    fn the_starter_wins_where_the_first_player_wins() {
        for (rules, starter_wins) in [("stones=21", true), ("stones=20", false), ("stones=21,first=second", true)] {
            for (index, unit) in units(&arena::<Nim>(rules, "none", Kind::Games, masters), 6).iter().enumerate() {
                let begins = starter(index as u64);
                assert_eq!(unit.games[0].starter, begins);
                assert_eq!(unit.winner, Some(if starter_wins { begins } else { !begins }), "{rules}, game {index}");
            }
        }
    }

    #[test]
    fn an_opening_of_odd_length_leaves_the_move_to_the_other() {
        let arena = arena::<Nim>("", "random:3", Kind::Games, masters);
        for (index, unit) in units(&arena, 10).iter().enumerate() {
            let game = &unit.games[0];
            let (stones, side) = game.opening.split_once(' ').expect("two words");
            assert_eq!((game.starter, side), (starter(index as u64), "second"));
            let mover_wins = stones.parse::<u32>().expect("stones") % 4 != 0;
            assert_eq!(unit.winner, Some(if mover_wins { !game.starter } else { game.starter }), "{game:?}");
        }
    }

    #[test]
    fn pairs_share_their_opening_and_swap_sides() {
        for pair in units(&arena::<Nim>("", "random:2", Kind::Games, random), 10).chunks(2) {
            let [one, two] = [&pair[0].games[0], &pair[1].games[0]];
            assert_eq!(one.opening, two.opening);
            assert_eq!((one.seats, one.starter), (Seats::with(Contestant::One, Side::First), !two.starter));
            assert_ne!(one.seats, two.seats);
        }
        for pair in units(&arena::<DiceNim>("", "none", Kind::Games, random), 10).chunks(2) {
            assert_eq!(pair[0].games[0].opening, pair[1].games[0].opening, "the same first roll");
        }
    }

    #[test]
    fn records_are_replayed() {
        for openings in ["none", "random:2"] {
            for kind in [Kind::Games, Kind::Series] {
                for unit in units(&arena::<Nim>("ply_cap=9", openings, kind, random), 20) {
                    unit.games.iter().for_each(|game| assert!(replay::<Nim>(game).is_ok(), "{game:?}"));
                }
                for unit in units(&arena::<DiceNim>("", openings, kind, random), 20) {
                    unit.games.iter().for_each(|game| assert!(replay::<DiceNim>(game).is_ok(), "{game:?}"));
                }
            }
        }
    }

    #[test]
    fn what_was_not_played_is_not_replayed() {
        let unit = units(&arena::<DiceNim>("", "none", Kind::Games, random), 1).remove(0);
        let game = &unit.games[0];
        let spoil = |change: &dyn Fn(&mut GameRecord)| {
            let mut spoilt = game.clone();
            change(&mut spoilt);
            replay::<DiceNim>(&spoilt).expect_err("refused").to_string()
        };
        for (message, reason) in [
            (spoil(&|game| game.winner = game.winner.map(|winner| !winner)), "winner"),
            (spoil(&|game| game.points = 2), "points"),
            (spoil(&|game| game.plies += 1), "plies"),
            (spoil(&|game| game.ended = "mate".to_owned()), "ending"),
            (spoil(&|game| game.moves.push_str(" take1#0")), "over before it"),
            (spoil(&|game| game.moves = "take4#0".to_owned()), "move 1 (take4#0)"),
            (spoil(&|game| game.moves = "take1#7".to_owned()), "no branch 7"),
            (spoil(&|game| game.moves.clear()), "not over"),
            (spoil(&|game| game.opening = "?".to_owned()), "opening: at character 1"),
            (spoil(&|game| game.rules = "?".to_owned()), "rules: "),
            (spoil(&|game| game.lead = "take4".to_owned()), "lead: "),
        ] {
            assert!(message.contains(reason), "{message} should say {reason}");
        }
    }

    #[test]
    fn a_series_is_one_result_and_alternates_the_starter() {
        let arena = arena::<Nim>("stones=21", "none", Kind::Series, masters);
        for (index, unit) in units(&arena, 4).iter().enumerate() {
            let begins = starter(index as u64);
            // Who begins wins: one win each, then the third game is the first starter's again.
            let winners: Vec<_> = unit.games.iter().map(|game| (game.starter, game.winner)).collect();
            let expected = [begins, !begins, begins].map(|starter| (starter, Some(starter)));
            assert_eq!((winners.as_slice(), unit.winner), (expected.as_slice(), Some(begins)));
        }
        let drawn = self::arena::<Nim>("ply_cap=1", "none", Kind::Series, masters);
        let unit = &units(&drawn, 1)[0];
        assert_eq!((unit.winner, unit.games.len()), (None, 5));
    }

    /// Says as nodes which move of the game it makes, as far as it was told when games begin.
    struct Counter(u64);

    impl search::Player<Nim> for Counter {
        fn new_game(&mut self) {
            self.0 = 0;
        }

        fn choose(&mut self, game: &History<Nim>, rng: &mut Rng) -> search::Answer<<Nim as engine::Position>::Move> {
            self.0 += 1;
            Ok(search::Choice { nodes: self.0, ..Random.choose(game, rng)? })
        }
    }

    #[test]
    fn players_are_told_that_a_game_begins() {
        for kind in [Kind::Games, Kind::Series] {
            let arena = arena::<Nim>("", "none", kind, || Box::new(Counter(0)));
            for game in units(&arena, 6).iter().flat_map(|unit| &unit.games) {
                let sum = |moves: u64| moves * (moves + 1) / 2;
                let (plies, starts) = (u64::from(game.plies), u64::from(game.plies.div_ceil(2)));
                assert_eq!(game.nodes[game.starter.index()], sum(starts));
                assert_eq!(game.nodes[(!game.starter).index()], sum(plies - starts));
            }
        }
    }

    #[test]
    fn a_game_of_another_match_is_refused() {
        let arena = arena::<Nim>("", "none", Kind::Games, random);
        let games = units(&arena, 2);
        assert_eq!(arena.check(0, &games[0]), Ok(()));
        let mut spoilt = games[0].clone();
        spoilt.fixture.starter = !spoilt.fixture.starter;
        assert!(arena.check(0, &spoilt).is_err(), "somebody else started");
        spoilt.fixture = Fixture { players: [0, 2], ..games[0].fixture };
        assert!(arena.check(0, &spoilt).is_err(), "there are two players");
        let mut spoilt = games[0].clone();
        spoilt.games[0].plies += 1;
        assert!(arena.check(0, &spoilt).is_err(), "game 0 is played again");
        assert!(arena.check(0, &UnitRecord { games: Vec::new(), ..games[0].clone() }).is_err());
    }

    #[test]
    fn a_game_depends_on_its_index_only() {
        let arena = arena::<DiceNim>("", "none", Kind::Games, random);
        let stage = stage(10);
        let work = Staged { arena: &arena, stage: &stage };
        let mut players = work.tools().expect("players");
        let mut unit = |index| {
            let mut unit = work.unit(&mut players, index).expect("a unit");
            (unit.games[0].micros, unit.games[0].thought) = (0, [0, 0]);
            unit
        };
        let (late, early) = (unit(9), unit(2));
        assert_eq!((unit(2), unit(9)), (early, late));
    }
}
