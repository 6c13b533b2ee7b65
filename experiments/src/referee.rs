//! The referee of a game: asks whoever is to move, keeps both clocks, and gives the game to the other side when a player fails.
//!
//! Every player is held to his [`Terms`], those inside this program too: so much time for a move, or a clock with an
//! increment, and a margin beyond which an answer comes too late. An answer that is late, illegal or none at all loses the
//! game for who gave it, by the word of its [`Fault`]; what was played until then is the record. Whoever has failed is
//! told about on standard error, once for each reason, and the match goes on.

use std::collections::HashSet;
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use engine::{Afterstate, Game, History, Outcome, Rng, Side};
use search::luck::Luck;
use search::{Answer, Clocks, Fault, Player, PlayerFailed, Shown, Terms};

use crate::adjudication::{Adjudication, Observer};
use crate::openings::Opening;
use crate::pairing::{Contestant, Seats};
use crate::record::{GameRecord, forfeit, winner, write_move};

/// Two players about to play, by [`Contestant`], and where chance and choices come from.
pub(crate) struct Meeting<'a, G: Game> {
    pub(crate) players: [&'a mut (dyn Player<G> + 'static); 2],
    /// What each player draws from.
    pub(crate) choices: &'a mut [Rng; 2],
    /// Dice and cards.
    pub(crate) chance: &'a mut Rng,
    /// Tells luck, if it is to be told.
    pub(crate) luck: Option<&'a Luck<G>>,
    /// By what the game is ended before its rules end it.
    pub(crate) adjudication: &'a Adjudication<G>,
}

/// A game as it went.
#[derive(Debug)]
pub(crate) struct Refereed {
    pub(crate) record: GameRecord,
    pub(crate) outcome: Outcome,
    /// Who has lost it by failing, if anybody has.
    pub(crate) forfeit: Option<Forfeit>,
}

/// A player that has failed.
#[derive(Debug)]
pub(crate) struct Forfeit {
    pub(crate) loser: Contestant,
    pub(crate) failed: PlayerFailed,
}

impl<G: Game> Meeting<'_, G> {
    /// Plays one game to its end.
    pub(crate) fn play(mut self, rules: &G::Rules, opening: Opening<G>, seats: Seats) -> Refereed {
        let begun = Instant::now();
        for player in &mut self.players {
            player.begin(rules);
        }
        let mut timers = self.players.each_ref().map(|player| Timer::new(player.terms()));
        let text = opening.pos.to_string();
        let lead: Vec<String> = opening.lead.iter().map(ToString::to_string).collect();
        let starter = seats.of(opening.starter);
        let mut history = History::new(opening.pos, G::path_rules(rules));
        let mut nodes = [0; 2];
        let mut moves = String::new();
        let mut luck = 0;
        let mut lost = None;
        let mut observer = Observer::new(self.adjudication);
        let ending = loop {
            if let Some(ending) = history.ending().or_else(|| observer.ending(&history)) {
                break ending;
            }
            let side = history.current().side();
            let contestant = seats.of(side);
            let choice = match self.ask(contestant, &mut timers, &history) {
                Ok(choice) => choice,
                Err(failed) => {
                    let ending = forfeit(history.current(), failed.fault);
                    lost = Some(Forfeit { loser: contestant, failed });
                    break ending;
                }
            };
            observer.see(side, choice.score);
            nodes[contestant.index()] += choice.nodes;
            let after = history.current().play(choice.mv);
            let pos = after.clone().sample(self.chance);
            if let Some(tell) = self.luck {
                luck += tell(&after, &pos);
            }
            write_move(&mut moves, choice.mv, after, &pos);
            history.push(pos);
        };
        let (winner, points) = winner(ending.outcome, seats);
        let record = GameRecord {
            rules: rules.to_string(),
            opening: text,
            lead: lead.join(" "),
            seats,
            starter,
            winner,
            points,
            plies: history.plies(),
            nodes,
            micros: begun.elapsed().as_micros() as u64,
            thought: timers.map(|timer| timer.thought.as_micros() as u64),
            ended: ending.reason.to_owned(),
            moves,
            luck: self.luck.map(|_| if seats.of(Side::First) == Contestant::One { luck } else { -luck }),
        };
        Refereed { record, outcome: ending.outcome, forfeit: lost }
    }

    /// Asks a player for his move and stops his time.
    fn ask(&mut self, contestant: Contestant, timers: &mut [Timer; 2], game: &History<G>) -> Answer<G::Move> {
        let index = contestant.index();
        let player = &mut self.players[index];
        let clocks = Clocks { own: timers[index].shown(), other: timers[(!contestant).index()].shown() };
        if clocks != Clocks::default() {
            player.see_clocks(&clocks);
        }
        let begun = Instant::now();
        let answer = player.choose(game, &mut self.choices[index]);
        let in_time = timers[index].press(begun.elapsed());
        // Of a player that crashes late it is told that it has crashed.
        let choice = answer?;
        in_time.map_err(|late| PlayerFailed {
            fault: Fault::Time,
            message: format!("player {} at {}: {late}", contestant.number(), game.current()),
        })?;
        Ok(choice)
    }
}

/// A player's clock, and what he has used of his time.
struct Timer {
    terms: Terms,
    /// What the clock shows, if there is one.
    left: Duration,
    thought: Duration,
}

/// An answer came too late.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("it took {} ms where it had {} ms and a margin of {} ms", .took.as_millis(), .had.as_millis(), .margin.as_millis())]
struct Late {
    took: Duration,
    had: Duration,
    margin: Duration,
}

impl Timer {
    fn new(terms: Terms) -> Self {
        Self { terms, left: terms.clock.map_or(Duration::ZERO, |clock| clock.start), thought: Duration::ZERO }
    }

    /// What the clock shows.
    fn shown(&self) -> Option<Shown> {
        self.terms.clock.map(|clock| Shown { left: self.left, increment: clock.increment })
    }

    /// Counts a move that took so long. The margin forgives a late answer but does not lend time: the clock is empty then, but for
    /// its increment.
    fn press(&mut self, took: Duration) -> Result<(), Late> {
        self.thought += took;
        let Terms { time, clock, margin } = self.terms;
        let had = clock.map(|_| self.left).into_iter().chain(time).min();
        if let Some(clock) = clock {
            self.left = self.left.saturating_sub(took) + clock.increment;
        }
        match had {
            Some(had) if took > had + margin => Err(Late { took, had, margin }),
            _ => Ok(()),
        }
    }
}

/// Tells of players that failed: once for each player and reason, since a summary counts the others.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Mutex<HashSet<(usize, Fault)>>);

impl Warnings {
    /// Tells that an entrant, by number from 0, has lost a game so.
    pub(crate) fn warn(&self, loser: usize, failed: &PlayerFailed) {
        let PlayerFailed { fault, message } = failed;
        let is_new = self.0.lock().expect("nobody panics here").insert((loser, *fault));
        if is_new {
            let (number, word) = (loser + 1, fault.word());
            // A warning that cannot be written is no reason to end a match.
            let _ = writeln!(
                std::io::stderr(),
                "fort: player {number} loses a game by {word}: {message}; further ones are only counted"
            );
        }
    }
}

#[cfg(test)]
mod tests;
