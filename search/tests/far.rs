//! A table that knows who wins, but not how far off the end is: the search keeps to moves that keep the value and finds
//! its own way.

use engine::toy::Tree;
use engine::{Known, NoOptions, Node, Position, Probe, Score, Value};
use search::parallel::{Plan, Root, alpha_beta};
use search::sense::Noise;
use search::{Limits, Table};

/// Knows the values of these trees.
struct Values(Vec<(Tree, Value)>);

impl Probe<Tree> for Values {
    fn probe(&self, pos: &Tree) -> Option<Known> {
        let found = self.0.iter().find(|(known, _)| known == pos);
        found.map(|&(_, value)| Known { value, plies: None })
    }
}

#[test]
fn a_won_root_is_not_given_away_though_the_search_sees_nothing() {
    let root = Tree::parse("((0 0) ((1 1) (1 1)))", &NoOptions).expect("a tree");
    let child = |mv: &str| root.play(root.find_move(mv).expect("a move"));
    let values = Values(vec![(root.clone(), Value::Win), (child("0"), Value::Draw), (child("1"), Value::Loss)]);
    let searched = |depth: u32| {
        let (sense, table) = (Noise::<false> { seed: 1, range: 0 }, Table::with_bytes(1 << 12));
        let plan = Plan::new(Limits::depth(depth));
        let report = alpha_beta(Root::of(&root), (&sense, &values, &table), &plan, &mut |_| {});
        (report.line[0].to_string(), report.score)
    };
    // One ply deep both moves look alike, and what is known from afar is no score.
    assert_eq!(searched(1), ("1".to_owned(), Score::DRAW));
    // Deep enough the search sees the end itself, with its distance.
    assert_eq!(searched(4), ("1".to_owned(), Score::win_in(3)));
}
