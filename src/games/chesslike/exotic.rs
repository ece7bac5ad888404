//! Exotic moves, which depend on more pieces than the first one on a line: blocked leaps, hoppers, and rides
//! of leaps.
//!
//! No table tells which pieces shield a king from them. While an enemy has such a piece, steps are tried that
//! begin or end on a cell between it and the king.

use super::engine::Engine;
use super::line_tables::LineTables;
use super::movement::{Movement, Path};
use super::pieces::{Group, NO_PIECE, Pieces};
use super::step::{MoveKind, Step};
use super::variant_spec::{HopperKind, MoveMode};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::Seat;

/// A leap that pieces between can block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockedLeap {
    pub mode: MoveMode,
    /// The cells that must be empty.
    pub via: Bitboard256,
    pub to: Cell,
}

/// Moves over one piece on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hopper {
    pub mode: MoveMode,
    pub kind: HopperKind,
    /// By cell.
    pub paths: Vec<Path>,
}

/// The cells to which a piece can move if they are empty, and those that it attacks.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    pub moves: Bitboard256,
    pub attacks: Bitboard256,
}

impl Reach {
    fn add(&mut self, mode: MoveMode, cells: Bitboard256) {
        self.moves = self.moves | cells.only_if(mode.moves());
        self.attacks = self.attacks | cells.only_if(mode.attacks());
    }
}

impl Movement {
    /// Whether it attacks in a way that this file defines.
    pub fn is_exotic(&self) -> bool {
        self.blocked.iter().flatten().any(|leap| leap.mode.attacks())
            || self.hoppers.iter().any(|hopper| hopper.mode.attacks())
            || self.rides.iter().any(|ride| ride.mode.attacks())
    }
}

impl Engine {
    /// Returns what a piece reaches by its exotic moves.
    pub fn exotic_reach(&self, pieces: &Pieces, movement: &Movement, cell: Cell) -> Reach {
        let mut reach = Reach { moves: Bitboard256::EMPTY, attacks: Bitboard256::EMPTY };
        for leap in movement.blocked.get(usize::from(cell)).into_iter().flatten() {
            if (leap.via & pieces.occupied()).is_empty() {
                reach.add(leap.mode, Bitboard256::one(leap.to));
            }
        }
        for hopper in &movement.hoppers {
            reach.add(hopper.mode, self.cells_over(pieces, hopper, cell));
        }
        for ride in &movement.rides {
            let mut at = cell;
            for _ in 0..ride.max_leaps[usize::from(cell)] {
                at = ride.next[usize::from(at)];
                if at == NO_CELL || at == cell {
                    break;
                }
                reach.add(ride.mode, Bitboard256::one(at));
                if pieces.piece_at(at) != NO_PIECE {
                    break;
                }
            }
        }
        reach
    }

    /// Returns the cells that a hopper reaches over the first piece on its line.
    fn cells_over(&self, pieces: &Pieces, hopper: &Hopper, cell: Cell) -> Bitboard256 {
        let Path { position, ray, max_distance } = hopper.paths[usize::from(cell)];
        let word = LineTables::line_word(&pieces.line_occupancy, position);
        let hurdle = LineTables::next_occupied(word, position.index(), ray.backward);
        let at = self.line_tables.cell_at(position, hurdle);
        if max_distance == 0 || at == NO_CELL || at == cell {
            return Bitboard256::EMPTY;
        }
        let end = match hopper.kind {
            HopperKind::Cannon => LineTables::next_occupied(word, hurdle, ray.backward),
            HopperKind::Grasshopper if ray.backward => hurdle - 1,
            HopperKind::Grasshopper => hurdle + 1,
        };
        self.line_tables.span_to(position, hurdle, end, ray.backward)
    }

    /// Returns the pieces among `subset` with exotic attacks.
    #[inline(always)]
    pub fn exotics(&self, pieces: &Pieces, subset: Bitboard256) -> Bitboard256 {
        let royal = pieces.kings().only_if(self.royal_is_exotic);
        subset & (pieces.of_group(Group::Exotic) | royal)
    }

    /// Whether an exotic piece among `enemies` attacks a cell.
    pub fn is_attacked_by_exotics(&self, pieces: &Pieces, enemies: Bitboard256, cell: Cell) -> bool {
        self.exotics(pieces, enemies).cells().any(|from| self.attacks(pieces, from).has(cell))
    }

    /// Returns the cells on which a change can expose a king to exotic pieces among `enemies`, which do not
    /// attack it now.
    pub fn exotic_paths(&self, pieces: &Pieces, enemies: Bitboard256, king: Cell) -> Bitboard256 {
        let mut all = Bitboard256::EMPTY;
        for from in self.exotics(pieces, enemies).cells() {
            let (movement, at) = (self.movement(pieces.piece_at(from)), usize::from(from));
            for leap in movement.blocked.get(at).into_iter().flatten().filter(|leap| leap.to == king) {
                all = all | leap.via;
            }
            for hopper in &movement.hoppers {
                let line = self.line_tables.line_cells(hopper.paths[at].position);
                all = all | line.only_if(line.has(king));
            }
            for ride in &movement.rides {
                let onward =
                    |&at: &Cell| Some(ride.next[usize::from(at)]).filter(|&to| to != NO_CELL && to != from);
                let path = std::iter::successors(onward(&from), onward).take(ride.max_leaps[at].into());
                let cells = path.fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell));
                all = all | cells.only_if(cells.has(king));
            }
        }
        all
    }

    /// Returns the targets of a piece after which its king is not in check, by trying them.
    #[cold]
    pub fn tried_targets(&self, pieces: &Pieces, seat: Seat, from: Cell, to: Bitboard256) -> Bitboard256 {
        let is_safe = |&to: &Cell| {
            let step = Step { from, to, remote_capture: NO_CELL, move_kind: MoveKind::Plain };
            self.keeps_king_safe(pieces, seat, step)
        };
        to.cells().filter(is_safe).fold(Bitboard256::EMPTY, |all, to| all | Bitboard256::one(to))
    }
}
