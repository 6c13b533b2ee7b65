//! GNU Backgammon by its `external` interface: a line with the board as FIBS writes it, a line back.
//!
//! The numbers of plies are gnubg's own: 0 is its networks' word on what each move leads to. Evaluations of plays are
//! cubeless, without noise, with its pruning networks. In matches gnubg is told length and score, with a cube its value and
//! owner, so that it plays for what counts. Doubles are asked for with dice `0:0` and answered `roll` or `double`,
//! offers `take`, `drop` or `beaver`. The line has no place for Jacoby's rule or for `score=wins`: there gnubg plays as if gammons
//! counted. Nor has it one for the Crawford game: gnubg takes every game for it in which a side needs a point, and would never double in
//! those after it. There the trailing side's first double is made for it, as gnubg itself says by `hint` in
//! 29 of 35 positions; the leader's answers stay its own and are too often a take.
//!
//! Decisions over the line were compared with those of `hint` in the 412 positions of `testdata/backgammon/match_cubes.csv`: but for
//! games in which a side needs a point all doubles and answers are the same.
//!
//! (Protocol: gnubg's manual, `external`; the rest found by asking gnubg 1.07.)

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use engine::games::backgammon::board::BAR;
use engine::games::backgammon::{Backgammon, Turn};
use engine::{Game, MoveList, Position, Side};

use super::Protocol;
use super::peer::{Launch, Peer};
use super::process::Trouble;
use crate::spec::Outside;

/// Where gnubg is, if the specification does not say.
const USUAL_PLACE: &str = "/usr/games/gnubg";

/// The length of a match that is none.
const MONEY: u32 = 9999;

pub(super) const PROTOCOL: Protocol = Protocol { request, read };

/// Starts gnubg at so many plies.
pub(super) fn start(plies: u8, outside: &Outside) -> Result<Peer, Trouble> {
    let command = outside.command.map_or_else(find, PathBuf::from);
    let launch = Launch {
        command: &command,
        arguments: &|socket, directory| arguments(plies, socket, directory),
        patience: outside.patience(),
        install: "install gnubg (apt-get install gnubg), or say where it is: gnubg:plies=0,cmd=PATH",
    };
    Peer::start(&launch)
}

fn find() -> PathBuf {
    let usual = Path::new(USUAL_PLACE);
    if usual.exists() { usual.to_owned() } else { PathBuf::from("gnubg") }
}

/// The arguments: no terminal, no sound, no settings of the user's; and the commands, which are written to a file.
fn arguments(plies: u8, socket: &Path, directory: &Path) -> std::io::Result<Vec<String>> {
    let commands = directory.join("commands");
    let settings = [
        "set automatic game off".to_owned(),
        "set automatic roll off".to_owned(),
        "set jacoby off".to_owned(),
        "set cache 65536".to_owned(),
        format!("set evaluation chequerplay evaluation plies {plies}"),
        "set evaluation chequerplay evaluation cubeful off".to_owned(),
        "set evaluation chequerplay evaluation noise 0".to_owned(),
        "set evaluation chequerplay evaluation prune on".to_owned(),
        format!("set evaluation cubedecision evaluation plies {plies}"),
        "set evaluation cubedecision evaluation noise 0".to_owned(),
        format!("external {}", socket.display()),
    ];
    fs::write(&commands, settings.join("\n") + "\n")?;
    Ok(["-t", "-q", "-r", "-c"].map(str::to_owned).into_iter().chain([commands.display().to_string()]).collect())
}

/// The checkers as the side to move sees them: index 1 to 24 its points, its own positive, the other's negative; 25 its
/// bar, 0 the other's.
fn board(pos: &Backgammon) -> [i32; 26] {
    let (mine, theirs) = (pos.board().counts(pos.side()), pos.board().counts(!pos.side()));
    let mut board = [0; 26];
    for point in 1..BAR as usize {
        board[point] = i32::from(mine[point]) - i32::from(theirs[BAR as usize - point]);
    }
    board[BAR as usize] = i32::from(mine[BAR as usize]);
    board[0] = -i32::from(theirs[BAR as usize]);
    board
}

/// The line that asks.
fn request(pos: &Backgammon) -> String {
    let (side, cube, stakes) = (pos.side(), pos.cube(), pos.stakes());
    let (mine, theirs) = (pos.board().counts(side), pos.board().counts(!side));
    let length = if stakes.length == 0 { MONEY } else { u32::from(stakes.length) };
    let may_double = |side| u8::from(cube.owner.is_none_or(|owner| owner == side));
    let is_offered = u8::from(matches!(pos.turn(), Turn::Take | Turn::Answer));
    // Who is offered a double waits for the other's roll. Asked as if it were its own, gnubg takes what it should drop.
    let turn = if pos.turn() == Turn::Take { !side } else { side };
    let [first, second] = pos.dice();
    // The side whose roll it is comes last.
    let scores = [!turn, turn].map(|side: Side| stakes.scores[side.index()]);
    let mut line = format!("board:You:Opp:{length}:{}:{}", scores[0], scores[1]);
    for count in board(pos) {
        write!(line, ":{count}").expect("a string takes all that is written");
    }
    // Turn, dice, cube, doubles, colour and direction, where home and bar are, checkers off and on the bar.
    write!(
        line,
        ":{}:{first}:{second}:0:0:{}:{}:{}:{is_offered}:1:-1:0:25:{}:{}:{}:{}:0:0:0:0",
        if turn == side { 1 } else { -1 },
        cube.value(),
        may_double(side),
        may_double(!side),
        mine[0],
        theirs[0],
        mine[BAR as usize],
        theirs[BAR as usize],
    )
    .expect("a string takes all that is written");
    line
}

/// An answer is a move as we write it, but that gnubg may want to beaver where nobody may. Whether to play on when its own double
/// is doubled back it cannot be asked: it plays on.
fn read(pos: &Backgammon, answer: &str) -> String {
    if pos.turn() == Turn::Answer {
        return "take".to_owned();
    }
    if pos.turn() == Turn::Choice && trails_after_crawford(pos) {
        return "double".to_owned();
    }
    let answer = answer.trim();
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let is_known = list.iter().any(|mv| mv.to_string() == answer);
    if answer == "beaver" && !is_known { "take".to_owned() } else { answer.to_owned() }
}

/// Whether the side to move has not doubled yet in a game in which the other needs one point and it may double.
fn trails_after_crawford(pos: &Backgammon) -> bool {
    let (side, stakes) = (pos.side(), pos.stakes());
    stakes.is_match() && stakes.away(!side) == 1 && stakes.away(side) > 1 && pos.cube().doublings == 0
}

#[cfg(test)]
mod tests {
    use engine::Node;

    use super::*;

    #[test]
    fn lines_are_those_of_the_protocol() {
        for (position, line) in [
            (
                "4HPwATDgc/ABMA:31",
                "board:You:Opp:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:\
                 0:25:0:0:0:0:0:0:0:0",
            ),
            // Both on the bar, both with checkers off; the side to move comes first, whoever it is.
            (
                "P5bAARiUryCARw:65:black",
                "board:You:Opp:9999:0:0:0:0:-2:1:1:0:5:1:1:0:0:0:-3:1:0:0:0:0:-1:0:-1:-2:4:0:-6:1:1:6:5:0:0:1:1:1:0:1:-1:\
                 0:25:0:0:1:0:0:0:0:0",
            ),
        ] {
            let pos = Backgammon::parse(position, &<Backgammon as Node>::Rules::default()).expect(position);
            assert_eq!(request(&pos), line, "{position}");
        }
    }

    #[test]
    fn a_beaver_is_a_take_where_there_are_none() {
        for (rules, read_as) in [("cube=money", "take"), ("cube=money,beavers=on", "beaver")] {
            let pos =
                Backgammon::parse("4HPwATDgc/ABMA:cAkAAAAAAAAA", &rules.parse().expect("rules")).expect("a choice");
            let offered = *pos.play(pos.find_move("double").expect("legal")).pending();
            assert_eq!(read(&offered, "beaver"), read_as);
            assert!(request(&offered).contains(":-1:0:0:0:0:1:1:1:1:1:-1:"), "{}", request(&offered));
        }
    }
}
