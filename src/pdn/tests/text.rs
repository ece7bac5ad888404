//! Tests of the text layer: notations that occur in files, errors with their locations, and that written
//! records are read back.

use crate::pdn::*;
use proptest::prelude::*;

fn read_one(text: &str) -> Record {
    let mut games = Reader::new(text);
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(games.next(), None, "{text}");
    game
}

fn moves(text: &str) -> Vec<String> {
    read_one(text).moves().map(Move::to_string).collect()
}

fn set_up() -> Item {
    Item::SetUp(SetUp { command: "FEN \"W:W1:B2\"".into(), location: Location::START })
}

fn error_of(text: &str) -> String {
    Reader::new(text).find_map(Result::err).expect("a fault").to_string()
}

#[test]
fn all_notations_of_moves_are_read() {
    let text =
        "1.11-15 22x15x6 2. 22x6 32-28! 3. 01-05?! c3-d4 4... c3:e5 C3xE5Xg7 a3b4 18x9* 5.31-27(?) 20-24 ! *";
    let all = [
        "11-15", "22x15x6", "22x6", "32-28", "1-5", "c3-d4", "c3xe5", "c3xe5xg7", "a3-b4", "18x9", "31-27",
        "20-24",
    ];
    assert_eq!(moves(text), all);
    let game = read_one(text);
    let strengths: Vec<&str> = game.moves().map(|m| m.strength.as_str()).filter(|s| !s.is_empty()).collect();
    assert_eq!(strengths, ["!", "?!", "(?)", "!"]);
    assert!(game.items.contains(&Item::Nag(7)), "forced");
    let numbers: Vec<String> = game.moves().filter_map(|m| m.number).map(|n| n.to_string()).collect();
    assert_eq!(numbers, ["1.", "2.", "3.", "4...", "5."]);
    assert_eq!(game.result, Some(GameResult::Unknown));
    assert_eq!(moves("1. ... 7-12 77. ... {no move} *"), ["7-12"]);
    assert_eq!(
        read_one("1. ... 7-12 *").moves().next().unwrap().number,
        Some(MoveNumber { number: 1, second: true })
    );
}

#[test]
fn results_and_moves_are_distinguished() {
    use GameResult::*;
    for (text, result) in [
        ("1-0", WhiteWins),
        ("2-0", WhiteWins),
        ("0-1", BlackWins),
        ("0-2", BlackWins),
        ("1/2-1/2", Draw),
        ("1-1", Draw),
        ("0-0", BothLose),
        ("*", Unknown),
    ] {
        let game = read_one(&format!("1. 1-18 {text}"));
        assert_eq!((game.moves().count(), game.result), (1, Some(result)));
    }
    assert_eq!(read_one("1. 1-10").result, None);
}

#[test]
fn games_end_with_results_or_with_the_next_tags() {
    let text = "\u{feff}% a file\n[Event \"a\"]\r\n[Site \"b\"]\r\n1. 1-6\r\n[Event \"c\"]\n\n*\n\n[Event \"d\"]\n\n[Event \"e\"]\n\n1-6 * 2-7 1-0 *\n{end} ";
    let games: Vec<Record> = Reader::new(text).collect::<Result<_, _>>().unwrap();
    let shown: Vec<_> = games.iter().map(|g| (g.tag("Event"), g.moves().count(), g.result)).collect();
    assert_eq!(
        shown,
        [
            (Some("a"), 1, None),
            (Some("c"), 0, Some(GameResult::Unknown)),
            (Some("d"), 0, None),
            (Some("e"), 1, Some(GameResult::Unknown)),
            (None, 1, Some(GameResult::WhiteWins)),
            (None, 0, None),
        ]
    );
    assert_eq!(Reader::new(" \n%\n\n* *").next(), None);
}

#[test]
fn tags_have_escapes() {
    let game = read_one(r#"[ White "a \"b\" \\ \c" ] [Black"?"]32-28"#);
    assert_eq!(game.tag("White"), Some(r#"a "b" \ \c"#));
    assert_eq!(game.tag("Black"), Some("?"));
    assert_eq!(game.find_tag("Black").unwrap().location(), Location { line: 1, column: 34 });
    assert!(
        Tag::new("1st", "").is_err() && Tag::new("a b", "").is_err() && Tag::new("Event", "a\nb").is_err()
    );
}

#[test]
fn variations_and_comments_are_kept_or_skipped() {
    let text = "1. 32-28 19-23 (18-23 38-32 (37-32? 23-29! {Black   wins\n} 0-2) 12-18) ;so\n 2. 28x19 /FEN \"W:W1:B2\"/ $3 *";
    let game = read_one(text);
    let Item::Variation(inner) = &game.items[2] else { panic!("{game:?}") };
    let Item::Variation(innermost) = &inner[2] else { panic!("{inner:?}") };
    assert_eq!(innermost[2], Item::Comment("Black wins".into()));
    assert_eq!(game.items[3], Item::Comment("so".into()));
    assert_eq!(game.items[5], set_up());
    let without = Reader::new(text).variations(false).next().unwrap().unwrap();
    assert!(!without.items.iter().any(|item| matches!(item, Item::Variation(_))));
    assert_eq!(without.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>());
}

#[test]
fn errors_have_a_location_and_state_what_is_expected() {
    for (text, expected) in [
        ("[Event \"x\"\n1. 1-6", "line 2, column 1: expected ']' after the value of the tag, found '1.'"),
        (
            "[Event \"x]\n1. 1-6",
            "line 1, column 11: expected '\"' after the value of the tag, found the end of the line",
        ),
        ("[Event x]", "line 1, column 8: expected the value of the tag in quotes, found 'x]'"),
        ("[\"x\"]", "line 1, column 2: expected the name of a tag, found '\"x\"]'"),
        ("1. 32-28\n19-23 {é} 2. 1_2", "line 2, column 15: expected '-' or 'x' and a square, found '_2'"),
        (
            "cb4",
            "line 1, column 1: expected both squares in full, such as c3-d4 (short algebraic moves such as cb4 are not supported), found 'cb4'",
        ),
        (
            "c:e5",
            "line 1, column 1: expected both squares in full, such as c3-d4 (short algebraic moves such as cb4 are not supported), found 'c:e5'",
        ),
        ("1. c3-", "line 1, column 7: expected a square, found the end of the text"),
        ("1. 12-0", "line 1, column 7: expected a square numbered from 1, found '0'"),
        ("3228 1823", "line 1, column 1: expected a square numbered from 1, found '3228'"),
        ("1-6 {never\n[Event", "line 1, column 5: the comment is not closed; expected '}'"),
        ("1-6 (2-7 (\n", "line 1, column 10: the variation is not closed; expected ')'"),
        ("1-6 )", "line 1, column 5: expected a move (no variation is open), found ')'"),
        ("1-6 $x", "line 1, column 5: expected a number from 0 to 65535 after '$'"),
        ("1-6 - -", "line 1, column 5: expected a move, a comment or a result, found '-'"),
        ("1-6, 2-7", "line 1, column 4: expected a space after the move, found ','"),
        ("/FEN", "line 1, column 1: the set-up is not closed; expected '/'"),
        ("!", "line 1, column 1: expected a move, found '!'"),
        (&"(".repeat(65), "line 1, column 65: variations are nested deeper than the limit of 64"),
    ] {
        assert_eq!(error_of(text), expected, "{text}");
    }
}

#[test]
fn reading_continues_after_a_malformed_record() {
    let text = "[Event \"1\"]\n1-6 *\n\n[Event \"2\"]\n[Site x]\n[Date \"y\"]\n1-6 *\n[Event \"3\"]\nzzz\n{[%clk 1]}\n[Event \"4\"]\n1-6 (2-7 {x\n[Event \"5\"]\n*";
    let events: Vec<_> =
        Reader::new(text).filter_map(Result::ok).map(|g| g.tag("Event").unwrap().to_owned()).collect();
    assert_eq!(events, ["1", "5"]);
    assert_eq!(Reader::new(text).filter(Result::is_err).count(), 3);
}

#[test]
fn the_writer_wraps_lines_and_orders_tags() {
    let long = "word ".repeat(30);
    let text = format!(
        "[FEN \"W:W31-50:B1-20\"][Result \"2-0\"][Event \"a \\\"b\\\"\"][GameType \"20\"] {{{long}}} 1. 32-28! (31-27 {{x}}) 1... 19-23* ;}}\n (2-7) 1-0"
    );
    let expected = format!(
        "[Event \"a \\\"b\\\"\"]\n[Result \"2-0\"]\n[FEN \"W:W31-50:B1-20\"]\n[GameType \"20\"]\n\n{{{}\n{}}} 1. 32-28! (31-27 {{x}})\n1... 19-23 $7 ;}}\n(2-7) 2-0\n\n",
        long[..79].trim_end(),
        long[80..].trim_end(),
    );
    let written = read_one(&text).to_string();
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    let again = read_one(&written);
    assert_eq!(again.to_string(), written);
    assert_eq!(
        written.replace('\n', " ").split_whitespace().collect::<Vec<_>>(),
        expected.split_whitespace().collect::<Vec<_>>()
    );
    assert!(read_one("[GameType \"25\"] c3:e5:g7 2-0").to_string().contains("c3xe5xg7 1-0"));
}

#[test]
fn game_types_are_read_and_written() {
    for number in (20..=31).chain([40, 41]) {
        let known = GameType::standard(number).expect("a known game");
        assert_eq!(GameType::parse(&known.to_string()), Ok(known));
        assert_eq!(GameType { number, details: None }.full_details(), known.details);
    }
    let english = GameType::standard(21).and_then(GameType::full_details).unwrap();
    assert_eq!((english.white_first, english.width, english.notation), (false, 8, Notation::Numeric));
    assert_eq!(GameType::parse("23,W,8,8,A0").unwrap().to_string(), "23,W,8,8,A0");
    for bad in [
        "",
        "x",
        "20,",
        "20,W",
        "20,G,10,10,N2",
        "20,W,x,10,N2,0",
        "20,W,10,10,Q2,0",
        "20,W,10,10,N4,0",
        "20,W,10,10,N2,2",
        "20,W,10,10,N2,0,0",
    ] {
        let error = GameType::parse(bad).unwrap_err();
        assert!(error.contains("expected a number, or a number with details"), "{error}");
    }
}

#[test]
fn all_notations_of_positions_are_read() {
    for (text, canonical) in [
        ("W:W21,K22:B1", "W:W21,K22:B1"),
        ("B:B1-3,K7-8:W32.", "B:W32:B1,2,3,K7,K8"),
        (" w : W 21 , k 22 : b 1 . ", "W:W21,K22:B1"),
        ("?:Wa1,Kc3:Bh8", "?:Wa1,Kc3:Bh8"),
        ("W:W:B1", "W:W:B1"),
        ("W:WK1:B5:H3:F12", "W:WK1:B5"),
        ("[FEN \"W:W21,:B1.\"]", "W:W21:B1"),
        ("[ fen \" W:W21:B1 \" ] ", "W:W21:B1"),
    ] {
        let position = Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), canonical);
        assert_eq!(Position::parse(canonical), Ok(position));
    }
    for (bad, column) in [
        ("", 1),
        ("X:W1", 1),
        ("W", 2),
        ("W:X1", 3),
        ("W:W1:W2", 6),
        ("W:W0", 4),
        ("W:W1-x:B", 6),
        ("W:W9-8", 4),
        ("W:W1 2", 6),
        ("[EFN \"W:W1\"]", 5),
        ("[FEN \"W:W1", 11),
        (&format!("W:W1-200,{}", "1-200,".repeat(9)), 4),
    ] {
        assert_eq!(Position::parse(bad).unwrap_err().location, Location { line: 1, column }, "{bad}");
    }
}

fn any_square() -> impl Strategy<Value = Square> {
    prop_oneof![
        (1u8..).prop_map(Square::Number),
        (1u8..=10, 1u8..=10).prop_map(|(file, rank)| Square::Cell { file, rank }),
    ]
}

fn any_move() -> impl Strategy<Value = Item> {
    let squares = any_square().prop_flat_map(|from| {
        let like: BoxedStrategy<Square> = match from {
            Square::Number(_) => (1u8..).prop_map(Square::Number).boxed(),
            Square::Cell { .. } => {
                (1u8..=10, 1u8..=10).prop_map(|(file, rank)| Square::Cell { file, rank }).boxed()
            }
        };
        // A move that has the form of a result is read as a result.
        let to = like
            .clone()
            .prop_filter("a result", move |to| GameResult::parse(&format!("{from}-{to}")).is_none());
        (Just(from), proptest::collection::vec(like, 0..4), to)
    });
    let number = proptest::option::of((0..500u32, any::<bool>()));
    let strength = prop_oneof![Just(String::new()), "[!?]{1,3}", "\\([!?]{1,2}\\)"];
    (squares, number, any::<bool>(), strength).prop_map(|((from, via, to), number, capture, strength)| {
        let number = number.map(|(number, second)| MoveNumber { number, second });
        let first_pair = format!("{from}-{}", via.first().unwrap_or(&to));
        let capture = capture || from == to || GameResult::parse(&first_pair).is_some();
        let notation = PdnMove { from, via, to, capture };
        Item::Move(Move { number, notation, strength, location: Location::START })
    })
}

fn any_items() -> impl Strategy<Value = Vec<Item>> {
    let words = proptest::collection::vec("[!-~é]{1,12}", 0..12);
    let leaf = prop_oneof![
        8 => any_move(),
        1 => words.prop_map(|words| Item::Comment(words.join(" "))),
        1 => any::<u16>().prop_map(Item::Nag),
        1 => Just(set_up()),
    ];
    let item = leaf
        .prop_recursive(3, 40, 8, |inner| proptest::collection::vec(inner, 0..8).prop_map(Item::Variation));
    proptest::collection::vec(item, 0..12)
}

fn any_record() -> impl Strategy<Value = Record> {
    let tag =
        ("[A-Z][a-zA-Z0-9_]{0,9}", "[ -~é]{0,30}").prop_map(|(name, value)| Tag::new(&name, &value).unwrap());
    let result = prop_oneof![
        Just(GameResult::WhiteWins),
        Just(GameResult::BlackWins),
        Just(GameResult::Draw),
        Just(GameResult::BothLose),
        Just(GameResult::Unknown)
    ];
    (proptest::collection::vec(tag, 1..6), any_items(), result).prop_map(|(tags, items, result)| Record {
        tags,
        items,
        result: Some(result),
        location: Location::START,
    })
}

#[test]
fn results_in_the_form_of_moves_are_rejected() {
    for (text, column) in [("1. 9-14 1-01 *", 9), ("1. 9-14 01-1 *", 9), ("1. 7-7 *", 4)] {
        let error = Reader::new(text).next().expect("a game").expect_err("no move");
        assert!(
            error.to_string().contains("is not a move: only a capture can end on its first square"),
            "{error}"
        );
        assert_eq!((error.location.line, error.location.column), (1, column), "{text}");
    }
    assert!(Move::parse("1-01").is_err() && Move::parse("1x1").is_ok());
}

proptest! {
    #[test]
    fn written_records_are_read_back(games in proptest::collection::vec(any_record(), 1..4)) {
        let text: String = games.iter().map(Record::to_string).collect();
        let read: Vec<Record> = match Reader::new(&text).collect() {
            Ok(read) => read,
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{text}"))),
        };
        prop_assert_eq!(read.len(), games.len());
        for (game, read) in games.iter().zip(read) {
            prop_assert_eq!(game.ordered_tags(), read.tags.iter().collect::<Vec<_>>());
            prop_assert_eq!(&game.items, &read.items);
            prop_assert_eq!(game.result, read.result);
        }
    }

    #[test]
    fn texts_of_notation_characters_do_not_panic(text in "[\\[\\]\"\\\\(){};%$!?*./:x0-9a-hA-Z\\- \n\ré]{0,200}") {
        for game in Reader::new(&text).flatten() {
            let written = game.to_string();
            let read: Vec<Record> = Reader::new(&written).collect::<Result<_, _>>()
                .map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
            prop_assert!(read.len() <= 1, "{}", written);
            prop_assert_eq!(read.first().map_or(String::new(), Record::to_string), written);
        }
        let _ = Position::parse(&text);
        let _ = GameType::parse(&text);
    }

    #[test]
    fn any_text_does_not_panic(text in "\\PC{0,200}") {
        Reader::new(&text).for_each(drop);
        let _ = Position::parse(&text);
    }
}
