//! The value of the placement of pieces: mobility, pawns, attacks, and the safety of the king.
//!
//! Each term has a weight for the middlegame and one for the endgame, in hundredths of a pawn. The pieces
//! left on the board decide between them. Terms hold on any [`Topology`]; only what is about single files is
//! left out on a cylinder.

mod terms;

use super::bitboard::{Bitboard, DARK, bit, cells, file, own_rank, rank};
use super::pieces::{Kind, Pieces};
use super::position::PawnSteps;
use super::topology::Topology;
use crate::board::Cell;
use crate::game::{PositionalTerms, Seat};
use crate::games::positional::{Terms, WeightedSum};
use terms::NUM_TERMS;

pub use terms::{ADRENALINE, CHESS, CYLINDRICAL_SHADOW, HALF_ALICE, SHADOW, TWO_MOVE, Weights};

/// By kind, the part of a piece in the phase of the game, whose maximum is [`FULL`].
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL: i32 = 24;

/// For knights, bishops, rooks and queens, the weight of each cell at the enemy king that a piece attacks.
const NEAR_KING: [i32; 4] = [2, 2, 3, 4];

/// What the terms of a seat are computed from.
struct Side<'a> {
    pieces: &'a Pieces,
    seat: Seat,
    own: Bitboard,
    pawns: Bitboard,
    enemy_pawns: Bitboard,
    /// The cells on which the pawns of each side capture.
    pawn_attacks: Bitboard,
    enemy_pawn_attacks: Bitboard,
    /// The king of each side, unless it has none or several.
    king: Option<Cell>,
    enemy_king: Option<Cell>,
}

/// Returns the value of the placement of a seat's pieces in hundredths of a pawn, including what pieces are
/// worth beyond their material.
pub fn positional_value<R: Topology>(pieces: &Pieces, seat: Seat, weights: &Weights) -> i32 {
    let mut sum = WeightedSum::new(weights);
    add_terms::<R>(pieces, seat, &mut sum);
    sum.value(phase(pieces), FULL)
}

/// Returns the terms of the placement of a seat's pieces.
pub fn positional_terms<R: Topology>(pieces: &Pieces, seat: Seat) -> PositionalTerms {
    let mut terms = PositionalTerms::new(NUM_TERMS, phase(pieces) as f32 / FULL as f32);
    add_terms::<R>(pieces, seat, &mut terms);
    terms
}

/// Returns the part of the middlegame, of [`FULL`].
fn phase(pieces: &Pieces) -> i32 {
    let phase: i32 =
        Kind::ALL.into_iter().map(|kind| PHASE[kind as usize] * count(pieces.kind(kind))).sum::<i32>();
    phase.min(FULL)
}

#[inline(always)]
fn add_terms<R: Topology>(pieces: &Pieces, seat: Seat, sum: &mut impl Terms) {
    let (seat, other) = (seat.of_two(), seat.of_two().other());
    let only_king = |seat| {
        let kings = pieces.of(seat, Kind::King);
        (kings.count_ones() == 1).then(|| pieces.king(seat))
    };
    let side = Side {
        pieces,
        seat,
        own: pieces.side(seat),
        pawns: pieces.of(seat, Kind::Pawn),
        enemy_pawns: pieces.of(other, Kind::Pawn),
        pawn_attacks: pawn_attacks::<R>(pieces, seat),
        enemy_pawn_attacks: pawn_attacks::<R>(pieces, other),
        king: only_king(seat),
        enemy_king: only_king(other),
    };
    side.add_places::<R>(sum);
    side.add_pawns::<R>(sum);
    side.add_officers::<R>(sum);
    side.add_king::<R>(sum);
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

/// Returns the cells ahead of those of a set.
fn in_front(seat: Seat, bits: Bitboard) -> Bitboard {
    ahead(seat, PawnSteps::of(seat).ahead.of(bits))
}

/// Returns the files of the cells of a set.
fn files(bits: Bitboard) -> Bitboard {
    ahead(Seat::ZERO, bits) | ahead(Seat::ONE, bits)
}

/// Returns the rank of a cell from a seat's own edge, from 0.
fn relative_rank(seat: Seat, cell: Cell) -> usize {
    usize::from(if seat.index() == 0 { rank(cell) } else { 7 - rank(cell) })
}

/// Returns the number of ranks or files between a rank or file and the central ones.
fn from_center(at: u8) -> u8 {
    if at < 4 { 3 - at } else { at - 4 }
}

/// Returns the number of files and of ranks between two cells.
fn apart<R: Topology>(one: Cell, other: Cell) -> [i32; 2] {
    let files = file(one).abs_diff(file(other));
    let files = if R::WRAPS { files.min(8 - files) } else { files };
    [files, rank(one).abs_diff(rank(other))].map(i32::from)
}

/// Returns the number of steps of a king between two cells.
fn king_steps<R: Topology>(one: Cell, other: Cell) -> i32 {
    let [files, ranks] = apart::<R>(one, other);
    files.max(ranks)
}

impl Side<'_> {
    /// Adds what pieces are worth on their rank and file.
    fn add_places<R: Topology>(&self, sum: &mut impl Terms) {
        for kind in Kind::ALL {
            let at = kind as usize;
            for cell in cells(self.own & self.pieces.kind(kind)) {
                sum.add(terms::RANK + 8 * at + relative_rank(self.seat, cell), 1);
                if !R::WRAPS {
                    sum.add(terms::FILE + 4 * at + usize::from(from_center(file(cell))), 1);
                }
            }
        }
    }

    fn add_pawns<R: Topology>(&self, sum: &mut impl Terms) {
        let &Side { seat, pawns, enemy_pawns, .. } = self;
        let other = seat.other();
        let blocked = in_front(other, enemy_pawns);
        let passed = pawns & !(blocked | neighbors::<R>(blocked)) & !in_front(other, pawns);
        let step = PawnSteps::of(seat).ahead;
        for cell in cells(passed) {
            let (at, stop) = (relative_rank(seat, cell), step.of(bit(cell)));
            sum.add(terms::PASSED + at, 1);
            if self.pieces.side(other) & stop == 0 {
                sum.add(terms::PASSED_AND_FREE + at, 1);
            }
            if at >= 3 {
                for (king, term) in
                    [(self.king, terms::PASSED_TO_KING), (self.enemy_king, terms::PASSED_TO_ENEMY_KING)]
                {
                    sum.add(term, king.map_or(0, |king| king_steps::<R>(king, cell)) * (at as i32 - 2));
                }
            }
        }
        sum.add(terms::ISOLATED, count(pawns & !neighbors::<R>(files(pawns))));
        sum.add(terms::DOUBLED, count(pawns & in_front(seat, pawns)));
        sum.add(terms::SUPPORTED, count(pawns & self.pawn_attacks));
        sum.add(terms::PHALANX, count(pawns & neighbors::<R>(pawns)));
        let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
        for (kind, term) in kinds.into_iter().zip(terms::ATTACKED_BY_PAWN..) {
            sum.add(term, count(self.pawn_attacks & self.pieces.of(other, kind)));
        }
    }

    /// Adds knights, bishops, rooks and queens: mobility, attacks on the enemy king, and checks.
    fn add_officers<R: Topology>(&self, sum: &mut impl Terms) {
        let &Side { pieces, seat, own, pawns, .. } = self;
        let (other, occupied) = (seat.other(), pieces.occupied());
        let safe = !(self.enemy_pawn_attacks | pawns | pieces.of(seat, Kind::King));
        let king_zone = self.enemy_king.map_or(0, |king| bit(king) | R::king_attacks(king));
        let [straight, diagonal, hops] = self.enemy_king.map_or([0; 3], |king| {
            [R::rook_attacks(king, occupied), R::bishop_attacks(king, occupied), R::knight_attacks(king)]
        });
        let checks = [hops, diagonal, straight, straight | diagonal];
        let unguarded = safe & !own & !self.enemy_king.map_or(0, R::king_attacks);
        let (mut attackers, mut attack) = (0, 0);
        let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
        for (at, kind) in kinds.into_iter().enumerate() {
            for cell in cells(own & pieces.kind(kind)) {
                let reached = match kind {
                    Kind::Knight => R::knight_attacks(cell),
                    Kind::Bishop => R::bishop_attacks(cell, occupied),
                    Kind::Rook => R::rook_attacks(cell, occupied),
                    _ => R::rook_attacks(cell, occupied) | R::bishop_attacks(cell, occupied),
                };
                let (mobility, most) = terms::MOBILITY[at];
                let reachable = (reached & safe).count_ones() as usize;
                sum.add(mobility + reachable.min(most), 1);
                let near_king = count(reached & king_zone);
                attackers += i32::from(near_king > 0);
                attack += near_king * NEAR_KING[at];
                sum.add(terms::CHECK + at, count(reached & checks[at] & unguarded));
                if at < 2 {
                    sum.add(
                        terms::MINOR_THREAT,
                        count(reached & pieces.orthogonal_sliders() & pieces.side(other)),
                    );
                }
            }
        }
        if attackers > 1 {
            sum.add(terms::ATTACK + (attack as usize).min(terms::MAX_ATTACK), 1);
        }
        // No enemy pawn can ever attack these cells.
        let never_attacked = !ahead(other, self.enemy_pawn_attacks);
        let outposts = never_attacked & self.pawn_attacks;
        let advanced = outposts & !ahead(other, own_rank(seat, 3));
        sum.add(terms::OUTPOST, count(advanced & own & pieces.kind(Kind::Knight)));
        let bishops = own & pieces.kind(Kind::Bishop);
        sum.add(terms::OUTPOST + 1, count(advanced & bishops));
        sum.add(terms::TWO_BISHOPS, i32::from(count(bishops) > 1));
        for color in [DARK, !DARK] {
            sum.add(terms::PAWN_OF_BISHOP_COLOR, count(bishops & color) * count(pawns & color));
        }
        let rooks = own & pieces.kind(Kind::Rook);
        let half_open = rooks & !files(pawns);
        sum.add(terms::ROOK_ON_OPEN_FILE, count(half_open & !files(self.enemy_pawns)));
        sum.add(terms::ROOK_ON_HALF_OPEN_FILE, count(half_open & files(self.enemy_pawns)));
    }

    fn add_king<R: Topology>(&self, sum: &mut impl Terms) {
        let &Side { pieces, seat, pawns, .. } = self;
        let Some(king) = self.king else { return };
        let (step, width) = (PawnSteps::of(seat).ahead, bit(king) | neighbors::<R>(bit(king)));
        let near = step.of(width);
        sum.add(terms::SHELTER, count(pawns & near));
        sum.add(terms::FAR_SHELTER, count(pawns & step.of(near)));
        sum.add(terms::OPEN_FILE_AT_KING, count(files(width) & own_rank(seat, 1) & !files(pawns)));
        let storm = in_front(seat, width) & self.enemy_pawns;
        sum.add(terms::STORM, count(storm & !in_front(seat, step.of(step.of(near)))));
        let Some(enemy) = self.enemy_king else { return };
        if pieces.side(seat.other()) == bit(enemy) {
            let off_center = if R::WRAPS { 0 } else { from_center(file(enemy)) } + from_center(rank(enemy));
            let apart: i32 = apart::<R>(king, enemy).into_iter().sum();
            sum.add(terms::BARE_KING_FROM_CENTER, i32::from(off_center));
            sum.add(terms::KINGS_APART, apart);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::game::roles::{Notation, SearchHints};
    use crate::games::chess::kit::topology::{Cylinder, Flat};
    use crate::games::chess::variants::orthodox::Chess;

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
    fn terms_with_their_weights_are_the_value() {
        let fen = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w kq - 0 1";
        let chess = Chess::chess(true, Frame::Seat);
        let state = chess.read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        for seat in Seat::BOTH {
            let terms = chess.positional_terms(&state, seat).expect("chess has such terms");
            let sum = |phase: usize| {
                let weighted = |(&count, weight): (&i16, &[i32; 2])| i32::from(count) * weight[phase];
                terms.counts.iter().zip(&CHESS).map(weighted).sum::<i32>() as f32
            };
            let value = terms.middlegame * sum(0) + (1.0 - terms.middlegame) * sum(1);
            assert!((value - values(fen)[seat.index()] as f32).abs() < 1.0, "{value} for {seat:?}");
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
                let [value, other] =
                    [&turned, &pieces].map(|one| positional_value::<Cylinder>(one, seat, &CHESS));
                assert_eq!(value, other, "{files} files, seat {seat:?}");
            }
        }
        // On the flat board a knight at the edge is worth less.
        let [edge, center] =
            ["4k3/8/8/8/N7/8/8/4K3 w - - 0 1", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"].map(|fen| {
                let state = chess.read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
                positional_value::<Flat>(&state.position.pieces, Seat::ZERO, &CHESS)
            });
        assert!(edge < center);
    }
}
