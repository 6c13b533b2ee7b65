//! Iterative deepening: one ply more each time, so that a search can be stopped at any moment and each iteration
//! orders the moves of the next.

use engine::{Game, Score};

use crate::limits::{Stop, Stopped};
use crate::parallel::Plan;

/// A search that can be repeated with growing depth: what [`deepen`] drives.
pub trait Iterate<G: Game> {
    /// Whether forced wins carry their distance, so that a proven result within the depth searched is final.
    const HAS_DISTANCES: bool;

    /// Searches the root `depth` plies deep within the window: the value is exact inside it, else a bound.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached before the end.
    fn iterate(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped>;

    /// The principal variation of the last iteration; at least its first move after a value inside the window.
    fn line(&self) -> &[G::Move];

    /// The best root move of an iteration that was stopped, if one had raised alpha by then.
    fn raised(&self) -> Option<(G::Move, Score)>;

    /// Leaves these moves out at the root: better lines begin with them.
    fn leave_out(&mut self, _taken: &[G::Move]) {}

    /// Nodes so far.
    fn nodes(&mut self) -> u64;

    /// The farthest ply it has been to, where it keeps count.
    fn deepest(&self) -> u32 {
        0
    }

    /// Whether iterations start with a narrow window.
    fn uses_aspiration(&self) -> bool;

    /// Half the first window's width.
    fn window(&self) -> i32;
}

/// A line of moves and its score.
pub type Line<M> = (Vec<M>, Score);

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The principal variation; its first move is the choice. Never empty for a position with moves.
    pub line: Vec<M>,
    /// The value for the side to move.
    pub score: Score,
    /// The deepest iteration that was finished, in plies; 0 if none was.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The farthest ply from the root that was looked at, quiescence included.
    pub deepest: u32,
    /// Where more than one line was asked for: the others, best first, with their scores.
    pub others: Vec<Line<M>>,
}

/// What to tell while a search goes on: called after each finished iteration.
pub type Progress<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// Deepens from `first` on until a limit is reached or the value is proved, telling `progress` of each iteration.
///
/// `fallback` is the move to play if not even the first move of the first iteration was finished.
pub fn deepen<G: Game, I: Iterate<G>>(
    search: &mut I,
    plan: &Plan,
    (first, stop): (u32, &Stop),
    fallback: G::Move,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let mut report =
        Report { line: vec![fallback], score: Score::DRAW, depth: 0, nodes: 0, deepest: 0, others: Vec::new() };
    let mut firmness = Firmness::default();
    for depth in first..=plan.limits.last_depth() {
        search.leave_out(&[]);
        let Ok(score) = iterate_around(search, depth, report.depth, report.score) else {
            if let Some((mv, score)) = search.raised()
                && (report.depth == 0 || mv != report.line[0])
            {
                report.line = vec![mv];
                report.score = score;
            }
            break;
        };
        let line = search.line().to_vec();
        let Ok(others) = other_lines(search, depth, &line, plan.lines, &report.others) else {
            (report.line, report.score) = (line, score);
            break;
        };
        firmness.note(line[0] == report.line[0], score - report.score.0, search.window());
        report = Report { line, score, depth, nodes: search.nodes(), deepest: search.deepest(), others };
        progress(&report);
        if is_final::<G, I>(score, depth) && plan.lines == 1 || stop.is_enough(report.nodes, firmness.patience()) {
            break;
        }
    }
    report.nodes = search.nodes();
    report
}

/// The best lines with other first moves than `best`, up to so many lines in all, by one search each.
fn other_lines<G: Game, I: Iterate<G>>(
    search: &mut I,
    depth: u32,
    best: &[G::Move],
    lines: usize,
    last: &[Line<G::Move>],
) -> Result<Vec<Line<G::Move>>, Stopped> {
    let mut others = Vec::new();
    let mut taken = vec![best[0]];
    for number in 1..lines {
        search.leave_out(&taken);
        let last = last.get(number - 1).map_or((0, Score::DRAW), |&(_, score)| (depth - 1, score));
        let score = iterate_around(search, depth, last.0, last.1)?;
        let Some(&mv) = search.line().first() else { break };
        taken.push(mv);
        others.push((search.line().to_vec(), score));
    }
    others.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
    Ok(others)
}

/// How firmly the choice stands: how long it has been the same, and whether its value falls.
#[derive(Default)]
struct Firmness {
    iterations: u32,
    is_falling: bool,
}

impl Firmness {
    fn note(&mut self, is_same: bool, rise: Score, unit: i32) {
        self.iterations = if is_same { self.iterations + 1 } else { 0 };
        self.is_falling = rise.0 < -unit;
    }

    /// What share of the soft time to take.
    fn patience(&self) -> f64 {
        let by_firmness = [1.6, 1.3, 1.1, 0.95, 0.85, 0.75, 0.7][self.iterations.min(6) as usize];
        if self.is_falling { by_firmness * 1.4 } else { by_firmness }
    }
}

/// One iteration, with a narrow window around the last score that opens on the side where it fails.
fn iterate_around<G: Game, I: Iterate<G>>(
    search: &mut I,
    depth: u32,
    last_depth: u32,
    last_score: Score,
) -> Result<Score, Stopped> {
    let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
    let mut width = search.window();
    if search.uses_aspiration() && last_depth > 0 && width > 0 && !last_score.is_decided() {
        (alpha, beta) = (last_score - width, last_score + width);
    }
    loop {
        let score = search.iterate(depth, alpha, beta)?;
        width = width.saturating_mul(4);
        if score <= alpha && alpha > -Score::INFINITE {
            alpha = opened(score - width, -Score::INFINITE);
        } else if score >= beta && beta < Score::INFINITE {
            beta = opened(score + width, Score::INFINITE);
        } else {
            return Ok(score);
        }
    }
}

/// A new edge of the window: beyond the range of static values there is no point in going by steps.
fn opened(edge: Score, end: Score) -> Score {
    if edge.is_decided() { end } else { edge }
}

/// Whether a deeper iteration cannot change the value.
fn is_final<G: Game, I: Iterate<G>>(score: Score, depth: u32) -> bool {
    if I::HAS_DISTANCES {
        G::MAX_POINTS == 1 && score.plies().is_some_and(|plies| plies <= depth)
    } else {
        score.0.abs() == i32::from(G::MAX_POINTS) * Score::POINT
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use engine::games::force3::{Force3, Move, Options};
    use engine::{MoveList, Position};

    use super::*;
    use crate::Limits;

    /// A search that goes by a script: the value of each depth, and where it is stopped.
    pub(crate) struct Script {
        values: Vec<Score>,
        stopped_at: u32,
        raised: Option<(Move, Score)>,
        pub(crate) line: Vec<Move>,
        windows: Vec<(u32, Score, Score)>,
    }

    impl Iterate<Force3> for Script {
        const HAS_DISTANCES: bool = true;

        fn iterate(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
            self.windows.push((depth, alpha, beta));
            if depth == self.stopped_at { Err(Stopped) } else { Ok(self.values[depth as usize - 1]) }
        }

        fn line(&self) -> &[Move] {
            &self.line
        }

        fn raised(&self) -> Option<(Move, Score)> {
            self.raised
        }

        fn nodes(&mut self) -> u64 {
            self.windows.len() as u64
        }

        fn uses_aspiration(&self) -> bool {
            true
        }

        fn window(&self) -> i32 {
            100
        }
    }

    pub(crate) fn moves() -> MoveList<Move> {
        let mut list = MoveList::new();
        Force3::start(&Options::default()).moves(&mut list);
        list
    }

    pub(crate) fn script(values: &[i32], stopped_at: u32) -> Script {
        let values = values.iter().map(|&value| Score(value)).collect();
        Script { values, stopped_at, raised: None, line: vec![moves()[1]], windows: Vec::new() }
    }

    fn run(script: &mut Script) -> Report<Move> {
        let plan = Plan::new(Limits::default());
        deepen(script, &plan, (1, &Stop::new(&plan.limits)), moves()[0], &mut |_| {})
    }

    #[test]
    fn a_stopped_iteration_counts_if_it_found_a_better_move() {
        let list = moves();
        let stopped = |raised| run(&mut Script { raised, ..script(&[30, 20], 3) });
        let report = stopped(None);
        assert_eq!((report.line, report.score, report.depth), (vec![list[1]], Score(20), 2));
        let report = stopped(Some((list[2], Score(25))));
        assert_eq!((report.line, report.score, report.depth), (vec![list[2]], Score(25), 2));
        let report = stopped(Some((list[1], Score(15))));
        assert_eq!((report.line, report.score), (vec![list[1]], Score(20)), "the same move, of which less is known");
    }

    #[test]
    fn before_the_first_iteration_any_move_is_better_than_none() {
        let list = moves();
        assert_eq!(run(&mut script(&[], 1)).line, [list[0]]);
        let report = run(&mut Script { raised: Some((list[2], Score(5))), ..script(&[], 1) });
        assert_eq!((report.line, report.score, report.depth), (vec![list[2]], Score(5), 0));
    }

    #[test]
    fn a_result_within_the_depth_is_final_and_a_farther_one_is_not() {
        let win = Score::win_in(3).0;
        let report = run(&mut script(&[10, win, win, 99], 5));
        assert_eq!((report.score, report.depth), (Score::win_in(3), 3));
    }

    #[test]
    fn the_window_opens_on_the_side_where_it_fails() {
        let mut script = script(&[10, 400, -3000], 4);
        assert_eq!(run(&mut script).score, Score(-3000));
        let infinite = Score::INFINITE;
        let score = Score;
        let expected = [
            (1, -infinite, infinite),
            (2, score(-90), score(110)),
            (2, score(-90), score(800)),
            (3, score(300), score(500)),
            (3, score(-3400), score(500)),
        ];
        assert_eq!(script.windows[..5], expected);
    }
}
