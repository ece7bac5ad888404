//! Shadow Chess: pieces can also be taken where they could go (Chess 5), on the plane and on a cylinder.

mod cast;
mod guard;
mod numbers;
mod shots;
#[cfg(test)]
mod tests;
mod texts;

use super::bits::{Bits, bit, cells, own_rank};
use super::castling::{Castling, Spelling};
use super::history::Past;
use super::legal::attacked_cells;
use super::lines::between;
use super::men::{Kind, Men};
use super::move_rules::MoveRules;
use super::numbering::{self, ALL_WAYS, ROUND, came_from, flipped, is_mirrored, turned, way_between};
use super::offer::Numbering;
use super::position::{Change, Position, pawn_directions};
use super::rim::{Cylinder, Flat, Rim};
use super::sets::{Sets, SetsOn};
use super::step::{Deed, Named, Step};
use crate::board::Cell;
use crate::game::{CellMark, FenError, Perspective, Seat, never_legal};
use cast::Shadows;
use guard::{Guard, in_check};
use numbers::Number;
use shots::Shots;

/// How orthodox play goes on with shadows.
#[derive(Clone, Copy, Debug)]
pub struct Shadowed {
    /// Whether the edges of the board are joined.
    pub joined: bool,
}

/// The cells that a seat's sliders reach in each direction.
#[inline(always)]
fn lines<R: Rim>(men: &Men, seat: Seat) -> [Bits; 8] {
    let own = men.side(seat);
    R::fill(men.straight() & own, men.diagonal() & own, !men.occupied())
}

/// The shadows of a seat's pieces.
fn shadows<R: Rim>(men: &Men, seat: Seat) -> Shadows {
    Shadows::of::<R>(men, seat, &lines::<R>(men, seat))
}

/// The piece that a capture through a shadow takes.
#[inline(always)]
fn victim(men: &Men, step: Step) -> Option<Cell> {
    step.shadow().and_then(|way| came_from::<Cylinder>(way, step.to(), men.occupied()))
}

/// Makes a step.
#[inline(always)]
fn make(position: &mut Position, step: Step) -> Change {
    let victim = victim(&position.men, step);
    let change = position.make(step);
    let Some(victim) = victim else { return change };
    let captured = position.men.kind_at(victim);
    position.men.clear(bit(victim));
    position.rights &= !bit(victim);
    position.clock = 0;
    Change { captured, reversible: false }
}

/// Whether a step leaves the king of the seat that makes it out of check (6.3).
fn is_safe<R: Rim>(position: &Position, step: Step) -> bool {
    let mut next = *position;
    make(&mut next, step);
    !in_check::<R>(&next.men, position.seat)
}

/// The pawns that may capture in passing.
#[cold]
fn takers<R: Rim>(position: &Position) -> Bits {
    let to = position.passed.trailing_zeros() as Cell & 63;
    let safe = |&from: &Cell| is_safe::<R>(position, Step::new(from, to, Deed::Passant));
    cells(position.beside_ep_pawn_on::<R>()).filter(safe).fold(0, |all, from| all | bit(from))
}

/// The rooks with which a king that is not in check may castle (4.7).
fn castles<R: Rim>(position: &Position) -> Bits {
    let (men, seat) = (&position.men, position.seat);
    let king = men.king(seat);
    let safe_on = |cell: Cell| {
        let mut moved = *men;
        moved.toggle(seat, Kind::King, bit(king) ^ bit(cell));
        !in_check::<R>(&moved, seat)
    };
    let may = |&rook: &Cell| {
        let castling = Castling::of(king, rook);
        castling.way() & men.occupied() == 0
            && cells(between(king, castling.king_to)).all(safe_on)
            && is_safe::<R>(position, Step::new(king, rook, Deed::Castle))
    };
    cells(position.rights & own_rank(seat, 1)).filter(may).fold(0, |all, rook| all | bit(rook))
}

/// The steps of the king by himself that leave him out of check.
#[inline(always)]
fn king_steps<R: Rim>(position: &Position) -> Bits {
    let (men, seat) = (&position.men, position.seat);
    let king = men.king(seat);
    let others = men.occupied() & !bit(king);
    let mut steps = R::near(king) & !men.side(seat);
    if steps == 0 {
        return 0;
    }
    let attacked = attacked_cells::<R>(position);
    steps &= !attacked;
    for cell in cells(steps) {
        // If nothing about his new cell is attacked by anything, no shadow there is entered.
        if R::near(cell) & !others & attacked != 0
            && !is_safe::<R>(position, Step::new(king, cell, Deed::Go(Kind::King)))
        {
            steps &= !bit(cell);
        }
    }
    steps
}

/// Puts the legal steps into empty offers.
#[inline(always)]
fn add_legal<R: Rim>(position: &Position, sets: &mut SetsOn<R>, shots: &mut Shots) {
    let (men, seat) = (&position.men, position.seat);
    let (own, king) = (men.side(seat), men.king(seat));
    let enemy_lines = lines::<R>(men, seat ^ 1);
    let guard = Guard::of::<R>(men, seat, &enemy_lines);
    let subjects = own & !bit(king);
    let doubtful = guard.doubtful(subjects);
    sets.add_moves(position, subjects & !doubtful, !own);
    if doubtful != 0 {
        let mut tried = SetsOn::<R>::default();
        tried.add_moves(position, doubtful, if guard.checked { guard.answers & !own } else { !own });
        tried.retain(position, |step| {
            (guard.checked || guard.may_shield::<R>(step.from(), step.to())) && is_safe::<R>(position, step)
        });
        sets.merge(&tried);
    }
    let sliders = (men.straight() | men.diagonal()) & doubtful;
    sets.close(men);
    *sets.king() = king_steps::<R>(position);
    if position.rights & own_rank(seat, 1) != 0 && !guard.checked {
        *sets.castles() = castles::<R>(position);
    }
    if position.passed != 0 {
        sets.add_passant(position, takers::<R>(position));
    }
    let dark = Shadows::of::<R>(men, seat ^ 1, &enemy_lines);
    if dark.all & !men.occupied() != 0 {
        let found = if sliders == 0 { Some(&*sets) } else { None };
        add_shots::<R>(position, &guard, &dark, found, shots);
    }
}

/// Adds the captures through shadows (5.4). Where all steps of sliders have been found already, `found` has
/// them.
#[inline(always)]
fn add_shots<R: Rim>(
    position: &Position,
    guard: &Guard,
    dark: &Shadows,
    found: Option<&SetsOn<R>>,
    shots: &mut Shots,
) {
    let (men, seat) = (&position.men, position.seat);
    let (own, empty) = (men.side(seat), !men.occupied());
    let open = empty & dark.all;
    let king = bit(men.king(seat));
    let (mut movers, mut pawns) = ([0; ALL_WAYS], [0; ALL_WAYS]);
    let (along, round) = match found {
        Some(sets) => (*sets.lines(), sets.round_trips()),
        None => {
            let mut along = lines::<R>(men, seat);
            let round = R::round(men, &mut along);
            (along, round)
        }
    };
    for (d, line) in along.into_iter().enumerate() {
        movers[d] = (line | R::steps(d, king)) & open;
    }
    let knights = men.kind(Kind::Knight) & own;
    for hop in 0..8 {
        movers[8 + hop] = R::hops(hop, knights) & open;
    }
    for (to, &both) in movers[ROUND..].iter_mut().zip(round.as_ref()) {
        *to = both & open;
    }
    let [_, west, east] = pawn_directions(seat);
    for d in [west, east] {
        pawns[d] = R::steps(d, men.kind(Kind::Pawn) & own) & open;
        movers[d] |= pawns[d];
    }
    shots.add(position, &movers, &pawns, dark, |step, victim| {
        let from = bit(step.from());
        let doubted = from == king || guard.doubts(from, bit(victim));
        !doubted || is_safe::<R>(position, step)
    });
}

impl MoveRules for Shadowed {
    type Moves = (SetsOn<Cylinder>, Shots);
    const OWN_ACTIONS: usize = numbers::AROUND;

    fn own_actions(self) -> usize {
        if self.joined { numbers::AROUND } else { numbers::FLAT }
    }

    fn wraps(self) -> bool {
        self.joined
    }

    fn has_shadows(self) -> bool {
        true
    }

    // It takes so long that to call it costs nothing beside it, and it is large.
    #[inline(never)]
    fn add_legal(self, position: &Position, (sets, shots): &mut (SetsOn<Cylinder>, Shots)) {
        if self.joined {
            add_legal::<Cylinder>(position, sets, shots);
        } else {
            // What goes along a line on the plane goes along it on a cylinder, and comes from the same cell.
            let mut flat = Sets::default();
            add_legal::<Flat>(position, &mut flat, shots);
            *sets = flat.rolled();
        }
    }

    #[inline(always)]
    fn make(self, position: &mut Position, step: Step) -> Change {
        make(position, step)
    }

    fn own_action_text(self, own: usize, seen: &Perspective<'_>) -> String {
        let number = Number::of(own).map(|number| number.said(self.joined, seen));
        number.unwrap_or_else(|| never_legal("the action number stands for no move"))
    }

    fn own_action_place(self, own: usize) -> Option<usize> {
        numbers::place(own)
    }

    fn ep_capturers(self, position: &Position) -> Bits {
        if self.joined { takers::<Cylinder>(position) } else { takers::<Flat>(position) }
    }

    fn beside_ep_pawn(self, position: &Position) -> Bits {
        if self.joined { position.beside_ep_pawn_on::<Cylinder>() } else { position.beside_ep_pawn() }
    }

    fn in_check(self, men: &Men, seat: Seat) -> bool {
        if self.joined { in_check::<Cylinder>(men, seat) } else { in_check::<Flat>(men, seat) }
    }

    /// With shadows a lone piece may mate (9.1).
    #[inline(always)]
    fn is_dead(self, men: &Men) -> bool {
        men.are_bare_kings()
    }

    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize {
        let Numbering { frame, spelling, seat, .. } = *numbering;
        let Some(shadow) = step.shadow() else {
            if self.joined {
                return numbering::action_around(frame, spelling, position, numbering.own(), step);
            }
            return numbering.action(step);
        };
        let mirrored = is_mirrored(frame, seat);
        let seen = |way| if mirrored { flipped(way) } else { way };
        let (from, to) = (step.from(), step.to());
        let number = match step.deed() {
            Deed::Promote(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) => {
                let east = to.wrapping_sub(from) & 7 == 1;
                Number::Promotion(kind, east, seen(shadow), to & 7)
            }
            deed => {
                let kind = if let Deed::Go(kind) = deed { kind } else { Kind::Pawn };
                let way = way_between(self.joined, &position.men, kind, from, to);
                Number::Shot(seen(way), seen(shadow), turned(frame, seat, to))
            }
        };
        numbering.own() + number.own()
    }

    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step> {
        let Numbering { frame, spelling, seat, .. } = *numbering;
        let plain = |action| match self.joined {
            true => numbering::step_around(frame, spelling, position, numbering.own(), action),
            false => numbering.step(position, action),
        };
        let step = match action.checked_sub(numbering.own()) {
            None => plain(action)?,
            Some(own) => {
                let mirrored = is_mirrored(frame, seat);
                let seen = |way| if mirrored { flipped(way) } else { way };
                let (named, shadow) = match Number::of(own)? {
                    Number::Round(..) if !self.joined => return None,
                    Number::Round(..) => (None, None),
                    Number::Shot(way, shadow, to) => {
                        let to = turned(frame, seat, to);
                        let from = came_from::<Cylinder>(seen(way), to, position.men.occupied())?;
                        (Some((from, to, Kind::Queen)), Some(seen(shadow)))
                    }
                    Number::Promotion(kind, east, shadow, file) => {
                        let [seventh, eighth] = if seat == 0 { [48, 56] } else { [8, 0] };
                        let from = if east { file.wrapping_sub(1) } else { file + 1 } & 7;
                        (Some((seventh + from, eighth + file, kind)), Some(seen(shadow)))
                    }
                };
                match named.zip(shadow) {
                    None => plain(action)?,
                    Some(((from, to, kind), shadow)) => aside(position, from, to, kind)?.aside(shadow),
                }
            }
        };
        (self.action(numbering, position, step) == action).then_some(step)
    }

    fn mirrored_action(own: usize) -> usize {
        Number::of(own).map_or(own, |number| number.mirrored().own())
    }

    fn read_history(self, field: &str, position: &Position) -> Result<Past, FenError> {
        if self.joined { Cylinder.read_history(field, position) } else { Flat.read_history(field, position) }
    }

    fn explain_move(self, position: &Position, step: Step, spelling: Option<Spelling>) -> String {
        match self.joined {
            true => texts::explain_move::<Cylinder>(position, step, spelling),
            false => texts::explain_move::<Flat>(position, step, spelling),
        }
    }

    fn write_step(self, position: &Position, step: Step, _spelling: Spelling, out: &mut String) {
        texts::spell(&position.men, step, out);
    }

    fn parse_step(self, position: &Position, _spelling: Spelling, text: &str) -> Option<Step> {
        texts::spelled(self, position, text)
    }

    fn explain_text(self, position: &Position, text: &str) -> Option<String> {
        match self.joined {
            true => texts::explain_text::<Cylinder>(position, text),
            false => texts::explain_text::<Flat>(position, text),
        }
    }

    fn shadow_marks(self, position: &Position) -> Vec<(Cell, CellMark)> {
        let of = |seat: Seat| {
            let dark = match self.joined {
                true => shadows::<Cylinder>(&position.men, seat),
                false => shadows::<Flat>(&position.men, seat),
            };
            cells(dark.all).map(move |cell| (cell, CellMark::Shadow(seat)))
        };
        of(0).chain(of(1)).collect()
    }
}

/// The step of a piece that takes another one aside, but for whom it takes: a pawn promotes to `kind` on the
/// last rank.
fn aside(position: &Position, from: Cell, to: Cell, kind: Kind) -> Option<Step> {
    let pawn = position.men.of(position.seat, Kind::Pawn) & bit(from) != 0;
    let promotion = (pawn && super::step::is_last_rank(position.seat, to)).then_some(kind);
    let step = position.step_of(Named { from, to, promotion }, Spelling::TwoFiles)?;
    // What stands beside the cell passed over has nothing to do with shadows on it.
    Some(if step.deed() == Deed::Passant { Step::new(from, to, Deed::Go(Kind::Pawn)) } else { step })
}
