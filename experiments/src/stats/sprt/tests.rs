//! The test against two other programs, and what must hold whatever was counted.

use super::*;
use crate::stats::{Pentanomial, Trinomial};

const REFERENCE: &str = include_str!("../../../../testdata/statistics/stats_reference.csv");

pub(super) fn design(elo0: f64, elo1: f64, model: Model) -> Design {
    Design { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(design(elo0, elo1, model)).expect("a design")
}

fn penta([two_losses, loss_and_draw, even, win_and_draw, two_wins]: [u64; 5]) -> Pentanomial {
    Pentanomial { two_losses, loss_and_draw, even, win_and_draw, two_wins }
}

#[test]
fn ratios_and_bounds_are_those_of_two_other_programs() {
    let mut rows = csv::Reader::from_reader(REFERENCE.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let mut checked = 0;
    for row in rows.records() {
        let row = row.expect("a row");
        let text = |name: &str| &row[header.iter().position(|column| column == name).expect("a column")];
        let count = |name: &str| text(name).parse::<u64>().expect("a count");
        let number = |name: &str| text(name).parse::<f64>().expect("a number");
        let model = match text("model") {
            "logistic" => Model::Logistic,
            "normalized" => Model::Normalized,
            _ => continue,
        };
        let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"].map(number);
        let sprt = Sprt::new(Design { elo0, elo1, alpha, beta, model }).expect("a design");
        let llr = match text("kind") {
            "tri" => sprt.llr(Trinomial { wins: count("c1"), draws: count("c2"), losses: count("c3") }),
            _ => sprt.llr(penta(["c1", "c2", "c3", "c4", "c5"].map(count))),
        };
        let is_either = ["fc_llr", "ft_llr"].iter().any(|name| (llr - number(name)).abs() <= 1e-3);
        assert!(is_either, "{}: {llr}, {} and {}", text("id"), text("fc_llr"), text("ft_llr"));
        let Bounds { lower, upper } = sprt.bounds();
        assert!((lower - number("lower_bound")).abs() < 1e-4 && (upper - number("upper_bound")).abs() < 1e-4);
        checked += 1;
    }
    assert_eq!(checked, 17);
}

#[test]
fn the_other_side_has_the_opposite_ratio() {
    for (model, counts) in [Model::Logistic, Model::Normalized].into_iter().flat_map(|model| {
        [[3, 40, 100, 60, 9], [0, 5, 20, 10, 0], [7, 0, 0, 0, 0], [0, 0, 4, 0, 0]].map(|counts| (model, counts))
    }) {
        let mut swapped = counts;
        swapped.reverse();
        let (own, other) = (sprt(-1.0, 6.0, model), sprt(-6.0, 1.0, model));
        let (one, two) = (own.llr(penta(counts)), other.llr(penta(swapped)));
        assert!((one + two).abs() < 1e-8 * one.abs().max(1.0), "{model:?} {counts:?}: {one} and {two}");
        let [losses, draws, wins, ..] = counts;
        let one = own.llr(Trinomial { wins, draws, losses });
        let two = other.llr(Trinomial { wins: losses, draws, losses: wins });
        assert!((one + two).abs() < 1e-8 * one.abs().max(1.0), "{model:?} {counts:?}: {one} and {two}");
    }
}

#[test]
fn even_results_are_halfway_between_opposite_hypotheses() {
    for model in [Model::Logistic, Model::Normalized] {
        for counts in [[5, 20, 90, 20, 5], [0, 1, 0, 1, 0], [0, 0, 1_000_000, 0, 0]] {
            let llr = sprt(-5.0, 5.0, model).llr(penta(counts));
            assert!(llr.abs() < 1e-7, "{model:?} {counts:?}: {llr}");
        }
    }
    // The score of 5 Elo, halfway between 0 and 10, and that of 10: a million games are 414 away, by 0.007193 squared.
    let games = Trinomial { wins: 507_194, draws: 0, losses: 492_806 };
    assert!(sprt(0.0, 10.0, Model::Logistic).llr(games).abs() < 0.2);
    let games = Trinomial { wins: 514_387, draws: 0, losses: 485_613 };
    assert!((sprt(0.0, 10.0, Model::Logistic).llr(games) - 414.0).abs() < 2.0);
}

#[test]
fn pairs_whose_games_are_independent_say_what_the_games_say() {
    // 0.3, 0.5 and 0.2 of wins, draws and losses, twice and independently: squares and products.
    let pairs = penta([40_000, 200_000, 370_000, 300_000, 90_000]);
    let games = Trinomial { wins: 600_000, draws: 1_000_000, losses: 400_000 };
    for model in [Model::Logistic, Model::Normalized] {
        let sprt = sprt(30.0, 36.0, model);
        let (of_pairs, of_games) = (sprt.llr(pairs), sprt.llr(games));
        assert!((of_pairs / of_games - 1.0).abs() < 0.02, "{model:?}: {of_pairs} and {of_games}");
    }
}

#[test]
fn any_counts_give_a_number() {
    const SOME: [u64; 4] = [0, 1, 7, 3_000_000];
    for model in [Model::Logistic, Model::Normalized] {
        for sprt in [sprt(0.0, 2.0, model), sprt(-model.most(), model.most(), model)] {
            for code in 0..4_usize.pow(5) {
                let counts = std::array::from_fn(|place| SOME[code / 4_usize.pow(place as u32) % 4]);
                let llr = sprt.llr(penta(counts));
                assert!(llr.is_finite(), "{model:?} {counts:?}");
            }
            assert!(sprt.llr(Pentanomial::default()).abs() < 1e-15 && sprt.llr(Trinomial::default()).abs() < 1e-15);
        }
    }
}

#[test]
fn verdicts_are_at_the_bounds() {
    let sprt = sprt(0.0, 5.0, Model::Normalized);
    let Bounds { lower, upper } = sprt.bounds();
    for (llr, verdict) in [
        (lower, Verdict::H0),
        (lower + 1e-9, Verdict::Continue),
        (0.0, Verdict::Continue),
        (upper - 1e-9, Verdict::Continue),
        (upper, Verdict::H1),
    ] {
        assert_eq!(sprt.verdict(llr), verdict, "{llr}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let good = design(0.0, 5.0, Model::Normalized);
    for (bad, reason) in [
        (Design { elo1: 201.0, ..good }, "elo1 201: from -200 to 200 nElo is accepted with the normalized model"),
        (Design { elo0: f64::NAN, ..good }, "elo0 NaN"),
        (Design { elo1: f64::INFINITY, model: Model::Logistic, ..good }, "from -1000 to 1000 Elo"),
        (Design { elo1: 0.0, ..good }, "elo0 0 and elo1 0: elo0 must be the lower"),
        (Design { alpha: 0.0, ..good }, "alpha 0: more than 0 and less than 1"),
        (Design { beta: 1.0, ..good }, "beta 1: more than 0"),
        (Design { alpha: 0.6, beta: 0.4, ..good }, "together they must be less than 1"),
    ] {
        let refusal = Sprt::new(bad).expect_err(reason).to_string();
        assert!(refusal.contains(reason), "{refusal}");
    }
}
