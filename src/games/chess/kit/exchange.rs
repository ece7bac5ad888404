//! Static exchange evaluation: the material balance of captures and recaptures on one cell.

use super::bitboard::{Bitboard, bit, lowest};
use super::pieces::{Kind, Pieces};
use super::position::Position;
use super::step::{MoveKind, Step};
use super::topology::{Topology, attackers};

/// The value of a king in exchanges: it recaptures last, and must not be captured.
const KING: i32 = 10_000;

/// The maximum number of captures on a cell.
const MAX_CAPTURES: usize = 32;

/// Returns the gain of a step after the captures and recaptures on its target that are best for each side.
/// Pins are ignored.
pub fn exchange<R: Topology>(position: &Position, step: Step, gain: i32) -> i32 {
    let (from, on_target) = match step.move_kind() {
        MoveKind::Normal(kind) => (step.from(), kind),
        MoveKind::DoublePush | MoveKind::EnPassant => (step.from(), Kind::Pawn),
        MoveKind::Promotion(kind) => (step.from(), kind),
        MoveKind::Castle | MoveKind::Choice => return gain,
    };
    let (pieces, cell) = (&position.pieces, step.to());
    let mut occupied = pieces.occupied() & !bit(from) | bit(cell);
    let mut seat = position.seat.other();
    let mut gains = [0; MAX_CAPTURES];
    gains[0] = gain;
    // The value of the piece on the cell, which the next capture wins.
    let (mut at_stake, mut count) = (value(on_target), 1);
    while count < MAX_CAPTURES {
        let candidates = attackers::<R>(pieces, seat, cell, occupied) & occupied;
        let Some((from, kind)) = least_valuable(pieces, candidates) else { break };
        if kind == Kind::King && attackers::<R>(pieces, seat.other(), cell, occupied) & occupied != 0 {
            break;
        }
        gains[count] = at_stake - gains[count - 1];
        at_stake = value(kind);
        occupied &= !from;
        (seat, count) = (seat.other(), count + 1);
    }
    // Each side stops where a further capture would lose material.
    for at in (1..count).rev() {
        gains[at - 1] = -(-gains[at - 1]).max(gains[at]);
    }
    gains[0]
}

fn value(kind: Kind) -> i32 {
    if kind == Kind::King { KING } else { kind.hundredths() }
}

/// Returns the piece of least value among some pieces.
fn least_valuable(pieces: &Pieces, among: Bitboard) -> Option<(Bitboard, Kind)> {
    Kind::ALL.into_iter().find_map(|kind| {
        let of_kind = among & pieces.kind(kind);
        (of_kind != 0).then(|| (bit(lowest(of_kind)), kind))
    })
}

#[cfg(test)]
mod tests {
    use crate::game::Frame;
    use crate::game::roles::{Notation, SearchHints};
    use crate::games::chess::variants::orthodox::Chess;

    /// The gain and the exchange of a step.
    fn of(fen: &str, text: &str) -> [i32; 2] {
        let chess = Chess::chess(true, Frame::Seat);
        let state = chess.read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let step = chess.read_step(&state, text).expect("legal");
        let gain = chess.gain(&state, step);
        [gain, chess.exchange(&state, step, gain)]
    }

    #[test]
    fn exchanges_count_the_best_recaptures() {
        for (fen, text, expected) in [
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", [100, 100]),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", [100, -400]),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", [100, -300]),
            ("3rk3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", [100, 100]),
            ("3rk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", [100, 0]),
            ("4k3/8/3p4/4n3/8/8/8/K3R3 w - - 0 1", "e1e5", [300, -200]),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", [800, 800]),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", [800, -100]),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", [0, 0]),
            ("4k3/8/8/1p6/8/8/8/R3K3 w - - 0 1", "a1a4", [0, -500]),
        ] {
            assert_eq!(of(fen, text), expected, "{fen} {text}");
        }
    }
}
