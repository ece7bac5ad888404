//! Shadows, captures through them, and check through them (Chess 5, 6.2).

use super::check::CheckInfo;
use super::engine::{Enemies, Engine};
use super::legal_moves::{MAX_MOVE_SETS, MoveSet, MoveSetKind};
use super::line_tables::LineTables;
use super::movement::{MAX_DOUBLE_HOPS, MovementClass};
use super::pieces::Pieces;
use super::state::State;
use super::step::{MoveKind, Step};
use super::tables::cell_set;
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL, Ray};
use crate::game::Seat;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Continue};

/// The maximum number of pieces that cast shadows in a position.
pub const MAX_SHADOWS: usize = 96;

/// A piece that can cast a shadow.
#[derive(Clone, Copy, Debug)]
pub struct ShadowCaster {
    pub cell: Cell,
    /// The cells that it attacks (see [`Engine::attacks`]).
    pub attacks: Bitboard256,
    pub shadow: Bitboard256,
}

/// The pieces of some seats, including those with empty shadows.
pub type ShadowCasters = ArrayVec<ShadowCaster, MAX_SHADOWS>;

impl CheckInfo {
    /// Whether a king that is not in check could be in check after the pieces on `from` and `remote_capture`
    /// are gone.
    #[inline(always)]
    pub fn may_expose_king(&self, from: Cell, remote_capture: u8) -> bool {
        self.pinned.has(from)
            || remote_capture != NO_CELL
                && (self.pinned.has(remote_capture)
                    || self.first.has(from) && self.second.has(remote_capture)
                    || self.first.has(remote_capture) && self.second.has(from))
    }

    /// Returns the targets that may end a check, given the remote capture.
    #[inline(always)]
    pub fn check_evasions(&self, remote_capture: u8, to: Bitboard256) -> Bitboard256 {
        if remote_capture != NO_CELL && self.checkers.has(remote_capture) { to } else { to & self.targets }
    }
}

impl Engine {
    /// Returns the pieces of some seats (as bits) with their shadows (Chess 5.2, 5.3).
    pub fn shadows_of(&self, pieces: &Pieces, seats: u8) -> ShadowCasters {
        let mut all = ShadowCasters::new();
        self.add_shadows(pieces, seats, &mut all);
        all
    }

    /// Appends the pieces of some seats (as bits) with their shadows.
    ///
    /// The list is filled in place because it is too large to return by value in hot code.
    #[inline(never)]
    pub fn add_shadows(&self, pieces: &Pieces, seats: u8, all: &mut ShadowCasters) {
        for seat in self.all_seats().filter(|seat| seat.is_in(seats)) {
            let first = all.len();
            let (mut shadowed_once, mut shadowed_twice) = (Bitboard256::EMPTY, Bitboard256::EMPTY);
            let open = !self.allied_pieces(pieces, seat);
            let enemies = pieces.occupied() & open;
            pieces.of_seat(seat).each(|cell| {
                let attacks = self.attacks(pieces, cell);
                let movement = self.movement(pieces.piece_at(cell));
                let shadow = match movement.class {
                    MovementClass::Pawn => self.pawn_advances(pieces, movement, cell) | (attacks & enemies),
                    MovementClass::Leaper => self.leaper_targets(pieces, movement, cell) & open,
                    _ => attacks & open,
                };
                shadowed_twice = shadowed_twice | (shadowed_once & shadow);
                shadowed_once = shadowed_once | shadow;
                all.push(ShadowCaster { cell, attacks, shadow });
            });
            for ShadowCaster { cell, shadow, .. } in &mut all[first..] {
                if !(*shadow & shadowed_twice).is_empty() {
                    *shadow = self.cut_shadow(pieces, *cell, *shadow, shadowed_twice);
                }
            }
        }
    }

    /// Cuts a shadow: returns, on each of its lines, the cells up to the first of `ends` (Chess 5.3).
    fn cut_shadow(&self, pieces: &Pieces, cell: Cell, shadow: Bitboard256, ends: Bitboard256) -> Bitboard256 {
        let movement = self.movement(pieces.piece_at(cell));
        let line = |ray: Ray| {
            let position = self.line_tables.position(cell, ray.axis.into());
            let (mut index, mut line) = (position.index(), Bitboard256::EMPTY);
            let last = LineTables::next_occupied(
                LineTables::line_word(&pieces.line_occupancy, position),
                index,
                ray.backward,
            );
            let visible = self.line_tables.span_to(position, index, last, ray.backward) & shadow;
            if (visible & ends).is_empty() {
                return visible;
            }
            while index != last {
                index = if ray.backward { index - 1 } else { index + 1 };
                let next = self.line_tables.cell_at(position, index);
                if next == NO_CELL || !shadow.has(next) {
                    break;
                }
                line = line | Bitboard256::one(next);
                if ends.has(next) {
                    break;
                }
            }
            line
        };
        match movement.class {
            // The line ahead. Capture lines have one cell each.
            MovementClass::Pawn => {
                line(movement.slides[0].paths[usize::from(cell)].ray)
                    | (shadow & movement.leaps[usize::from(cell)])
            }
            MovementClass::Leaper => {
                let hidden = |leap: &&[u8; 2]| leap[0] != NO_CELL && ends.has(leap[0]);
                let leaps = movement.double_hops.get(usize::from(cell)).into_iter().flatten();
                let hidden = leaps.filter(hidden).map(|leap| leap[1]);
                shadow & !cell_set(&hidden.collect::<ArrayVec<u8, MAX_DOUBLE_HOPS>>())
            }
            _ => {
                let both = |axis: usize| [false, true].map(|backward| Ray { axis: axis as u8, backward });
                let rays = movement.axes.clone().flat_map(both);
                rays.fold(Bitboard256::EMPTY, |all, ray| all | line(ray))
            }
        }
    }

    /// Returns the empty cells on which a piece can capture through a shadow (Chess 5.4). `reach` holds its
    /// pseudo-legal targets.
    #[inline(always)]
    pub fn capture_targets(&self, pieces: &Pieces, cell: Cell, reach: Bitboard256) -> Bitboard256 {
        let movement = self.movement(pieces.piece_at(cell));
        match movement.class {
            MovementClass::Pawn | MovementClass::Leaper => movement.leaps[usize::from(cell)],
            _ => reach,
        }
    }

    /// Whether a seat that is not in check has a step of a piece that cannot affect check.
    #[inline(never)]
    pub fn has_unpinned_step(&self, state: &State, seat: Seat, check_info: &CheckInfo) -> bool {
        let (pieces, immune) = (&state.pieces, state.immune[seat.index()]);
        let unpinned = pieces.of_seat(seat) & !check_info.pinned & !pieces.kings();
        unpinned.cells().any(|from| {
            let reach = self.pseudo_legal_targets(pieces, seat, from);
            !(reach & !immune).is_empty()
        })
    }

    /// Visits the steps of a seat that do not leave its king in check, with captures through shadows (Chess
    /// 5.4).
    #[inline(never)]
    pub fn each_move_set_with_shadows(
        &self,
        state: &State,
        seat: Seat,
        check_info: &CheckInfo,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (pieces, king, immune) = (&state.pieces, state.pieces.king(seat), state.immune[seat.index()]);
        let mut enemies = ShadowCasters::new();
        self.add_shadows(pieces, self.enemy_seats[seat.index()], &mut enemies);
        let attacked_cells = enemies.iter().fold(Bitboard256::EMPTY, |all, enemy| all | enemy.attacks);
        let mut visit_safe = |set: MoveSet| {
            let to = if king == NO_CELL || set.targets.is_empty() {
                set.targets
            } else {
                self.safe_targets(pieces, seat, check_info, (&enemies, attacked_cells), set)
            };
            if to.is_empty() { Continue(()) } else { visit(MoveSet { targets: to, ..set }) }
        };
        let empty = !pieces.occupied();
        let (mut capturers, mut all) =
            (ArrayVec::<(MoveSet, Bitboard256), MAX_MOVE_SETS>::new(), Bitboard256::EMPTY);
        for from in pieces.of_seat(seat).cells() {
            let reach = self.pseudo_legal_targets(pieces, seat, from);
            let set = MoveSet {
                kind: if self.is_pawn(pieces.piece_at(from)) {
                    MoveSetKind::Pawn
                } else {
                    MoveSetKind::Piece
                },
                ..MoveSet::plain(from, reach & !immune)
            };
            let capture_cells = self.capture_targets(pieces, from, reach) & empty;
            if !capture_cells.is_empty() {
                all = all | capture_cells;
                capturers.push((set, capture_cells));
            }
            visit_safe(set)?;
        }
        for &ShadowCaster { cell: remote_capture, shadow, .. } in &enemies {
            let open = shadow & all;
            if open.is_empty() || immune.has(remote_capture) {
                continue;
            }
            for &(set, capture_cells) in &capturers {
                let to = capture_cells & open;
                if !to.is_empty() && !shadow.has(set.from) {
                    visit_safe(MoveSet { remote_capture, targets: to, ..set })?;
                }
            }
        }
        if !check_info.in_check
            && king != NO_CELL
            && state.castling_rights & self.castling_rights_of(seat) != 0
        {
            self.each_castling(state, seat, &mut visit)?;
        }
        if state.ep_moves.iter().any(|ep_move| ep_move[0] != NO_CELL) {
            self.each_en_passant(state, seat, &mut visit)?;
        }
        Continue(())
    }

    /// Returns the targets of a set that leave the own king out of check.
    ///
    /// `enemies` are the shadows of enemies, and the cells that these attack. A step is tried on the board
    /// only if checks and pins do not settle it.
    fn safe_targets(
        &self,
        pieces: &Pieces,
        seat: Seat,
        check_info: &CheckInfo,
        (enemies, attacked_cells): (&ShadowCasters, Bitboard256),
        set: MoveSet,
    ) -> Bitboard256 {
        let (MoveSet { from, remote_capture, targets: mut to, .. }, king) = (set, pieces.king(seat));
        // Whether a line leads to a cell, and so past it if it becomes empty.
        let on_enemy_line = |cell: u8| cell != NO_CELL && attacked_cells.has(cell);
        if from == king {
            if !on_enemy_line(king) && !on_enemy_line(remote_capture) {
                return self.safe_king_targets_with_shadows(pieces, seat, enemies, remote_capture, to);
            }
        } else if check_info.in_check {
            to = check_info.check_evasions(remote_capture, to);
        } else if !check_info.may_expose_king(from, remote_capture)
            || !on_enemy_line(from) && !on_enemy_line(remote_capture)
            || !self.exposes_king(pieces, seat, [from, remote_capture])
        {
            return to;
        }
        let safe = |&to: &Cell| {
            self.keeps_king_safe(pieces, seat, Step { from, to, remote_capture, move_kind: MoveKind::Plain })
        };
        to.cells().filter(safe).fold(Bitboard256::EMPTY, |all, to| all | Bitboard256::one(to))
    }

    /// Whether the king would be in check without the pieces on these cells. If not, the moving piece is free
    /// to go anywhere, because its arrival can only block lines.
    fn exposes_king(&self, pieces: &Pieces, seat: Seat, removed: [u8; 2]) -> bool {
        let mut after = pieces.clone();
        for cell in removed.into_iter().filter(|&cell| cell != NO_CELL) {
            after.remove(self, cell);
        }
        self.in_check(&after, seat)
    }

    /// Whether an enemy of `seat` attacks its king, or an enemy that is not next to the king attacks an empty
    /// neighbor cell (Chess 6.1, 6.2).
    pub fn is_in_check_through_shadow(&self, pieces: &Pieces, seat: Seat, enemies: &Enemies) -> bool {
        let (king, seat_tables) = (usize::from(pieces.king(seat)), self.seat_tables(seat));
        let (near, king_cell) = (self.lattice(seat).near[king], Bitboard256::one(pieces.king(seat)));
        let targets = (near & !pieces.occupied()) | king_cell;
        self.possible_attackers(
            enemies,
            seat_tables.line_masks_near[king],
            seat_tables.leaper_threats_near[king],
        )
        .cells()
        .any(|enemy| {
            let aim = if near.has(enemy) { king_cell } else { targets };
            !(self.attacks(pieces, enemy) & aim).is_empty()
        })
    }

    /// Returns the targets on which a king is not in check, if no line leads to it.
    ///
    /// The piece on `remote_capture` is captured on the way; no line leads past it. [`NO_CELL`] if there is
    /// none.
    fn safe_king_targets_with_shadows(
        &self,
        pieces: &Pieces,
        seat: Seat,
        enemies: &ShadowCasters,
        remote_capture: u8,
        to: Bitboard256,
    ) -> Bitboard256 {
        let king = Bitboard256::one(pieces.king(seat));
        let empty = !pieces.occupied() | king;
        let safe = |&to: &Cell| {
            let (near, king_cell) = (self.lattice(seat).near[usize::from(to)], Bitboard256::one(to));
            let targets = (near & empty) | king_cell;
            let gives_check = |enemy: &ShadowCaster| {
                let aim = if near.has(enemy.cell) { king_cell } else { targets };
                !(enemy.attacks & aim).is_empty() && enemy.cell != to && enemy.cell != remote_capture
            };
            !enemies.iter().any(gives_check)
        };
        to.cells().filter(safe).fold(Bitboard256::EMPTY, |all, to| all | Bitboard256::one(to))
    }

    /// Returns the checks and pins against a seat's king with shadows, or none if it has no king.
    #[inline(never)]
    pub fn shadow_check_info(&self, pieces: &Pieces, seat: Seat) -> CheckInfo {
        let (mut check_info, king) = (CheckInfo::none(), pieces.king(seat));
        if king == NO_CELL {
            return check_info;
        }
        let near = self.lattice(seat).near[usize::from(king)];
        let enemies = self.enemies_of(pieces, seat);
        check_info.pinned = near;
        self.add_lines_to(pieces, seat, &enemies, (king, Bitboard256::EMPTY), &mut check_info);
        (near & !pieces.occupied())
            .each(|cell| self.add_lines_to(pieces, seat, &enemies, (cell, near), &mut check_info));
        check_info
    }

    /// Adds the checks and pins on the lines to a cell. Enemies on the cells of `excluded` give no check
    /// there.
    fn add_lines_to(
        &self,
        pieces: &Pieces,
        seat: Seat,
        enemies: &Enemies,
        (cell, excluded): (Cell, Bitboard256),
        check_info: &mut CheckInfo,
    ) {
        let (mut blocks, mut checkers) = (!Bitboard256::EMPTY, Bitboard256::EMPTY);
        let mut add_checker = |checker: Cell, line: Bitboard256| {
            blocks = blocks & line;
            checkers = checkers | Bitboard256::one(checker);
        };
        for group in &self.seat_tables(seat).enemy_groups {
            let tables = &self.lattice_tables[group.lattice];
            for (axis, sliders) in tables.all_axes().zip(&group.sliders) {
                let enemies = if tables.side_axes.contains(&axis) {
                    enemies.side_sliders
                } else {
                    enemies.corner_sliders
                };
                let position = self.line_tables.position(cell, axis);
                if (self.line_tables.line_cells(position) & enemies).is_empty() {
                    continue;
                }
                let (word, from) =
                    (LineTables::line_word(&pieces.line_occupancy, position), position.index());
                for backward in [false, true] {
                    let sliders = &sliders[usize::from(!backward)];
                    let first = LineTables::next_occupied(word, from, backward);
                    let cell_met = self.line_tables.cell_at(position, first);
                    if cell_met == NO_CELL || cell_met == cell {
                        continue;
                    }
                    if pieces.piece_at(cell_met).is_in(sliders) && !excluded.has(cell_met) {
                        add_checker(cell_met, self.line_tables.span_to(position, from, first, backward));
                        continue;
                    }
                    let behind =
                        self.line_tables.cell_at(position, LineTables::next_occupied(word, first, backward));
                    check_info.first = check_info.first | Bitboard256::one(cell_met);
                    if behind != NO_CELL {
                        check_info.second = check_info.second | Bitboard256::one(behind);
                        check_info.pinned = check_info.pinned
                            | Bitboard256::one(cell_met).only_if(pieces.piece_at(behind).is_in(sliders));
                    }
                }
            }
        }
        (self.attacking_leapers(pieces, seat, cell, enemies.all) & !excluded)
            .each(|leaper| add_checker(leaper, Bitboard256::one(leaper)));
        if !checkers.is_empty() {
            check_info.in_check = true;
            check_info.checkers = check_info.checkers | checkers;
            // A piece that arrives next to the king blocks that cell.
            check_info.targets = check_info.targets & (blocks | (Bitboard256::one(cell) & excluded));
        }
    }
}
