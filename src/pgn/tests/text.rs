//! Tests of the text layer: notations that occur in files, errors with their locations, and that written
//! records are read back.

use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::variants::orthodox::san::{Check, Done, Go};
use crate::pgn::*;
use proptest::prelude::*;

fn read_one(text: &str) -> Record {
    let mut games = Reader::new(text);
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(games.next(), None, "{text}");
    game
}

#[test]
fn movetext_of_files_is_read() {
    let game = read_one(
        "1.e4! e5 2 Nf3 2... Nc6?! $14 {main line} (2... d6 3. d4 (3. Bc4 --) 1-0) 3. Bb5 a6 4.0-0 0-0-0 ; so\n% no\n5.d4*",
    );
    let moves: Vec<String> = game.moves().map(Move::to_string).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "O-O-O", "d4"]);
    let numbers: Vec<String> =
        game.moves().filter_map(|game_move| game_move.number).map(|n| n.to_string()).collect();
    assert_eq!(numbers, ["1.", "2.", "2...", "3.", "4.", "5."]);
    assert_eq!(game.result, Some(GameResult::Unknown));
    let Some(Item::Variation(inner)) = game.items.get(6) else { panic!("{game:?}") };
    assert_eq!(inner.len(), 3);
    assert_eq!(read_one(&game.to_string()), game);
    let short = Reader::new("1. e4 (1. d4) e5 *").variations(false).next().unwrap().unwrap();
    assert_eq!(short.items.len(), 2);
}

#[test]
fn castling_is_not_a_result() {
    for (text, result) in [
        ("1-0", Some(GameResult::WhiteWins)),
        ("0-1", Some(GameResult::BlackWins)),
        ("1/2-1/2", Some(GameResult::Draw)),
        ("1/2", Some(GameResult::Draw)),
        ("*", Some(GameResult::Unknown)),
        ("", None),
    ] {
        let game = read_one(&format!("1. 0-0 0-0-0+ {text}"));
        assert_eq!((game.moves().count(), game.result), (2, result), "{text}");
    }
    assert_eq!(read_one("[Result \"1/2\"] e4 1/2-1/2").result_text(), Some("1/2"));
}

#[test]
fn errors_have_a_location_and_state_what_is_expected() {
    for (text, expected) in [
        ("1. e4 e9 *", "line 1, column 7: expected a move such as e4, Nxf3, e8=Q or O-O, found 'e9'"),
        ("1. e4\n\n1... Zf6", "line 3, column 6: expected a move such as e4, Nxf3, e8=Q or O-O, found 'Zf6'"),
        ("1. e8=K", "line 1, column 7: expected Q, R, B or N, found 'K'"),
        ("1. e4,e5", "line 1, column 6: expected a space after the move, found ',e5'"),
        ("1. e4 (1. d4", "line 1, column 7: the variation is not closed; expected ')'"),
        ("1. e4 {", "line 1, column 7: the comment is not closed; expected '}'"),
        ("1. e4 <x>", "line 1, column 7: expected a move, a comment or a result, found '<x>'"),
        ("/FEN/", "line 1, column 1: expected a move, a comment or a result, found '/FEN/'"),
        ("1. O-", "line 1, column 4: expected a move such as e4, Nxf3, e8=Q or O-O, found 'O-'"),
        ("1. é4", "line 1, column 4: expected a move, a comment or a result, found 'é4'"),
        ("99999999999. e4", "line 1, column 1: the move number is too large"),
    ] {
        let error = Reader::new(text).find_map(Result::err).expect("a fault");
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

fn any_san() -> impl Strategy<Value = San> {
    const OFFICERS: [Kind; 5] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    let cell = || (0u8..64, proptest::option::of(0u8..8), proptest::option::of(0u8..8), any::<bool>());
    let officer =
        (proptest::sample::select(&OFFICERS[..]), cell()).prop_map(|(kind, (to, file, rank, capture))| Go {
            kind: Some(kind),
            file,
            rank,
            capture,
            to,
            promotion: None,
        });
    let promoted = proptest::option::of(proptest::sample::select(&Kind::PROMOTED[..]));
    let pawn = (cell(), promoted).prop_map(|((to, file, rank, capture), promotion)| {
        let in_full = file.is_some() && rank.is_some();
        let kind = (!in_full).then_some(Kind::Pawn);
        let rank = rank.filter(|_| in_full);
        let capture = capture || !in_full && file.is_some();
        Go { kind, file, rank, capture, to, promotion: promotion.filter(|_| matches!(to / 8, 0 | 7)) }
    });
    let done = prop_oneof![
        4 => officer.prop_map(Done::Go),
        4 => pawn.prop_map(Done::Go),
        1 => any::<bool>().prop_map(|long| Done::Castle { long }),
        1 => Just(Done::Nothing),
    ];
    let check = prop_oneof![Just(Check::None), Just(Check::Check), Just(Check::Mate)];
    (done, check).prop_map(|(done, check)| San { done, check })
}

fn any_items() -> impl Strategy<Value = Vec<Item>> {
    let number = proptest::option::of((0..500u32, any::<bool>()));
    let game_move = (any_san(), number, "[!?]{0,2}").prop_map(|(notation, number, strength)| {
        let number = number.map(|(number, second)| MoveNumber { number, second });
        Item::Move(Move { number, notation, strength, location: Location::START })
    });
    let words = proptest::collection::vec("[!-~é]{1,12}", 0..12);
    let leaf = prop_oneof![
        8 => game_move,
        1 => words.prop_map(|words| Item::Comment(words.join(" "))),
        1 => any::<u16>().prop_map(Item::Nag),
    ];
    let item = leaf
        .prop_recursive(3, 40, 8, |inner| proptest::collection::vec(inner, 0..8).prop_map(Item::Variation));
    proptest::collection::vec(item, 0..12)
}

proptest! {
    #[test]
    fn written_records_are_read_back(games in proptest::collection::vec(any_items(), 1..4)) {
        let tag = || Tag::new("Event", "?").expect("a tag");
        let records: Vec<Record> = games.into_iter().map(|items| Record {
            tags: vec![tag()],
            items,
            result: Some(GameResult::Draw),
            location: Location::START,
        }).collect();
        let text: String = records.iter().map(Record::to_string).collect();
        let read: Vec<Record> = Reader::new(&text).collect::<Result<_, _>>()
            .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(read, records);
    }

    #[test]
    fn texts_of_notation_characters_do_not_panic(text in "[\\[\\]\"(){};%$!?*./:x+#=0-9a-hKQRBNPOZ\\- \n\ré]{0,200}") {
        for game in Reader::new(&text).flatten() {
            let written = game.to_string();
            let read: Vec<Record> = Reader::new(&written).collect::<Result<_, _>>()
                .map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
            prop_assert!(read.len() <= 1, "{}", written);
            prop_assert_eq!(read.first().map_or(String::new(), Record::to_string), written);
        }
    }

    #[test]
    fn any_text_does_not_panic(text in "\\PC{0,200}") {
        Reader::new(&text).for_each(drop);
        let _ = text.parse::<San>();
    }
}
