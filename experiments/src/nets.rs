//! Files of networks, as `net=FILE`, `--luck net=FILE` and `--net FILE` name them.

use search::net::Nets;

use crate::failure::{Context, Failure};

/// The networks of a file, of whatever game.
pub(crate) fn read(file: &str) -> Result<Nets, Failure> {
    Nets::from_bytes(&std::fs::read(file).bad_input(file)?).bad_input(file)
}
