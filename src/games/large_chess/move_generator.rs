//! The legal steps of a seat as sets of arrivals, one for each piece: counted by counting bits, found by
//! index without a list of steps.

use super::check::CheckInfo;
use super::engine::{Enemies, Engine, SeatTables};
use super::pieces::{Kind, NO_CELL, NO_PIECE, OFF_BOARD, Pieces, kind_of};
use super::state::State;
use super::variant_spec::Castling;
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Break, Continue};

/// How many entries there is room for without shadows: a piece each, and captures in passing.
pub const MAX_MOVE_SETS: usize = 96;

/// How many there is room for with shadows: each piece through the shadow of each enemy as well.
pub const MAX_MOVE_SETS_WITH_SHADOWS: usize = 896;

/// What a step does beside going from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing.
    Plain,
    /// The rook comes to the king's other side (Chess 4.7, Tri-Chess 4.10).
    Castle,
    /// The pawn becomes another piece (Chess 4.5, Tri-Chess 4.8).
    Promote(Kind),
    /// The seat does nothing (Three Kings 6.7).
    Pass,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell on which it arrives.
    pub to: Cell,
    /// The cell of a piece that is taken elsewhere than there, or 255.
    pub remote_capture: u8,
    /// What it does besides.
    pub move_kind: MoveKind,
}

impl Step {
    /// The step of a seat that does nothing, from no cell to no cell.
    pub const PASS: Step =
        Step { from: NO_CELL, to: NO_CELL, remote_capture: NO_CELL, move_kind: MoveKind::Pass };
}

/// What pawns become, the usual first.
pub const PROMOTION_KINDS: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook];

/// The steps of one piece that take the same piece elsewhere, or none.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet {
    pub targets: Quad,
    pub from: Cell,
    pub remote_capture: u8,
    pub kind: MoveSetKind,
    /// How many steps they are, when they have been counted.
    pub count: u16,
}

/// What makes the steps of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSetKind {
    Piece,
    Pawn,
    Castling,
    Pass,
}

impl MoveSet {
    #[inline(always)]
    pub fn plain(from: Cell, targets: Quad) -> MoveSet {
        MoveSet { targets, from, remote_capture: NO_CELL, kind: MoveSetKind::Piece, count: 0 }
    }

    /// Those of the steps that promote, `last` being the last cells of the seat's pawns.
    #[inline(always)]
    fn promotion_variants(&self, promotion_cells: Quad) -> Quad {
        (self.targets & promotion_cells).only_if(self.kind == MoveSetKind::Pawn)
    }

    /// The same with its steps counted.
    #[inline(always)]
    fn counted(self, promotion_cells: Quad) -> MoveSet {
        let promotion_variants = self.promotion_variants(promotion_cells);
        let more = if promotion_variants.is_empty() { 0 } else { 3 * promotion_variants.count() };
        MoveSet { count: (self.targets.count() + more) as u16, ..self }
    }

    /// The step onto a cell, which may be a promotion to this kind.
    #[inline(always)]
    fn step(&self, promotion_cells: Quad, to: Cell, kind: Kind) -> Step {
        let move_kind = match self.kind {
            MoveSetKind::Castling => MoveKind::Castle,
            MoveSetKind::Pass => MoveKind::Pass,
            MoveSetKind::Pawn if promotion_cells.has(to) => MoveKind::Promote(kind),
            _ => MoveKind::Plain,
        };
        Step { from: self.from, to, remote_capture: self.remote_capture, move_kind }
    }

    /// The step with that index: last the promotions to the second kind and those that follow.
    #[inline(always)]
    fn nth(&self, promotion_cells: Quad, index: usize) -> Step {
        let all = self.targets.count();
        if index < all {
            return self.step(promotion_cells, self.targets.nth(index), Kind::Queen);
        }
        let promotion_variants = self.promotion_variants(promotion_cells);
        let (left, each) = (index - all, promotion_variants.count().max(1));
        self.step(promotion_cells, promotion_variants.nth(left % each), PROMOTION_KINDS[1 + left / each % 3])
    }

    /// Shows each step.
    #[inline(always)]
    fn each(&self, promotion_cells: Quad, mut visit: impl FnMut(Step)) {
        self.targets.each(|to| visit(self.step(promotion_cells, to, Kind::Queen)));
        let promotion_variants = self.promotion_variants(promotion_cells);
        if !promotion_variants.is_empty() {
            promotion_variants.each(|to| {
                PROMOTION_KINDS[1..].iter().for_each(|&kind| visit(self.step(promotion_cells, to, kind)))
            });
        }
    }
}

/// Some legal steps of a piece.
#[derive(Clone, Copy, Debug)]
pub enum MoveBatch {
    /// From a cell to these: none castles or promotes, or takes anything elsewhere.
    Plain(Cell, Quad),
    /// Any other.
    Single(Step),
}

/// All legal steps of a seat.
#[derive(Clone, Copy, Debug)]
pub struct LegalMoves<'a> {
    sets: &'a [MoveSet],
    promotion_cells: Quad,
}

impl LegalMoves<'_> {
    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.sets.iter().map(|set| usize::from(set.count)).sum()
    }

    /// The one with that index, if there are so many.
    #[inline(always)]
    pub fn nth(&self, mut index: usize) -> Option<Step> {
        for set in self.sets {
            let count = usize::from(set.count);
            if index < count {
                return Some(set.nth(self.promotion_cells, index));
            }
            index -= count;
        }
        None
    }

    /// Shows each once.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(Step)) {
        self.sets.iter().for_each(|set| set.each(self.promotion_cells, &mut visit));
    }

    /// Shows each once, as many as can be at a time.
    #[inline(always)]
    pub fn each_entry(&self, mut visit: impl FnMut(MoveBatch)) {
        for set in self.sets {
            let moves = matches!(set.kind, MoveSetKind::Piece | MoveSetKind::Pawn);
            if moves
                && set.remote_capture == NO_CELL
                && set.promotion_variants(self.promotion_cells).is_empty()
            {
                visit(MoveBatch::Plain(set.from, set.targets));
            } else {
                set.each(self.promotion_cells, |step| visit(MoveBatch::Single(step)));
            }
        }
    }

    /// Whether a step is among them.
    pub fn has(&self, step: Step) -> bool {
        let same = |set: &&MoveSet| {
            (set.from, set.remote_capture) == (step.from, step.remote_capture) && set.targets.has(step.to)
        };
        let mut found = false;
        self.sets
            .iter()
            .filter(same)
            .for_each(|set| set.each(self.promotion_cells, |other| found |= other == step));
        found
    }
}

impl Engine {
    /// Hands over the legal steps of the seat whose turn it is; none when the game is over.
    #[inline(always)]
    pub fn legal_moves<R>(&self, state: &State, use_moves: impl FnOnce(LegalMoves) -> R) -> R {
        if self.shadows {
            self.legal_moves_in_buffer::<MAX_MOVE_SETS_WITH_SHADOWS, R>(state, use_moves)
        } else {
            self.legal_moves_in_buffer::<MAX_MOVE_SETS, R>(state, use_moves)
        }
    }

    /// The same with room for so many entries. A king that can be taken must be taken, unless the own king is
    /// in check (Chess 7.1, Tri-Chess 6.2).
    #[inline(always)]
    fn legal_moves_in_buffer<const N: usize, R>(
        &self,
        state: &State,
        use_moves: impl FnOnce(LegalMoves) -> R,
    ) -> R {
        let (pieces, seat) = (&state.pieces, state.seat);
        let promotion_cells = self.seat_tables(seat).promotion_cells;
        let mut sets = ArrayVec::<MoveSet, N>::new();
        if state.ending.is_some() {
            return use_moves(LegalMoves { sets: &sets, promotion_cells });
        }
        // All that the steps come to or take.
        let mut met = Quad::EMPTY;
        let _ = self.each_legal(state, seat, &state.check_info, |set| {
            met =
                met | if set.remote_capture == NO_CELL { set.targets } else { Quad::one(set.remote_capture) };
            sets.push(set.counted(promotion_cells));
            Continue(())
        });
        if self.drafts && sets.is_empty() {
            let (from, to) = (Step::PASS.from, Quad::one(Step::PASS.to));
            sets.push(
                MoveSet { kind: MoveSetKind::Pass, ..MoveSet::plain(from, to) }.counted(promotion_cells),
            );
        }
        // No piece comes to a friend.
        let kings = met & pieces.of_kind(Kind::King);
        if !kings.is_empty() && !state.check_info.in_check {
            sets.retain(|set| {
                if set.remote_capture == NO_CELL {
                    set.targets = set.targets & kings;
                    *set = set.counted(promotion_cells);
                    !set.targets.is_empty()
                } else {
                    kings.has(set.remote_capture)
                }
            });
        }
        use_moves(LegalMoves { sets: &sets, promotion_cells })
    }

    /// Whether a seat would have a legal step if it were its turn.
    pub fn has_legal_step(&self, state: &State, seat: Seat) -> bool {
        self.has_step_given(state, seat, &self.check_info(&state.pieces, seat))
    }

    /// The same, its danger being known.
    #[inline(always)]
    pub fn has_step_given(&self, state: &State, seat: Seat, check_info: &CheckInfo) -> bool {
        if self.shadows && !check_info.in_check && self.has_unpinned_step(state, seat, check_info) {
            return true;
        }
        self.each_legal(state, seat, check_info, |_| Break(())).is_break()
    }

    /// Shows the steps of a seat that leave its own king out of check.
    #[inline(always)]
    fn each_legal(
        &self,
        state: &State,
        seat: Seat,
        check_info: &CheckInfo,
        visit: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.shadows {
            self.each_move_set_with_shadows(state, seat, check_info, visit)
        } else {
            self.each_entry(state, seat, check_info, visit)
        }
    }

    /// Shows the steps of a seat that leave its own king out of check (Chess 6.3, Tri-Chess 5.3).
    #[inline(always)]
    fn each_entry(
        &self,
        state: &State,
        seat: Seat,
        check_info: &CheckInfo,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (pieces, move_tables) = (&state.pieces, self.move_tables(seat));
        let own = pieces.of_seat(seat);
        let allied_pieces = self.allied_pieces(pieces, seat);
        let enemies = pieces.occupied() & !allied_pieces;
        let open = !(allied_pieces | self.uncapturable(state, seat));
        let pawns = own & pieces.of_kind(Kind::Pawn);
        self.each_pawn(
            (pieces, seat),
            self.seat_tables(seat),
            (pawns, enemies),
            open,
            check_info,
            &mut visit,
        )?;
        let mut others = own & !pawns & !pieces.of_kind(Kind::King);
        if self.drafts {
            for (army, pawns) in self.drafted(pieces, seat) {
                self.each_pawn(
                    (pieces, seat),
                    self.seat_tables(army),
                    (pawns, enemies),
                    open,
                    check_info,
                    &mut visit,
                )?;
                others = others & !pawns;
            }
        }
        while !others.is_empty() {
            let from = others.first();
            others = others.without_first();
            let to = match kind_of(pieces.piece_at(from)) {
                Kind::Knight => self.knight_moves(pieces, move_tables, from),
                Kind::Bishop => self.slider_attacks(pieces, from, move_tables.bishop_axes.clone()),
                Kind::Rook => self.slider_attacks(pieces, from, move_tables.rook_axes.clone()),
                _ => self.slider_attacks(
                    pieces,
                    from,
                    move_tables.rook_axes.start..move_tables.bishop_axes.end,
                ),
            };
            // A second hop and a king's step take nothing else with them than what `open` says.
            let to = self.legal_targets(pieces, seat, check_info, from, to & open);
            if !to.is_empty() {
                visit(MoveSet::plain(from, to))?;
            }
        }
        let king = pieces.king(seat);
        if king != NO_CELL {
            let near = move_tables.king_moves[usize::from(king)] & open;
            let to = if near.is_empty() {
                near
            } else {
                self.safe_king_targets(pieces, seat, enemies, check_info, king, near)
            };
            if !to.is_empty() {
                visit(MoveSet::plain(king, to))?;
            }
            if !check_info.in_check && state.castling_rights & self.rights_of(seat) != 0 {
                self.each_castling(state, seat, &mut visit)?;
            }
        }
        if state.ep_moves.iter().any(|passed| passed[0] != NO_CELL) {
            self.each_en_passant(state, seat, &mut visit)?;
        }
        Continue(())
    }

    /// The pieces of enemies that a seat may not take now: kings, where they never are, and else those that
    /// are immune.
    #[inline(always)]
    pub fn uncapturable(&self, state: &State, seat: Seat) -> Quad {
        if self.drafts { state.pieces.of_kind(Kind::King) } else { state.immune[usize::from(seat)] }
    }

    /// The steps of some pawns of an army.
    #[inline(always)]
    fn each_pawn(
        &self,
        (pieces, seat): (&Pieces, Seat),
        seat_tables: &SeatTables,
        (mut pawns, enemies): (Quad, Quad),
        open: Quad,
        check_info: &CheckInfo,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while !pawns.is_empty() {
            let from = pawns.first();
            pawns = pawns.without_first();
            let to = self.pawn_advances(pieces, seat_tables, from)
                | (seat_tables.pawn_captures[usize::from(from)] & enemies);
            let to = self.legal_targets(pieces, seat, check_info, from, to & open);
            if !to.is_empty() {
                visit(MoveSet { kind: MoveSetKind::Pawn, ..MoveSet::plain(from, to) })?;
            }
        }
        Continue(())
    }

    /// Of the cells next to a king, those on which he is in no check.
    #[inline(always)]
    fn safe_king_targets(
        &self,
        pieces: &Pieces,
        seat: Seat,
        enemies: Quad,
        check_info: &CheckInfo,
        king: Cell,
        near: Quad,
    ) -> Quad {
        let enemies = Enemies::of(pieces, enemies);
        if !check_info.in_check {
            return near & !self.attacked_cells(pieces, seat, &enemies, near);
        }
        // What checks him along a line may strike beyond him.
        let safe = |&cell: &Cell| !self.is_attacked(pieces, seat, &enemies, cell, Some(king));
        near.cells().filter(safe).fold(Quad::EMPTY, |all, cell| all | Quad::one(cell))
    }

    /// The rights of a seat.
    pub fn rights_of(&self, seat: Seat) -> u16 {
        0b11 << (2 * seat)
    }

    /// The castlings of a king that is not in check (Chess 4.7, Tri-Chess 4.10).
    #[cold]
    pub fn each_castling(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (side, castling) in self.seat_tables(seat).castlings.iter().enumerate() {
            let castling_right = state.castling_rights & super::engine::castling_right(seat, side) != 0;
            if castling_right && self.can_castle(&state.pieces, seat, castling) {
                let to = Quad::one(castling.king_to);
                visit(MoveSet { kind: MoveSetKind::Castling, ..MoveSet::plain(castling.king, to) })?;
            }
        }
        Continue(())
    }

    /// Whether a king that is not in check may castle, the right not being lost.
    fn can_castle(&self, pieces: &Pieces, seat: Seat, castling: &Castling) -> bool {
        if castling.between.iter().any(|&cell| pieces.piece_at(cell) != NO_PIECE) {
            return false;
        }
        self.is_crossing_safe(pieces, seat, castling) && {
            let mut after = pieces.clone();
            self.castle(&mut after, castling);
            !self.in_check(&after, seat)
        }
    }

    /// Whether the king would be in no check on the cell that he crosses, all else unmoved.
    pub fn is_crossing_safe(&self, pieces: &Pieces, seat: Seat, castling: &Castling) -> bool {
        let mut crossing = pieces.clone();
        let king = crossing.remove(&self.line_tables, castling.king);
        crossing.put(&self.line_tables, castling.rook_to, king);
        !self.in_check(&crossing, seat)
    }

    /// Moves king and rook.
    pub fn castle(&self, pieces: &mut Pieces, castling: &Castling) {
        let (king, rook) = (
            pieces.remove(&self.line_tables, castling.king),
            pieces.remove(&self.line_tables, castling.rook),
        );
        pieces.put(&self.line_tables, castling.king_to, king);
        pieces.put(&self.line_tables, castling.rook_to, rook);
    }

    /// The captures in passing (Chess 4.6, Tri-Chess 4.9).
    #[cold]
    pub fn each_en_passant(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pieces = &state.pieces;
        for other in 0..self.seats as Seat {
            let Some(passed) = state.ep_move(other) else { continue };
            let remote_capture = passed[1];
            if self.enemy_seats[usize::from(seat)] >> other & 1 == 0
                || state.immune[usize::from(seat)].has(remote_capture)
            {
                continue;
            }
            for to in self.ep_squares(pieces, passed).filter(|&cell| pieces.piece_at(cell) == NO_PIECE) {
                for from in self.capturing_pawns(pieces, seat, to).cells() {
                    if self.keeps_king_safe(
                        pieces,
                        seat,
                        Step { from, to, remote_capture, move_kind: MoveKind::Plain },
                    ) {
                        let one = Quad::one(to);
                        visit(MoveSet {
                            remote_capture,
                            kind: MoveSetKind::Pawn,
                            ..MoveSet::plain(from, one)
                        })?;
                    }
                }
            }
        }
        Continue(())
    }

    /// Whether a step other than castling leaves the own king out of check.
    pub fn keeps_king_safe(&self, pieces: &Pieces, seat: Seat, step: Step) -> bool {
        let (mut after, taken) = (pieces.clone(), self.captured_cell(pieces, step));
        if taken != NO_CELL {
            after.remove(&self.line_tables, taken);
        }
        let mover = after.remove(&self.line_tables, step.from);
        after.put(&self.line_tables, step.to, mover);
        !self.in_check(&after, seat)
    }

    /// What a step takes: the cell of it, or [`NOWHERE`].
    #[inline(always)]
    pub fn captured_cell(&self, pieces: &Pieces, step: Step) -> u8 {
        debug_assert!(pieces.piece_at(step.to) != OFF_BOARD);
        if step.remote_capture != NO_CELL {
            step.remote_capture
        } else if pieces.piece_at(step.to) != NO_PIECE {
            step.to
        } else {
            NO_CELL
        }
    }
}
