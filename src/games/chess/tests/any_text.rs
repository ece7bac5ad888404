//! Texts and placements of any kind: what is read can be played to its end.

use super::tar_pit_chess;
use crate::game::{Frame, Game, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::variants::adrenaline::Adrenaline;
use crate::games::chess::variants::cooperative::Cooperative;
use crate::games::chess::variants::dice_checkers::DiceCheckers;
use crate::games::chess::variants::masquerade::Masquerade;
use crate::games::chess::variants::orthodox::Chess;
use crate::games::chess::variants::synchronous::Synchronous;
use crate::games::chess::variants::two_move::TwoMove;
use crate::games::chess::variants::zombie::Zombie;
use proptest::prelude::*;

/// Reading never panics; what is read is written the same ever after, and can be played to the end.
pub(in crate::games::chess) fn survives<G: Game>(game: &G, text: &str) {
    let Ok(mut state) = game.read_fen(text) else { return };
    let written = game.fen(&state);
    assert!(game.read_fen(&written).is_ok_and(|again| again == state), "'{text}' -> '{written}'");
    let mut rng = rng_for(9, 0, 0);
    while let Some(step) = game.random_step(&state, &mut rng) {
        game.apply(&mut state, step);
    }
    assert!(game.outcome(&state).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_text_is_read_or_refused(text in "[ -~]{0,80}") {
        survives(&Chess::chess(true, Frame::Seat), &text);
        survives(&Chess::chess960(None, true, Frame::Seat), &text);
        survives(&ChessGame::new(Masquerade, Frame::Seat), &text);
        survives(&ChessGame::new(Zombie, Frame::Seat), &text);
        survives(&ChessGame::new(Synchronous, Frame::Seat), &text);
        survives(&ChessGame::new(TwoMove, Frame::Seat), &text);
        survives(&tar_pit_chess("tar-pit-chess"), &text);
        survives(&ChessGame::new(Adrenaline, Frame::Seat), &text);
        survives(&ChessGame::new(DiceCheckers, Frame::Seat), &text);
        survives(&ChessGame::new(Cooperative, Frame::Seat), &text);
    }

    #[test]
    fn any_placement_is_refused_or_played_to_its_end(
        rows in prop::collection::vec("[pnbrqPNBRQ12345]{2,8}", 6),
        outer in prop::sample::select(vec!["1k5K 8", "r3k2r R3K2R", "k7 7K", "rk4r1 RK4R1", "6k1 8", "nk5b B3K2Q"]),
        seat in "[wb]",
        rights in "(-|KQkq|HAha|Kq)",
        passed in "(-|[a-h][36])",
        clock in 0..=100u8,
        running in "[a-h][1-8]x?",
    ) {
        let rows: Vec<String> = rows.iter().map(|row| fitted(row)).collect();
        let (first, last) = outer.split_once(' ').expect("two ranks");
        let start = format!("{first}/{}/{last} {seat} {rights} {passed}", rows.join("/"));
        survives(&Chess::chess(true, Frame::Seat), &format!("{start} {clock} 1"));
        survives(&Chess::chess960(None, true, Frame::Seat), &format!("{start} {clock} 1"));
        let hands = "KQRBN,KQRBN,KQRBN,KQRBN,KQRBN";
        survives(
            &ChessGame::new(Masquerade, Frame::Seat),
            &format!("{start} QNBKR RKNBQ {hands} {hands} {clock}"),
        );
        // Every third of the pieces below the last rank is a zombie.
        let risen: String = rows.join("/").split_inclusive(|c: char| "nbrqpNBRQP".contains(c)).enumerate()
            .map(|(at, text)| if at % 3 == 2 && !text.ends_with(|c: char| c.is_ascii_digit()) { format!("{text}~") } else { text.into() })
            .collect();
        let graves = "a4p,c5n,h6q a4P,d3R,e6N a4,c5,h6,g5 a4,d3,e6,b2";
        survives(
            &ChessGame::new(Zombie, Frame::Seat),
            &format!("{first}/{risen}/{last} {seat} - {passed} {graves} move - - - {clock}"),
        );
        // Some stand on checkers, where there are not too many.
        let stacked: String = rows.join("/").split_inclusive(|c: char| "nbrqpNBRQP".contains(c)).enumerate()
            .map(|(at, text)| if at % 5 == 2 && !text.ends_with(|c: char| c.is_ascii_digit()) { format!("{text}++") } else { text.into() })
            .collect();
        for phase in ["-", "x", &running] {
            let stacked = format!("{first}/{stacked}/{last} {seat} {rights} {passed} {phase} {clock}");
            survives(&ChessGame::new(Adrenaline, Frame::Seat), &stacked);
        }
        let turns = clock / 2;
        let start = format!("{first}/{}/{last} w {rights}", rows.join("/"));
        survives(&ChessGame::new(Synchronous, Frame::Seat), &format!("{start} m - - - {turns} -"));
        let two_moves = ChessGame::new(TwoMove, Frame::Seat);
        survives(&two_moves, &format!("{start} RK - - - - - {turns}"));
        let start = format!("{first}/{}/{last} {seat} {rights}", rows.join("/"));
        for moves in ["bN,wB,bR,wQ", "wB,bR,wQ", "bR,wQ", "wQ", "-"] {
            survives(&two_moves, &format!("{start} - QK BQ NR {moves} {passed} {turns}"));
        }
        // Every third of the pieces below the last rank carries a checker, every fourth is tarred.
        let stuck: String = rows.join("/").split_inclusive(|c: char| "nbrqpNBRQP".contains(c)).enumerate()
            .map(|(at, text)| match at % 12 {
                0 | 3 | 6 if !text.ends_with(|c: char| c.is_ascii_digit()) => format!("{text}+"),
                1 | 5 | 9 if !text.ends_with(|c: char| c.is_ascii_digit()) => format!("{text}-"),
                _ => text.into(),
            })
            .collect();
        let tar_pit = tar_pit_chess("tar-pit-chess");
        let (start, cards) = (format!("{first}/{stuck}/{last} {seat} -"), "PPNCqc PBRnkc PPPKpppbr Qn");
        survives(&tar_pit, &format!("{start} {passed} move 4,5 {cards} {clock}"));
        survives(&tar_pit, &format!("{start} - draw 4,5 PN - PCc pp {clock}"));
        for phase in ["card", "tar:Q", "return", "discard"] {
            survives(&tar_pit, &format!("{start} - {phase} 4,5 {cards} {clock}"));
        }
        let (together, at) = (ChessGame::new(Cooperative, Frame::Seat), &running[..2]);
        let start = format!("{first}/{}/{last} {seat} {rights}", rows.join("/"));
        let cards = "PPn/Qkp KPPrn PQRBN/pqrbn";
        survives(&together, &format!("{start} {passed}/- move - - {cards}"));
        for phase in ["card - -", "take - -", "draw - -", "card AT -", "take AT -", "take AT wild"] {
            let phase = phase.replace("AT", at);
            survives(&together, &format!("{start} {passed}/- {phase} {cards}"));
            survives(&together, &format!("{start} -/{passed} {phase} {cards}"));
        }
    }
}

/// A rank of eight cells made of as many of the characters of `row` as fit.
pub(in crate::games::chess) fn fitted(row: &str) -> String {
    let (mut out, mut left, mut gap) = (String::new(), 8, false);
    for letter in row.chars() {
        let width = letter.to_digit(10).unwrap_or(1);
        if width <= left && !(gap && letter.is_ascii_digit()) {
            out.push(letter);
            left -= width;
            gap = letter.is_ascii_digit();
        }
    }
    if gap && left > 0 {
        out.push('n');
        left -= 1;
    }
    if left > 0 {
        out.push_str(&left.to_string());
    }
    out
}
