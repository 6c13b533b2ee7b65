//! Plots are well-formed and show what they are given; pages and reels keep words apart from elements.

use engine::games::force3::{Force3, Options};
use engine::{Game, MoveList, Position};
use roxmltree::Document;

use super::page::{Block, Cell, Page, Part, Plot, Table};
use super::plot::{Bars, Course, Estimate, Estimates, FIRST, SECOND};
use super::reel::{Caption, Reel};
use crate::drawing::{Drawn, What};

fn estimate(value: f64) -> Estimate {
    Estimate { low: value - 1.0, value, high: value + 1.0 }
}

/// The words of a plot, which must be XML.
fn words(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let texts = document.descendants().filter(|node| node.has_tag_name("text") || node.tag_name().name() == "text");
    texts.filter_map(|node| node.text()).map(|text| text.trim().to_owned()).collect()
}

/// The greatest height of any rectangle in a plot.
fn tallest(svg: &str) -> f64 {
    let document = Document::parse(svg).expect("XML");
    let bars = document.descendants().filter(|node| node.tag_name().name() == "rect");
    let heights = bars.filter_map(|bar| bar.attribute("height")?.parse().ok());
    heights.fold(0.0, f64::max)
}

#[test]
fn a_course_shows_its_levels_and_leaves_out_what_is_not_finite() {
    let points = (1..=50).map(|x| (f64::from(x), estimate(if x < 4 { f64::INFINITY } else { f64::from(x % 7) })));
    let levels = vec![(-3.0, "lower <bound>".to_owned()), (5.0, "upper".to_owned())];
    let mut course = Course { axes: ["games", "LLR"], points: points.collect(), levels };
    let there = words(&course.svg().expect("a plot"));
    for word in ["games", "LLR", "lower <bound>", "upper", "10", "50"] {
        assert!(there.iter().any(|text| text == word), "{word} is not in {there:?}");
    }
    course.points.truncate(4);
    assert_eq!(course.svg(), None, "one point is no course");
}

#[test]
fn estimates_have_a_row_each_and_long_names_are_cut() {
    let long = "alphabeta:nodes=1000,without=null_move+singular+reductions,hash=64";
    let rows = vec![
        ("<one>".to_owned(), estimate(3.0)),
        (long.to_owned(), estimate(-2.0)),
        ("no games".to_owned(), estimate(f64::NAN)),
    ];
    let svg = Estimates { axis: "Elo", rows, level: Some(0.0) }.svg().expect("a plot");
    let there = words(&svg);
    assert!(there.contains(&"<one>".to_owned()) && there.iter().any(|text| text.contains('…')), "{there:?}");
    assert!(!there.contains(&"no games".to_owned()), "{there:?}");
    assert_eq!(svg.matches("<circle").count(), 2);
    assert_eq!(Estimates { axis: "Elo", rows: Vec::new(), level: None }.svg(), None);
}

#[test]
fn bars_are_as_high_as_their_counts() {
    let bars = |most: f64| {
        let classes = vec![("0–9".to_owned(), vec![most, 1.0]), ("10–19".to_owned(), vec![5.0, 5.0])];
        Bars { axes: ["plies", "games"], classes, colours: &[FIRST, SECOND] }.svg().expect("a plot")
    };
    let (even, odd) = (bars(9.0), bars(99.0));
    // Of the same sum the tallest single bar has 9 of 10, and 99 of 100.
    assert!((tallest(&even) / tallest(&odd) - 0.9 / 0.99).abs() < 0.02, "{} and {}", tallest(&even), tallest(&odd));
    assert!(words(&even).contains(&"10–19".to_owned()));
    assert_eq!(Bars { axes: ["", ""], classes: vec![("none".to_owned(), vec![0.0])], colours: &[FIRST] }.svg(), None);
}

#[test]
fn words_are_never_elements() {
    let evil = "<script>alert(1)</script> & \"more\"";
    let plot = Bars { axes: [evil, evil], classes: vec![(evil.to_owned(), vec![1.0])], colours: &[FIRST] }.svg();
    let table = Table {
        caption: evil.to_owned(),
        head: vec![evil.to_owned()],
        rows: vec![vec![Cell::words(evil)], vec![Cell::Line(evil.to_owned(), 3)]],
    };
    let rules = Options::default();
    let mut reel = Reel::new(Force3::board(&rules), "game");
    let start = Force3::start(&rules);
    reel.add(Caption { name: evil.to_owned(), end: evil.to_owned(), ..Caption::default() }, &[start], Vec::new());
    let page = Page {
        title: evil.to_owned(),
        facts: vec![(evil.to_owned(), evil.to_owned())],
        warnings: vec![evil.to_owned()],
        parts: vec![Part::new(
            evil,
            vec![Block::Table(table), Block::Words(evil.to_owned()), Plot::block(evil, plot, evil).expect("a plot")],
        )],
        reel: Some(reel),
    };
    let html = page.html();
    assert_eq!((html.matches("<script").count(), page.plots()), (2, 1), "the reel and the replayer, nothing else");
    assert!(!html.contains("alert(1)</script>") && html.contains("&lt;script&gt;alert(1)"));
}

#[test]
fn a_reel_gives_the_scenes_back() {
    let rules = Options::default();
    let mut positions = vec![Force3::start(&rules)];
    let mut moves = Vec::new();
    for ply in 0..30 {
        let pos = positions[positions.len() - 1];
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let Some(&mv) = list.get(ply * 7 % list.len().max(1)) else { break };
        moves.push(mv.to_string());
        positions.push(pos.play(mv));
    }
    assert!(moves.len() > 4, "a line of some length");
    let mut reel = Reel::new(Force3::board(&rules), "game");
    // Twice, so that the second line's pieces are known already.
    for _ in 0..2 {
        reel.add(Caption::default(), &positions, moves.clone());
    }
    let json: serde_json::Value = serde_json::from_str(&reel.json()).expect("JSON");
    let piece = |number: i64| json["pieces"][number as usize].clone();
    for line in json["lines"].as_array().expect("lines") {
        let mut there = std::collections::BTreeSet::new();
        for (changes, scene) in line["changes"].as_array().expect("changes").iter().zip(Force3::scenes(&positions)) {
            for change in changes.as_array().expect("numbers").iter().filter_map(serde_json::Value::as_i64) {
                assert!(if change > 0 { there.insert(change - 1) } else { there.remove(&(-1 - change)) });
            }
            let shown: Vec<serde_json::Value> = there.iter().map(|&number| piece(number)).collect();
            assert_eq!(shown.len(), scene.len());
            for standing in scene {
                let [x, y] = standing.at;
                let (name, is_shape) = match standing.what {
                    What::Shape(name) => (name.into_owned(), true),
                    What::Text(words) => (words, false),
                };
                assert!(shown.contains(&serde_json::json!([name, is_shape, x, y])), "{name} at {x}, {y}");
            }
        }
    }
}
