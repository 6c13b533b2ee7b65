//! The engine's side of the protocol, with our players behind it.
//!
//! A limit that the player's specification has counts; what it leaves open, `go` says. If neither says anything the player
//! has the limits of `fort play`. A player is made anew when its limits or the rules change, else it keeps its tables within
//! a game. What is wrong in a line is answered by `error`, and everything stays as it was.

use std::io::{BufRead, Write};

use engine::{Game, History, Registered, Rng, rng};
use search::Clocks;

use super::{Facts, GREETING, Go};
use crate::failure::Failure;
use crate::players::Boxed;
use crate::spec::{Limits, Spec, Time};

/// Makes a player by its specification and the rules.
pub(crate) type Build<'a, G> = &'a dyn Fn(&Spec, &<G as engine::Node>::Rules) -> Result<Boxed<G>, Failure>;

/// An engine for one game.
pub(crate) struct Server<'a, G: Game> {
    /// Who plays, as asked for.
    asked: Spec,
    /// What it goes by if nobody says anything.
    usual: Limits,
    build: Build<'a, G>,
    seed: u64,
    /// Games begun.
    games: u64,
    rules: G::Rules,
    player: Option<(Spec, Boxed<G>)>,
    game: Option<History<G>>,
    /// Whether the next position follows the one before.
    goes_on: bool,
    choices: Rng,
}

/// What comes of a line.
enum Done {
    /// This is answered.
    Answer(String),
    Nothing,
    /// There is nothing more to do.
    Over,
}

impl<'a, G: Game + Registered> Server<'a, G> {
    /// An engine whose player can be made.
    pub(crate) fn new(asked: Spec, usual: Limits, build: Build<'a, G>, seed: u64) -> Result<Self, Failure> {
        let mut server = Self {
            asked,
            usual,
            build,
            seed,
            games: 0,
            rules: G::Rules::default(),
            player: None,
            game: None,
            goes_on: false,
            choices: rng::stream(seed, 0),
        };
        server.seat(&Go::default())?;
        Ok(server)
    }

    /// Answers lines until there are no more, or it is told to quit.
    pub(crate) fn run(mut self, mut input: impl BufRead, mut output: impl Write) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            let answer = match self.hear(String::from_utf8_lossy(&bytes).trim()) {
                Ok(Done::Answer(answer)) => answer,
                Ok(Done::Nothing) => continue,
                Ok(Done::Over) => return Ok(()),
                Err(what) => format!("error {}", what.lines().collect::<Vec<_>>().join(" ")),
            };
            // One write an answer: a reader never sees half of a line.
            output.write_all(format!("{answer}\n").as_bytes())?;
            output.flush()?;
        }
    }

    fn hear(&mut self, line: &str) -> Result<Done, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "fort" => return self.greet(line).map(Done::Answer),
            "newgame" => return self.begin(rest).map(Done::Answer),
            "position" => self.set_up(rest)?,
            "played" => self.goes_on = true,
            "go" => return self.go(&Go::read(rest)?).map(Done::Answer),
            "quit" => return Ok(Done::Over),
            // Our players know what is legal; what other versions of the protocol may say beside is not for this one.
            "moves" | "" => {}
            _ => return Ok(Done::Answer(format!("info skipped {word:?}"))),
        }
        Ok(Done::Nothing)
    }

    fn greet(&self, line: &str) -> Result<String, String> {
        match line.strip_prefix(GREETING).map(str::trim) {
            Some(game) if game == G::ID.name() => {
                let asked = self.asked.to_string();
                Ok(format!("ready Fortissimo {} {}", env!("CARGO_PKG_VERSION"), asked.trim_end_matches(':')))
            }
            Some(game) => Err(format!("this engine plays {}, not {game:?}", G::ID)),
            None => Err(format!("this engine speaks \"{GREETING}\"")),
        }
    }

    fn begin(&mut self, rules: &str) -> Result<String, String> {
        let rules: G::Rules = rules.parse().map_err(|error| format!("newgame: {error}"))?;
        if rules != self.rules {
            self.player = None;
            self.rules = rules;
        }
        if let Some((_, player)) = &mut self.player {
            player.begin(&self.rules);
        } else {
            self.seat(&Go::default()).map_err(message)?;
        }
        self.choices = rng::stream(self.seed, self.games);
        self.games += 1;
        (self.game, self.goes_on) = (None, false);
        Ok("ready".to_owned())
    }

    fn set_up(&mut self, text: &str) -> Result<(), String> {
        let pos = G::parse(text, &self.rules).map_err(|error| format!("position: {error}"))?;
        let goes_on = std::mem::take(&mut self.goes_on);
        match &mut self.game {
            Some(game) if goes_on => game.push(pos),
            game => *game = Some(History::new(pos, G::path_rules(&self.rules))),
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<String, String> {
        let game = self.game.take().ok_or("go: there is no position yet")?;
        let answer = self.choose(&game, go);
        self.game = Some(game);
        answer
    }

    fn choose(&mut self, game: &History<G>, go: &Go) -> Result<String, String> {
        if game.current().outcome().is_some() {
            return Err("go: the game is over".to_owned());
        }
        self.seat(go).map_err(message)?;
        let (_, player) = self.player.as_mut().expect("somebody was just seated");
        player.see_clocks(&Clocks { own: go.clock, other: go.other });
        let choice = player.choose(game, &mut self.choices).map_err(|failed| failed.to_string())?;
        let facts = Facts { score: choice.score, nodes: Some(choice.nodes), depth: Some(choice.depth) };
        Ok(format!("{facts}\nmove {}", choice.mv))
    }

    /// Makes the player that these limits ask for, if another sits there.
    fn seat(&mut self, go: &Go) -> Result<(), Failure> {
        let spec = within(&self.asked, go, &self.usual);
        if !matches!(&self.player, Some((seated, _)) if *seated == spec) {
            let mut player = (self.build)(&spec, &self.rules)?;
            player.begin(&self.rules);
            self.player = Some((spec, player));
        }
        Ok(())
    }
}

fn message(failure: Failure) -> String {
    match failure {
        Failure::Input(message) | Failure::Running(message) => message,
        other => format!("{other:?}"),
    }
}

/// A player as asked for, with the limits that were left open.
pub(super) fn within(asked: &Spec, go: &Go, usual: &Limits) -> Spec {
    let mut spec = asked.clone();
    let limits = match &mut spec {
        Spec::AlphaBeta(player) => &mut player.limits,
        Spec::Expectiminimax(player) => &mut player.limits,
        _ => return spec,
    };
    // What a clock shows is told before each move; the player is the same whatever that is.
    let clock =
        go.clock.map(|shown| Time::Clock { start: std::time::Duration::from_secs(1), increment: shown.increment });
    let depth = go.depth.map(|depth| depth.clamp(*crate::spec::DEPTHS.start(), *crate::spec::DEPTHS.end()));
    limits.depth = limits.depth.or(depth);
    limits.nodes = limits.nodes.or(go.nodes.map(|nodes| nodes.max(1)));
    limits.time = limits.time.or(clock).or(go.time.map(Time::Move));
    if *limits == Limits::default() {
        *limits = *usual;
    }
    spec
}
