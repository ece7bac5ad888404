//! The two sides of the mirror, and which steps are legal on them (Chess Kit 4A.2 to 4A.6).

use crate::board::Cell;
use crate::game::{Mask, Seat};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::history::ReversibleBoard;
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, between, bishop_rays, rook_rays, through,
};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::numbering::{self, ACTIONS};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step};

/// What stands where, on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// All pieces.
    pub pieces: Pieces,
    /// Those beyond the mirror.
    pub mirrored: Bitboard,
}

impl ReversibleBoard for Sides {
    #[inline(always)]
    fn undo(&mut self, seat: Seat, step: Step) {
        let to = bit(step.to());
        let back = if self.mirrored & to == 0 { bit(step.from()) } else { 0 };
        self.mirrored = self.mirrored & !to | back;
        self.pieces.undo(seat, step);
    }

    /// The piece came from the other side, whose pieces were in its way.
    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str> {
        let other = if self.mirrored & bit(to) == 0 { self.mirrored } else { !self.mirrored };
        self.pieces.among(other | bit(from) | bit(to)).reverse_step(seat, from, to, rights)
    }
}

/// The position with the pieces of this side only, and with those beyond the mirror only.
#[inline(always)]
pub fn halves(position: &Position, mirrored: Bitboard) -> [Position; 2] {
    [!mirrored, mirrored].map(|side| Position { pieces: position.pieces.among(side), ..*position })
}

/// The side of a cell's piece: 0 for this side of the mirror.
#[inline(always)]
pub fn side_of(mirrored: Bitboard, cell: Cell) -> usize {
    (mirrored >> (cell & 63)) as usize & 1
}

/// How many of a player's checkers are free (4A.6).
#[inline(always)]
pub fn free_checkers(pieces: &Pieces, mirrored: Bitboard, checkers: u8, seat: Seat) -> u8 {
    checkers.saturating_sub((pieces.side(seat) & mirrored).count_ones() as u8)
}

/// The cells that an enemy of `seat` attacks on one side of the mirror, on which these cells are occupied.
#[inline(always)]
fn attacked(half: &Pieces, seat: Seat, occupied: Bitboard) -> Bitboard {
    let king = half.of(seat.other(), Kind::King);
    let adjacent = if king == 0 { 0 } else { KING_ATTACKS[half.king(seat.other()) as usize] };
    adjacent | half.attacked_by_non_king(seat.other(), occupied)
}

/// What bears on the king of the seat to act, on its side of the mirror, where a piece that moves leaves its
/// cell and comes to no other.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckInfo {
    /// The enemies that give check.
    pub checkers: Bitboard,
    /// The own pieces that stand alone between the king and an enemy slider.
    pub pinned: Bitboard,
    /// Those sliders.
    pinners: Bitboard,
    /// The enemies that stand alone between the king and another: to capture one gives check.
    pub veils: Bitboard,
    /// Own pieces and enemies that stand in pairs between the king and another enemy: if one of a pair
    /// captures the other, both are gone.
    pub paired: Bitboard,
}

impl CheckInfo {
    /// Finds them on the king's side.
    #[inline(always)]
    pub fn of(half: &Position) -> CheckInfo {
        let (pieces, seat) = (&half.pieces, half.seat);
        let king = pieces.king(seat);
        let (own, enemies, occupied) = (pieces.side(seat), pieces.side(seat.other()), pieces.occupied());
        let leapers = KNIGHT_ATTACKS[king as usize] & pieces.kind(Kind::Knight)
            | PAWN_ATTACKS[seat.parity()][king as usize] & pieces.kind(Kind::Pawn);
        let mut check_info = CheckInfo { checkers: leapers & enemies, ..CheckInfo::default() };
        let sliders = (rook_rays(king) & pieces.orthogonal_sliders()
            | bishop_rays(king) & pieces.diagonal_sliders())
            & enemies;
        for slider in cells(sliders) {
            let shield = between(king, slider) & occupied;
            match shield.count_ones() {
                0 => check_info.checkers |= bit(slider),
                1 if shield & own != 0 => {
                    check_info.pinned |= shield;
                    check_info.pinners |= bit(slider);
                }
                1 => check_info.veils |= shield,
                2 => check_info.paired |= shield,
                _ => {}
            }
        }
        check_info
    }

    /// The cells for pieces on the king's side. None of them comes between the king and who attacks it: so
    /// only captures help against check.
    #[inline(always)]
    fn targets(&self) -> Bitboard {
        match self.checkers.count_ones() {
            0 => !self.veils,
            1 => self.checkers & !self.veils,
            _ => 0,
        }
    }
}

/// The legal steps: those of the pieces on this side of the mirror, then those of the pieces beyond it.
/// Pieces of both sides can come to one cell in one way, so that each side has actions of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps {
    halves: [Position; 2],
    sets: [MoveSet; 2],
}

impl Steps {
    /// Adds the legal steps of a player that has `checkers` checkers.
    #[inline(always)]
    pub fn add(&mut self, position: &Position, mirrored: Bitboard, checkers: u8) {
        let (pieces, seat) = (&position.pieces, position.seat.of_two());
        let (own, occupied) = (pieces.side(seat), pieces.occupied());
        self.halves = halves(position, mirrored);
        let king = pieces.king(seat);
        let home = side_of(mirrored, king);
        let spare = free_checkers(pieces, mirrored, checkers, seat);
        // Without a free checker only pieces on checkers move.
        let movers = if spare == 0 { own & mirrored } else { own };

        let check_info = CheckInfo::of(&self.halves[home]);
        // A piece that comes from the other side can step between.
        let shields = match check_info.checkers.count_ones() {
            0 => !0,
            1 => between(king, check_info.checkers.trailing_zeros() as Cell),
            _ => 0,
        };
        let empty = !occupied;
        let free = movers & !bit(king) & !check_info.pinned;
        for ((side, sets), half) in (0..).zip(&mut self.sets).zip(&self.halves) {
            let onto = if side == home { check_info.targets() } else { shields };
            let onto = onto & (empty | half.pieces.side(seat.other()));
            sets.put_non_pawns(&half.pieces, free, onto);
            sets.add_pawns(half, half.pieces.kind(Kind::Pawn) & free, onto);
        }
        if check_info.pinned & movers != 0 && check_info.checkers == 0 {
            self.add_pinned(home, check_info, movers);
        }
        if check_info.paired != 0 {
            self.keep_pairs(home, check_info);
        }

        if movers & bit(king) != 0 {
            // 4A.3: it is attacked neither where it goes nor beyond the mirror from there.
            let [near, far] = &self.halves;
            let attacked =
                [near, far].map(|half| attacked(&half.pieces, seat, half.pieces.occupied() & !bit(king)));
            let targets = empty | self.halves[home].pieces.side(seat.other());
            *self.sets[home].king() = KING_ATTACKS[king as usize] & targets & !attacked[0] & !attacked[1];
            if position.rights & own_rank(seat, 1) != 0 && spare >= 2 {
                self.add_castles(position, attacked[0]);
            }
        }
        if position.ep_square != 0 {
            let side = side_of(mirrored, position.ep_pawn().trailing_zeros() as Cell);
            self.sets[side].add_en_passant(&self.halves[side], ep_capturers(position, mirrored, checkers));
        }
    }

    /// Removes captures between two pieces that shield the king together.
    #[cold]
    fn keep_pairs(&mut self, home: usize, check_info: CheckInfo) {
        let half = &self.halves[home];
        let king = half.pieces.king(half.seat);
        self.sets[home].retain(half, |step| {
            let pair = bit(step.from()) | bit(step.to());
            check_info.paired & pair != pair || through(king, step.from()) & bit(step.to()) == 0
        });
    }

    /// The rooks with which the king castles (4A.4). It stands on this side of the mirror, where the enemy
    /// attacks these cells.
    #[inline(never)]
    fn add_castles(&mut self, position: &Position, attacked: Bitboard) {
        let (pieces, seat) = (&position.pieces, position.seat.of_two());
        let [near, far] = [&self.halves[0].pieces, &self.halves[1].pieces];
        for rook in cells(position.rights & own_rank(seat, 1)) {
            let castling = Castling::of(pieces.king(seat), rook);
            let ends = bit(castling.king_to) | bit(castling.rook_to);
            let clear = castling.must_be_empty() & near.occupied() == 0 && ends & pieces.occupied() == 0;
            if clear
                && castling.king_path() & attacked == 0
                && far.attackers(seat.other(), castling.king_to, far.occupied() | ends) == 0
            {
                *self.sets[0].castles() |= bit(rook);
            }
        }
    }

    /// A pinned piece may capture the one that pins it, and goes nowhere else.
    #[cold]
    fn add_pinned(&mut self, home: usize, check_info: CheckInfo, movers: Bitboard) {
        let half = &self.halves[home];
        let king = half.pieces.king(half.seat);
        for cell in cells(check_info.pinned & movers) {
            self.sets[home].add_moves(half, bit(cell), check_info.pinners & through(king, cell));
        }
    }
}

/// The pawns that may capture en passant (4A.5): on the side of the pawn that has passed them, if the en
/// passant square is empty.
#[cold]
pub fn ep_capturers(position: &Position, mirrored: Bitboard, checkers: u8) -> Bitboard {
    let (pieces, seat) = (&position.pieces, position.seat.of_two());
    let (king, ep_pawn) = (pieces.king(seat), position.ep_pawn());
    let side = side_of(mirrored, ep_pawn.trailing_zeros() as Cell);
    let lacks = side == 0 && free_checkers(pieces, mirrored, checkers, seat) == 0;
    if lacks || pieces.occupied() & position.ep_square != 0 {
        return 0;
    }
    let halves = halves(position, mirrored);
    let home = side_of(mirrored, king);
    let half = &halves[home].pieces;
    let mut takers = 0;
    for pawn in cells(halves[side].next_to_ep_pawn()) {
        // On the king's side two pawns vanish, or one appears.
        let occupied = if side == home {
            half.occupied() & !bit(pawn) & !ep_pawn
        } else {
            half.occupied() | position.ep_square
        };
        if half.attackers(seat.other(), king, occupied) & !ep_pawn == 0 {
            takers |= bit(pawn);
        }
    }
    takers
}

/// The enemies that attack the king of a seat, from its side of the mirror.
pub fn attackers(pieces: &Pieces, mirrored: Bitboard, seat: Seat) -> Bitboard {
    let king = pieces.king(seat);
    let half = pieces.among(if side_of(mirrored, king) == 0 { !mirrored } else { mirrored });
    half.attackers(seat.other(), king, half.occupied())
}

impl LegalMoves for Steps {
    #[inline(always)]
    fn count(&self) -> usize {
        self.sets[0].count() + self.sets[1].count()
    }

    #[inline(always)]
    fn pick(&self, _position: &Position, index: usize) -> Option<Step> {
        let first = self.sets[0].count();
        let (side, index) = if index < first { (0, index) } else { (1, index - first) };
        self.sets[side].pick(&self.halves[side], index)
    }

    #[inline(always)]
    fn each(&self, _position: &Position, mut visit: impl FnMut(Step)) {
        for (sets, half) in self.sets.iter().zip(&self.halves) {
            sets.each(half, &mut visit);
        }
    }

    #[inline]
    fn contains(&self, _position: &Position, step: Step) -> bool {
        let side = side_of(self.halves[1].pieces.occupied(), step.from());
        step.move_kind() != MoveKind::Choice && self.sets[side].contains(&self.halves[side], step)
    }

    #[inline(always)]
    fn mark(
        &self,
        _position: &Position,
        numbering: &Numbering,
        _action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        let Numbering { frame, castling_notation, .. } = *numbering;
        numbering::mark(frame, castling_notation, &self.halves[0], &self.sets[0], mask);
        numbering::mark_behind(ACTIONS, frame, castling_notation, &self.halves[1], &self.sets[1], mask);
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.sets[0].any() || self.sets[1].any()
    }
}
