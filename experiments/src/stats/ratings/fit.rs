//! The ratings of a group of players that fit their results best, and how sure they are.
//!
//! With the expected score E of a meeting of n games, of which the first player scored the share S, the likelihood's slope is the sum of
//! n (S - E) over a player's meetings, and its curvature a matrix A with n E (1 - E). It is concave, and its maximum is found by Newton's
//! method. The variance of the ratings is the sandwich A+ B A+ (Huber 1967, White 1982): B has for each meeting the squares of
//! the actual results' distances from E instead of n E (1 - E), those of whole pairs where all games have theirs. So draws make errors
//! smaller, and whatever games of a pair have in common has its effect. For two players it is the error of the mean score.

use nalgebra::{Cholesky, DMatrix, DVector};

use super::Meeting;
use crate::stats::Results;

/// Ratings as natural logarithms, with mean 0, and their covariance.
pub(super) struct Fit {
    pub(super) ratings: DVector<f64>,
    pub(super) covariance: DMatrix<f64>,
}

/// The expected score if the ratings differ by so much.
pub(super) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// A meeting of two players of the group, by their places.
struct Local<'a> {
    places: [usize; 2],
    meeting: &'a Meeting,
}

impl Local<'_> {
    fn expected(&self, ratings: &DVector<f64>) -> f64 {
        let [one, other] = self.places;
        expected(ratings[one] - ratings[other])
    }

    /// Adds `value` where players meet themselves, and subtracts it where they meet each other.
    fn add(&self, value: f64, matrix: &mut DMatrix<f64>) {
        let [one, other] = self.places;
        matrix[(one, one)] += value;
        matrix[(other, other)] += value;
        matrix[(one, other)] -= value;
        matrix[(other, one)] -= value;
    }
}

impl Fit {
    /// Fits the meetings among `members`, who reach each other.
    pub(super) fn of(members: &[usize], meetings: &[Meeting]) -> Self {
        let place = |player: usize| members.iter().position(|&member| member == player);
        let local = |meeting| {
            let &Meeting { players: [one, other], .. } = meeting;
            Some(Local { places: [place(one)?, place(other)?], meeting })
        };
        let meetings: Vec<Local<'_>> = meetings.iter().filter_map(local).collect();
        let ratings = best(members.len(), &meetings);
        let inverse = curvature(&ratings, &meetings).inverse();
        let covariance = &inverse * spread(&ratings, &meetings) * &inverse;
        Self { ratings, covariance }
    }

    /// The difference of two places' ratings, and its standard error.
    pub(super) fn difference(&self, one: usize, other: usize) -> (f64, f64) {
        let of = |one, other| self.covariance[(one, other)];
        let variance = of(one, one) + of(other, other) - of(one, other) - of(other, one);
        (self.ratings[one] - self.ratings[other], variance.max(0.0).sqrt())
    }
}

/// The maximum, by Newton's method with steps that are shortened until they help.
fn best(count: usize, meetings: &[Local<'_>]) -> DVector<f64> {
    const ROUNDS: usize = 200;
    let mut ratings = DVector::zeros(count);
    let mut likelihood = log_likelihood(&ratings, meetings);
    for _ in 0..ROUNDS {
        let mut step = curvature(&ratings, meetings).solve(&slope(&ratings, meetings));
        // A unit is 174 Elo; farther away the curvature tells nothing.
        let longest = step.amax();
        if longest > 1.0 {
            step /= longest;
        }
        let mut next = &ratings + &step;
        let mut reached = log_likelihood(&next, meetings);
        while reached < likelihood && step.amax() > 1e-12 {
            step /= 2.0;
            next = &ratings + &step;
            reached = log_likelihood(&next, meetings);
        }
        // Rounding errors, whose sum would grow.
        next.add_scalar_mut(-next.mean());
        (ratings, likelihood) = (next, reached);
        if step.amax() <= 1e-12 {
            break;
        }
    }
    ratings
}

fn log_likelihood(ratings: &DVector<f64>, meetings: &[Local<'_>]) -> f64 {
    let of_meeting = |local: &Local<'_>| {
        let expected = local.expected(ratings);
        let [won, lost] = local.meeting.points();
        // Where nothing was scored it does not matter that it was not expected.
        let term = |points: f64, expected: f64| if points > 0.0 { points * expected.ln() } else { 0.0 };
        term(won, expected) + term(lost, 1.0 - expected)
    };
    meetings.iter().map(of_meeting).sum()
}

fn slope(ratings: &DVector<f64>, meetings: &[Local<'_>]) -> DVector<f64> {
    let mut slope = DVector::zeros(ratings.len());
    for local in meetings {
        let [one, other] = local.places;
        let [won, _] = local.meeting.points();
        let surplus = won - local.meeting.results.games() as f64 * local.expected(ratings);
        slope[one] += surplus;
        slope[other] -= surplus;
    }
    slope
}

/// The curvature, downwards. To add the same to all ratings changes nothing, so something is added in that direction, which
/// makes the matrix positive definite and leaves differences alone.
fn curvature(ratings: &DVector<f64>, meetings: &[Local<'_>]) -> Cholesky<f64, nalgebra::Dyn> {
    let count = ratings.len();
    let mut matrix = DMatrix::zeros(count, count);
    for local in meetings {
        let expected = local.expected(ratings);
        local.add(local.meeting.results.games() as f64 * expected * (1.0 - expected), &mut matrix);
    }
    let mean = (matrix.trace() / count as f64).max(f64::MIN_POSITIVE.sqrt());
    matrix.add_scalar_mut(if count > 1 { mean / count as f64 } else { 1.0 });
    Cholesky::new(matrix).expect("meetings that link all players leave no direction without curvature")
}

/// The sum of squared distances of the results from what is expected.
fn spread(ratings: &DVector<f64>, meetings: &[Local<'_>]) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(ratings.len(), ratings.len());
    for local in meetings {
        let expected = local.expected(ratings);
        let Meeting { results, pairs, .. } = *local.meeting;
        let squares = if local.meeting.is_paired() { squares(pairs, expected) } else { squares(results, expected) };
        local.add(squares, &mut matrix);
    }
    matrix
}

fn squares<R: Results>(results: R, expected: f64) -> f64 {
    let square = |&(score, count): &(f64, u64)| count as f64 * (R::UNIT.games() * (score - expected)).powi(2);
    results.by_score().as_ref().iter().map(square).sum()
}
