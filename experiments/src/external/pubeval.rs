//! Tesauro's pubeval, the benchmark of the field since 1993: two linear evaluations, of contact and of races, and nothing else.
//!
//! The Python package `gnubg-nn` has it; a script of our own, `clients/pubeval.py`, asks it. It knows no cube: it never
//! doubles and takes every double.

use std::path::Path;

use engine::games::backgammon::{Backgammon, Turn, ids};
use engine::{Game, Side};

use super::Protocol;
use super::peer::{Launch, Peer};
use super::process::Trouble;
use crate::spec::Outside;

const SCRIPT: &str = include_str!("../../clients/pubeval.py");

pub(super) const PROTOCOL: Protocol = Protocol { request, read };

/// Starts Python with the script.
pub(super) fn start(outside: &Outside) -> Result<Peer, Trouble> {
    let launch = Launch {
        command: Path::new(outside.command.unwrap_or("python3")),
        arguments: &|socket, _| {
            Ok(["-c", SCRIPT].map(str::to_owned).into_iter().chain([socket.display().to_string()]).collect())
        },
        patience: outside.patience(),
        install: "install Python 3 and its package gnubg-nn (pip install gnubg-nn), or say where it is: pubeval:cmd=PATH",
    };
    Peer::start(&launch)
}

fn request(pos: &Backgammon) -> String {
    let [first, second] = match pos.turn() {
        Turn::Play => pos.dice(),
        // A line all the same, so that there is an answer to each; what it says is not looked at.
        _ => [1, 2],
    };
    let side: Side = pos.side();
    format!("{} {first} {second}", ids::position_id(pos.board(), side))
}

fn read(pos: &Backgammon, answer: &str) -> String {
    match pos.turn() {
        Turn::Choice => "roll",
        Turn::Take | Turn::Answer => "take",
        _ => answer,
    }
    .to_owned()
}
