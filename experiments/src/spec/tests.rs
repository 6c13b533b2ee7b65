//! How players are written, and what is refused.

use super::*;

#[test]
fn canonical_texts_round_trip() {
    for text in [
        "random",
        "greedy",
        "perfect",
        "alphabeta:depth=6",
        "alphabeta:nodes=20000",
        "alphabeta:time=50ms",
        "alphabeta:clock=2s+20ms",
        "alphabeta:clock=90s",
        "alphabeta:depth=127,nodes=1,time=1500ms",
        "alphabeta:soft_nodes=5000",
        "alphabeta:nodes=9,soft_nodes=5",
        "alphabeta:nodes=5000,without=null_move+singular",
        "alphabeta:clock=2s+20ms,without=delta,hash=65536,threads=256",
        "alphabeta:nodes=9,margins=futility:70+late_moves:5",
        "alphabeta:nodes=9,weights=new.in",
        "expectiminimax:plies=0,net=best.net",
        "alphabeta:nodes=9,weights=new.in,tables=endgames",
        "alphabeta:nodes=9,weights=\"a, \"\"b\"\".in\"",
        "expectiminimax:plies=0",
        "expectiminimax:plies=126,nodes=5",
        "gnubg:plies=0",
        "gnubg:plies=3,cmd=\"a, b\",timeout=90s",
        "pubeval",
        "pubeval:cmd=/opt/python3,timeout=500ms",
        "alphabeta:time=50ms,margin=0ms",
        "expectiminimax:plies=2,clock=2s+20ms,margin=1s",
        "uci:cmd=stockfish,time=10ms",
        "uci:cmd=/usr/games/stockfish,depth=9,nodes=500,clock=2s+20ms,margin=50ms,option.Skill Level=5,option.Style=very \
         solid,timeout=9s",
        "uci:cmd=stockfish,nodes=1,\"option.a=b, c\"=\"x, y\"",
        "line:cmd=./engine.py",
        "line:cmd=fort,args=\"engine forte --player alphabeta:nodes=1000,hash=1\",depth=3",
        "line:cmd=sh,args=-c 'exec ./engine' '',time=50ms",
    ] {
        assert_eq!(text.parse::<Spec>().expect(text).to_string(), text);
    }
}

#[test]
fn other_writings_mean_the_same() {
    for (text, canonical) in [
        (" random ", "random"),
        ("random:", "random"),
        ("alphabeta:nodes=9,depth=6", "alphabeta:depth=6,nodes=9"),
        ("alphabeta:depth=\"6\"", "alphabeta:depth=6"),
        ("alphabeta: depth=6", "alphabeta:depth=6"),
        ("alphabeta:time=2000ms", "alphabeta:time=2s"),
        ("alphabeta:threads=2,hash=1,soft_nodes=3,depth=4", "alphabeta:depth=4,soft_nodes=3,hash=1,threads=2"),
        ("alphabeta:without=singular + null_move+singular,nodes=7", "alphabeta:nodes=7,without=null_move+singular"),
        ("alphabeta:nodes=7,margins=delta:350 + futility : 70", "alphabeta:nodes=7,margins=futility:70+delta:350"),
        ("expectiminimax:depth=3", "expectiminimax:plies=2"),
        ("gnubg:timeout=1000ms,plies=2", "gnubg:plies=2,timeout=1s"),
        ("pubeval:", "pubeval"),
        (
            "uci:option.\"Skill Level\"=11,option.Hash=1,nodes=5,cmd=x",
            "uci:cmd=x,nodes=5,option.Hash=1,option.Skill Level=11",
        ),
        ("line:args=\" a  'b'c \",cmd=\"x\"", "line:cmd=x,args=a bc"),
    ] {
        assert_eq!(text.parse::<Spec>().expect(text).to_string(), canonical);
    }
}

#[test]
fn malformed_players_are_refused_with_what_is_accepted() {
    for (text, reason) in [
        ("", "the players are random greedy alphabeta"),
        ("alfabeta:depth=4", "there is no player \"alfabeta\""),
        ("random:depth=4", "random has no option \"depth\"; it takes none"),
        (
            "alphabeta:plies=4",
            "it takes depth, nodes, time, clock, margin, soft_nodes, without, margins, hash, threads, weights, tables",
        ),
        ("alphabeta", "needs a limit: one of depth, nodes, time, clock, soft_nodes, such as"),
        ("alphabeta:hash=4,threads=1,without=delta", "needs a limit"),
        ("alphabeta:weights=new.in", "needs a limit"),
        ("alphabeta:depth=1,weights=", "accepted: the name of a file"),
        ("expectiminimax:plies=1,weights=new.in", "has no option \"weights\""),
        ("expectiminimax:net=best.net", "needs a limit"),
        ("expectiminimax:plies=1,net=", "accepted: the name of a file"),
        ("alphabeta:nodes=5,without=null_move+magic", "does not take \"null_move+magic\"; accepted: names joined by +"),
        ("alphabeta:nodes=5,without=", "null_move reverse_futility futility"),
        ("alphabeta:nodes=5,without=null_move,without=delta", "given without where it has without already"),
        ("alphabeta:nodes=5,margins=tempo:3", "accepted: name:number joined by +, of reverse_futility_depth:0..64"),
        ("alphabeta:nodes=5,margins=futility:1001", "futility:0..1000"),
        ("alphabeta:nodes=5,margins=futility", "does not take \"futility\""),
        ("alphabeta:nodes=5,margins=futility:-1", "accepted: name:number"),
        ("alphabeta:nodes=5,hash=0", "accepted: 1 to 65536 MiB"),
        ("alphabeta:nodes=5,threads=257", "accepted: 1 to 256"),
        ("alphabeta:soft_nodes=0", "accepted: 1 or more"),
        ("expectiminimax:plies=1,hash=4", "it takes plies, depth, nodes, time, clock, margin, net, filter"),
        ("alphabeta:depth", "\"depth\" is not an option"),
        ("alphabeta:nodes=1,,", "\"\" is not an option"),
        ("alphabeta:depth=0", "accepted: 1 to 127"),
        ("alphabeta:depth=128", "accepted: 1 to 127"),
        ("alphabeta:depth=99999999999999999999", "accepted: 1 to 127"),
        ("alphabeta:depth=+4", "accepted: 1 to 127"),
        ("expectiminimax:plies=127", "accepted: 0 to 126"),
        ("expectiminimax:plies=18446744073709551615", "accepted: 0 to 126"),
        ("expectiminimax:plies=2,depth=3", "given depth where it has plies already"),
        ("alphabeta:nodes=0", "accepted: 1 or more"),
        ("alphabeta:nodes=", "accepted: 1 or more"),
        ("alphabeta:time=50", "such as 50ms or 2s"),
        ("alphabeta:time=0ms", "such as 50ms or 2s"),
        ("alphabeta:time=99999999999s", "such as 50ms or 2s"),
        ("alphabeta:clock=2s+", "such as 2s+20ms"),
        ("alphabeta:time=1s,clock=2s", "given clock where it has time already"),
        ("alphabeta:depth=1,depth=1", "given depth where it has depth already"),
        ("gnubg", "gnubg needs a limit: one of plies, such as gnubg:plies=0"),
        ("gnubg:plies=4", "accepted: 0 to 3"),
        ("gnubg:plies=0,plies=1", "given plies where it has plies already"),
        ("gnubg:plies=0,cmd=", "accepted: the program's name or path"),
        ("pubeval:plies=0", "it takes cmd, timeout"),
        ("pubeval:timeout=5", "such as 50ms or 2s"),
        ("alphabeta:depth=1,margin=5ms", "alphabeta is given a margin and no time to which it could be added"),
        ("alphabeta:time=5ms,margin=x", "accepted: 0ms to 86400s"),
        ("uci:time=5ms", "uci needs the program: cmd=PATH, such as uci:cmd=/usr/games/stockfish,time=50ms"),
        ("uci:cmd=x", "uci needs a limit: one of depth, nodes, time, clock, such as uci:cmd=PATH,time=50ms"),
        ("uci:cmd=x,margin=5ms", "given a margin and no time"),
        ("uci:cmd=x,plies=3", "it takes cmd, args, depth, nodes, time, clock, margin, option.NAME, timeout"),
        ("uci:cmd=x,option.=3", "option option.NAME of uci does not take \"3\"; accepted: a name"),
        ("uci:cmd=x,depth=3,option.Hash=1,option.hash=2", "given option.NAME where it has option.NAME already"),
        ("uci:cmd=x,time=5ms,clock=1s", "given clock where it has time already"),
        ("line:cmd=x,option.Hash=3", "line has no option \"option.Hash\"; it takes cmd, args, depth"),
        ("line:cmd=x,args='a b", "accepted: words with blanks between them"),
        ("line:cmd=", "accepted: the program's name or path"),
        ("alphabeta:depth=\"1", "the quote at character 7 of"),
    ] {
        let message = text.parse::<Spec>().expect_err(text).to_string();
        assert!(message.contains(reason), "{text:?}: {message}");
    }
}

#[test]
fn time_limits_and_several_threads_are_not_reproducible() {
    for (text, reproducible) in [
        ("random", true),
        ("alphabeta:depth=3", true),
        ("alphabeta:depth=3,time=1s", false),
        ("alphabeta:soft_nodes=9,threads=1", true),
        ("alphabeta:soft_nodes=9,threads=2", false),
        ("gnubg:plies=0", true),
        ("uci:cmd=x,nodes=9", true),
        ("uci:cmd=x,nodes=9,time=1s", false),
        ("line:cmd=x", false),
    ] {
        assert_eq!(text.parse::<Spec>().expect(text).is_reproducible(), reproducible, "{text}");
    }
}
