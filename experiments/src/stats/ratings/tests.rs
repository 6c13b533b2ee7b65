//! Ratings against the two players' Elo, closed forms, published figures, another program, and leagues with known ratings.

use rand::RngExt;

use super::*;
use crate::stats::{Results, elo};
use crate::streams::{Purpose, stream};

fn games(players: [usize; 2], [wins, draws, losses]: [u64; 3]) -> Meeting {
    Meeting { players, results: Trinomial { wins, draws, losses }, pairs: Pentanomial::default() }
}

fn known(rating: Rating) -> (f64, f64) {
    match rating {
        Rating::Known { elo, error95 } => (elo, error95),
        other => panic!("{other:?} is not known"),
    }
}

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance
}

const ZERO: Anchor = Anchor::Player { player: 0, elo: 0.0 };

#[test]
fn two_players_have_the_elo_of_their_score() {
    for counts in [[60, 25, 40], [1, 0, 1], [0, 1, 1], [999_999, 1, 0], [3, 90, 1]] {
        let meeting = games([1, 0], counts);
        let Ratings { players, superiority } = Ratings::of(2, &[meeting], ZERO);
        let estimate = meeting.results.estimate();
        let (rating, error) = known(players[1].rating);
        assert!(close(rating, estimate.elo, 1e-6), "{counts:?}: {rating} and {}", estimate.elo);
        assert!(close(superiority[1][0], 1.0 - superiority[0][1], 1e-12));
        assert_eq!(known(players[0].rating), (0.0, 0.0));
        // The slope of Elo by the score, at the score.
        let slope = 400.0 / std::f64::consts::LN_10 / (estimate.score * (1.0 - estimate.score));
        assert!(close(error, Z95 * estimate.standard_error * slope, 1e-6 * error), "{counts:?}: {error}");
    }
}

#[test]
fn pairs_make_the_error_theirs() {
    let results = Trinomial { wins: 57, draws: 21, losses: 42 };
    let pairs = Pentanomial { two_losses: 2, loss_and_draw: 5, even: 36, win_and_draw: 10, two_wins: 7 };
    let of_pairs = Ratings::of(2, &[Meeting { players: [1, 0], results, pairs }], ZERO);
    assert_eq!(results.games(), 2 * pairs.pairs());
    let (estimate, slope) = (pairs.estimate(), |score: f64| ELO / (score * (1.0 - score)));
    let (_, error) = known(of_pairs.players[1].rating);
    assert!(close(error, Z95 * estimate.standard_error * slope(estimate.score), 1e-6), "{error}");
    let (_, of_games) = known(Ratings::of(2, &[games([1, 0], [57, 21, 42])], ZERO).players[1].rating);
    assert!(error < 0.9 * of_games, "{error} and {of_games}");
}

#[test]
fn consistent_scores_have_a_closed_form() {
    // 2 to 1, 2 to 1 and 4 to 1: each step is worth 400 lg 2.
    let meetings = [games([0, 1], [20, 0, 10]), games([1, 2], [40, 0, 20]), games([0, 2], [8, 0, 2])];
    let step = 400.0 * 2.0_f64.log10();
    let list = Ratings::of(3, &meetings, Anchor::Mean(100.0));
    for (player, expected) in list.players.iter().zip([100.0 + step, 100.0, 100.0 - step]) {
        assert!(close(known(player.rating).0, expected, 1e-8), "{player:?}");
    }
    assert_eq!(list.players.iter().map(|player| player.games).collect::<Vec<_>>(), [40, 90, 70]);
    assert!(close(list.players[0].score.expect("games"), 0.7, 1e-12));
    assert!(list.superiority[0][2] > list.superiority[0][1] && list.superiority[0][1] > 0.9);
    // Meetings that are cut in two are the same meetings.
    let cut = [games([0, 1], [10, 0, 10]), games([1, 0], [0, 0, 10]), meetings[1], meetings[2]];
    let other = Ratings::of(3, &cut, Anchor::Mean(100.0));
    assert!(list.players.iter().zip(&other.players).all(|(one, other)| {
        let (one, other) = (known(one.rating), known(other.rating));
        close(one.0, other.0, 1e-8) && close(one.1, other.1, 1e-8)
    }));
}

/// Wins in the Eastern Division of the American League, 1987 (Agresti, Categorical Data Analysis, 2nd edition, page 438).
const BASEBALL: [[u64; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

#[test]
fn a_published_table_is_found_again() {
    let mut meetings = Vec::new();
    for (one, wins) in BASEBALL.iter().enumerate() {
        for (other, losses) in BASEBALL.iter().enumerate().take(one) {
            meetings.push(games([one, other], [wins[other], 0, losses[one]]));
        }
    }
    let list = Ratings::of(7, &meetings, Anchor::Player { player: 6, elo: 0.0 });
    // Table 10.11 there, and the tests of the R package BradleyTerry2; "standard errors are about 0.3".
    for (player, published) in list.players.iter().zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]) {
        let (rating, error) = known(player.rating);
        assert!(close(rating / ELO, published, 0.005), "{rating}");
        let deviation = error / Z95 / ELO;
        assert!(published < 0.01 || (0.25..0.35).contains(&deviation), "{deviation}");
    }
}

#[test]
fn ratings_are_those_of_a_program_written_apart() {
    let meetings_file = include_str!("../../../../testdata/statistics/ratings_meetings.csv");
    let reference = include_str!("../../../../testdata/statistics/ratings_reference.csv");
    let rows = |text: &str| -> Vec<Vec<String>> {
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        rows.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
    };
    let reference = rows(reference);
    let all = rows(meetings_file);
    let mut checked = 0;
    for league in ["plain", "draws", "pairs"] {
        let meetings: Vec<Meeting> = all.iter().filter(|row| row[0] == league).map(|row| meeting_of(row)).collect();
        let players = reference.iter().filter(|row| row[0] == league).count();
        let list = Ratings::of(players, &meetings, Anchor::Player { player: 0, elo: 2_000.0 });
        for row in reference.iter().filter(|row| row[0] == league) {
            let number = |column: usize| row[column].parse::<f64>().expect("a number");
            let player = number(1) as usize;
            let (rating, error) = known(list.players[player].rating);
            assert!(close(rating, number(2), 1e-4) && close(error, number(3), 1e-4), "{row:?}: {rating} {error}");
            checked += 1;
        }
    }
    assert_eq!(checked, reference.len());
}

/// A row `league,one,other,W,D,L,LL,LD,even,WD,WW`.
fn meeting_of(row: &[String]) -> Meeting {
    let count = |column: usize| row[column].parse::<u64>().expect("a count");
    let pairs = Pentanomial {
        two_losses: count(6),
        loss_and_draw: count(7),
        even: count(8),
        win_and_draw: count(9),
        two_wins: count(10),
    };
    let results = Trinomial { wins: count(3), draws: count(4), losses: count(5) };
    Meeting { players: [count(1) as usize, count(2) as usize], results, pairs }
}

#[test]
fn winners_of_everything_and_strangers_are_told_apart() {
    // 0 and 1 and 2 are a group; 3 beat 1 always, 4 beat 3 always, 5 lost to 2 always, 6 and 7 played nobody else, 8 nobody.
    let meetings = [
        games([0, 1], [5, 3, 2]),
        games([1, 2], [4, 4, 4]),
        games([3, 1], [10, 0, 0]),
        games([3, 4], [0, 0, 2]),
        games([2, 5], [6, 0, 0]),
        games([6, 7], [3, 0, 1]),
    ];
    let list = Ratings::of(9, &meetings, Anchor::Mean(0.0));
    let ratings: Vec<Rating> = list.players.iter().map(|player| player.rating).collect();
    let sum: f64 = ratings[..3].iter().map(|&rating| known(rating).0).sum();
    assert!(close(sum, 0.0, 1e-9));
    // With the chance 0.05^(1/10) a game: 456 Elo above player 1.
    let Rating::Above { at_least: Some(least) } = ratings[3] else { panic!("{:?}", ratings[3]) };
    assert!(close(least - known(ratings[1]).0, elo(0.05_f64.powf(0.1)), 1e-6), "{least}");
    assert_eq!(ratings[4], Rating::Above { at_least: None });
    let Rating::Below { at_most: Some(most) } = ratings[5] else { panic!("{:?}", ratings[5]) };
    assert!(close(known(ratings[2]).0 - most, elo(0.05_f64.powf(1.0 / 6.0)), 1e-6), "{most}");
    assert_eq!(ratings[6..], [Rating::Apart; 3]);
    assert_eq!((list.players[8].games, list.players[8].score), (0, None));
    let los = |one: usize, other: usize| list.superiority[one][other];
    assert!(close(los(4, 0), 1.0, 1e-12) && close(los(0, 4), 0.0, 1e-12) && close(los(5, 4), 0.0, 1e-12));
    assert!(close(los(6, 0), 0.5, 1e-12) && close(los(8, 8), 0.5, 1e-12));
    assert!(los(6, 7) > 0.8 && los(6, 7) < 1.0, "{}", los(6, 7));
}

#[test]
fn nothing_is_no_number_and_no_panic() {
    assert!(Ratings::of(0, &[], Anchor::Mean(0.0)).players.is_empty());
    let alone = Ratings::of(1, &[], Anchor::Mean(5.0));
    assert_eq!(alone.players[0].rating, Rating::Known { elo: 5.0, error95: 0.0 });
    // A pair of draws only, and meetings without games.
    let even = Ratings::of(3, &[games([0, 1], [0, 4, 0]), games([1, 2], [0, 0, 0])], ZERO);
    assert_eq!(known(even.players[1].rating), (0.0, 0.0));
    assert!(close(even.superiority[0][1], 0.5, 1e-12));
    assert_eq!(even.players[2].rating, Rating::Apart);
    // A chain of giants: each wins a billion games and draws one.
    let chain: Vec<Meeting> = (0..12).map(|player| games([player + 1, player], [1_000_000_000, 1, 0])).collect();
    let list = Ratings::of(13, &chain, ZERO);
    for (place, player) in list.players.iter().enumerate() {
        let expected = place as f64 * elo(1_000_000_000.5 / 1_000_000_001.0);
        assert!(close(known(player.rating).0, expected, 1e-2), "{place}: {player:?}");
    }
    assert!(list.superiority.iter().flatten().all(|los| los.is_finite()));
}

/// Ratings of the league in natural logarithms.
const TRUE: [f64; 6] = [0.0, 0.4, -0.3, 0.8, 0.1, -0.9];

/// Half the games are decided, and in three of ten pairs the second game is the first once more, so that pairs vary
/// more than two games.
fn league(index: u64, is_paired: bool) -> Vec<Meeting> {
    const PAIRS: u64 = 60;
    let mut rng = stream(21, Purpose::Sprt, index);
    let mut meetings = Vec::new();
    for (one, strength) in TRUE.iter().enumerate() {
        for (other, weakness) in TRUE.iter().enumerate().take(one) {
            let score = expected(strength - weakness);
            let draws = score * (1.0 - score) * 2.0;
            let mut game = || match rng.random::<f64>() {
                chance if chance < draws => 1,
                chance if chance < score + draws / 2.0 => 2,
                _ => 0,
            };
            let (mut results, mut pairs) = (Trinomial::default(), Pentanomial::default());
            for pair in 0..PAIRS {
                let first = game();
                let second = if pair % 10 < 3 { first } else { game() };
                results.count(first);
                results.count(second);
                pairs.add(first + second);
            }
            let pairs = if is_paired { pairs } else { Pentanomial::default() };
            meetings.push(Meeting { players: [one, other], results, pairs });
        }
    }
    meetings
}

/// How often the intervals cover the truth, over many leagues; and the mean error of the ratings.
fn coverage(is_paired: bool) -> (f64, f64) {
    const LEAGUES: u64 = 400;
    let (mut covered, mut sum, mut all) = (0, 0.0, 0);
    for index in 0..LEAGUES {
        let list = Ratings::of(TRUE.len(), &league(index, is_paired), ZERO);
        for (player, truth) in list.players.iter().zip(TRUE).skip(1) {
            let (rating, error) = known(player.rating);
            covered += u64::from((rating - ELO * truth).abs() <= error);
            sum += rating - ELO * truth;
            all += 1;
        }
    }
    (covered as f64 / f64::from(all), sum / f64::from(all))
}

#[test]
fn a_league_of_known_players_is_found_again() {
    let (covered, mean_error) = coverage(true);
    assert!((0.93..0.97).contains(&covered), "{covered}");
    assert!(mean_error.abs() < 2.0, "{mean_error}");
    // Pairs that vary more than two games are what single games do not see.
    let (by_games, _) = coverage(false);
    assert!(by_games < covered - 0.01, "{by_games} and {covered}");
}
