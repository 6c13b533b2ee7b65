//! `fort solve`: proofs.
//!
//! A deal of a solitaire is proved winnable, with the moves, or unwinnable: [`deals`] has the ways to give deals,
//! [`verdicts`] what is said of them, [`explain`] how to win them, in words, and [`shortest`] the fewest moves. A
//! two-player game that can be solved outright is, from its end back: the whole game in figures, or positions with
//! their best moves ([`tables`]); of chess the [`endings`] with few men are, of checkers the [`endgames`] with few
//! pieces. Of FORTE wins are searched for and written out as [`proofs`].

mod deals;
pub(crate) mod endgames;
mod ending_arguments;
pub(crate) mod endings;
pub(crate) mod exact;
mod explain;
pub(crate) mod proofs;
mod proved_moves;
mod shortest;
mod tables;
mod verdicts;

use engine::{Deterministic, Game, GameId, Registered};
use search::Sensed;
use solvers::{Limit, Solvable};

use crate::cli::Global;
use crate::failure::Failure;
use crate::output::Output;
use crate::registry::{Solved, Visitor, visit};
use crate::start::GameArguments;

pub(crate) use explain::Told;
pub(crate) use verdicts::{Tools, replayed};

use self::deals::Source;
use self::ending_arguments::EndingArguments;
pub(crate) use self::ending_arguments::EndingTask;
use self::proofs::ProofArguments;
pub(crate) use self::proofs::ProofTask;
use self::tables::Asked;

const EXAMPLES: &str = "\
Examples:
  fort solve fortress --deal 3                 deal 3 of seed 1, with its winning moves
  fort solve chessboard --deal 0..100 --json   a JSON line a deal, with the moves
  fort solve fortress --deal 22 --shortest     the fewest moves that win it, proved
  fort solve fortress --deal 3 --explain       the same, told for a person at a table
  fort solve fortress --file deals.txt         a deal a line; # begins a comment
  fort show fortress --json | jq -r .position | fort solve fortress --text -
  fort solve force3 --rules ban=none
  fort solve force3 --position 'x../._./... o -'   a value, and where each move leads
  fort solve force3 --all                      all rule variants
  fort solve forte                             who wins a joust, with a strategy that is verified
  fort solve forte --rules a=7,b=5 --plies 13
  fort solve forte --moves --plies 11          what each first move is worth
  fort solve chess --men 3                     all endings of three men in figures
  fort solve chess --position '8/8/8/8/8/2k5/1R6/K7 w - -'
  fort solve checkers --pieces 5 --out tables      endgames in figures, kept in a directory
  fort solve checkers --tables tables --position B:WK16,K21:B1,3,20";

/// The most positions that a solver may be told to store: about 800 MB a thread.
pub(crate) const MOST_STORED: i64 = 16_000_000;

/// Prove deals winnable or lost, or a game won, lost or drawn
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The position or deal, in the game's text form; `-` reads it from standard input
    #[arg(long, value_name = "TEXT", visible_alias = "text")]
    position: Option<String>,
    /// A deal or position a line; `-` reads standard input, `#` begins a comment line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<String>,
    #[command(flatten)]
    solitaire: SolitaireArguments,
    #[command(flatten)]
    endings: EndingArguments,
    #[command(flatten)]
    proofs: ProofArguments,
    /// FORCE 3: solve every rule variant; FORTE: every joust of a tournament
    #[arg(long, conflicts_with_all = ["position", "file", "rules"])]
    all: bool,
}

/// What only solitaires understand.
#[derive(Debug, clap::Args)]
struct SolitaireArguments {
    /// Solitaires: deal I of the seed, counted from 0, or the deals A <= i < B [default: 0]
    #[arg(long, value_name = "I|A..B", value_parser = crate::ranges::one_or_range,
        allow_hyphen_values = true, conflicts_with_all = ["position", "file"])]
    deal: Option<std::ops::Range<u64>>,
    /// Solitaires: the master seed of the deals [default: 1]
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, conflicts_with_all = ["position", "file"])]
    seed: Option<u64>,
    /// Solitaires: positions stored for one deal before it is given up [default: 400000; for --shortest 4000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_STORED))]
    limit: Option<u32>,
    /// Solitaires: find the shortest line that wins and prove it shortest, or say between what bounds it is
    #[arg(long, conflicts_with = "raw")]
    shortest: bool,
    /// Solitaires: search plainly, without pruning or order, and count the distinct positions
    #[arg(long)]
    raw: bool,
    /// Solitaires: tell the solution step by step, for a person at a table
    #[arg(long)]
    explain: bool,
}

impl SolitaireArguments {
    /// The first option that was given, if any.
    fn given(&self) -> Option<&'static str> {
        [
            ("--deal", self.deal.is_some()),
            ("--seed", self.seed.is_some()),
            ("--limit", self.limit.is_some()),
            ("--shortest", self.shortest),
            ("--raw", self.raw),
            ("--explain", self.explain),
        ]
        .into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The limit that was given, or else `default`.
    fn limit(&self, default: Limit) -> Limit {
        self.limit.map_or(default, |positions| Limit { positions })
    }
}

/// Solves what was asked for and prints what is found, deal by deal.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    visit(arguments.game.game, Solve { arguments, global, output })
}

struct Solve<'a> {
    arguments: &'a Arguments,
    global: Global,
    output: &'a mut Output,
}

impl Visitor for Solve<'_> {
    type Output = Result<(), Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        let Self { arguments, global, output } = self;
        if !can_be_solved::<G>() {
            return Err(unsolvable::<G>("no table of all its positions fits"));
        }
        if let Some(option) = arguments.solitaire.given() {
            return Err(Failure::input(format_args!("{option}: {} is a two-player game, not dealt", G::ID)));
        }
        if let Some(prove) = G::PROVE {
            if let Some(option) = arguments.endings.given() {
                return Err(Failure::input(format_args!(
                    "{option}: {} has no tables; its options are --plies, --tree, --nodes, --least-nodes, --moves",
                    G::ID
                )));
            }
            return prove(ProofTask::new(arguments, global, output)?);
        }
        if let Some(option) = arguments.proofs.given() {
            return Err(Failure::input(format_args!("{option}: {} is solved by tables, to any length", G::ID)));
        }
        if let Some(endings) = G::ENDINGS {
            if arguments.all {
                let extent = endings.extent;
                return Err(Failure::input(format_args!("--all: of {} only endings are solved: {extent}", G::ID)));
            }
            return (endings.solve)(EndingTask::new(arguments, endings.extent, global, output)?);
        }
        if let Some(option) = arguments.endings.given() {
            return Err(Failure::input(format_args!("{option}: {} is solved whole, without endings", G::ID)));
        }
        if arguments.all {
            return tables::every_variant::<G>(global, output);
        }
        let rules = arguments.game.rules::<G>()?;
        match Asked::<G>::read(arguments, &rules)? {
            Some(asked) => tables::positions::<G>(&rules, &asked, output),
            None => tables::game::<G>(&rules, output),
        }
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        Err(unsolvable::<G>("it has chance"))
    }

    fn puzzle<P: Registered + Solvable + Told>(self) -> Self::Output {
        let Self { arguments, global, output } = self;
        if arguments.all {
            return Err(Failure::input(format_args!("--all: {} is a solitaire; its deals are solved", P::ID)));
        }
        if let Some(option) = arguments.endings.given().or(arguments.proofs.given()) {
            return Err(Failure::input(format_args!("{option}: {} is a solitaire; its deals are solved", P::ID)));
        }
        if arguments.solitaire.shortest
            && let Some(why) = P::shortest_refused(&arguments.game.rules::<P>()?)
        {
            return Err(Failure::input(format_args!("--shortest: {why}")));
        }
        let source = Source::<P>::new(arguments)?;
        verdicts::solve(&source, &arguments.solitaire, global, output)
    }
}

/// Whether all or some positions of a game are solved.
fn can_be_solved<G: Solved>() -> bool {
    G::ENDINGS.is_some() || G::PROVE.is_some() || !G::variants().is_empty()
}

fn unsolvable<G: Registered>(why: &str) -> Failure {
    let there: Vec<_> = GameId::ALL.iter().filter(|&&id| visit(id, CanBeSolved)).map(|id| id.name()).collect();
    Failure::input(format_args!("{} cannot be solved: {why}; what can be: {}", G::ID, there.join(" ")))
}

/// Whether there is something for this command to do with a game.
struct CanBeSolved;

impl Visitor for CanBeSolved {
    type Output = bool;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> bool {
        can_be_solved::<G>()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> bool {
        false
    }

    fn puzzle<P: Registered + Solvable>(self) -> bool {
        true
    }
}
