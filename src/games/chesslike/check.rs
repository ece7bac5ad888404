//! Checks, pins and attacks (Chess 6, Tri-Chess 5).

use super::engine::{Enemies, Engine};
use super::line_tables::LineTables;
use super::pieces::Pieces;
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::Seat;
use crate::packing::pack_fields;

/// Checks and pins against a seat's king.
///
/// With shadows (Chess 5) the fields are conservative: they tell which steps must be tried.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// Whether the king is in check.
    pub in_check: bool,
    /// Whether steps must be tried, because an enemy piece has exotic attacks or checks are forbidden.
    pub must_try: bool,
    /// The cells that matter then: steps from them or to them are tried.
    pub tried: Bitboard256,
    /// The cells on which an unpinned piece can arrive: all cells, or those that end a check. With shadows,
    /// those that may end a check.
    pub targets: Bitboard256,
    /// The pinned pieces. With shadows, pieces with an enemy slider behind them on a line to the king, and
    /// all neighbors of the king.
    pub pinned: Bitboard256,
    /// With shadows, the pieces that give check.
    pub checkers: Bitboard256,
    /// With shadows, the first and the second pieces on the lines to the king and to its neighbor cells.
    pub first: Bitboard256,
    pub second: Bitboard256,
}
pack_fields!(CheckInfo { in_check, must_try, tried, targets, pinned, checkers, first, second });

impl CheckInfo {
    /// Returns the value without checks and pins.
    #[inline(always)]
    pub fn none() -> CheckInfo {
        CheckInfo {
            in_check: false,
            must_try: false,
            tried: Bitboard256::EMPTY,
            targets: !Bitboard256::EMPTY,
            pinned: Bitboard256::EMPTY,
            checkers: Bitboard256::EMPTY,
            first: Bitboard256::EMPTY,
            second: Bitboard256::EMPTY,
        }
    }

    /// Whether a piece is pinned.
    pub fn is_pinned(&self, from: Cell) -> bool {
        self.pinned.has(from)
    }

    fn add_check(&mut self, blocks: Bitboard256) {
        self.in_check = true;
        self.targets = self.targets & blocks;
    }
}

impl Engine {
    /// Returns the checks and pins against the king of `seat`, or none if it has no king.
    #[inline(always)]
    pub fn check_info(&self, pieces: &Pieces, seat: Seat) -> CheckInfo {
        if self.shadows {
            return self.shadow_check_info(pieces, seat);
        }
        self.plain_check_info(pieces, seat)
    }

    /// Same as [`check_info`](Engine::check_info), but ignores shadows.
    #[inline(always)]
    pub fn plain_check_info(&self, pieces: &Pieces, seat: Seat) -> CheckInfo {
        let (mut check_info, king) = (CheckInfo::none(), pieces.king(seat));
        if self.forbids_checks {
            (check_info.must_try, check_info.tried) = (true, !Bitboard256::EMPTY);
        }
        if king == NO_CELL {
            return check_info;
        }
        let enemies = self.enemies_of(pieces, seat);
        self.each_pin_or_check(pieces, seat, king, &enemies, |blocker, line| {
            if blocker == NO_CELL {
                check_info.add_check(line);
            } else {
                check_info.pinned = check_info.pinned | Bitboard256::one(blocker);
            }
        });
        let attacking_leapers = self.attacking_leapers(pieces, seat, king, enemies.all);
        if !attacking_leapers.is_empty() {
            attacking_leapers.each(|cell| check_info.add_check(Bitboard256::one(cell)));
        }
        if self.has_exotics && !self.exotics(pieces, enemies.all).is_empty() {
            let in_check = self.is_attacked_by_exotics(pieces, enemies.all, king);
            check_info.must_try = true;
            check_info.in_check |= in_check;
            check_info.tried = check_info.tried
                | if in_check { !Bitboard256::EMPTY } else { self.exotic_paths(pieces, enemies.all, king) };
        }
        check_info
    }

    /// Returns the targets of a piece that leave its king out of check.
    #[inline(always)]
    pub fn legal_targets(
        &self,
        pieces: &Pieces,
        seat: Seat,
        check_info: &CheckInfo,
        from: Cell,
        to: Bitboard256,
    ) -> Bitboard256 {
        let to = to & check_info.targets;
        let to = if check_info.pinned.has(from) { self.pinned_targets(pieces, seat, from, to) } else { to };
        if !check_info.must_try {
            return to;
        }
        let tried = if check_info.tried.has(from) { to } else { to & check_info.tried };
        (to & !tried) | self.tried_targets(pieces, seat, from, tried)
    }

    #[cold]
    fn pinned_targets(&self, pieces: &Pieces, seat: Seat, from: Cell, mut to: Bitboard256) -> Bitboard256 {
        let enemies = self.enemies_of(pieces, seat);
        self.each_pin_or_check(pieces, seat, pieces.king(seat), &enemies, |blocker, line| {
            if blocker == from {
                to = to & line;
            }
        });
        to
    }

    /// Visits each line on which an enemy slider attacks the king of a seat, or would if one piece of the
    /// seat were not in between.
    ///
    /// `visit` gets that piece, or [`NO_CELL`] if there is none, and the cells from next to the king up to
    /// the attacker.
    #[inline(always)]
    pub fn each_pin_or_check(
        &self,
        pieces: &Pieces,
        seat: Seat,
        king: Cell,
        enemies: &Enemies,
        mut visit: impl FnMut(u8, Bitboard256),
    ) {
        let seat_tables = self.seat_tables(seat);
        let [side_lines, corner_lines] = seat_tables.line_masks[usize::from(king)];
        let on_lines = (side_lines & enemies.side_sliders) | (corner_lines & enemies.corner_sliders);
        if on_lines.is_empty() {
            return;
        }
        let positions = self.line_tables.positions(king);
        for group in &seat_tables.enemy_groups {
            let axes = self.lattice_tables[group.lattice].all_axes();
            for (axis, (sliders, &position)) in axes.clone().zip(group.sliders.iter().zip(&positions[axes])) {
                if (self.line_tables.line_cells(position) & on_lines).is_empty() {
                    continue;
                }
                let (word, from) =
                    (LineTables::line_word(&pieces.line_occupancy, position), position.index());
                for backward in [false, true] {
                    let sliders = &sliders[usize::from(!backward)];
                    let first = LineTables::next_occupied(word, from, backward);
                    let cell = self.line_tables.cell_at(position, first);
                    let piece = pieces.piece_at(cell);
                    let reaches = |cell: Cell, index: u32| {
                        self.slides_to(pieces, cell, axis, !backward, index.abs_diff(from))
                    };
                    if piece.is_in(sliders) && reaches(cell, first) {
                        visit(NO_CELL, self.line_tables.span_to(position, from, first, backward));
                    } else if piece.seat() == seat && cell != king {
                        // On a ring the first occupied cell can be the king's own.
                        let second = LineTables::next_occupied(word, first, backward);
                        let behind = self.line_tables.cell_at(position, second);
                        if pieces.piece_at(behind).is_in(sliders) && reaches(behind, second) {
                            visit(cell, self.line_tables.span_to(position, from, second, backward));
                        }
                    }
                }
            }
        }
    }

    /// Returns the enemies that could attack one of some cells on an empty board. `lines` and `threats` are
    /// the line masks and leaper threats of these cells.
    #[inline(always)]
    pub fn possible_attackers(
        &self,
        enemies: &Enemies,
        lines: [Bitboard256; 2],
        threats: Bitboard256,
    ) -> Bitboard256 {
        let leapers = if self.sliders_leap {
            enemies.all
        } else {
            enemies.all & !(enemies.side_sliders | enemies.corner_sliders)
        };
        (lines[0] & enemies.side_sliders) | (lines[1] & enemies.corner_sliders) | (threats & leapers)
    }

    /// Returns a superset of those of `cells` that enemies of `seat` attack.
    #[inline(always)]
    pub fn attacked_cells(
        &self,
        pieces: &Pieces,
        seat: Seat,
        enemies: &Enemies,
        cells: Bitboard256,
    ) -> Bitboard256 {
        let seat_tables = self.seat_tables(seat);
        let (mut lines, mut threats) = ([Bitboard256::EMPTY; 2], Bitboard256::EMPTY);
        cells.each(|cell| {
            let [side_lines, corner_lines] = seat_tables.line_masks[usize::from(cell)];
            lines = [lines[0] | side_lines, lines[1] | corner_lines];
            threats = threats | seat_tables.leaper_threats[usize::from(cell)];
        });
        let mut all = Bitboard256::EMPTY;
        // On a ring a slider can reach its own cell.
        let possible_attackers = self.possible_attackers(enemies, lines, threats);
        possible_attackers.each(|enemy| all = all | (self.attacks(pieces, enemy) & !Bitboard256::one(enemy)));
        all
    }

    /// Returns the enemies of `seat` that attack a cell by leaping.
    #[inline(always)]
    pub fn attacking_leapers(
        &self,
        pieces: &Pieces,
        seat: Seat,
        cell: Cell,
        enemies: Bitboard256,
    ) -> Bitboard256 {
        let mut all = Bitboard256::EMPTY;
        let possible = self.seat_tables(seat).leaper_threats[usize::from(cell)] & enemies;
        if possible.is_empty() {
            return all;
        }
        possible.each(|from| {
            let attacks = self.movement(pieces.piece_at(from)).leaps[usize::from(from)];
            all = all | Bitboard256::one(from).only_if(attacks.has(cell));
        });
        all
    }

    /// Whether an enemy of `seat` attacks a cell, with the piece on `ignored` left out.
    pub fn is_attacked(
        &self,
        pieces: &Pieces,
        seat: Seat,
        enemies: &Enemies,
        cell: Cell,
        ignored: Option<Cell>,
    ) -> bool {
        if !self.attacking_leapers(pieces, seat, cell, enemies.all).is_empty() {
            return true;
        }
        for group in &self.seat_tables(seat).enemy_groups {
            let tables = &self.lattice_tables[group.lattice];
            for (axis, sliders) in tables.all_axes().zip(&group.sliders) {
                let position = self.line_tables.position(cell, axis);
                let enemies = if tables.side_axes.contains(&axis) {
                    enemies.side_sliders
                } else {
                    enemies.corner_sliders
                };
                if (self.line_tables.line_cells(position) & enemies).is_empty() {
                    continue;
                }
                let (word, from) =
                    (LineTables::line_word(&pieces.line_occupancy, position), position.index());
                for backward in [false, true] {
                    let mut index = LineTables::next_occupied(word, from, backward);
                    let mut met = self.line_tables.cell_at(position, index);
                    if Some(met) == ignored {
                        index = LineTables::next_occupied(word, index, backward);
                        met = self.line_tables.cell_at(position, index);
                    }
                    // On a ring the first occupied cell can be the cell itself.
                    if pieces.piece_at(met).is_in(&sliders[usize::from(!backward)])
                        && met != cell
                        && self.slides_to(pieces, met, axis, !backward, index.abs_diff(from))
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether `seat` has a king that is in check (Chess 6.1).
    pub fn in_check(&self, pieces: &Pieces, seat: Seat) -> bool {
        let king = pieces.king(seat);
        if king == NO_CELL {
            return false;
        }
        let enemies = self.enemies_of(pieces, seat);
        if self.shadows {
            return self.is_in_check_through_shadow(pieces, seat, &enemies);
        }
        self.is_attacked(pieces, seat, &enemies, king, None)
            || self.has_exotics && self.is_attacked_by_exotics(pieces, enemies.all, king)
    }
}
