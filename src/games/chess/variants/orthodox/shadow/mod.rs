//! Shadow Chess: pieces can also be taken where they could go (Chess 5), on the flat board and on a cylinder.

mod cast;
mod guard;
mod notation;
mod numbers;
mod shots;
#[cfg(test)]
mod tests;

use super::move_rules::MoveRules;
use crate::board::Cell;
use crate::game::{CellMark, FenError, Perspective, Seat, never_legal};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::{Castling, CastlingNotation};
use crate::games::chess::kit::history::RepetitionHistory;
use crate::games::chess::kit::legal::attacked_cells;
use crate::games::chess::kit::legal_moves::Numbering;
use crate::games::chess::kit::lines::between;
use crate::games::chess::kit::move_set::{MoveSet, MoveSetOn};
use crate::games::chess::kit::numbering::{
    self, ALL_WAYS, WRAP, came_from, flipped_way, is_mirrored, perspective_cell, way_between,
};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::{Change, Position, pawn_directions};
use crate::games::chess::kit::positional::{CYLINDRICAL_SHADOW, SHADOW, Weights};
use crate::games::chess::kit::step::{self, MoveKind, Step, UciMove};
use crate::games::chess::kit::topology::{Cylinder, Flat, Topology};
use cast::Shadows;
use guard::{Guard, in_check};
use numbers::Number;
use shots::Shots;

/// The move rules of Shadow Chess.
#[derive(Clone, Copy, Debug)]
pub struct Shadowed {
    /// Whether the edges of the board are joined.
    pub wraps: bool,
}

/// The cells that a seat's sliders reach in each direction.
#[inline(always)]
fn lines<R: Topology>(pieces: &Pieces, seat: Seat) -> [Bitboard; 8] {
    let own = pieces.side(seat);
    R::fill(pieces.orthogonal_sliders() & own, pieces.diagonal_sliders() & own, !pieces.occupied())
}

/// The shadows of a seat's pieces.
fn shadows<R: Topology>(pieces: &Pieces, seat: Seat) -> Shadows {
    Shadows::of::<R>(pieces, seat, &lines::<R>(pieces, seat))
}

/// The piece that a capture through a shadow takes.
#[inline(always)]
fn victim(pieces: &Pieces, step: Step) -> Option<Cell> {
    step.shadow().and_then(|way| came_from::<Cylinder>(way, step.to(), pieces.occupied()))
}

/// Makes a step.
#[inline(always)]
fn make(position: &mut Position, step: Step) -> Change {
    let victim = victim(&position.pieces, step);
    let change = position.make(step);
    let Some(victim) = victim else { return change };
    let captured = position.pieces.kind_at(victim);
    position.pieces.clear(bit(victim));
    position.rights &= !bit(victim);
    position.clock = 0;
    Change { captured, reversible: false }
}

/// Whether a step leaves the king of the seat that makes it out of check (6.3).
fn is_safe<R: Topology>(position: &Position, step: Step) -> bool {
    let mut next = *position;
    make(&mut next, step);
    !in_check::<R>(&next.pieces, position.seat)
}

/// The pawns that may capture en passant.
#[cold]
fn takers<R: Topology>(position: &Position) -> Bitboard {
    let to = position.ep_square.trailing_zeros() as Cell & 63;
    let safe = |&from: &Cell| is_safe::<R>(position, Step::new(from, to, MoveKind::EnPassant));
    cells(position.next_to_ep_pawn_on::<R>()).filter(safe).fold(0, |all, from| all | bit(from))
}

/// The rooks with which a king that is not in check may castle (4.7).
fn castles<R: Topology>(position: &Position) -> Bitboard {
    let (pieces, seat) = (&position.pieces, position.seat);
    let king = pieces.king(seat);
    let safe_on = |cell: Cell| {
        let mut moved = *pieces;
        moved.toggle(seat, Kind::King, bit(king) ^ bit(cell));
        !in_check::<R>(&moved, seat)
    };
    let may = |&rook: &Cell| {
        let castling = Castling::of(king, rook);
        castling.must_be_empty() & pieces.occupied() == 0
            && cells(between(king, castling.king_to)).all(safe_on)
            && is_safe::<R>(position, Step::new(king, rook, MoveKind::Castle))
    };
    cells(position.rights & own_rank(seat, 1)).filter(may).fold(0, |all, rook| all | bit(rook))
}

/// The steps of the king by itself that leave it out of check.
#[inline(always)]
fn king_steps<R: Topology>(position: &Position) -> Bitboard {
    let (pieces, seat) = (&position.pieces, position.seat);
    let king = pieces.king(seat);
    let others = pieces.occupied() & !bit(king);
    let mut steps = R::king_attacks(king) & !pieces.side(seat);
    if steps == 0 {
        return 0;
    }
    let attacked = attacked_cells::<R>(position);
    steps &= !attacked;
    for cell in cells(steps) {
        // If nothing about its new cell is attacked by anything, no shadow there is entered.
        if R::king_attacks(cell) & !others & attacked != 0
            && !is_safe::<R>(position, Step::new(king, cell, MoveKind::Normal(Kind::King)))
        {
            steps &= !bit(cell);
        }
    }
    steps
}

/// Adds the legal steps to empty containers.
#[inline(always)]
fn add_steps<R: Topology>(position: &Position, sets: &mut MoveSetOn<R>, shots: &mut Shots) {
    let (pieces, seat) = (&position.pieces, position.seat);
    let (own, king) = (pieces.side(seat), pieces.king(seat));
    let enemy_lines = lines::<R>(pieces, seat.other());
    let guard = Guard::of::<R>(pieces, seat, &enemy_lines);
    let subjects = own & !bit(king);
    let doubtful = guard.doubtful(subjects);
    sets.add_moves(position, subjects & !doubtful, !own);
    if doubtful != 0 {
        let mut tried = MoveSetOn::<R>::default();
        tried.add_moves(position, doubtful, if guard.checked { guard.answers & !own } else { !own });
        tried.retain(position, |step| {
            (guard.checked || guard.may_shield::<R>(step.from(), step.to())) && is_safe::<R>(position, step)
        });
        sets.merge(&tried);
    }
    let sliders = (pieces.orthogonal_sliders() | pieces.diagonal_sliders()) & doubtful;
    sets.split_wrap_duplicates(pieces);
    *sets.king() = king_steps::<R>(position);
    if position.rights & own_rank(seat, 1) != 0 && !guard.checked {
        *sets.castles() = castles::<R>(position);
    }
    if position.ep_square != 0 {
        sets.add_en_passant(position, takers::<R>(position));
    }
    let dark = Shadows::of::<R>(pieces, seat.other(), &enemy_lines);
    if dark.all & !pieces.occupied() != 0 {
        let found = if sliders == 0 { Some(&*sets) } else { None };
        add_shots::<R>(position, &guard, &dark, found, shots);
    }
}

/// Adds the captures through shadows (5.4). Where all steps of sliders have been found already, `found` has
/// them.
#[inline(always)]
fn add_shots<R: Topology>(
    position: &Position,
    guard: &Guard,
    dark: &Shadows,
    found: Option<&MoveSetOn<R>>,
    shots: &mut Shots,
) {
    let (pieces, seat) = (&position.pieces, position.seat);
    let (own, empty) = (pieces.side(seat), !pieces.occupied());
    let targets = empty & dark.all;
    let king = bit(pieces.king(seat));
    let (mut movers, mut pawns) = ([0; ALL_WAYS], [0; ALL_WAYS]);
    let (along, wrapping) = match found {
        Some(sets) => (*sets.lines(), sets.wrap_duplicates()),
        None => {
            let mut along = lines::<R>(pieces, seat);
            let wrapping = R::wrap_duplicates(pieces, &mut along);
            (along, wrapping)
        }
    };
    for (d, line) in along.into_iter().enumerate() {
        movers[d] = (line | R::steps(d, king)) & targets;
    }
    let knights = pieces.kind(Kind::Knight) & own;
    for hop in 0..8 {
        movers[8 + hop] = R::hops(hop, knights) & targets;
    }
    for (to, &both) in movers[WRAP..].iter_mut().zip(wrapping.as_ref()) {
        *to = both & targets;
    }
    let [_, west, east] = pawn_directions(seat);
    for d in [west, east] {
        pawns[d] = R::steps(d, pieces.kind(Kind::Pawn) & own) & targets;
        movers[d] |= pawns[d];
    }
    shots.add(position, &movers, &pawns, dark, |step, victim| {
        let from = bit(step.from());
        let doubted = from == king || guard.doubts(from, bit(victim));
        !doubted || is_safe::<R>(position, step)
    });
}

impl MoveRules for Shadowed {
    type Moves = (MoveSetOn<Cylinder>, Shots);
    const OWN_ACTIONS: usize = numbers::AROUND;

    fn own_actions(self) -> usize {
        if self.wraps { numbers::AROUND } else { numbers::FLAT }
    }

    fn wraps(self) -> bool {
        self.wraps
    }

    fn has_shadows(self) -> bool {
        true
    }

    fn weights(self) -> Option<&'static Weights> {
        Some(if self.wraps { &CYLINDRICAL_SHADOW } else { &SHADOW })
    }

    // Not inlined: the function is large, and a call is cheap compared to it.
    #[inline(never)]
    fn add_legal(self, position: &Position, (sets, shots): &mut (MoveSetOn<Cylinder>, Shots)) {
        if self.wraps {
            add_steps::<Cylinder>(position, sets, shots);
        } else {
            // What goes along a line on the flat board goes along it on a cylinder, and comes from the same
            // cell.
            let mut flat = MoveSet::default();
            add_steps::<Flat>(position, &mut flat, shots);
            *sets = flat.on_cylinder();
        }
    }

    #[inline(always)]
    fn make(self, position: &mut Position, step: Step) -> Change {
        make(position, step)
    }

    fn own_action_text(self, own: usize, seen: &Perspective<'_>) -> String {
        let number = Number::of(own).map(|number| number.describe(self.wraps, seen));
        number.unwrap_or_else(|| never_legal("the action number stands for no move"))
    }

    fn own_action_place(self, own: usize) -> Option<usize> {
        numbers::place(own)
    }

    fn ep_capturers(self, position: &Position) -> Bitboard {
        if self.wraps { takers::<Cylinder>(position) } else { takers::<Flat>(position) }
    }

    fn next_to_ep_pawn(self, position: &Position) -> Bitboard {
        if self.wraps { position.next_to_ep_pawn_on::<Cylinder>() } else { position.next_to_ep_pawn() }
    }

    fn in_check(self, pieces: &Pieces, seat: Seat) -> bool {
        if self.wraps { in_check::<Cylinder>(pieces, seat) } else { in_check::<Flat>(pieces, seat) }
    }

    /// With shadows a lone piece may mate (9.1).
    #[inline(always)]
    fn is_dead(self, pieces: &Pieces) -> bool {
        pieces.are_bare_kings()
    }

    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize {
        let Numbering { frame, castling_notation, seat, .. } = *numbering;
        let Some(shadow) = step.shadow() else {
            if self.wraps {
                return numbering::cylinder_action(frame, castling_notation, position, numbering.own(), step);
            }
            return numbering.action(step);
        };
        let mirrored = is_mirrored(frame, seat);
        let seen = |way| if mirrored { flipped_way(way) } else { way };
        let (from, to) = (step.from(), step.to());
        let number = match step.move_kind() {
            MoveKind::Promotion(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) => {
                let east = to.wrapping_sub(from) & 7 == 1;
                Number::Promotion(kind, east, seen(shadow), to & 7)
            }
            move_kind => {
                let kind = if let MoveKind::Normal(kind) = move_kind { kind } else { Kind::Pawn };
                let way = way_between(self.wraps, &position.pieces, kind, from, to);
                Number::Shot(seen(way), seen(shadow), perspective_cell(frame, seat, to))
            }
        };
        numbering.own() + number.own()
    }

    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step> {
        let Numbering { frame, castling_notation, seat, .. } = *numbering;
        let plain = |action| match self.wraps {
            true => numbering::cylinder_step(frame, castling_notation, position, numbering.own(), action),
            false => numbering.step(position, action),
        };
        let step = match action.checked_sub(numbering.own()) {
            None => plain(action)?,
            Some(own) => {
                let mirrored = is_mirrored(frame, seat);
                let seen = |way| if mirrored { flipped_way(way) } else { way };
                let (named, shadow) = match Number::of(own)? {
                    Number::Round(..) if !self.wraps => return None,
                    Number::Round(..) => (None, None),
                    Number::Shot(way, shadow, to) => {
                        let to = perspective_cell(frame, seat, to);
                        let from = came_from::<Cylinder>(seen(way), to, position.pieces.occupied())?;
                        (Some((from, to, Kind::Queen)), Some(seen(shadow)))
                    }
                    Number::Promotion(kind, east, shadow, file) => {
                        let [seventh, eighth] = if seat == Seat::ZERO { [48, 56] } else { [8, 0] };
                        let from = if east { file.wrapping_sub(1) } else { file + 1 } & 7;
                        (Some((seventh + from, eighth + file, kind)), Some(seen(shadow)))
                    }
                };
                match named.zip(shadow) {
                    None => plain(action)?,
                    Some(((from, to, kind), shadow)) => aside(position, from, to, kind)?.via_shadow(shadow),
                }
            }
        };
        (self.action(numbering, position, step) == action).then_some(step)
    }

    fn mirrored_action(own: usize) -> usize {
        Number::of(own).map_or(own, |number| number.mirrored().own())
    }

    fn read_history(self, field: &str, position: &Position) -> Result<RepetitionHistory, FenError> {
        if self.wraps { Cylinder.read_history(field, position) } else { Flat.read_history(field, position) }
    }

    fn explain_move(
        self,
        position: &Position,
        step: Step,
        castling_notation: Option<CastlingNotation>,
    ) -> String {
        match self.wraps {
            true => notation::explain_move::<Cylinder>(position, step, castling_notation),
            false => notation::explain_move::<Flat>(position, step, castling_notation),
        }
    }

    fn write_step(self, position: &Position, step: Step, _spelling: CastlingNotation, out: &mut String) {
        notation::write_step(&position.pieces, step, out);
    }

    fn parse_step(self, position: &Position, _spelling: CastlingNotation, text: &str) -> Option<Step> {
        notation::parse_step(self, position, text)
    }

    fn explain_text(self, position: &Position, text: &str) -> Option<String> {
        match self.wraps {
            true => notation::explain_text::<Cylinder>(position, text),
            false => notation::explain_text::<Flat>(position, text),
        }
    }

    fn shadow_marks(self, position: &Position) -> Vec<(Cell, CellMark)> {
        let of = |seat: Seat| {
            let dark = match self.wraps {
                true => shadows::<Cylinder>(&position.pieces, seat),
                false => shadows::<Flat>(&position.pieces, seat),
            };
            cells(dark.all).map(move |cell| (cell, CellMark::Shadow(seat)))
        };
        of(Seat::ZERO).chain(of(Seat::ONE)).collect()
    }
}

/// Returns the step of a piece that takes another one aside, without the captured piece. A pawn promotes to
/// `kind` on the last rank.
fn aside(position: &Position, from: Cell, to: Cell, kind: Kind) -> Option<Step> {
    let pawn = position.pieces.of(position.seat, Kind::Pawn) & bit(from) != 0;
    let promotion = (pawn && step::is_last_rank(position.seat, to)).then_some(kind);
    let step = position.find_step(UciMove { from, to, promotion }, CastlingNotation::TwoFiles)?;
    // What stands next to the en passant square has nothing to do with shadows on it.
    Some(if step.move_kind() == MoveKind::EnPassant {
        Step::new(from, to, MoveKind::Normal(Kind::Pawn))
    } else {
        step
    })
}
