//! What two moves, or two blows, made at the same time do (5.3 to 5.7).

use super::{Extra, State};
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::board_transform;
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::packing::pack_fields;

/// Where a color may strike, and with which pieces: nowhere if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Open {
    /// The cell of the piece that may be struck.
    at: Cell,
    /// The pieces that have a legal blow there.
    pub strikers: Bitboard,
}
pack_fields!(Open { at, strikers });

impl Open {
    /// No cause to strike.
    pub const NOWHERE: Open = Open { at: 0, strikers: 0 };

    /// A cell, and the pieces that may strike there.
    pub fn new(at: Cell, strikers: Bitboard) -> Open {
        if strikers == 0 { Open::NOWHERE } else { Open { at, strikers } }
    }

    /// The cell to strike at, if any.
    pub fn cell(&self) -> Bitboard {
        if self.strikers == 0 { 0 } else { bit(self.at) }
    }

    /// Adds the blows.
    pub fn add_blows(&self, position: &Position, sets: &mut MoveSet) {
        sets.add_moves(position, self.strikers, self.cell());
    }

    /// The same left to right.
    pub fn mirrored(self) -> Open {
        Open::new(self.at ^ 7, board_transform::mirrored_bits(self.strikers))
    }
}

/// The pieces among `movers` that have a legal blow at a cell (5.6).
pub fn strikers(position: &Position, seat: Seat, movers: Bitboard, at: Cell) -> Bitboard {
    let position = Position { seat, ..*position };
    let mut sets = MoveSet::default();
    sets.add_moves(&position, movers & position.pieces.side(seat), bit(at));
    let wins = position.pieces.of(seat.other(), Kind::King) & bit(at) != 0;
    let mut strikers = 0;
    sets.each(&position, |blow| {
        let mut after = position;
        after.make(blow);
        let pieces = &after.pieces;
        if wins || pieces.attackers(seat.other(), pieces.king(seat), pieces.occupied()) == 0 {
            strikers |= bit(blow.from());
        }
    });
    strikers
}

/// Makes the choice of the seat to act; what both chose is resolved when it is in.
pub fn commit(state: &mut State, step: Step) {
    let State { position, extra } = state;
    if position.seat == Seat::ZERO && (!extra.exchange || extra.open[1].strikers != 0) {
        extra.pending = Some(step);
        position.seat = Seat::ONE;
        return;
    }
    let blow = |step: Step| (step.move_kind() != MoveKind::Choice).then_some(step);
    let chosen = match (position.seat, extra.pending.take()) {
        (Seat::ZERO, _) => [blow(step), None],
        (_, pending) => [pending.and_then(blow), blow(step)],
    };
    if extra.exchange {
        strike(state, chosen)
    } else {
        advance(state, chosen)
    }
    settle(state);
}

/// What a resolution changed.
struct Resolved {
    captured: bool,
    /// The cell of the piece of each color that moved and survived.
    arrived: [Option<Cell>; 2],
}

/// The pieces that a step moves, each from where to where: two in castling.
fn paths(step: Step) -> [Option<(Cell, Cell)>; 2] {
    match step.move_kind() {
        MoveKind::Castle => {
            let castling = Castling::of(step.from(), step.to());
            [Some((castling.king, castling.king_to)), Some((castling.rook, castling.rook_to))]
        }
        _ => [Some((step.from(), step.to())), None],
    }
}

/// Returns the paths of a step, or none for a color that rests.
fn moved(step: Option<Step>) -> impl Iterator<Item = (Cell, Cell)> {
    step.map_or([None; 2], paths).into_iter().flatten()
}

/// Moves the pieces of both colors at the same time (5.3).
fn resolve(position: &mut Position, steps: [Option<Step>; 2]) -> Resolved {
    let before = position.pieces;
    let pieces = &mut position.pieces;
    let mut arrivals = [0; 2];
    for (seat, step) in Seat::BOTH.into_iter().zip(steps) {
        for (from, to) in moved(step) {
            pieces.toggle(seat, before.kind_at(from).unwrap_or(Kind::Pawn), bit(from));
            arrivals[seat.index()] |= bit(to);
            position.rights &= !(bit(from) | bit(to));
        }
        if step.is_some_and(|step| before.of(seat, Kind::King) & bit(step.from()) != 0) {
            position.rights &= !own_rank(seat, 1);
        }
    }
    let (standing, met) = (pieces.occupied(), arrivals[0] & arrivals[1]);
    pieces.clear(arrivals[0] & pieces.side(Seat::ONE) | arrivals[1] & pieces.side(Seat::ZERO));
    let captured = pieces.occupied() != standing || met != 0;
    let mut arrived = [None; 2];
    for (seat, step) in Seat::BOTH.into_iter().zip(steps) {
        for (from, to) in moved(step).filter(|&(_, to)| met & bit(to) == 0) {
            let kind = step.and_then(Step::promotion).or(before.kind_at(from)).unwrap_or(Kind::Pawn);
            pieces.toggle(seat, kind, bit(to));
            arrived[seat.index()] = Some(to);
        }
    }
    Resolved { captured, arrived }
}

/// Makes the moves of a turn, and finds the pieces that can strike first (5.5).
fn advance(state: &mut State, steps: [Option<Step>; 2]) {
    let State { position, extra } = state;
    let (before, rights) = (position.pieces, position.rights);
    let Resolved { captured, arrived } = resolve(position, steps);
    let pawns = before.kind(Kind::Pawn);
    let pawn = steps.iter().flatten().any(|step| pawns & bit(step.from()) != 0);
    position.clock = if captured || pawn { 0 } else { position.clock.saturating_add(1) };
    if captured || pawn || position.rights != rights {
        extra.history.clear();
    } else {
        Seat::BOTH.into_iter().zip(steps).for_each(|(seat, step)| {
            if let Some(step) = step {
                extra.history.push(seat, step);
            }
        });
    }
    extra.exchange = true;
    for seat in Seat::BOTH {
        let (own, other) = (seat.index(), seat.other().index());
        let castled = steps[other].is_some_and(|step| step.move_kind() == MoveKind::Castle);
        extra.open[own] = match arrived[other].filter(|_| !castled) {
            None => Open::NOWHERE,
            Some(at) => {
                let ready = threats(&before, seat, at, steps[own]);
                Open::new(at, strikers(position, seat, ready, at))
            }
        };
    }
}

/// The pieces of a color that attacked a cell from where they stood before the turn, by the cells on which
/// they stand now.
fn threats(before: &Pieces, seat: Seat, at: Cell, own: Option<Step>) -> Bitboard {
    let attacked = before.attackers(seat, at, before.occupied());
    moved(own).fold(attacked, |ready, (from, to)| {
        let there = if attacked & bit(from) != 0 { bit(to) } else { 0 };
        ready & !bit(from) & !bit(to) | there
    })
}

/// Makes a round of strikes, and finds the pieces that can strike back (5.7).
fn strike(state: &mut State, blows: [Option<Step>; 2]) {
    let State { position, extra } = state;
    if blows.iter().flatten().next().is_some() {
        extra.history.clear();
    }
    let Resolved { captured, arrived } = resolve(position, blows);
    if captured {
        position.clock = 0;
    }
    blows.iter().flatten().for_each(|blow| extra.struck &= !bit(blow.from()));
    extra.struck &= position.pieces.occupied();
    extra.struck |= arrived.into_iter().flatten().fold(0, |all, cell| all | bit(cell));
    let rested = !extra.struck;
    for seat in Seat::BOTH {
        extra.open[seat.index()] = match arrived[seat.other().index()] {
            None => Open::NOWHERE,
            Some(at) => Open::new(at, strikers(position, seat, rested, at)),
        };
    }
}

/// Whose choice is next: a blow, or a turn that begins.
fn settle(state: &mut State) {
    let State { position, extra } = state;
    let decided = cells(position.pieces.kind(Kind::King)).count() < 2;
    let next =
        Seat::BOTH.into_iter().find(|&seat| extra.open[seat.index()].strikers != 0).filter(|_| !decided);
    if let Some(seat) = next {
        position.seat = seat;
        return;
    }
    let history = std::mem::take(&mut extra.history);
    *extra = Extra::fresh(history);
    position.seat = Seat::ZERO;
    extra.third = extra.history.is_threefold(Seat::ZERO, &position.pieces);
}
