//! The networks of a game as bytes: the `.net` format.
//!
//! In order, all numbers little-endian: the eight bytes of [`MAGIC`]; the format's version (`u32`); the length of the whole
//! (`u32`); the game's name, the name of its input encoding, and the recipe (each a `u32` and so many bytes of UTF-8); a byte
//! for the precision of weights (0: `f32`, 1: binary16); the number of networks (a byte); for each its class's name (as above),
//! the activation (a byte), the inputs (`u32`), the hidden layers (a byte) with their units (`u32` each), the outputs (a
//! byte), and the weights as [`Network::weights`] has them; at the end the CRC-32 of all that (`u32`).
//!
//! Reading refuses what is damaged, cut short or another version, and never panics; what a game expects of its networks is
//! checked by who reads them for a game ([`Brain::from_nets`](crate::train::Brain::from_nets)).

use super::half::{from_half, to_half};
use super::{Activation, BadShape, Network, Shape};

/// The first bytes of every file; the odd ones show transfers that change line ends or drop high bits.
pub const MAGIC: [u8; 8] = *b"\x89FNET\r\n\x1A";
/// The version that is written and read.
pub const VERSION: u32 = 1;

/// How weights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// In 32 bits, as they are.
    #[default]
    Single,
    /// In 16 bits, rounded to 1 in 2,048: half the bytes.
    Half,
}

/// The networks of one game, one a class of its positions, and where they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Nets {
    /// The game's name.
    pub game: String,
    /// The name of what its inputs mean, with a version, such as `fortac/2`.
    pub encoding: String,
    /// How the networks were made, as text.
    pub recipe: String,
    /// Each class's name with its network.
    pub classes: Vec<(String, Network)>,
}

/// Why bytes are not networks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNet {
    /// Something else altogether.
    #[error("not a network: it does not begin with the eight bytes of a .net file")]
    Magic,
    /// Another version of the format.
    #[error("version {0} of the .net format; accepted is {VERSION}")]
    Version(u32),
    /// The file has lost its end or has grown.
    #[error("{found} bytes where its head says {expected}: the file was cut short or changed")]
    Length {
        /// The bytes there are.
        found: usize,
        /// The bytes there should be.
        expected: usize,
    },
    /// Some byte is not as it was written.
    #[error("the checksum is {found:08x} and should be {expected:08x}: the file is damaged")]
    Checksum {
        /// The checksum of what is there.
        found: u32,
        /// The checksum written.
        expected: u32,
    },
    /// The checksum is right, but the content makes no sense.
    #[error("at byte {at}: {what}")]
    Content {
        /// Where, from 0.
        at: usize,
        /// What is wrong there.
        what: String,
    },
    /// The game does not say what its networks would see.
    #[error("this game has no networks")]
    Unlearned,
    /// Networks of another game, another encoding, or with other sizes than the game has.
    #[error("{what} {found:?}; accepted is {accepted:?}")]
    Foreign {
        /// What differs.
        what: &'static str,
        /// What the file has.
        found: String,
        /// What the game has.
        accepted: String,
    },
}

impl Nets {
    /// The file's bytes.
    ///
    /// # Panics
    /// If a text or the whole has more than 2^32 bytes, or there are more than 255 classes.
    #[must_use]
    pub fn to_bytes(&self, precision: Precision) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        for text in [&self.game, &self.encoding, &self.recipe] {
            put_text(&mut bytes, text);
        }
        bytes.push(precision as u8);
        bytes.push(u8::try_from(self.classes.len()).expect("a game has few classes"));
        for (name, network) in &self.classes {
            put_text(&mut bytes, name);
            put_network(&mut bytes, network, precision);
        }
        let length = number(bytes.len() + 4);
        bytes[12..16].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadNet> {
        let content = checked(bytes)?;
        let mut reader = Reader { bytes: content, at: 16 };
        let [game, encoding, recipe] = [reader.text()?, reader.text()?, reader.text()?];
        let precision = match reader.byte()? {
            0 => Precision::Single,
            1 => Precision::Half,
            other => return reader.refuse(format!("precision {other}; accepted are 0 and 1")),
        };
        let count = reader.byte()?;
        let mut classes = Vec::new();
        for _ in 0..count {
            classes.push((reader.text()?, reader.network(precision)?));
        }
        if reader.at < content.len() {
            return reader.refuse(format!("{} bytes after the last network", content.len() - reader.at));
        }
        Ok(Self { game, encoding, recipe, classes })
    }
}

fn number(size: usize) -> u32 {
    u32::try_from(size).expect("a .net file has less than 4 GB")
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(number(text.len()).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn put_network(bytes: &mut Vec<u8>, network: &Network, precision: Precision) {
    let Shape { inputs, hidden, outputs, activation } = network.shape();
    bytes.push(*activation as u8);
    bytes.extend(number(*inputs).to_le_bytes());
    bytes.push(hidden.len() as u8);
    for &units in hidden {
        bytes.extend(number(units).to_le_bytes());
    }
    bytes.push(*outputs as u8);
    match precision {
        Precision::Single => network.weights().iter().for_each(|weight| bytes.extend(weight.to_le_bytes())),
        Precision::Half => network.weights().iter().for_each(|&weight| bytes.extend(to_half(weight).to_le_bytes())),
    }
}

/// The bytes without the checksum at their end, if magic, version, length and checksum are right.
fn checked(bytes: &[u8]) -> Result<&[u8], BadNet> {
    const LEAST: usize = 20;
    let word = |at: usize| bytes.get(at..at + 4).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(BadNet::Magic);
    }
    let short = || BadNet::Length { found: bytes.len(), expected: LEAST };
    let version = word(8).ok_or_else(short)?;
    if version != VERSION {
        return Err(BadNet::Version(version));
    }
    let expected = word(12).ok_or_else(short)? as usize;
    if bytes.len() != expected || expected < LEAST {
        return Err(BadNet::Length { found: bytes.len(), expected: expected.max(LEAST) });
    }
    let content = &bytes[..expected - 4];
    let (found, expected) = (crc32fast::hash(content), word(expected - 4).ok_or_else(short)?);
    if found == expected { Ok(content) } else { Err(BadNet::Checksum { found, expected }) }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn refuse<T>(&self, what: impl Into<String>) -> Result<T, BadNet> {
        Err(BadNet::Content { at: self.at, what: what.into() })
    }

    fn take(&mut self, size: usize) -> Result<&'a [u8], BadNet> {
        let Some(taken) = self.at.checked_add(size).and_then(|end| self.bytes.get(self.at..end)) else {
            let left = self.bytes.len() - self.at;
            return self.refuse(format!("{size} bytes are to come and only {left} are left"));
        };
        self.at += size;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, BadNet> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Result<usize, BadNet> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    fn text(&mut self) -> Result<String, BadNet> {
        let size = self.number()?;
        let bytes = self.take(size)?;
        String::from_utf8(bytes.to_vec()).or_else(|_| self.refuse("a text is not UTF-8"))
    }

    fn network(&mut self, precision: Precision) -> Result<Network, BadNet> {
        let shape = self.shape()?;
        let count = shape.weights();
        let weights: Vec<f32> = match precision {
            Precision::Single => {
                let bytes = self.take(4 * count)?;
                bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
            }
            Precision::Half => {
                let bytes = self.take(2 * count)?;
                bytes.chunks_exact(2).map(|b| from_half(u16::from_le_bytes([b[0], b[1]]))).collect()
            }
        };
        if let Some(place) = weights.iter().position(|weight| !weight.is_finite()) {
            return self.refuse(format!("weight {place} of the network before is no number"));
        }
        Network::new(shape, weights).or_else(|error: BadShape| self.refuse(error.to_string()))
    }

    fn shape(&mut self) -> Result<Shape, BadNet> {
        let number = self.byte()?;
        let Some(&activation) = Activation::ALL.get(usize::from(number)) else {
            return self.refuse(format!("activation {number}; accepted are 0 to {}", Activation::ALL.len() - 1));
        };
        let inputs = self.number()?;
        let layers = self.byte()?;
        let mut hidden = Vec::new();
        for _ in 0..layers {
            hidden.push(self.number()?);
        }
        let outputs = usize::from(self.byte()?);
        let shape = Shape { inputs, hidden, outputs, activation };
        shape.checked().or_else(|error| self.refuse(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    fn nets() -> Nets {
        let network = |hidden: &[usize], seed| {
            let shape = Shape { inputs: 9, hidden: hidden.to_vec(), outputs: 5, activation: Activation::Sigmoid };
            Network::random(shape, seed).expect("a shape")
        };
        Nets {
            game: "toy".into(),
            encoding: "toy/1".into(),
            recipe: "by hand é".into(),
            classes: vec![("contact".into(), network(&[16], 1)), ("race".into(), network(&[8, 8], 2))],
        }
    }

    #[test]
    fn files_round_trip() {
        let nets = nets();
        let bytes = nets.to_bytes(Precision::Single);
        assert_eq!(Nets::from_bytes(&bytes), Ok(nets.clone()));
        let halved = Nets::from_bytes(&nets.to_bytes(Precision::Half)).expect("readable");
        let pairs = nets.classes.iter().zip(&halved.classes).flat_map(|((_, one), (_, other))| {
            one.weights().iter().zip(other.weights()).map(|(one, other)| (one - other).abs())
        });
        assert!(pairs.fold(0.0, f32::max) < 1e-3);
        assert_eq!(Nets::from_bytes(&halved.to_bytes(Precision::Half)), Ok(halved));
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_refused() {
        let bytes = nets().to_bytes(Precision::Half);
        for length in 0..bytes.len() {
            assert!(Nets::from_bytes(&bytes[..length]).is_err(), "cut to {length}");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x41;
            assert!(Nets::from_bytes(&changed).is_err(), "byte {place}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(Nets::from_bytes(&longer).expect_err("refused").to_string().contains("changed"));
        assert_eq!(Nets::from_bytes(b"[Event \"a game\"]"), Err(BadNet::Magic));
        let mut newer = bytes;
        newer[8] = 2;
        assert_eq!(
            Nets::from_bytes(&newer).expect_err("refused").to_string(),
            "version 2 of the .net format; accepted is 1"
        );
    }

    /// What has a right checksum but not our content: no bytes may make the reader panic or take gigabytes.
    #[test]
    fn nonsense_behind_a_right_checksum_is_refused() {
        let good = nets().to_bytes(Precision::Single);
        let mut accepted = 0;
        for seed in 0..5_000 {
            let mut rng = engine::rng::stream(seed, 0);
            let mut bytes = good[..good.len() - 4].to_vec();
            // Most of the structure is in the first bytes; the rest are weights.
            for _ in 0..rng.random_range(1..4) {
                let place = rng.random_range(16..90.min(bytes.len()));
                bytes[place] = rng.random();
            }
            if rng.random() {
                bytes.truncate(rng.random_range(16..=bytes.len()));
            }
            let length = number(bytes.len() + 4);
            bytes[12..16].copy_from_slice(&length.to_le_bytes());
            let checksum = crc32fast::hash(&bytes);
            bytes.extend(checksum.to_le_bytes());
            accepted += u32::from(Nets::from_bytes(&bytes).is_ok());
        }
        assert!(accepted < 4_000, "{accepted}");
    }
}
