//! Tests of the codec: notations of captures, and errors with their locations.

use crate::games::draughts::variants;
use crate::pdn::*;

fn codec_of(id: &str) -> Box<dyn RecordCodec<PdnMove>> {
    codec(id, &variants::find_variant(id).unwrap().rules.options()).unwrap()
}

fn read_one(text: &str) -> Record {
    Reader::new(text).next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(id: &str, text: &str) -> Result<PlayedGame, String> {
    codec_of(id).play(&read_one(text), &mut || true).map_err(|error| error.to_string())
}

/// Plays one turn from a position, and returns its steps or the error.
fn turn(id: &str, position: &str, text: &str) -> Result<String, String> {
    play(id, &format!("[FEN \"{position}\"]\n1. {text}")).map(|played| played.steps.join(" "))
}

#[test]
fn captures_can_be_written_in_several_ways() {
    for (id, position, text, steps) in [
        ("english-draughts", "W:W22:B11,17,18", "22x15x8", "22x15 15x8"),
        ("english-draughts", "W:W22:B11,17,18", "22x8", "22x15 15x8"),
        ("english-draughts", "W:W22:B11,17,18", "22-8", "22x15 15x8"),
        ("english-draughts", "W:WK23:B1,10,11,18,19", "23x14x7x16x23", "23x14 14x7 7x16 16x23"),
        ("russian-draughts", "W:WKa1:Bd2,c3,b6,d6", "a1:e5:c7:a5", "a1xe5 e5xc7 c7xa5"),
        ("russian-draughts", "W:WK29:B25,11,12", "29x15x8", "a1xe5 e5xg7"),
        ("russian-draughts", "W:Wf6:Bb6,e7", "11x2x13", "f6xd8 d8xa5"),
        ("spanish-draughts", "W:W5,7:BK10,11", "5x14", "5x14"),
        ("turkish-draughts", "W:WKd1:Bd3,f3,a4,b5,h8", "d1xd5xa5xa3xg3", "d1xd5 d5xa5 a5xa3 a3xg3"),
        ("international-draughts", "W:W12:B8,9,40", "12x14", "12x3 3x14"),
        ("international-draughts", "W:W12:B8,9,40", "d8xh8", "12x3 3x14"),
        // The example of the standard: two captures share their first and last square.
        ("international-draughts", "W:WK47:B42,29,14,19,31", "47x38x24x13x36", "47x38 38x24 24x13 13x36"),
        ("international-draughts", "W:WK47:B42,29,14,19,31", "47x38x20x9x36", "47x38 38x20 20x9 9x36"),
        ("international-draughts", "W:WK47:B42,29,14,19,31", "47x33x24x13x36", "47x33 33x24 24x13 13x36"),
        ("international-draughts", "W:WK47:B42,29,14,19,31", "47x20x36", "47x38 38x20 20x9 9x36"),
    ] {
        assert_eq!(turn(id, position, text).as_deref(), Ok(steps), "{id} {text}");
    }
}

#[test]
fn errors_of_illegal_moves_state_what_is_legal() {
    let two = "W:WK47:B42,29,14,19,31";
    for (id, position, text, problem) in [
        ("english-draughts", "W:W22:B11,17,18", "22x15", "'22x15' is not legal; legal: 22x13, 22x8"),
        ("english-draughts", "W:W22:B1", "22x18", "'22x18' is not legal; legal: 22-17, 22-18"),
        ("english-draughts", "W:W22:B1", "22-33", "there is no square '33'; expected a square from 1 to 32"),
        (
            "russian-draughts",
            "W:Wa1:Bh8",
            "a1-b1",
            "there is no square 'b1'; expected a square from a1 to h8",
        ),
        (
            "international-draughts",
            two,
            "47x36",
            "'47x36' is ambiguous, since several turns fit; legal: 47x33x20x9x36, 47x33x24x13x36",
        ),
        (
            "international-draughts",
            two,
            "47x38x36",
            "'47x38x36' is ambiguous, since several turns fit; legal: 47x33x20x9x36, 47x33x24x13x36",
        ),
        (
            "international-draughts",
            two,
            "47x40x36",
            "'47x40x36' is not legal; legal: 47x33x20x9x36, 47x33x24x13x36",
        ),
        ("english-draughts", "B:W9,14:B5", "5-1", "'5-1' is not legal: the game is over (immobile)"),
    ] {
        assert_eq!(turn(id, position, text), Err(format!("line 2, column 4: {problem}")));
    }
}

#[test]
fn move_numbers_are_consecutive() {
    for text in ["1. 9-14 22-18 2. 5-9", "1. 9-14 1... 22-18 5-9", "9-14 22-18 5-9", "9-14 22-18 2. 5-9"] {
        assert_eq!(play("english-draughts", text).unwrap().steps.len(), 3, "{text}");
    }
    for (text, problem) in [
        ("2. 9-14", "line 1, column 4: expected move number 1., found 2."),
        ("1. 9-14 2. 22-18", "line 1, column 12: expected move number 1..., found 2."),
        ("1. 9-14 22-18 3. 5-9", "line 1, column 18: expected move number 2., found 3."),
    ] {
        assert_eq!(play("english-draughts", text), Err(problem.into()));
    }
    // From a position, move numbers may start anywhere, and with Black to move.
    let black = "[FEN \"B:W31-50:B1-20\"]";
    for text in ["7. 20-24 31-27 8. 24-29", "1... 20-24 2. 31-27 24-29"] {
        assert_eq!(
            play("international-draughts", &format!("{black}{text}")).unwrap().steps.len(),
            3,
            "{text}"
        );
    }
    assert!(play("international-draughts", &format!("{black}1... 20-24 1. 31-27")).is_err());
}

#[test]
fn start_positions_follow_the_rules() {
    for (id, text, problem) in [
        (
            "english-draughts",
            "\n[FEN \"W:W1:B32\"]",
            "line 2, column 7: PDN 'W:W1:B32': the man on 32 must be a king: it stands on its last row",
        ),
        ("english-draughts", "[FEN \"W:W21,x:B1\"]", "line 1, column 13: expected a square, found 'x:B1'"),
        (
            "english-draughts",
            "[FEN \"W:W21:B33\"]",
            "line 1, column 7: there is no square '33'; expected a square from 1 to 32",
        ),
        (
            "english-draughts",
            "[GameType \"20,W,10,10,N2,0\"]",
            "line 1, column 12: the size of the board must be 8x8 in this game, got 10x10",
        ),
        (
            "english-draughts",
            "[FEN \"W:W21:BK1\"][Position \"B:W21:BK1 - 0 0 -\"]",
            "line 1, column 29: the position must have the same pieces as the tag FEN and be at the beginning of a turn",
        ),
        (
            "english-draughts-two-move",
            "\n 9-14",
            "line 2, column 2: the tag FEN is missing: this game starts with a random opening, so the tag must give the position after it",
        ),
        (
            "english-draughts",
            "9-14 /FEN \"W:W21:B1\"/",
            "line 1, column 6: a game cannot continue from a new set-up; write a separate game with a tag FEN",
        ),
    ] {
        assert_eq!(play(id, text), Err(problem.into()), "{text}");
    }
    let algebraic = play("russian-draughts", "[FEN \"B:W29,K30:BKh8.\"] h8-g7").unwrap();
    assert_eq!(algebraic.start, "B:Wa1,Kc1:BKh8 - 0 0 -");
}

#[test]
fn moves_after_a_draw_are_skipped() {
    let played = play("turkish-draughts", "[FEN \"W:WKb2:Bb3,Kh7\"] 1. b2xb5 h7-h6 2. b5-b6 h6-h5").unwrap();
    assert_eq!((played.steps.join(" ").as_str(), played.skipped_moves), ("b2xb5", 3));
}

#[test]
fn unfinished_captures_cannot_be_written() {
    let english = codec_of("english-draughts");
    let played = |start: &str, steps: &[&str]| PlayedGame {
        start: start.into(),
        steps: steps.iter().map(|step| step.to_string()).collect(),
        skipped_moves: 0,
    };
    for (game, problem) in [
        (
            played("W:W15:B11,17,18 15:18 0 0 -", &[]),
            "a game that begins in the middle of a capture cannot be written as PDN",
        ),
        (
            played("W:W22:B11,17,18 - 0 0 -", &["22x15"]),
            "a game that ends in the middle of a capture cannot be written as PDN",
        ),
        (
            played("W:W22:B1 - 0 0 -", &["22x15"]),
            "'22x15' is not legal: a jump must pass over exactly one enemy piece (rule 5.1); legal: 22-17 22-18",
        ),
    ] {
        assert_eq!(english.write(&game, &mut || true), Err(problem.into()));
    }
}

#[test]
fn tags_identify_the_variant() {
    for (tags, id) in [
        ("[GameType \"20\"]", "international-draughts"),
        ("[GameType \"20,W,8,8,N2,0\"]", "german-draughts"),
        ("[GameType \"30,W,8,8,A0\"]", "turkish-draughts"),
        ("[GameType \"21\"][Variant \"giveaway-checkers\"]", "giveaway-checkers"),
        ("[GameType \"25\"][Variant \"losers\"]", "russian-draughts"),
    ] {
        assert_eq!(variant_id(&read_one(tags)), Ok(id));
    }
    let problem = |text| variant_id(&read_one(text)).unwrap_err().to_string();
    assert!(problem("\n9-14").starts_with("line 2, column 1: the tag GameType is missing"));
    assert!(
        problem("[GameType \"31\"]")
            .starts_with("line 1, column 12: the game type 31 is not supported; expected one of 20")
    );
    assert!(problem("[GameType \"x\"]").starts_with("line 1, column 12: the game type 'x' does not begin"));
}
