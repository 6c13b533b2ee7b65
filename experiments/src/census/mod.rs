//! What a survey finds out: deal by deal as [`Row`]s, and added up as a [`Census`].
//!
//! A census keeps exact counts of everything, so that those of disjoint ranges merge into that of the whole. A
//! [`Block`] is the result of one unit of a survey as its journal keeps it: the rows where they are asked for, else
//! their census, which is what the rows would add up to.
//!
//! The verdict, and what can be told at a glance, are found out of every deal. Whatever else may be [`Asked`] has a
//! file of its own, stands in [`Extra`] and in an optional part of the census, and takes neither time nor space where
//! it is not asked for.

pub(crate) mod bases;
pub(crate) mod policies;
pub(crate) mod shortest;

use engine::Mobility;
use serde::{Deserialize, Serialize};
use solvers::{Solution, Verdict};

use self::bases::{BaseCensus, Bases};
use self::policies::{Played, Policies, PolicyCensus};
use self::shortest::{Fewest, FewestCensus};
use crate::stats::distribution::Distribution;

/// What is to be found out of each deal beside its verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// With which bases it can be won.
    pub(crate) bases: bool,
    /// Which policies win it.
    pub(crate) policies: Policies,
    /// In how few moves it can be won, and the positions that may be stored for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shortest: Option<u32>,
}

/// What became of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fate {
    /// It can be won, by a line of so many moves.
    #[serde(rename = "w")]
    Winnable(u32),
    /// It cannot be won.
    #[serde(rename = "u")]
    Unwinnable,
    /// The solver gave up.
    #[serde(rename = "?")]
    Undecided,
}

/// What was found out of a deal because it was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extra {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bases: Option<Bases>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) played: Option<Played>,
    /// Of winnable deals only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fewest: Option<Fewest>,
}

impl Extra {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether this is what was asked for, of a deal with such a verdict.
    fn answers(&self, asked: Asked, fate: Fate) -> bool {
        let found = if let Fate::Winnable(moves) = fate { Some(moves) } else { None };
        self.fewest.is_some() == (asked.shortest.is_some() && found.is_some())
            && self.fewest.zip(found).is_none_or(|(fewest, found)| fewest.is_sound(found))
            && self.bases.is_some() == asked.bases
            && self.bases.is_none_or(Bases::is_sound)
            && self.played.map(|played| played.by).unwrap_or_default() == asked.policies
    }
}

/// One deal of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Cells", into = "Cells")]
pub(crate) struct Row {
    /// The positions stored.
    pub(crate) stored: u32,
    /// The available cards that can be moved.
    pub(crate) playable: u32,
    /// The available cards that can be built onto another.
    pub(crate) buildable: u32,
    /// The verdict.
    pub(crate) fate: Fate,
    /// What else was asked for.
    pub(crate) extra: Extra,
}

/// A row as it is written: a list, without its last part where nothing else was asked for.
#[derive(Serialize, Deserialize)]
struct Cells(u32, u32, u32, Fate, #[serde(default, skip_serializing_if = "Extra::is_none")] Extra);

/// The columns of `deals.csv`; `moves` is the length of the solution found, and empty if there is none.
pub(crate) fn columns(asked: Asked) -> Vec<&'static str> {
    let mut columns = vec!["index", "verdict", "stored", "moves", "playable", "buildable"];
    if asked.bases {
        columns.extend(["bases", "winning_bases", "undecided_bases"]);
    }
    columns.extend(asked.policies.iter().map(search::Policy::name));
    if asked.shortest.is_some() {
        columns.extend(["shortest", "lower", "upper", "shortest_stored"]);
    }
    columns
}

impl Row {
    /// What a solver said of a deal with so much to move.
    pub(crate) fn of<M>(solution: &Solution<M>, mobility: Mobility) -> Self {
        let fate = match &solution.verdict {
            Verdict::Winnable(moves) => Fate::Winnable(moves.len() as u32),
            Verdict::Unwinnable => Fate::Unwinnable,
            Verdict::Undecided(_) => Fate::Undecided,
        };
        let Mobility { playable, buildable } = mobility;
        Self { stored: solution.stored, playable, buildable, fate, extra: Extra::default() }
    }

    /// The cells of deal `index`, by [`columns`].
    pub(crate) fn cells(&self, index: u64, asked: Asked) -> Vec<String> {
        let (verdict, moves) = match self.fate {
            Fate::Winnable(moves) => ("winnable", moves.to_string()),
            Fate::Unwinnable => ("unwinnable", String::new()),
            Fate::Undecided => ("undecided", String::new()),
        };
        let mut cells = vec![index.to_string(), verdict.to_owned(), self.stored.to_string(), moves];
        cells.extend([self.playable, self.buildable].map(|count| count.to_string()));
        if let Some(bases) = self.extra.bases {
            cells.extend([bases.winning().to_string(), bases.winning_ranks(), bases.undecided_ranks()]);
        }
        if let Some(Played { by, won }) = self.extra.played {
            cells.extend(by.iter().map(|policy| if won.has(policy) { "won" } else { "lost" }.to_owned()));
        }
        if asked.shortest.is_some() {
            cells.extend(shortest::cells(self));
        }
        cells
    }
}

impl From<Cells> for Row {
    fn from(Cells(stored, playable, buildable, fate, extra): Cells) -> Self {
        Self { stored, playable, buildable, fate, extra }
    }
}

impl From<Row> for Cells {
    fn from(row: Row) -> Self {
        Self(row.stored, row.playable, row.buildable, row.fate, row.extra)
    }
}

/// Deals with the same verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Group {
    /// The positions that the solver stored.
    pub(crate) stored: Distribution,
    /// The available cards that can be moved.
    pub(crate) playable: Distribution,
    /// The available cards that can be built onto another.
    pub(crate) buildable: Distribution,
}

impl Group {
    /// The number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.stored.count()
    }

    fn add(&mut self, row: &Row) {
        self.stored.add(row.stored);
        self.playable.add(row.playable);
        self.buildable.add(row.buildable);
    }

    /// Adds the deals of `other`.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.stored.merge(&other.stored);
        self.playable.merge(&other.playable);
        self.buildable.merge(&other.buildable);
    }

    /// Says what does not fit together, if anything.
    fn check(&self, name: &str) -> Result<(), String> {
        for (what, counted) in [("playable", self.playable.count()), ("buildable", self.buildable.count())] {
            if counted != self.deals() {
                return Err(format!("{name}: {} deals, {counted} with a number of {what} cards", self.deals()));
            }
        }
        Ok(())
    }
}

/// Deals by verdict, with what there is to count of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Census {
    pub(crate) winnable: Group,
    pub(crate) unwinnable: Group,
    pub(crate) undecided: Group,
    /// The lengths in moves of the solutions found, automatic moves included.
    pub(crate) lengths: Distribution,
    /// With which bases deals can be won, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bases: Option<BaseCensus>,
    /// What policies win, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) policies: Option<PolicyCensus>,
    /// In how few moves deals can be won, if it was asked and some can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fewest: Option<FewestCensus>,
}

impl Census {
    /// Counts a deal.
    pub(crate) fn add(&mut self, row: &Row) {
        match row.fate {
            Fate::Winnable(moves) => {
                self.lengths.add(moves);
                self.winnable.add(row);
                if let Some(fewest) = row.extra.fewest {
                    self.fewest.get_or_insert_default().add(fewest, moves);
                }
            }
            Fate::Unwinnable => self.unwinnable.add(row),
            Fate::Undecided => self.undecided.add(row),
        }
        if let Some(bases) = row.extra.bases {
            self.bases.get_or_insert_default().add(bases);
        }
        if let Some(played) = row.extra.played {
            self.policies.get_or_insert_default().add(played, row);
        }
    }

    /// Adds the deals of `other`, which are none of these.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.winnable.merge(&other.winnable);
        self.unwinnable.merge(&other.unwinnable);
        self.undecided.merge(&other.undecided);
        self.lengths.merge(&other.lengths);
        if let Some(bases) = &other.bases {
            self.bases.get_or_insert_default().merge(bases);
        }
        if let Some(policies) = &other.policies {
            self.policies.get_or_insert_default().merge(policies);
        }
        if let Some(fewest) = &other.fewest {
            self.fewest.get_or_insert_default().merge(fewest);
        }
    }

    /// The number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.all().deals()
    }

    /// All deals as one group.
    pub(crate) fn all(&self) -> Group {
        let mut all = self.winnable.clone();
        all.merge(&self.unwinnable);
        all.merge(&self.undecided);
        all
    }

    /// Says what does not fit together, or with what was asked, if anything.
    pub(crate) fn check(&self, asked: Asked) -> Result<(), String> {
        let groups = [("winnable", &self.winnable), ("unwinnable", &self.unwinnable), ("undecided", &self.undecided)];
        groups.into_iter().try_for_each(|(name, group)| group.check(name))?;
        let (winnable, lengths) = (self.winnable.deals(), self.lengths.count());
        if winnable != lengths {
            return Err(format!("{winnable} winnable deals have {lengths} solutions"));
        }
        let has_fewest = asked.shortest.is_some() && winnable > 0;
        if self.bases.is_some() != asked.bases
            || self.policies.is_some() == asked.policies.is_empty()
            || self.fewest.is_some() != has_fewest
        {
            return Err("something was asked and not answered, or the other way round".to_owned());
        }
        self.bases.as_ref().map_or(Ok(()), |bases| bases.check(self.deals()))?;
        self.fewest.as_ref().map_or(Ok(()), |fewest| fewest.check(winnable))?;
        let most = winnable + self.undecided.deals();
        self.policies.as_ref().map_or(Ok(()), |policies| policies.check(asked.policies, most))
    }
}

/// The result of a block of deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Block {
    /// Every deal, in order.
    Rows(Vec<Row>),
    /// Their census.
    Census(Box<Census>),
}

impl Block {
    /// An empty block.
    pub(crate) fn new(rows: bool) -> Self {
        if rows { Self::Rows(Vec::new()) } else { Self::Census(Box::default()) }
    }

    /// Adds the next deal.
    pub(crate) fn add(&mut self, row: Row) {
        match self {
            Self::Rows(rows) => rows.push(row),
            Self::Census(census) => census.add(&row),
        }
    }

    /// Says what is wrong with the block, which should have so many deals, rows or no rows, and what was asked.
    pub(crate) fn check(&self, deals: u64, rows: bool, asked: Asked) -> Result<(), String> {
        let there = match self {
            Self::Rows(list) => {
                if !list.iter().all(|row| row.extra.answers(asked, row.fate)) {
                    return Err("a row does not answer what was asked".to_owned());
                }
                list.len() as u64
            }
            Self::Census(census) => {
                census.check(asked)?;
                census.deals()
            }
        };
        if there != deals {
            return Err(format!("{there} deals where {deals} are expected"));
        }
        if matches!(self, Self::Rows(_)) == rows { Ok(()) } else { Err("rows and census are mixed up".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use search::Policy;

    use super::policies::Wins;
    use super::*;

    const ASKED: [&str; 2] = ["", "greedy,lookahead"];

    /// Fifty deals; with everything asked for, or nothing.
    fn rows(asked: Asked) -> Vec<Row> {
        let fate = |n: u32| match n % 5 {
            0 => Fate::Winnable(60 + n),
            4 => Fate::Undecided,
            _ => Fate::Unwinnable,
        };
        let bases = |n: u32| {
            let mut bases = Bases::default();
            if n.is_multiple_of(5) {
                bases.add((n % 13) as u8, &Verdict::<()>::Winnable(Vec::new()));
            }
            bases
        };
        let played = |n: u32| {
            let won = asked.policies.iter().filter(|&policy| n.is_multiple_of(5 * (1 + policy as u32)));
            let mut played = Played { by: asked.policies, won: Policies::default() };
            won.for_each(|policy| played.won.insert(policy));
            played
        };
        let fewest = |n: u32| Fewest { lower: 55 + n / 2, upper: 55 + n, stored: n };
        let extra = |n| Extra {
            bases: asked.bases.then(|| bases(n)),
            played: (!asked.policies.is_empty()).then(|| played(n)),
            fewest: asked.shortest.filter(|_| n.is_multiple_of(5)).map(|_| fewest(n)),
        };
        let row = |n| Row { stored: n * n % 13, playable: n % 7, buildable: n % 3, fate: fate(n), extra: extra(n) };
        (0..50).map(row).collect()
    }

    fn asked() -> [Asked; 2] {
        ASKED.map(|policies| Asked {
            bases: !policies.is_empty(),
            policies: policies.parse().unwrap_or_default(),
            shortest: (!policies.is_empty()).then_some(1_000),
        })
    }

    fn census(rows: &[Row]) -> Census {
        let mut census = Census::default();
        for row in rows {
            census.add(row);
        }
        census
    }

    #[test]
    fn disjoint_parts_merge_into_the_whole_in_any_order() {
        for asked in asked() {
            let rows = rows(asked);
            let whole = census(&rows);
            for cut in [0, 1, 20, 50] {
                for order in [[&rows[..cut], &rows[cut..]], [&rows[cut..], &rows[..cut]]] {
                    let mut parts = Census::default();
                    for part in order {
                        parts.merge(&census(part));
                    }
                    assert_eq!(parts, whole, "cut at {cut}");
                }
            }
            let counts = [&whole.winnable, &whole.unwinnable, &whole.undecided].map(Group::deals);
            assert_eq!((counts, whole.deals(), whole.lengths.count()), ([10, 30, 10], 50, 10));
            assert_eq!(whole.bases.as_ref().map(BaseCensus::deals), asked.bases.then_some(50));
            let proved = whole.fewest.as_ref().map(|fewest| (fewest.proved.of(55), fewest.gaps.count()));
            assert_eq!(proved, asked.shortest.map(|_| (1, 9)));
            let wins = |policies: &PolicyCensus| [1, 2].map(|of| policies.of(Policy::ALL[of]).map(Wins::deals));
            let expected = asked.bases.then_some([Some(5), Some(4)]);
            assert_eq!(whole.policies.as_ref().map(wins), expected);
        }
    }

    #[test]
    fn blocks_are_read_back_as_they_were() {
        let [nothing, everything] = asked();
        for (asked, other) in [(nothing, everything), (everything, nothing)] {
            for with_rows in [true, false] {
                let mut block = Block::new(with_rows);
                for row in rows(asked) {
                    block.add(row);
                }
                let text = serde_json::to_string(&block).expect("JSON");
                assert_eq!(serde_json::from_str::<Block>(&text).expect("read back"), block);
                assert_eq!(block.check(50, with_rows, asked), Ok(()));
                assert!(block.check(51, with_rows, asked).expect_err("too few").contains("50 deals where 51"));
                assert!(block.check(50, !with_rows, asked).expect_err("the other kind").contains("mixed up"));
                assert!(block.check(50, with_rows, other).expect_err("not asked").contains("asked"));
            }
        }
    }

    #[test]
    fn what_is_not_asked_for_takes_no_room() {
        let [nothing, _] = asked();
        let row = serde_json::to_string(&rows(nothing)[5]).expect("JSON");
        assert_eq!(row, r#"[12,5,2,{"w":65}]"#);
        let census = serde_json::to_string(&census(&rows(nothing))).expect("JSON");
        assert!(!census.contains("bases") && !census.contains("policies") && !census.contains("fewest"), "{census}");
    }

    #[test]
    fn a_census_that_does_not_fit_together_is_found() {
        let [_, everything] = asked();
        let refused = |spoil: &dyn Fn(&mut Census), reason: &str| {
            let mut census = census(&rows(everything));
            spoil(&mut census);
            let message = census.check(everything).expect_err(reason);
            assert!(message.contains(reason), "{message}");
        };
        refused(&|census| census.lengths.add(60), "10 winnable deals have 11");
        refused(&|census| census.undecided.playable.add(3), "undecided: 10 deals, 11 with a number of playable");
        refused(&|census| census.winnable.buildable.add(3), "winnable: 10 deals, 11 with a number of buildable");
        refused(&|census| census.bases = None, "asked and not answered");
        refused(&|census| census.fewest = None, "asked and not answered");
        refused(&|census| census.fewest.get_or_insert_default().gaps.add(1), "1 with a shortest line and 10 without");
        refused(&|census| census.bases.get_or_insert_default().undecided += 1, "50 deals, 51 with bases");
        let mut lacking = everything;
        lacking.policies.insert(Policy::Random);
        let message = census(&rows(everything)).check(lacking).expect_err("random did not play");
        assert!(
            message.contains("wins of \"greedy,lookahead\" where those of \"random,greedy,lookahead\""),
            "{message}"
        );
    }

    #[test]
    fn rows_have_a_cell_a_column() {
        let [nothing, everything] = asked();
        let row = |fate| Row { stored: 12, playable: 3, buildable: 2, fate, extra: Extra::default() };
        assert_eq!(row(Fate::Winnable(91)).cells(7, nothing), ["7", "winnable", "12", "91", "3", "2"]);
        assert_eq!(row(Fate::Undecided).cells(0, nothing), ["0", "undecided", "12", "", "3", "2"]);
        for asked in [nothing, everything] {
            assert!(rows(asked).iter().all(|row| row.cells(0, asked).len() == columns(asked).len()));
        }
        assert_eq!(rows(everything)[5].cells(0, everything)[6..11], ["1", "6", "", "lost", "lost"]);
        assert_eq!(rows(everything)[5].cells(0, everything)[11..], ["", "57", "60", "5"]);
        assert_eq!(rows(everything)[6].cells(0, everything)[11..], [""; 4]);
        assert_eq!(columns(everything)[6..11], ["bases", "winning_bases", "undecided_bases", "greedy", "lookahead"]);
        assert_eq!(columns(everything)[11..], ["shortest", "lower", "upper", "shortest_stored"]);
    }
}
