//! By which evaluation luck is told.

use std::fmt;
use std::str::FromStr;

use engine::Game;
use search::Sensed;
use search::luck::{self, Luck};

use crate::failure::{Context, Failure};
use crate::nets;
use crate::registry::Foreseen;

/// Before the name of a file of networks.
const NET: &str = "net=";

/// An evaluation by which luck is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Evaluation {
    /// That by which searches judge.
    Static,
    /// The networks of a file.
    Net(String),
}

impl Evaluation {
    /// How luck is told by it.
    pub(super) fn luck<G: Game + Sensed + Foreseen>(&self) -> Result<Luck<G>, Failure>
    where
        G::Sense: 'static,
    {
        let odds = G::odds(false);
        match self {
            Self::Static => Ok(luck::by(G::sense_with_odds(odds))),
            Self::Net(file) => Ok(G::by_nets(nets::read(file)?, odds).bad_input(file)?.luck()),
        }
    }
}

impl FromStr for Evaluation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix(NET) {
            Some(file) if !file.is_empty() => Ok(Self::Net(file.to_owned())),
            None if text == "static" => Ok(Self::Static),
            _ => Err("luck is told by static or net=FILE".to_owned()),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Static => f.write_str("static"),
            Self::Net(file) => write!(f, "{NET}{file}"),
        }
    }
}
