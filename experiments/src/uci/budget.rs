//! How far a search may go: from the words of `go` to the limits of a search.

use std::time::Duration;

use engine::Side;
use search::Limits;

use super::command::Go;

/// The depth to which a move without an alternative is searched where a clock runs: enough for a score and a guess at the
/// answer.
const FORCED_DEPTH: u32 = 6;

/// The limits of one search, and what they become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// From the start.
    pub(super) limits: Limits,
    /// The times that `ponderhit` sets.
    pub(super) on_hit: Limits,
    /// Who must speak before the answer is given.
    pub(super) hold: Hold,
    /// Whether a clock runs, so that a move without an alternative is to be played at once.
    pub(super) is_hurried: bool,
}

/// What the answer of a search waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Nothing but the end of the search.
    Nothing,
    /// `stop`.
    Stop,
    /// `stop` or `ponderhit`.
    PonderHit,
}

impl Budget {
    /// What `go` allows the side to move, with `overhead` lost between the clock and the engine.
    pub(super) fn of(go: &Go, side: Side, overhead: Duration) -> Self {
        let depth = match (go.depth, go.mate) {
            (depth, Some(moves)) => Some(moves.saturating_mul(2).saturating_sub(1).min(depth.unwrap_or(u32::MAX))),
            (depth, None) => depth,
        };
        let depth = depth.map(|depth| depth.clamp(1, search::limits::MAX_DEPTH));
        let steady = Limits { depth, nodes: go.nodes, ..Limits::NONE };
        let timed =
            if go.is_infinite { steady } else { Limits { depth, nodes: go.nodes, ..times(go, side, overhead) } };
        let hold = match () {
            () if go.is_ponder => Hold::PonderHit,
            () if go.is_infinite || timed == Limits::NONE => Hold::Stop,
            () => Hold::Nothing,
        };
        let limits = if hold == Hold::PonderHit { steady } else { timed };
        let is_hurried = timed.soft_time.is_some();
        Self { limits, on_hit: timed, hold, is_hurried }
    }

    /// Whether there is time to wait for tables of endings: where depth or nodes are limited and no clock runs, before
    /// `ponderhit` or after. Without any limit the search may still be told to stop, and must then answer.
    pub(super) fn waits_for_tables(self) -> bool {
        self.on_hit.is_reproducible() && (self.on_hit.depth.is_some() || self.on_hit.nodes.is_some())
    }

    /// The same for a move without an alternative: where a clock runs, it is not thought about.
    pub(super) fn of_forced(self) -> Self {
        if !self.is_hurried || self.hold != Hold::Nothing {
            return self;
        }
        let depth = Some(self.limits.depth.unwrap_or(FORCED_DEPTH).min(FORCED_DEPTH));
        Self { limits: Limits { depth, ..self.limits }, ..self }
    }
}

/// The limits in time.
fn times(go: &Go, side: Side, overhead: Duration) -> Limits {
    let increment = go.increments[side.index()];
    let clock =
        go.clocks[side.index()].map_or(Limits::NONE, |left| clock(left, increment, go.moves_to_control, overhead));
    let fixed = go.move_time.map(|time| time.saturating_sub(overhead).max(Duration::from_millis(1)));
    match (clock.time, fixed) {
        (Some(hard), Some(fixed)) => Limits { time: Some(hard.min(fixed)), ..clock },
        (None, fixed) => Limits { time: fixed, ..clock },
        (Some(_), None) => clock,
    }
}

/// What a clock allows. Each move to come costs the overhead as well: it comes out of its increment, and what is short
/// of that out of what is left now, but for a sixteenth: even a move without thought takes a moment.
fn clock(left: Duration, increment: Duration, moves_to_control: Option<u32>, overhead: Duration) -> Limits {
    const MOVES: u32 = 30;
    let left = left.saturating_sub(overhead);
    let further = moves_to_control.map_or(MOVES, |moves| moves.min(MOVES)) - 1;
    let spare = left.saturating_sub(overhead.saturating_sub(increment) * further).max(left / 16);
    Limits::of_clock(spare, increment.saturating_sub(overhead), moves_to_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn budget(go: &Go) -> Budget {
        Budget::of(go, Side::Second, ms(10))
    }

    #[test]
    fn a_clock_is_that_of_the_side_to_move_and_both_lose_the_overhead() {
        let go = Go { clocks: [Some(ms(5)), Some(ms(1010))], increments: [ms(9), ms(20)], ..Go::default() };
        let expected = Limits::of_clock(ms(1000), ms(10), None);
        let Budget { limits, hold, is_hurried, .. } = budget(&go);
        assert_eq!((limits, hold, is_hurried), (expected, Hold::Nothing, true));
        let spent = Go { clocks: [None, Some(ms(3))], ..Go::default() };
        assert_eq!(budget(&spent).limits.time, Some(Duration::ZERO));
    }

    #[test]
    fn the_overhead_of_the_moves_to_come_is_kept_aside() {
        let limits = |left, increment, moves_to_control| clock(ms(left), ms(increment), moves_to_control, ms(10));
        assert_eq!(limits(1010, 0, None), Limits::of_clock(ms(710), ms(0), None));
        assert_eq!(limits(1010, 4, Some(11)), Limits::of_clock(ms(940), ms(0), Some(11)));
        assert_eq!(limits(1010, 0, Some(1)), Limits::of_clock(ms(1000), ms(0), Some(1)));
        assert_eq!(limits(170, 0, None), Limits::of_clock(ms(10), ms(0), None), "a little is used all the same");
    }

    #[test]
    fn no_clock_asks_for_more_than_is_left() {
        for left in [1, 11, 20, 50, 100, 1000, 60_000] {
            for (increment, moves_to_control) in [(0, None), (10_000, None), (0, Some(1)), (100, Some(40))] {
                let go = Go {
                    clocks: [None, Some(ms(left))],
                    increments: [ms(increment); 2],
                    moves_to_control,
                    ..Go::default()
                };
                let time = budget(&go).limits.time.expect("a clock limits the time");
                assert!(time <= ms(left).saturating_sub(ms(10)), "{time:?} of {left} ms + {increment} ms");
            }
        }
    }

    #[test]
    fn the_shortest_of_several_times_counts() {
        let go = Go { clocks: [None, Some(ms(60_000))], move_time: Some(ms(110)), ..Go::default() };
        assert_eq!(budget(&go).limits.time, Some(ms(100)));
        let blink = Go { move_time: Some(ms(3)), ..Go::default() };
        assert_eq!((budget(&blink).limits.time, budget(&blink).is_hurried), (Some(ms(1)), false));
    }

    #[test]
    fn without_a_limit_it_is_infinite() {
        assert_eq!(budget(&Go::default()).hold, Hold::Stop);
        // The rival's clock alone says nothing.
        assert_eq!(budget(&Go { clocks: [Some(ms(100)), None], ..Go::default() }).hold, Hold::Stop);
        let deep = Go { is_infinite: true, depth: Some(3), clocks: [None, Some(ms(100))], ..Go::default() };
        assert_eq!((budget(&deep).limits, budget(&deep).hold), (Limits::depth(3), Hold::Stop));
    }

    #[test]
    fn pondering_has_no_time_until_the_hit() {
        let go = Go { is_ponder: true, clocks: [None, Some(ms(1010))], nodes: Some(7), ..Go::default() };
        let budget = budget(&go);
        assert_eq!((budget.limits, budget.hold), (Limits::nodes(7), Hold::PonderHit));
        assert_eq!(budget.on_hit.time, Limits::of_clock(ms(710), ms(0), None).time);
        assert_eq!(budget.of_forced(), budget, "the opponent's time costs nothing");
    }

    #[test]
    fn depths_are_those_there_are_and_a_mate_takes_two_plies_a_move() {
        for (depth, mate, expected) in [
            (Some(0), None, 1),
            (Some(1000), None, 127),
            (None, Some(1), 1),
            (None, Some(3), 5),
            (Some(2), Some(3), 2),
            (None, Some(u32::MAX), 127),
        ] {
            assert_eq!(budget(&Go { depth, mate, ..Go::default() }).limits.depth, Some(expected));
        }
    }

    #[test]
    fn a_forced_move_is_searched_less_deep_where_a_clock_runs() {
        let hurried = Go { clocks: [None, Some(ms(1010))], ..Go::default() };
        assert_eq!(budget(&hurried).of_forced().limits.depth, Some(FORCED_DEPTH));
        assert_eq!(budget(&Go { depth: Some(20), ..Go::default() }).of_forced().limits, Limits::depth(20));
    }

    #[test]
    fn tables_of_endings_are_waited_for_only_where_no_clock_runs() {
        let clock = Go { clocks: [Some(ms(50)); 2], ..Go::default() };
        let nodes = Go { nodes: Some(9), ..Go::default() };
        for (go, waits) in [
            (Go { depth: Some(5), ..Go::default() }, true),
            (nodes.clone(), true),
            (Go::default(), false),
            (clock.clone(), false),
            (Go { clocks: clock.clocks, ..nodes }, false),
            (Go { is_ponder: true, depth: Some(5), ..clock }, false),
        ] {
            // A move without an alternative is searched to a fixed depth, but it is the clock that it hurries for.
            for budget in [budget(&go), budget(&go).of_forced()] {
                assert_eq!(budget.waits_for_tables(), waits, "{go:?}");
            }
        }
    }
}
