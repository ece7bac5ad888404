//! Position strings of the national draughts games, and the reasons why strings are rejected.

use super::{at, open};
use plyground::game::{below, rng_for};
use plyground::sim::{DynGame, StateWithHistory};
use proptest::prelude::*;

/// The state that a text says, or why there is none.
fn read(game: &dyn DynGame, text: &str) -> Result<StateWithHistory, String> {
    game.read_fen(text, 0).map_err(|error| format!("{text}: {error}"))
}

fn refusal(game: &dyn DynGame, text: &str) -> String {
    read(game, text).err().unwrap_or_else(|| panic!("{text} is read"))
}

#[test]
fn rule_11_squares_may_come_in_any_order() {
    let state = at(&*open("english-draughts"), "W:W32,K5,21:B12,K1 - 0 0 -");
    assert_eq!(state.fen(), "W:WK5,21,32:BK1,12 - 0 0 -");
}

#[test]
fn rule_11_what_cannot_be_is_refused() {
    let english = open("english-draughts");
    let turkish = open("turkish-draughts");
    let refused = |fen: &str, why: &str| {
        let error = refusal(&*english, fen);
        assert!(error.contains(why), "{fen}: {error}");
    };
    refused("", "fields");
    refused("W:W21:B1 - 0 0", "the number of fields is 4");
    refused("W:W21:B1 - 0 0 - -", "the number of fields is 6");
    refused("w:W21:B1 - 0 0 -", "W or B");
    refused("W:W21 - 0 0 -", "two lists");
    refused("W:B1:W21 - 0 0 -", "does not begin with W");
    refused("W:W21,33:B1 - 0 0 -", "no square '33'");
    refused("W:W21,:B1 - 0 0 -", "no square ''");
    refused("W:W21,KK22:B1 - 0 0 -", "no square 'K22'");
    refused("W:W21,21:B1 - 0 0 -", "two pieces stand on 21");
    refused("W:W21:B1,K21 - 0 0 -", "two pieces stand on 21");
    refused("W:W4:B1 - 0 0 -", "the man on 4 must be a king");
    refused("W:W21:B30 - 0 0 -", "the man on 30 must be a king");
    refused("W:W15:B11,18 15 0 0 -", "the squares it jumped");
    refused("W:W15:B11,18 14:18 0 0 -", "no piece of the color to move on 14");
    refused("W:W15:B11,18 11:18 0 0 -", "no piece of the color to move on 11");
    refused("W:W15:B11,18 15:18,18 0 0 -", "jumped twice");
    refused("W:W15:B11,18 15:19 0 0 -", "no enemy piece on 19");
    refused("W:W15:B3,11,18 15:3 0 0 -", "cannot have reached it by jumping 3");
    refused("W:W15:B18 15:18 0 0 -", "cannot jump again");
    refused("W:W21:B1 - 81 0 -", "from 0 to 80");
    refused("W:W21:B1 - 01 0 -", "from 0 to 80");
    refused("W:W15:B11,18 15:18 80 0 -", "from 0 to 79");
    refused("W:W21:B1 - 0 1 -", "from 0 to 0");
    refused("B:WK32:BK1 - 0 0 28-32", "expected at most QUIET, which is 0");
    refused("B:WK32:BK1 - 1 0 28+32", "is not a move");
    refused("B:WK32:BK1 - 1 0 24-32", "cannot be undone");
    refused("B:W32:BK1 - 1 0 28-32", "cannot be undone");
    refused("B:WK32:BK1 - 1 0 5-1", "cannot be undone");
    let error = refusal(&*turkish, "W:WKa3:Bd3,f3,h8 a3:d3,b5,a4 0 0 -");
    assert!(error.contains("d3 must be empty"), "{error}");
    let international = open("international-draughts");
    let error = refusal(&*international, "W:WK46:BK2,K3 - 30 11 -");
    assert!(error.contains("from 0 to 10"), "{error}");
}

#[test]
fn refusals_name_the_rule() {
    fn refused(game: &dyn DynGame, fen: &str, step: &str, why: &str) {
        let message = at(game, fen).apply_text(step).expect_err("refused").to_string();
        assert!(message.contains(why), "{fen} {step}: {message}");
    }
    let english = open("english-draughts");
    refused(
        &*english,
        "W:W22:B11,17,18 - 0 0 -",
        "22-17",
        "a capture is forced (rule 7.1); legal: 22x13 22x15",
    );
    refused(&*english, "W:W18:B1,22 - 0 0 -", "18x25", "men cannot jump backward (rule 5.2)");
    refused(&*english, "W:W18:B1 - 0 0 -", "18-22", "men cannot move backward (rule 4.1)");
    refused(&*english, "W:WK29:B1 - 0 0 -", "29-22", "moves only one square");
    refused(
        &*english,
        "W:W15,32:B11,17,18 15:18 0 0 -",
        "32-28",
        "the piece on 15 must jump again (rule 5.6)",
    );
    refused(&*english, "W:W15:B1 - 0 0 -", "1-5", "the piece on 1 belongs to the opponent");
    refused(&*english, "W:W15:B1 - 0 0 -", "16-12", "there is no piece");
    refused(&*english, "W:W15:B1 - 0 0 -", "15-99", "there is no square '99'");
    refused(&*english, "W:W15:B1 - 0 0 -", "15-12", "not on one line");
    refused(&*english, "B:W9,14:B5 - 0 0 -", "5-1", "the game is over");
    refused(
        &*english,
        "W:W26,22:B1 - 0 0 -",
        "26x17",
        "a piece cannot jump over a piece of its own color (rule 5.7)",
    );
    let international = open("international-draughts");
    refused(
        &*international,
        "W:W28:B13,22,23 - 0 0 -",
        "28x17",
        "takes more pieces, which is required (rule 7.3)",
    );
    let italian = open("italian-draughts");
    refused(&*italian, "W:W26:B1,K22 - 0 0 -", "26x19", "men cannot jump over kings (rule 5.3)");
    refused(&*italian, "W:W26,K32:B22,28 - 0 0 -", "26x19", "another capture has priority (rule 7.5)");
    let russian = open("russian-draughts");
    refused(&*russian, "W:WKa1:Bd2,c3,b6,d6 - 0 0 -", "a1xf6", "where it can jump again (rule 7.2)");
    let turkish = open("turkish-draughts");
    refused(
        &*turkish,
        "W:WKa4:Be4,a6,h8 a4:b4 0 0 -",
        "a4xf4",
        "a jump cannot reverse the direction of the last one (rule 5.5)",
    );
}

/// Texts that look like position strings.
fn likely() -> impl Strategy<Value = String> {
    let squares = || {
        proptest::collection::vec("K?([1-9]|[1-4][0-9]|[a-h][1-8])", 0..14).prop_map(|list| list.join(","))
    };
    let capture =
        prop_oneof![Just("-".to_string()), "[1-9]{1,2}:[1-9]{1,2}(,[1-9]{1,2})?", "[a-h][1-8]:[a-h][1-8]"];
    let history = prop_oneof![
        Just("-".to_string()),
        proptest::collection::vec("([1-9]{1,2}-[1-9]{1,2}|[a-h][1-8]-[a-h][1-8])", 1..4)
            .prop_map(|list| list.join(",")),
    ];
    ("[WB]", squares(), squares(), capture, 0..90u32, 0..14u32, history).prop_map(
        |(turn, white, black, capture, quiet, count, history)| {
            format!("{turn}:W{white}:B{black} {capture} {quiet} {} {history}", count.saturating_sub(10))
        },
    )
}

/// What is read is written the same, and can be played on.
fn read_and_play(game: &dyn DynGame, text: &str) -> Result<(), TestCaseError> {
    let Ok(mut state) = read(game, text) else { return Ok(()) };
    let mut rng = rng_for(0, 0, 0);
    for _ in 0..40 {
        let fen = state.fen();
        let again = read(game, &fen).map_err(TestCaseError::fail)?;
        prop_assert!(again.equals(&state) && again.fen() == fen, "{fen}");
        let legal = state.legal();
        if legal.is_empty() {
            break;
        }
        state.apply_text(&legal[below(&mut rng, legal.len())]).expect("legal");
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}", likely in likely()) {
        for id in ["english-draughts", "international-draughts", "russian-draughts", "turkish-draughts"] {
            let game = open(id);
            read_and_play(&*game, &text)?;
            read_and_play(&*game, &likely)?;
        }
    }
}
