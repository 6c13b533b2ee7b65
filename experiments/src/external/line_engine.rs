//! An engine that speaks the [line protocol](crate::line), as a player of any game.

use std::fmt::Write;

use engine::{Game, History, Registered, Rng};
use search::{Answer, Choice, Clocks, Player, Terms};

use super::process::Trouble;
use super::talk::Talk;
use super::{legal_moves, move_between};
use crate::line::{self, Facts, Go, Reply};
use crate::spec::{Engine, Outside, Time};

/// A running engine.
pub(super) struct LineEngine<G: Game> {
    talk: Talk,
    rules: G::Rules,
    /// The positions that the engine knows of the game.
    told: Vec<G>,
}

impl<G: Game + Registered> LineEngine<G> {
    /// Starts an engine and says which game it is to play.
    pub(super) fn start(outside: &Outside, engine: &Engine, rules: &G::Rules) -> Result<Self, Trouble> {
        let mut engine = Self { talk: Talk::start(outside, engine)?, rules: rules.clone(), told: Vec::new() };
        engine.talk.pipes.say(&format!("{} {}", line::GREETING, G::ID));
        engine.ready()?;
        // Rules that it does not know are found out before anything is played.
        engine.begin_game()?;
        Ok(engine)
    }

    fn begin_game(&mut self) -> Result<(), Trouble> {
        self.told.clear();
        self.talk.pipes.skip();
        self.talk.pipes.say(&format!("newgame {}", self.rules));
        self.ready()
    }

    /// Waits until it says that it is ready.
    fn ready(&mut self) -> Result<(), Trouble> {
        let wait = self.talk.patience();
        loop {
            match self.talk.hear(wait).map(|text| Reply::read(&text))? {
                Reply::Ready => return Ok(()),
                Reply::Error(what) => return Err(self.gives_up(what)),
                // A move that came too late for the game before.
                Reply::Info(_) | Reply::Move(_) => {}
                Reply::Unknown(text) => return Err(self.nonsense(&text, "ready")),
            }
        }
    }

    /// What the engine has to know before it can choose, in lines.
    fn news(&mut self, game: &History<G>) -> String {
        let mut news = String::new();
        for pos in &game.positions()[self.told.len()..] {
            if let Some(mv) = self.told.last().and_then(|last| move_between(last, pos)) {
                writeln!(news, "played {mv}").expect("a string takes all that is written");
            }
            writeln!(news, "position {pos}").expect("a string takes all that is written");
            self.told.push(pos.clone());
        }
        news
    }

    fn go(&self) -> Go {
        let limits = &self.talk.engine.limits;
        let time = match limits.time {
            Some(Time::Move(time)) => Some(time),
            _ => None,
        };
        let Clocks { own, other } = self.talk.clocks;
        Go { depth: limits.depth, nodes: limits.nodes, time, clock: own, other }
    }

    fn ask(&mut self, game: &History<G>, legal: &[G::Move]) -> Result<Choice<G::Move>, Trouble> {
        if let Some(trouble) = self.talk.trouble.take() {
            return Err(trouble);
        }
        if !game.positions().starts_with(&self.told) {
            self.begin_game()?;
        }
        let moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let question = format!("{}moves {}\n{}", self.news(game), moves.join(line::BETWEEN), self.go());
        self.talk.pipes.skip();
        let wait = self.talk.for_move();
        self.talk.pipes.say(&question);
        let mut facts = Facts::default();
        let text = loop {
            match self.talk.hear(wait).map(|text| Reply::read(&text))? {
                Reply::Move(text) => break text,
                Reply::Info(news) => facts.add(&news),
                Reply::Error(what) => return Err(self.gives_up(what)),
                Reply::Ready => return Err(self.nonsense("ready", "move")),
                Reply::Unknown(text) => return Err(self.nonsense(&text, "move")),
            }
        };
        let mv = game.current().find_move(&text);
        let mv = mv.map_err(|error| Trouble::Illegal { answer: text, why: error.to_string() })?;
        Ok(Choice { mv, score: facts.score, nodes: facts.nodes.unwrap_or(0), depth: facts.depth.unwrap_or(0) })
    }

    fn gives_up(&self, what: String) -> Trouble {
        Trouble::GivesUp { command: self.talk.pipes.command.clone(), what }
    }

    fn nonsense(&mut self, text: &str, expected: &str) -> Trouble {
        let text: String = text.chars().take(80).collect();
        self.talk.pipes.nonsense(format!("says {text:?} where a line {expected:?}, \"info\" or \"error\" was to come"))
    }
}

impl<G: Game + Registered> Player<G> for LineEngine<G> {
    fn new_game(&mut self) {
        self.talk.clocks = Clocks::default();
        // What went wrong is said when it is asked for a move.
        self.talk.trouble = self.begin_game().err();
    }

    fn begin(&mut self, rules: &G::Rules) {
        self.rules = rules.clone();
        self.new_game();
    }

    fn terms(&self) -> Terms {
        self.talk.terms()
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.talk.clocks = *clocks;
    }

    fn choose(&mut self, game: &History<G>, _: &mut Rng) -> Answer<G::Move> {
        let pos = game.current();
        let legal = legal_moves(pos);
        if let [only] = *legal {
            return Ok(Choice::unsearched(only));
        }
        self.ask(game, &legal).map_err(|trouble| self.talk.failed(pos, &trouble))
    }
}
