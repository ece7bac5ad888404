//! Adrenaline Chess: a capture gives an enemy piece a checker, and checkers make extra moves (section 5 of
//! the rules of the Chess Kit's first half; C and A are the numbers of its rules).
//!
//! A turn is a regular move, then extra moves of the piece that moved as long as it has checkers. If anything
//! was captured, a checker is then placed under an enemy piece. A king is in check if all this could capture
//! it.

mod notation;
mod rules;
mod run;
mod rush;
mod stacks;
#[cfg(test)]
mod tests;
mod view;

use crate::board::Cell;
use crate::games::chess::game::variant::{self, VariantActions, VariantInformation};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::legal::{Limits, add_legal};
use crate::games::chess::kit::lines::fill;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::Flat;
use crate::packing::{FieldBytes, PackFields, pack_fields};
use rush::{Rush, around};
use stacks::Stacks;

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// A checker comes into play with each of 30 captures at most, and is spent on one extra move, which can take
/// a pawn back by a rank: 126 pawn moves and 30 captures may each come after 99 other turns, and 100 turns at
/// the end. A turn has a regular move and perhaps a pass, and there are 30 extra moves and 30 placings.
const MAX_STEPS: u32 = 157 * 100 * 2 + 60;

/// The choices: under which piece to place a checker, and to make no more extra moves.
static CHOICES: ChoiceActions = ChoiceActions(&[
    ChoiceGroup {
        prefix: "rush:",
        names: ChoiceNames::Cells,
        description: "place a checker under the piece on {}",
    },
    ChoiceGroup { prefix: "pass", names: ChoiceNames::One, description: "end the extra moves" },
]);
const PASS: usize = 64;

/// Where a turn stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// At its beginning.
    #[default]
    Move,
    /// The piece on `runner` may make extra moves.
    Run {
        /// Where it stands.
        runner: Cell,
        /// Whether the turn has taken something.
        taken: bool,
    },
    /// A checker has to be placed.
    Place,
}

// SAFETY: the tag is the first byte (`repr(u8)`), and the fields are copied.
unsafe impl PackFields for Phase {
    const BYTES: usize = 1;

    #[inline]
    fn pack_fields(&self, bytes: &mut FieldBytes<'_>) {
        bytes.copy_tag(self);
        match self {
            Phase::Run { runner, taken } => {
                bytes.copy(runner);
                bytes.copy(taken);
            }
            Phase::Move | Phase::Place => {}
        }
    }
}

/// What the state holds beyond the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// The checkers under the pieces.
    stacks: Stacks,
    phase: Phase,
}
pack_fields!(Extra { stacks, phase });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The variant `adrenaline-chess`.
pub struct Adrenaline;

impl VariantActions for Adrenaline {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

impl VariantInformation for Adrenaline {}

impl Adrenaline {
    /// The seat to act under attack. (`open` is the cell at which the other seat may capture en passant: that
    /// of a two-cell step of this turn.)
    #[inline(always)]
    fn attack<'a>(position: &'a Position, stacks: &'a Stacks, open: Bitboard) -> Rush<'a> {
        Rush::of(&position.pieces, stacks, open, position.seat.other())
    }

    /// Makes a regular or an extra move, and nothing of what follows. Whether it takes something.
    #[inline(always)]
    fn go(position: &mut Position, stacks: &mut Stacks, step: Step, extra: bool) -> bool {
        let (seat, clock) = (position.seat.of_two(), position.clock);
        let victim = match step.move_kind() {
            MoveKind::EnPassant => position.ep_pawn(),
            MoveKind::Castle => 0,
            _ => bit(step.to()) & position.pieces.side(seat.other()),
        };
        // A2, A3, A4 (A7: king and rook have none when they castle).
        if stacks.held() & (victim | bit(step.from())) != 0 && step.move_kind() != MoveKind::Castle {
            let carried = stacks.at(step.from()) + stacks.on(victim) - u32::from(extra);
            for cell in cells(victim | bit(step.from())) {
                stacks.put(cell, 0);
            }
            stacks.put(step.to(), carried);
        }
        position.make(step);
        position.seat = seat;
        // C6, A9
        if step.move_kind() == MoveKind::DoublePush {
            position.record_ep_square(step);
        }
        // C10, A10
        if extra {
            position.clock = if victim != 0 { 0 } else { clock };
        }
        victim != 0
    }

    /// Whether a piece may make a step: an extra move, or a regular one that is legal in orthodox chess (A7,
    /// A8).
    fn allows(state: &State, step: Step) -> bool {
        let (mut position, mut stacks, seat) = (state.position, state.extra.stacks, state.position.seat);
        if step.move_kind() == MoveKind::Castle && !Self::may_castle(state, step) {
            return false;
        }
        let (extra, before) = match state.extra.phase {
            Phase::Run { taken, .. } => (true, taken),
            _ => (false, false),
        };
        let taken = Self::go(&mut position, &mut stacks, step, extra) || before;
        let rush = Rush::of(&position.pieces, &stacks, position.ep_square, seat.other());
        // A regular move is legal in orthodox chess already.
        let check = if extra { rush.is_check() } else { rush.driven_checker().is_some() };
        !check && (!taken || stacks.off_board() == 0 || rush.has_room())
    }

    /// Whether king and rook have no checkers, and the king passes no attacked cell (A7).
    fn may_castle(state: &State, step: Step) -> bool {
        let (position, stacks) = (&state.position, &state.extra.stacks);
        let castling = Castling::of(step.from(), step.to());
        let is_safe = |cell: Cell| {
            let mut there = *position;
            there.pieces.toggle(position.seat, Kind::King, bit(castling.king) ^ bit(cell));
            !Self::attack(&there, stacks, 0).is_check()
        };
        stacks.held() & (bit(castling.king) | bit(castling.rook)) == 0
            && cells(castling.king_path() & !bit(castling.king)).all(is_safe)
            && !Self::attack(position, stacks, 0).is_check()
    }

    /// Adds the legal regular moves: of those that are legal in orthodox chess the ones that checkers do
    /// not forbid (A8).
    #[inline(always)]
    fn add_moves(state: &State, sets: &mut MoveSet) {
        let (position, stacks) = (&state.position, &state.extra.stacks);
        let (pieces, seat) = (&position.pieces, position.seat);
        add_legal(position, Limits::orthodox::<Flat>(position), sets);
        let watch = if stacks.held() == 0 {
            // With the first checker the enemy king comes two cells far, and the own one goes one cell at
            // most.
            let near = around(around(around(pieces.of(seat, Kind::King))));
            if near & pieces.of(seat.other(), Kind::King) == 0 {
                return;
            }
            Watch::NOTHING
        } else if Self::attack(position, stacks, 0).is_check() {
            Watch::ALL
        } else {
            Watch::of(state)
        };
        let enemies = pieces.side(seat.other());
        sets.retain(position, |step| !watch.concerns(step, enemies) || Self::allows(state, step));
    }

    /// Ends the turn, or starts the placement of a checker (A5).
    #[inline(always)]
    fn end(state: &mut State, taken: bool) {
        if taken && state.extra.stacks.off_board() > 0 {
            state.extra.phase = Phase::Place;
        } else {
            state.position.seat = state.position.seat.other();
            state.extra.phase = Phase::Move;
        }
    }
}

/// The regular moves after which a king that is not in check may be in one, though it would not be in
/// orthodox chess. No piece that runs is stopped by one that it can take: so only such moves matter as open a
/// line or a pawn's way to an enemy with checkers, give a pawn with checkers something to take, or move
/// checkers to where they may help, or the king itself. (Captures are looked at in any case.)
struct Watch {
    /// Moves from these cells.
    from: Bitboard,
    /// Moves to these cells.
    to: Bitboard,
    /// Moves of these pieces to cells of `zone`.
    movers: Bitboard,
    zone: Bitboard,
    /// Two-cell steps of pawns.
    doubles: bool,
}

impl Watch {
    const NOTHING: Watch = Watch { from: 0, to: 0, movers: 0, zone: 0, doubles: false };
    const ALL: Watch = Watch { from: !0, to: !0, movers: 0, zone: 0, doubles: true };

    /// Whether a step has to be looked at.
    #[inline(always)]
    fn concerns(&self, step: Step, enemies: Bitboard) -> bool {
        let (from, to) = (bit(step.from()), bit(step.to()));
        from & self.from | to & (self.to | enemies) != 0
            || from & self.movers != 0 && to & self.zone != 0
            || step.move_kind() == MoveKind::EnPassant
            || step.move_kind() == MoveKind::DoublePush && self.doubles
    }

    #[inline(always)]
    fn of(state: &State) -> Watch {
        let (pieces, seat) = (&state.position.pieces, state.position.seat);
        let stacks = &state.extra.stacks;
        let (held, king) = (stacks.held(), pieces.of(seat, Kind::King));
        let (own, enemies) = (pieces.side(seat), pieces.side(seat.other()));
        let gains = held & own & !king;
        // Checkers are worth gaining only where all that there are lead to the king from.
        let mut zone = king;
        if gains != 0 {
            (0..stacks.on(!king).min(7)).for_each(|_| zone = around(zone));
        }
        // Where there are checkers to be gained, those without any matter too.
        let lined = if gains & zone != 0 { enemies } else { enemies & held };
        let reached =
            fill(pieces.orthogonal_sliders() & lined, pieces.diagonal_sliders() & lined, !pieces.occupied());
        let reached = reached.into_iter().fold(0, |all, set| all | set);
        let (pawns, steps) = (enemies & held & pieces.kind(Kind::Pawn), PawnSteps::of(seat.other()));
        let ahead = steps.ahead.of(pawns);
        Watch {
            from: king | own & (reached | ahead | steps.ahead.of(ahead & own_rank(seat.other(), 3))),
            to: steps.west.of(pawns) | steps.east.of(pawns),
            movers: gains,
            zone,
            doubles: (pawns | gains & pieces.kind(Kind::Pawn)) != 0,
        }
    }
}
