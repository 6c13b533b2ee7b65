//! Tests of both games: the contract, perft against a generator that shares nothing, texts, and the shuffle.

use rand::RngExt;

use super::*;
use crate::cards::Card;
use crate::contract::{Extent, check_puzzle, check_refused};
use crate::games::chessboard::{Chessboard, ChessboardOptions, ChessboardRules};
use crate::games::fortress::{Fortress, FortressOptions, FortressRules};
use crate::perft::perft;
use crate::{Mobility, rng};

/// The rules once more, plainly: piles as lists of cards, every end of every pile tried on every other.
#[derive(Clone)]
struct Plain {
    piles: Vec<Vec<Card>>,
    home: [u8; 4],
    base: Option<u8>,
    laws: Laws,
}

impl Plain {
    fn read(text: &str, laws: Laws) -> Self {
        let (piles, rest) = text.split_once(';').unwrap_or((text, ""));
        let card = |word| Card::read(word).expect("a card");
        let piles = piles.split('|').map(|pile| pile.split_whitespace().map(card).collect()).collect();
        let mut plain = Self { piles, home: [0; 4], base: (laws.base == Base::Ace).then_some(0), laws };
        for word in rest.split_whitespace() {
            match word.strip_prefix("base=") {
                Some(rank) => plain.base = Card::RANKS.iter().position(|r| rank.as_bytes() == [*r]).map(|r| r as u8),
                None => plain.home["CDHS".find(&word[..1]).expect("a suit")] = word[1..].parse().expect("a height"),
            }
        }
        plain
    }

    /// Whether `card` may be put on `onto`.
    fn fits(&self, card: Card, onto: Card) -> bool {
        let ranks = if self.laws.circular == Circular::On { 13 } else { 99 };
        let [card_rank, onto_rank] = [card, onto].map(|card| i32::from(card.rank()));
        let is_up = (onto_rank + 1 - card_rank) % ranks == 0;
        let is_down = (card_rank + 1 - onto_rank) % ranks == 0;
        let by_rank = match self.laws.build {
            Build::Both => is_up || is_down,
            Build::Up => is_up,
            Build::Down => is_down,
        };
        card.suit() == onto.suit() && by_rank
    }

    /// Whether the cards at the end of a pile move as one.
    fn is_unit(&self, cards: &[Card]) -> bool {
        cards.len() == 1 || self.laws.units == Units::Build && cards.windows(2).all(|pair| self.fits(pair[1], pair[0]))
    }

    /// The layouts one move away.
    fn next(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for from in 0..self.piles.len() {
            let Some(&card) = self.piles[from].last() else { continue };
            let suit = usize::from(card.suit());
            if self.home[suit] < 13 && self.base.is_none_or(|base| (base + self.home[suit]) % 13 == card.rank()) {
                let mut after = self.clone();
                after.piles[from].pop();
                after.base = self.base.or(Some(card.rank()));
                after.home[suit] += 1;
                all.push(after);
            }
            for cut in (0..self.piles[from].len()).filter(|&cut| self.is_unit(&self.piles[from][cut..])) {
                self.move_end(from, cut, &mut all);
            }
        }
        all
    }

    /// The end of a pile, from its card number `cut` on, to every other pile.
    fn move_end(&self, from: usize, cut: usize, all: &mut Vec<Self>) {
        let head = self.piles[from][cut];
        let fills = match self.laws.empty {
            Empty::Any => true,
            Empty::Kings => head.to_string().starts_with('K'),
            Empty::None => false,
        };
        let mut empty_tried = cut == 0 || !fills;
        for to in (0..self.piles.len()).filter(|&to| to != from) {
            let fits = match self.piles[to].last() {
                None => !std::mem::replace(&mut empty_tried, true),
                Some(&onto) => self.fits(head, onto),
            };
            if fits {
                let mut after = self.clone();
                let moved = after.piles[from].split_off(cut);
                after.piles[to].extend(moved);
                all.push(after);
            }
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.next().iter().map(|next| next.perft(depth - 1)).sum() }
    }
}

/// Every row of the data: the engine's count, and the plain generator's.
fn check_perft<K: Kind>(data: &str) {
    let mut rows = 0;
    for fields in csv::Reader::from_reader(data.as_bytes()).records().map(|record| record.expect("a row")) {
        let text = &fields[1];
        let (depth, nodes) = (fields[2].parse().expect("a depth"), fields[3].parse().expect("nodes"));
        let rules: Options<K> = fields[0].parse().expect("rules");
        let pos = Patience::<K>::parse(text, &rules).expect(text);
        assert_eq!(pos.to_string(), text);
        assert_eq!(perft(&pos, depth), nodes, "{text} depth {depth}");
        assert_eq!(Plain::read(text, rules.laws).perft(depth), nodes, "plainly: {text} depth {depth}");
        rows += 1;
    }
    assert!(rows > 20);
}

/// Random games under every set of rules: the engine's counts, and the plain generator's.
#[test]
fn every_set_of_rules_moves_as_the_plain_generator() {
    let mut builds_moved = 0;
    for (number, laws) in (0..).zip(Laws::all()) {
        for game in 0..12 {
            let mut rng = rng::stream(number, game);
            let mut pos = Fortress::deal(&laws.into(), &mut rng);
            for _ in 0..60 {
                let text = pos.to_string();
                assert_eq!(Fortress::parse(&text, &laws.into()), Ok(pos), "{text}");
                let mut list = MoveList::new();
                pos.moves(&mut list);
                let after =
                    |pos: Fortress| pos.left() * 100 + pos.available().map(|card| u32::from(card.0)).sum::<u32>();
                let mut ours: Vec<(u32, u64)> =
                    list.iter().map(|&mv| pos.play(mv)).map(|next| (after(next), next.count())).collect();
                let mut plainly: Vec<(u32, u64)> = Plain::read(&text, laws)
                    .next()
                    .iter()
                    .map(|next| {
                        let ends = next.piles.iter().filter_map(|pile| pile.last());
                        let left = 52 - next.home.iter().map(|&height| u32::from(height)).sum::<u32>();
                        (left * 100 + ends.map(|card| u32::from(card.0)).sum::<u32>(), next.next().len() as u64)
                    })
                    .collect();
                ours.sort_unstable();
                plainly.sort_unstable();
                assert_eq!(ours, plainly, "{laws:?}: {text}");
                // Builds seldom form by chance, so they are taken where they can be.
                let is_build = |mv: &&Move| !pos.available().any(|card| card == mv.card);
                let build = list.iter().find(is_build).copied();
                builds_moved += u32::from(build.is_some());
                let chosen = list.get(rng.random_range(0..list.len().max(1))).copied();
                match if rng.random_ratio(1, 3) { build.or(chosen) } else { chosen } {
                    Some(mv) => pos = pos.play(mv),
                    None => break,
                }
            }
        }
    }
    assert!(builds_moved > 300, "only {builds_moved}");
}

#[test]
fn perft_of_fortress() {
    check_perft::<FortressRules>(include_str!("../../../../testdata/fortress/perft.csv"));
}

#[test]
fn perft_of_chessboard() {
    check_perft::<ChessboardRules>(include_str!("../../../../testdata/chessboard/perft.csv"));
}

#[test]
fn contract_of_fortress() {
    check_puzzle::<Fortress>(&Options::default(), Extent::default());
}

#[test]
fn contract_of_chessboard() {
    check_puzzle::<Chessboard>(&Options::default(), Extent::default());
}

#[test]
fn contract_under_every_set_of_rules() {
    for laws in Laws::all() {
        check_puzzle::<Fortress>(&laws.into(), Extent { games: 3, ..Extent::default() });
    }
}

#[test]
fn the_games_differ_in_their_defaults_only() {
    let standard = FortressOptions::default();
    assert_eq!(standard.to_string(), "empty=any,units=one,build=both,circular=off,base=ace");
    let other: FortressOptions = "circular=on, base=free".parse().expect("rules");
    assert_eq!(other.laws, ChessboardRules::STANDARD);
    assert_eq!(Laws::all().count(), 72);
    for laws in Laws::all() {
        let options = ChessboardOptions::from(laws);
        assert_eq!(options.to_string().parse(), Ok(options));
    }
    let wrong = "empty=aces".parse::<FortressOptions>().expect_err("no such value").to_string();
    assert_eq!(wrong, "rule option empty does not take \"aces\"; accepted: any|kings|none");
}

/// A card that could still carry a build is not sent home: the build would have nowhere to go.
#[test]
fn a_place_for_a_build_is_kept() {
    let text =
        layout("2H 9C 8C 7C 6C 5C|AH 5H 4H 3H|6H KD 7H|8H|9H|TH|JH QH KH|KC|QC|JC TC 4C 3C 2C AC ; C0 D12 H0 S13");
    let safe = |rules: &str| Fortress::parse(&text, &rules.parse().expect("rules")).expect(&text).safe_move();
    assert_eq!(safe("").map(|mv| mv.to_string()).as_deref(), Some("AC>F"));
    assert_eq!(safe("units=build"), None);
    assert_eq!(safe("units=build,build=down").map(|mv| mv.to_string()).as_deref(), Some("AC>F"));
    assert_eq!(safe("circular=on"), None, "the Ace may carry the King");
    assert_eq!(safe("circular=on,build=up").map(|mv| mv.to_string()).as_deref(), Some("AC>F"));
}

/// A published survey can be repeated only as long as seed and index give the same deal.
#[test]
fn the_shuffle_is_stable() {
    let deal = |seed, index| Fortress::deal(&Options::default(), &mut rng::stream(seed, index));
    assert_eq!(
        deal(1, 0).to_string(),
        "KH JH 2H 9D 8C 9S|KD TC KS 6H AD|6D 7S QC 9H 3H|7H 2C 2D 4D 5H|QH 4H 5D 6C QD|AC 4C 9C TH 5C 8S|2S 6S 3S QS 5S|8H JS TD AS 3C|AH 7D 8D JC 4S|3D TS JD KC 7C"
    );
    assert_eq!(
        deal(1, 1).to_string(),
        "8D 9S 5S KS 7C 4S|TD KC 3H QD KD|8H 9D 8S 6D 4D|TS 6H JC 5D QC|2H JD 2S 9C 6S|7D 3S 4H 5C 8C 4C|9H 3D AD KH 2C|6C AC AH 7S 3C|JH 2D JS 7H TC|5H QS AS QH TH"
    );
    let other = Chessboard::deal(&Options::default(), &mut rng::stream(1, 0));
    assert_eq!(other.to_string(), deal(1, 0).to_string());
}

/// Each card is equally likely in each place: chi squared over the 52 by 52 counts of 26,000 deals.
#[test]
fn the_shuffle_is_even() {
    const DEALS: u64 = 26_000;
    let mut counts = vec![[0_u32; 52]; 52];
    for index in 0..DEALS {
        let text = Fortress::deal(&Options::default(), &mut rng::stream(7, index)).to_string();
        for (place, word) in text.split(['|', ' ']).enumerate() {
            counts[place][Card::read(word).expect("a card").index()] += 1;
        }
    }
    let expected = DEALS as f64 / 52.0;
    let chi: f64 = counts.iter().flatten().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    // 51 * 51 degrees of freedom: mean 2601, standard deviation 72.
    assert!((2601.0 - 5.0 * 72.0..2601.0 + 5.0 * 72.0).contains(&chi), "chi squared {chi}");
}

/// Ten piles of which only the first six hold cards, for texts that are wrong in one place.
fn layout(piles: &str) -> String {
    let rows = ["C", "D", "H", "S"].map(|suit| Card::RANKS.map(|rank| format!("{}{suit}", rank as char)).join(" "));
    piles.replace("%C", &rows[0]).replace("%D", &rows[1]).replace("%H", &rows[2]).replace("%S", &rows[3])
}

#[test]
fn any_shape_with_all_cards_is_a_position() {
    let text = layout("%C|%D|%H|%S||||||");
    let pos = Fortress::parse(&text, &Options::default()).expect("a position");
    assert_eq!(pos.to_string(), format!("{text} ; C0 D0 H0 S0"));
    assert_eq!(pos.count(), 4, "each King to one empty pile");
    let spread = Fortress::parse(&layout("|%S|||%D|%C|||%H|"), &Options::default()).expect("a position");
    assert_eq!((pos, pos.key()), (spread, spread.key()), "the order of the piles means nothing");
    let won = Fortress::parse(&layout("||||||||| ; C13 D13 H13 S13"), &Options::default()).expect("a position");
    assert!(won.is_solved() && won.count() == 0);
    let wrapped =
        Chessboard::parse(&layout("%D|%H|%S||KC||||| ; C12 D0 H0 S0 base=A"), &Options::default()).expect("a position");
    assert_eq!(wrapped.safe_move().map(|mv| mv.to_string()).as_deref(), Some("KC>F"));
}

#[test]
fn malformed_fortress_deals_are_refused() {
    let table: Vec<(String, &str)> = [
        ("", "character 1: the layout ends after 1 of ten piles"),
        ("%C|%D|%H|%S", "character 156: the layout ends after 4 of ten piles"),
        ("%C|%D|%H|%S|||||||", "character 162: an eleventh pile"),
        ("%C|%D|%H||||||AS|", "character 126: 2S is missing"),
        ("%C|%D|%H|%S|AS|||||", "character 157: AS a second time; it stands at character 118 already"),
        ("1C|%D|%H|%S||||||", "character 1: \"1C\" has an unknown rank"),
        ("AX|%D|%H|%S||||||", "character 1: \"AX\" has an unknown suit"),
        ("11C|%D|%H|%S||||||", "character 1: \"11C\" is not a card"),
        ("CA|%D|%H|%S||||||", "character 1: \"CA\" has an unknown rank"),
        ("A♣♣|%D|%H|%S||||||", "character 1: \"A♣♣\" is not a card"),
        ("%C\n%D\n%H\n%S\n", "ends after 4 of ten piles"),
        ("é|%D|%H|%S||||||", "character 1: \"é\" is not a card"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0", "the foundation S is missing"),
        ("%C|%D|%H|%S|||||| ; C0 C0 H0 S0", "character 168: the foundation C a second time"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S14", "character 174: \"S14\" is not a foundation"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S+1", "\"S+1\" is not a foundation"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S1", "character 118: AS is in a pile, but S1 says it is home"),
        ("%C|%D|%H||||||| ; C0 D0 H0 S12", "KS is missing"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0 base=A", "character 177: under base=ace the foundations start with the Ace"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0 ; C0", "\";\" is not a foundation"),
    ]
    .into_iter()
    .map(|(text, reason)| (layout(text), reason))
    .collect();
    let table: Vec<(&str, &str)> = table.iter().map(|(text, reason)| (text.as_str(), *reason)).collect();
    check_refused::<Fortress>(&Options::default(), &table);
}

#[test]
fn malformed_chessboard_deals_are_refused() {
    let table: Vec<(String, &str)> = [
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0", "the base is missing"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0 base=7", "character 177: a base while all foundations are empty"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0 base=- base=-", "a second base"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0 base=11", "\"11\" is not a base"),
        ("%C|%D|%H|%S|||||| ; C0 D0 H0 S0 base=", "\"\" is not a base"),
        ("%C|%D|%H||||||| ; C0 D0 H0 S13 base=-", "cards are home, so the base is a rank"),
        ("%C|%D|%H|%S|||||| ; C1 D0 H0 S0 base=7", "7C is in a pile, but C1 says it is home"),
        ("%C|%D|%H|AS 2S|||||| ; C0 D0 H0 S10 base=3", "KS is missing"),
    ]
    .into_iter()
    .map(|(text, reason)| (layout(text), reason))
    .collect();
    let table: Vec<(&str, &str)> = table.iter().map(|(text, reason)| (text.as_str(), *reason)).collect();
    check_refused::<Chessboard>(&Options::default(), &table);
}

#[test]
fn the_picture_shows_two_wings_and_the_foundations() {
    let text = "2C 3C|4C||%D|%S|5C 6C|7C 8C 9C||TC|JC QC KC ; C1 D0 H13 S0 base=A";
    let pos = Chessboard::parse(&layout(text), &Options::default()).expect("a position");
    let drawn = concat!(
        " 1  2C 3C                                      [AC]      6  5C 6C\n",
        " 2  4C                                         [ D]      7  7C 8C 9C\n",
        " 3                                             [KH]      8\n",
        " 4  AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD     [ S]      9  TC\n",
        " 5  AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS    base A    10  JC QC KC\n",
    );
    assert_eq!(pos.picture(), drawn);
}

#[test]
fn mobility_counts_cards_and_not_their_moves() {
    fn count<P: Puzzle>(rules: &str, text: &str) -> [u32; 2] {
        let rules = rules.parse().expect("rules");
        let Mobility { playable, buildable } = P::parse(text, &rules).expect(text).mobility();
        [playable, buildable]
    }
    for (text, fortress, chessboard) in [
        // Two places for the 3, but it is one card. Any card may start a foundation of CHESSBOARD.
        ("%D|%H|%S|2C|4C|3C|AC 5C 6C|7C 8C|9C JC TC|KC QC", [3, 3], [10, 3]),
        // The Ace goes home; King and Ace are neighbours in CHESSBOARD only.
        ("%D|%H|%S|AC|KC|2C 3C|4C 5C|6C 7C|8C 9C|TC QC JC", [1, 0], [10, 2]),
        // An empty pile is a place for every card, but not one to build on.
        ("%C|%D|%H|%S||||||", [4, 0], [4, 0]),
    ] {
        let text = layout(text);
        let counts = (count::<Fortress>("", &text), count::<Chessboard>("", &text));
        assert_eq!(counts, (fortress, chessboard), "{text}");
    }
    // The 5 goes onto the 4 with the 6 and the 7 on it, of which the 7 is the available card.
    let text = layout("%D|%H|%S|4C|5C 6C 7C|3C 2C|8C TC 9C|QC JC|AC KC|");
    assert_eq!(count::<Fortress>("build=up,empty=none", &text), [0, 0]);
    assert_eq!(count::<Fortress>("build=up,empty=none,units=build", &text), [1, 1]);
}

/// Deals as people and other programs write them, which are printed as ours.
#[test]
fn other_spellings_are_read() {
    let deal = Chessboard::deal(&Options::default(), &mut rng::stream(5, 5));
    let text = deal.to_string();
    let pictures = ["C♣", "D♦", "H♥", "S♠"].iter().fold(text.clone(), |text, pair| {
        let mut letters = pair.chars();
        text.replace(letters.next().expect("a letter"), &letters.collect::<String>())
    });
    for spelling in [
        text.to_lowercase(),
        text.replace('T', "10"),
        text.to_lowercase().replace('t', "10"),
        pictures.clone(),
        pictures.replace('♥', "♥\u{fe0f}").replace('♣', "♧"),
        format!("\u{feff}{text}\r\n"),
        text.replace(' ', "\t").replace('|', "  |\r\n "),
        text.replace('|', "\n"),
        format!("\u{feff}\r\n{}  \r\n\r\n", text.replace('|', "\t \r\n")),
    ] {
        let read = Chessboard::parse(&spelling, &Options::default()).expect(&spelling);
        assert_eq!(read.to_string(), text, "{spelling}");
    }
    let behind = layout("|%D|%H|%S|||||| ; c13 ♦0 h0 S0 base=a");
    let read = Chessboard::parse(&behind, &Options::default()).expect(&behind);
    assert!(read.to_string().ends_with(" ; C13 D0 H0 S0 base=A"), "{read}");
    let ten =
        "TC|JC QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C|%H|%S|JD QD KD AD 2D 3D 4D 5D 6D 7D 8D 9D||||| ; C0 D1 H0 S0 base=10";
    assert_eq!(Chessboard::parse(&layout(ten), &Options::default()).expect(ten).base(), Some(9));
}
