//! Synchronous Chess, by its rules.

use super::Synchronous;
use crate::game::Frame;
use crate::game::roles::*;
use crate::games::chess::game::ChessGame;
use crate::games::chess::tests::refused;

#[test]
fn synchronous_5_8_nothing_is_committed_after_the_end() {
    let game = ChessGame::new(Synchronous, Frame::Seat);
    let over = "the game is over, so White cannot have committed a move";
    // Black is mated, has no move though its king is not attacked, only kings are left, the clock ran out.
    refused(&game, "rnbkb1rn/p1p2prp/1p1Qp3/3p4/7P/4PP2/pPPPK1P1/RNBQ1BNR b kq m g2g3 - - 0 -", over);
    refused(&game, "7k/5K2/6Q1/8/8/8/8/8 b - m g6f6 - - 0 -", over);
    refused(&game, "7k/8/8/8/8/8/8/K7 b - m a1a2 - - 0 -", over);
    refused(&game, "7k/8/8/8/8/8/7P/K7 b - m a1a2 - - 50 -", over);
    assert!(game.read_fen("7k/8/8/8/8/8/7P/K7 b - m a1a2 - - 49 -").is_ok());
}
