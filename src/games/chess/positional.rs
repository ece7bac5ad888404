//! The value of the placement of pieces: mobility, pawns, and the safety of the king.
//!
//! Each term has a weight for the middlegame and one for the endgame, in hundredths of a pawn. The pieces
//! left on the board decide between them. Weights hold on any [`Topology`]: mobility takes the place of
//! tables of cells, and only what is about files of the center is left out on a cylinder.

use super::bitboard::{Bitboard, bit, cells, file, own_rank, rank};
use super::pieces::{Kind, Pieces};
use super::position::PawnSteps;
use super::topology::Topology;
use crate::board::Cell;
use crate::game::Seat;

/// A value in the middlegame and in the endgame.
type Weight = [i32; 2];

/// By kind, the part of a piece in the phase of the game, whose maximum is [`FULL`].
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL: i32 = 24;

/// By kind, the cells that a piece attacks on average, and the value of each further one.
const USUAL_MOBILITY: [i32; 6] = [0, 4, 6, 7, 13, 0];
const MOBILITY: [Weight; 6] = [[0, 0], [4, 4], [4, 4], [2, 4], [1, 2], [0, 0]];

/// By kind, the weight of each cell next to the enemy king that a piece attacks.
const ATTACK: [i32; 6] = [0, 2, 2, 3, 4, 0];
const MAX_ATTACK: i32 = 400;

/// By rank, counted from the own edge, the value of a pawn and of a passed pawn.
const PAWN: [Weight; 8] = [[0, 0], [0, 0], [2, 2], [8, 6], [14, 12], [22, 20], [35, 35], [0, 0]];
const PASSED: [Weight; 8] = [[0, 0], [0, 8], [2, 12], [8, 25], [20, 45], [45, 80], [80, 130], [0, 0]];

const DOUBLED: Weight = [-8, -16];
const ISOLATED: Weight = [-10, -12];
const SUPPORTED: Weight = [6, 5];
/// Pawns on the four central files, from the fourth rank on.
const CENTRAL_PAWN: Weight = [10, 0];

const TWO_BISHOPS: Weight = [25, 45];
const UNDEVELOPED: Weight = [-10, 0];
const ROOK_ON_OPEN_FILE: Weight = [22, 8];
const ROOK_ON_HALF_OPEN_FILE: Weight = [10, 5];
/// A knight or bishop counts more than three pawns.
const MINOR_PIECE: Weight = [20, 15];

/// A pawn next to the king on the rank ahead, and one rank farther.
const SHELTER: Weight = [13, 0];
const FAR_SHELTER: Weight = [7, 0];
/// The king on the four central files, and for each rank that it has left its edge.
const CENTRAL_KING: Weight = [-16, 0];
const ADVANCED_KING: Weight = [-18, 0];
/// For each cell between a king and the center.
const KING_FROM_CENTER: Weight = [0, -7];
/// For each cell between a bare king and the center, and for each cell between the kings.
const BARE_KING_FROM_CENTER: i32 = 12;
const KINGS_APART: i32 = -5;

/// The sum of weighted terms.
#[derive(Default)]
struct Sum(Weight);

impl Sum {
    fn add(&mut self, [middlegame, endgame]: Weight, times: i32) {
        self.0[0] += times * middlegame;
        self.0[1] += times * endgame;
    }
}

/// Returns the value of the placement of a seat's pieces in hundredths of a pawn. Material does not count.
pub fn positional_value<R: Topology>(pieces: &Pieces, seat: Seat) -> i32 {
    let seat = seat.of_two();
    let mut sum = Sum::default();
    add_pawns::<R>(pieces, seat, &mut sum);
    add_officers::<R>(pieces, seat, &mut sum);
    add_king::<R>(pieces, seat, &mut sum);
    let phase: i32 =
        Kind::ALL.into_iter().map(|kind| PHASE[kind as usize] * count(pieces.kind(kind))).sum::<i32>();
    let (phase, [middlegame, endgame]) = (phase.min(FULL), sum.0);
    (middlegame * phase + endgame * (FULL - phase)) / FULL
}

fn count(bits: Bitboard) -> i32 {
    bits.count_ones() as i32
}

/// Returns the cells on which the pawns of a seat capture.
fn pawn_attacks<R: Topology>(pieces: &Pieces, seat: Seat) -> Bitboard {
    let [_, west, east] = super::position::pawn_directions(seat);
    let pawns = pieces.of(seat, Kind::Pawn);
    R::steps(west, pawns) | R::steps(east, pawns)
}

/// Returns the neighbors of the cells of a set on the next files.
fn neighbors<R: Topology>(bits: Bitboard) -> Bitboard {
    const EAST: usize = 2;
    const WEST: usize = 6;
    R::steps(EAST, bits) | R::steps(WEST, bits)
}

/// Returns the cells from those of a set on, in the direction of a seat's pawns.
fn ahead(seat: Seat, mut bits: Bitboard) -> Bitboard {
    for ranks in [8, 16, 32] {
        bits |= if seat.index() == 0 { bits << ranks } else { bits >> ranks };
    }
    bits
}

/// Returns the files of the cells of a set.
fn files(bits: Bitboard) -> Bitboard {
    ahead(Seat::ZERO, bits) | ahead(Seat::ONE, bits)
}

/// Returns the rank of a cell from a seat's own edge, from 0.
fn relative_rank(seat: Seat, cell: Cell) -> usize {
    usize::from(if seat.index() == 0 { rank(cell) } else { 7 - rank(cell) })
}

/// The four central files.
const CENTRAL_FILES: Bitboard = 0x3C3C_3C3C_3C3C_3C3C;

fn add_pawns<R: Topology>(pieces: &Pieces, seat: Seat, sum: &mut Sum) {
    let other = seat.other();
    let (own, enemy) = (pieces.of(seat, Kind::Pawn), pieces.of(other, Kind::Pawn));
    let in_front = |seat, pawns| ahead(seat, PawnSteps::of(seat).ahead.of(pawns));
    let blocked = in_front(other, enemy);
    let passed = own & !(blocked | neighbors::<R>(blocked));
    for cell in cells(own) {
        let at = relative_rank(seat, cell);
        sum.add(PAWN[at], 1);
        if passed & bit(cell) != 0 {
            sum.add(PASSED[at], 1);
        }
    }
    sum.add(ISOLATED, count(own & !neighbors::<R>(files(own))));
    sum.add(DOUBLED, count(own & in_front(seat, own)));
    sum.add(SUPPORTED, count(own & pawn_attacks::<R>(pieces, seat)));
    if !R::WRAPS {
        sum.add(CENTRAL_PAWN, count(own & CENTRAL_FILES & ahead(seat, own_rank(seat, 4))));
    }
}

/// Adds knights, bishops, rooks and queens: mobility, and attacks on the enemy king.
fn add_officers<R: Topology>(pieces: &Pieces, seat: Seat, sum: &mut Sum) {
    let other = seat.other();
    let (own, occupied) = (pieces.side(seat), pieces.occupied());
    let (pawns, all_pawns) = (pieces.of(seat, Kind::Pawn), pieces.kind(Kind::Pawn));
    let safe = !(pawn_attacks::<R>(pieces, other) | pawns | pieces.of(seat, Kind::King));
    let king = pieces.of(other, Kind::King);
    let king_zone = if king.count_ones() == 1 { king | R::king_attacks(pieces.king(other)) } else { 0 };
    let (mut attackers, mut attack) = (0, 0);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let (at, of_kind) = (kind as usize, own & pieces.kind(kind));
        for cell in cells(of_kind) {
            let reached = match kind {
                Kind::Knight => R::knight_attacks(cell),
                Kind::Bishop => R::bishop_attacks(cell, occupied),
                Kind::Rook => R::rook_attacks(cell, occupied),
                _ => R::rook_attacks(cell, occupied) | R::bishop_attacks(cell, occupied),
            };
            sum.add(MOBILITY[at], count(reached & safe) - USUAL_MOBILITY[at]);
            let near_king = count(reached & king_zone);
            attackers += i32::from(near_king > 0);
            attack += near_king * ATTACK[at];
        }
    }
    if attackers > 1 {
        sum.add([(attack * attack / 4).min(MAX_ATTACK), 0], 1);
    }
    let minor = own & (pieces.kind(Kind::Knight) | pieces.kind(Kind::Bishop));
    sum.add(MINOR_PIECE, count(minor));
    sum.add(UNDEVELOPED, count(minor & own_rank(seat, 1)));
    sum.add(TWO_BISHOPS, i32::from(count(own & pieces.kind(Kind::Bishop)) > 1));
    let rooks = own & pieces.kind(Kind::Rook);
    let half_open = rooks & !files(pawns);
    sum.add(ROOK_ON_OPEN_FILE, count(rooks & !files(all_pawns)));
    sum.add(ROOK_ON_HALF_OPEN_FILE, count(half_open & files(all_pawns)));
}

fn add_king<R: Topology>(pieces: &Pieces, seat: Seat, sum: &mut Sum) {
    let (own, other) = (pieces.of(seat, Kind::King), pieces.side(seat.other()));
    if own.count_ones() != 1 {
        return;
    }
    let king = pieces.king(seat);
    let step = PawnSteps::of(seat).ahead;
    let near = step.of(own | neighbors::<R>(own));
    let pawns = pieces.of(seat, Kind::Pawn);
    sum.add(SHELTER, count(pawns & near));
    sum.add(FAR_SHELTER, count(pawns & step.of(near)));
    sum.add(ADVANCED_KING, relative_rank(seat, king) as i32);
    sum.add(KING_FROM_CENTER, from_center::<R>(king));
    if !R::WRAPS {
        sum.add(CENTRAL_KING, i32::from(own & CENTRAL_FILES != 0));
    }
    let bare = pieces.of(seat.other(), Kind::King);
    if bare.count_ones() == 1 && other == bare {
        let enemy = pieces.king(seat.other());
        let files = file(king).abs_diff(file(enemy));
        let files = if R::WRAPS { files.min(8 - files) } else { files };
        let apart = i32::from(files + rank(king).abs_diff(rank(enemy)));
        sum.add([0, BARE_KING_FROM_CENTER * from_center::<R>(enemy) + KINGS_APART * apart], 1);
    }
}

/// Returns the number of ranks and files between a cell and the center.
fn from_center<R: Topology>(cell: Cell) -> i32 {
    let distance = |at: u8| i32::from(if at < 4 { 3 - at } else { at - 4 });
    distance(rank(cell)) + if R::WRAPS { 0 } else { distance(file(cell)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::game::roles::{Notation, SearchHints};
    use crate::games::chess::orthodox::Chess;
    use crate::games::chess::topology::{Cylinder, Flat};

    /// The values of both seats in a position.
    fn values(fen: &str) -> [i32; 2] {
        let chess = Chess::chess(true, Frame::Seat);
        let state = chess.read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        Seat::BOTH.map(|seat| chess.positional_value(&state, seat).expect("chess has such values"))
    }

    /// The difference between the values of White and Black.
    fn lead(fen: &str) -> i32 {
        let [white, black] = values(fen);
        white - black
    }

    #[test]
    fn reflected_positions_exchange_the_values() {
        for (fen, reflected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
            (
                "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w kq - 0 1",
                "rnbq1rk1/ppp2ppp/3p1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQ - 0 1",
            ),
            ("8/1k3p2/8/3P4/8/2R5/6K1/8 w - - 0 1", "8/6k1/2r5/8/3p4/8/1K3P2/8 b - - 0 1"),
        ] {
            let [white, black] = values(fen);
            assert_eq!(values(reflected), [black, white], "{fen}");
        }
    }

    #[test]
    fn better_placement_has_a_higher_value() {
        for (better, worse) in [
            // A knight in the center and at the edge.
            ("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/N7/8/8/4K3 w - - 0 1"),
            // A passed pawn and a blocked one.
            ("4k3/7p/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1"),
            // Neighbors and doubled pawns.
            ("4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 1", "4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1"),
            // A rook on an open file and behind a pawn.
            ("4k3/8/8/8/8/8/P7/1R2K3 w - - 0 1", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"),
            // A king behind pawns and in the center, with queens on the board.
            ("3qk3/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "3qk3/8/8/8/3K4/8/5PPP/3Q4 w - - 0 1"),
            // Without officers the king belongs to the center.
            ("4k3/8/8/8/3K4/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/K7 w - - 0 1"),
            // A bare king is driven to the edge.
            ("k7/8/8/8/3K4/8/8/6R1 w - - 0 1", "8/8/3k4/8/3K4/8/8/6R1 w - - 0 1"),
        ] {
            assert!(lead(better) > lead(worse), "{better} {} {worse} {}", lead(better), lead(worse));
        }
    }

    #[test]
    fn rotations_of_a_cylinder_do_not_change_values() {
        let chess = Chess::chess(true, Frame::Seat);
        let fen = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 0 1";
        let pieces = chess.read_fen(fen).unwrap_or_else(|error| panic!("{error}")).position.pieces;
        let rotated = |bits: Bitboard, files: u32| {
            Bitboard::from_le_bytes(bits.to_le_bytes().map(|rank| rank.rotate_left(files)))
        };
        for files in 1..8 {
            let turned = Pieces {
                sides: pieces.sides.map(|bits| rotated(bits, files)),
                kinds: pieces.kinds.map(|bits| rotated(bits, files)),
            };
            for seat in Seat::BOTH {
                let [value, other] = [&turned, &pieces].map(|one| positional_value::<Cylinder>(one, seat));
                assert_eq!(value, other, "{files} files, seat {seat:?}");
            }
        }
        let knight = chess.read_fen("4k3/8/8/8/N7/8/8/4K3 w - - 0 1");
        let knight = knight.unwrap_or_else(|error| panic!("{error}")).position.pieces;
        let [flat, cylinder] = [positional_value::<Flat>, positional_value::<Cylinder>];
        assert!(flat(&knight, Seat::ZERO) < cylinder(&knight, Seat::ZERO));
    }
}
