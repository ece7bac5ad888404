//! Zombie Chess: captured pieces are buried in secret, and come back where a piece leaves a cell (section 2
//! of the rules of the Chess Kit's first half; C and Z are the numbers of its rules).
//!
//! A turn has a moving part (one move of a living piece, or the horde) and a closing part (zombies that did
//! not move are destroyed, the cells that were left are looked at, what was taken is buried).

mod graves;
mod late;
mod living;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use crate::board::Cell;
use crate::games::chess::game::variant;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::named::named;
use crate::packing::pack_fields;
use graves::Graves;
use late::Late;
use turn::{Turn, armed};

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// Each of 96 pawn moves, 30 captures of living pieces and 30 destructions may come after 99 other turns, and
/// 100 turns at the end; a turn has at most 15 steps of zombies, a pass and 15 burials.
const MAX_STEPS: u32 = 157 * 100 * 31;

/// The choices: where to bury, and to let the horde rest.
static CHOICES: ChoiceActions = ChoiceActions(&[
    ChoiceGroup {
        prefix: "bury:",
        names: ChoiceNames::Cells,
        description: "bury the captured piece in the grid at {}",
    },
    ChoiceGroup { prefix: "pass", names: ChoiceNames::One, description: "end the moves of zombies" },
]);
const PASS: usize = 64;

named! {
    /// Where a turn stands.
    #[derive(Default)]
    pub enum Phase, "phase" {
        /// At its beginning.
        #[default]
        Move = "move",
        /// A zombie has moved, others are waiting.
        Horde = "horde",
        /// Pieces have to be buried.
        Bury = "bury",
    }
}
pack_fields!(enum Phase);

/// The pieces taken in a turn and not yet buried, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Taken {
    count: u8,
    kinds: [u8; 62],
}
pack_fields!(Taken { count, kinds });

impl Default for Taken {
    fn default() -> Taken {
        Taken { count: 0, kinds: [0; 62] }
    }
}

impl Taken {
    fn push(&mut self, kind: Kind) {
        if let Some(place) = self.kinds.get_mut(usize::from(self.count)) {
            (*place, self.count) = (kind as u8, self.count + 1);
        }
    }

    fn pop(&mut self) -> Option<Kind> {
        self.count = self.count.checked_sub(1)?;
        let first = Kind::ALL[usize::from(self.kinds[0]) % 5];
        self.kinds.rotate_left(1);
        self.kinds[61] = 0;
        Some(first)
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.kinds[..usize::from(self.count).min(62)].iter().map(|&kind| Kind::ALL[usize::from(kind) % 5])
    }
}

/// What the state holds beyond the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// The zombies on the board.
    zombies: Bitboard,
    /// The zombies that have moved in this turn.
    moved: Bitboard,
    /// The grid of each seat.
    graves: [Graves; 2],
    phase: Phase,
    /// The cells that pieces have left in this turn, while the horde moves.
    left: Bitboard,
    taken: Taken,
    /// The en passant squares of the double pushes of this turn.
    passing: Bitboard,
}
pack_fields!(Extra { zombies, moved, graves, phase, left, taken, passing });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

impl Extra {
    /// Returns the turn of the state that this belongs to.
    fn turn<'a>(&'a self, position: &Position) -> Turn<'a> {
        let graves = &self.graves[position.seat.parity()];
        Turn { position: *position, zombies: self.zombies, moved: self.moved, left: self.left, graves }
    }
}

/// The variant `zombie-chess`.
pub struct Zombie;

impl Zombie {
    /// Adds the legal steps at the beginning of a turn.
    #[inline(always)]
    fn add_moves(state: &State, sets: &mut MoveSet, late: &mut Late) {
        let (position, extra) = (&state.position, &state.extra);
        let (pieces, seat) = (&position.pieces, position.seat);
        let turn = extra.turn(position);
        let waiting = turn.waiting();
        if waiting != 0 {
            turn.add_steps(waiting, sets, late);
        }
        sets.add_en_passant(position, pieces.of(seat, Kind::Pawn));
        for rook in cells(position.rights & own_rank(seat, 1)) {
            let castling = Castling::of(pieces.king(seat), rook);
            let attacked = |cell| armed(pieces).attackers(seat.other(), cell, pieces.occupied()) != 0;
            if castling.must_be_empty() & pieces.occupied() == 0 && !cells(castling.king_path()).any(attacked)
            {
                *sets.castles() |= bit(rook);
            }
        }
        sets.retain(position, |step| turn.allows(step));
        late.retain(position, |step| turn.allows(step));
        turn.add_living(sets);
    }

    /// Makes a step of the moving part (Z3, Z4).
    fn go(state: &mut State, step: Step) {
        let State { position, extra } = state;
        let (seat, living) = (position.seat.of_two(), extra.zombies & bit(step.from()) == 0);
        let target = match step.move_kind() {
            MoveKind::EnPassant => PawnSteps::of(seat.other()).ahead.of(bit(step.to())),
            MoveKind::Castle => 0,
            _ => bit(step.to()) & position.pieces.side(seat.other()),
        };
        let mut clock = position.clock.saturating_add(u8::from(extra.phase == Phase::Move));
        let pawn = position.pieces.kind(Kind::Pawn) & bit(step.from()) != 0;
        if living && pawn || target & !extra.zombies != 0 {
            clock = 0;
        }
        if target != 0
            && let Some(kind) = position.pieces.kind_at(target.trailing_zeros() as Cell)
        {
            extra.taken.push(kind);
        }
        if step.move_kind() == MoveKind::DoublePush {
            extra.passing |= bit((step.from() + step.to()) / 2);
        }
        let next = extra.turn(position).after(step);
        let waiting = next.waiting();
        let (zombies, moved, left) = (next.zombies, next.moved, next.left);
        *position = Position { clock, ..next.position };
        (extra.zombies, extra.moved, extra.left) = (zombies, moved, left);
        if living || waiting == 0 {
            Self::close(state);
        } else {
            extra.phase = Phase::Horde;
        }
    }

    /// The closing part, as far as it needs no choice (Z5).
    fn close(state: &mut State) {
        let State { position, extra } = state;
        let seat = position.seat.of_two();
        let lost = extra.turn(position).waiting();
        if lost != 0 {
            position.pieces.clear(lost);
            extra.zombies &= !lost;
            position.clock = 0;
        }
        for cell in cells(extra.left & !position.pieces.occupied()) {
            for asked in [seat, seat.other()] {
                if let Some(kind) = extra.graves[asked.index()].ask(cell) {
                    position.pieces.toggle(asked.other(), kind, bit(cell));
                    extra.zombies |= bit(cell);
                    break;
                }
            }
        }
        position.ep_square = 0;
        extra.passing &= !position.pieces.occupied();
        (extra.moved, extra.left, extra.phase) = (0, 0, Phase::Bury);
        Self::bury_next(state);
    }

    /// The cells at which the seat to act can bury.
    #[inline(always)]
    fn ground(state: &State) -> Bitboard {
        let seat = state.position.seat;
        state.position.pieces.side(seat) & !state.extra.graves[seat.parity()].held()
    }

    /// Destroys what there is no room for; passes the turn on if nothing is left to bury.
    fn bury_next(state: &mut State) {
        while state.extra.taken.count > 0 {
            if Self::ground(state) != 0 {
                return;
            }
            state.extra.taken.pop();
            state.position.clock = 0;
        }
        let State { position, extra } = state;
        position.seat = position.seat.other();
        position.ep_square = extra.passing;
        (extra.passing, extra.phase) = (0, Phase::Move);
    }
}
