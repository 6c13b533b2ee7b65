//! Players who are late or fail, at a pile of stones.

use engine::rng;

use super::*;
use crate::record::replay;
use crate::trial::{Master, Nim, NimRules, Take};

/// Plays as [`Master`] does, but takes some time, by these terms; or fails.
struct Trouble {
    terms: Terms,
    pause: Duration,
    fault: Option<Fault>,
    /// Moves before that.
    left: u32,
    seen: Vec<Clocks>,
}

impl Trouble {
    fn new(terms: Terms, pause: u64, left: u32) -> Self {
        Self { terms, pause: Duration::from_millis(pause), fault: None, left, seen: Vec::new() }
    }
}

impl Player<Nim> for Trouble {
    fn new_game(&mut self) {}

    fn terms(&self) -> Terms {
        self.terms
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.seen.push(*clocks);
    }

    fn choose(&mut self, game: &History<Nim>, rng: &mut Rng) -> Answer<Take> {
        if self.left == 0 {
            std::thread::sleep(self.pause);
            if let Some(fault) = self.fault {
                return Err(PlayerFailed { fault, message: "it said: no".to_owned() });
            }
        }
        self.left = self.left.saturating_sub(1);
        Master.choose(game, rng)
    }
}

/// A game from 20 stones, in which the second player wins if nothing happens; the first player has the first seat.
fn play(players: [&mut (dyn Player<Nim> + 'static); 2]) -> Refereed {
    let rules: NimRules = "stones=20".parse().expect("rules");
    let meeting = Meeting {
        adjudication: &Adjudication::NONE,
        players,
        choices: &mut [rng::stream(1, 0), rng::stream(1, 1)],
        chance: &mut rng::stream(1, 2),
        luck: None,
    };
    let opening = Opening::at(Nim::start(&rules), &rules);
    let refereed = meeting.play(&rules, opening, Seats::with(Contestant::One, Side::First));
    replay::<Nim>(&refereed.record).expect("what was played can be played again");
    refereed
}

fn ms(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn terms(time: u64, margin: u64) -> Terms {
    Terms { time: Some(ms(time)), clock: None, margin: ms(margin) }
}

#[test]
fn who_is_late_loses_by_time_and_who_is_within_the_margin_does_not() {
    let mut late = Trouble::new(terms(10, 10), 60, 2);
    let refereed = play([&mut Master, &mut late]);
    assert_eq!((refereed.record.ended.as_str(), refereed.record.winner), ("time", Some(Contestant::One)));
    assert_eq!((refereed.record.points, refereed.record.plies), (1, 5), "the late move is not played");
    let Forfeit { loser, failed } = refereed.forfeit.expect("a loser");
    assert_eq!((loser, failed.fault), (Contestant::Two, Fault::Time));
    assert!(failed.message.contains("had 10 ms and a margin of 10 ms"), "{failed}");
    assert!(refereed.record.thought[1] >= 60_000 && refereed.record.micros >= refereed.record.thought[1]);
    let mut forgiven = Trouble::new(terms(1, 60_000), 20, 0);
    let refereed = play([&mut Master, &mut forgiven]);
    assert!(refereed.forfeit.is_none() && refereed.record.ended == "empty");
    let mut free = Trouble::new(Terms::FREE, 120, 4);
    assert!(play([&mut Master, &mut free]).forfeit.is_none());
}

#[test]
fn whoever_fails_loses_by_the_word_for_it() {
    for fault in Fault::ALL {
        let mut failing = Trouble { fault: Some(fault), ..Trouble::new(Terms::FREE, 0, 1) };
        let refereed = play([&mut failing, &mut Master]);
        let record = refereed.record;
        assert_eq!((record.ended.as_str(), record.winner, record.plies), (fault.word(), Some(Contestant::Two), 2));
        assert_eq!(refereed.outcome, Outcome::win(Side::Second));
    }
}

#[test]
fn clocks_run_down_gain_and_are_shown_to_both() {
    let clock = |start, increment| Terms {
        clock: Some(search::terms::Clock { start: ms(start), increment: ms(increment) }),
        ..Terms::FREE
    };
    let mut one = Trouble::new(clock(10_000, 1_000), 30, 0);
    let mut two = Trouble::new(clock(500, 0), 0, 0);
    assert!(play([&mut one, &mut two]).forfeit.is_none());
    let first = Clocks {
        own: Some(Shown { left: ms(10_000), increment: ms(1_000) }),
        other: Some(Shown { left: ms(500), increment: ms(0) }),
    };
    assert_eq!(one.seen[0], first);
    let left = |clocks: &Clocks| clocks.own.expect("a clock").left;
    assert!(left(&one.seen[1]) <= ms(10_970) && left(&one.seen[1]) > ms(10_000), "{:?}", one.seen);
    assert_eq!(two.seen[0].other.expect("a clock").left, left(&one.seen[1]));
    assert!(left(two.seen.last().expect("moves")) <= ms(500));
    // Three moves of 30 ms and no more than 50 ms: the last one is late.
    let mut short = Trouble::new(Terms { margin: ms(20), ..clock(50, 0) }, 30, 0);
    let refereed = play([&mut short, &mut Master]);
    assert!(refereed.record.ended == "time" && refereed.record.plies <= 4, "{:?}", refereed.record);
}

#[test]
fn an_empty_clock_keeps_its_increment() {
    let mut timer = Timer::new(Terms {
        clock: Some(search::terms::Clock { start: ms(100), increment: ms(7) }),
        time: None,
        margin: ms(50),
    });
    assert_eq!(timer.press(ms(150)), Ok(()));
    assert_eq!(timer.shown().map(|shown| shown.left), Some(ms(7)));
    assert_eq!(timer.press(ms(58)), Err(Late { took: ms(58), had: ms(7), margin: ms(50) }));
    assert_eq!(timer.thought, ms(208));
}

#[test]
fn a_forfeit_is_no_other_ending_and_no_other_ending_is_one() {
    let mut failing = Trouble { fault: Some(Fault::Crash), ..Trouble::new(Terms::FREE, 0, 1) };
    let record = play([&mut failing, &mut Master]).record;
    let spoilt = |change: &dyn Fn(&mut GameRecord)| {
        let mut spoilt = record.clone();
        change(&mut spoilt);
        replay::<Nim>(&spoilt).err().map(|error| error.to_string())
    };
    assert_eq!(spoilt(&|game| game.ended = "stall".to_owned()), None, "which of them it was the moves do not tell");
    for (message, reason) in [
        (spoilt(&|game| game.ended = "resigned".to_owned()), "not over after the last move"),
        (spoilt(&|game| game.winner = Some(Contestant::One)), "winner: not what"),
        (spoilt(&|game| game.winner = None), "winner: not what"),
        (spoilt(&|game| game.points = 3), "points: not what"),
    ] {
        assert!(message.as_ref().is_some_and(|message| message.contains(reason)), "{message:?} should say {reason}");
    }
    let mut whole = play([&mut Master, &mut Master]).record;
    whole.ended = "crash".to_owned();
    assert!(replay::<Nim>(&whole).is_err(), "a game that is over cannot be lost by a crash");
}

#[test]
fn a_forfeit_in_backgammon_counts_the_cube() {
    use engine::games::backgammon::{Backgammon, Options};
    use engine::{Node, Position};
    let rules: Options = "cube=money".parse().expect("rules");
    let centred = Backgammon::parse("4HPwATDgc/ABMA:cAkAAAAAAAAA", &rules).expect("a choice");
    assert_eq!(centred.forfeit_points(), 1);
    let offered = *centred.play(centred.find_move("double").expect("legal")).pending();
    assert_eq!(offered.forfeit_points(), 1, "as if it were dropped");
    let taken = offered.play(offered.find_move("take").expect("legal"));
    let doubled = taken.sample(&mut rng::stream(1, 0));
    assert_eq!(doubled.forfeit_points(), 2);
    let ending = forfeit(&doubled, Fault::Stall);
    assert_eq!((ending.outcome, ending.reason), (Outcome::Win { side: !doubled.side(), points: 2 }, "stall"));
}
