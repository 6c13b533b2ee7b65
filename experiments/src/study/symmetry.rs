//! The symmetries by which first moves are one class, game by game, and what else each game is asked.

use engine::games::backgammon::Backgammon;
use engine::games::checkers::Checkers;
use engine::games::chess::Chess;
use engine::games::force3::{self, Force3};
use engine::games::fortac::{Fortac, FortacRules, Play, Square};
use engine::games::forte::board::{FIRST_HOLE, flipped, mirrored};
use engine::games::forte::{self, Forte};

use super::cards::{Combos, Hands, PlayedCards};
use super::exact::Openings;
use super::standings::Standings;
use super::{Aspect, Kind, Studied};

impl Studied for Chess {}
impl Studied for Checkers {}
impl Studied for Backgammon {}

/// The eight symmetries of the square: the start has no others, and no fewer.
impl Studied for Force3 {
    fn images(_: &Self, mv: force3::Move) -> Vec<force3::Move> {
        mv.images().to_vec()
    }

    fn aspects(rules: &force3::Options, _: Kind) -> Vec<Box<dyn Aspect<Self>>> {
        vec![Box::new(Openings::new(solvers::force3::shared(rules)))]
    }
}

/// The mirror and the flip of rows, as far as the holes that are filled at the start allow.
impl Studied for Forte {
    fn images(start: &Self, mv: forte::Move) -> Vec<forte::Move> {
        let by = |image: fn(u64) -> u64, mv: forte::Move| {
            let bit = |bit: u32| image(1 << bit).trailing_zeros();
            match mv.holes() {
                None => forte::Move::knight(bit(mv.from()), bit(mv.to())),
                Some(holes) => forte::Move::set_up((image(u64::from(holes) << FIRST_HOLE) >> FIRST_HOLE) as u32),
            }
        };
        let mut images = vec![mv, by(flipped, mv)];
        if start.mirrored() == *start {
            images.extend(images.clone().into_iter().map(|mv| by(mirrored, mv)));
        }
        images
    }

    fn aspects(rules: &forte::Options, kind: Kind) -> Vec<Box<dyn Aspect<Self>>> {
        if kind == Kind::Series { vec![Box::new(Standings::new(rules))] } else { Vec::new() }
    }
}

/// The reflection in the diagonal from a4 to d1, which leaves both camps where they are.
impl Studied for Fortac {
    fn images(_: &Self, mv: Play) -> Vec<Play> {
        let image = |square: Square| {
            let (file, rank) = (square.index() as u32 % 4, square.index() as u32 / 4);
            Square::new(4 * (3 - file) + (3 - rank))
        };
        let reflected = if mv.is_null() { mv } else { Play::new(mv.card(), image(mv.from()), image(mv.to())) };
        vec![mv, reflected]
    }

    fn aspects(_: &FortacRules, _: Kind) -> Vec<Box<dyn Aspect<Self>>> {
        vec![Box::<Hands>::default(), Box::<PlayedCards>::default(), Box::<Combos>::default()]
    }
}
