//! The rules of Chess with Dice and Checkers: how a game starts, its legal steps, what they do, and how it
//! ends.

use super::things::{self, Things};
use super::turn::Choice;
use super::ways::Ways;
use super::{DiceCheckers, Extra, MAX_STEPS, PLACE, State};
use crate::game::{Frame, Outcome, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::bitboard::{FILE_A, bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::{CHESS, Weights};
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::Step;
use std::hash::{Hash, Hasher};

/// How the game is played.
const SUMMARY: &str = "Chess with two dice and two checkers for each side: a die moves as the piece of its \
    number, from 1 (pawn) to 6 (king), and instead of moving you may raise one. Checkers move diagonally, \
    and must jump when they can. There is no check: take the enemy king, unless a die that shows 6 replaces \
    it.";

impl VariantRules for DiceCheckers {
    type Extra = Extra;
    type Moves = (MoveSet, Ways);
    const ONE_STEP: bool = false;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "8",
            summary: SUMMARY.into(),
            max_steps: MAX_STEPS,
            ..spec("dice-checkers-chess", "Chess with Dice and Checkers", "chesskit_b", frame)
        }
    }

    /// 8.1.
    fn start(&self, _rng: &mut Rng) -> State {
        let (mut pieces, rights) = start_position(518);
        let mut things = Things::default();
        for seat in Seat::BOTH {
            let before = own_rank(seat, 3) & (FILE_A << 3 | FILE_A << 4);
            things.put(&mut pieces, seat, before);
            things.singles |= things::pairs(seat);
        }
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra { things, runner: 0, owed: 0, history: RepetitionHistory::default() } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END || state.extra.history.is_threefold() || state.is_decided()
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        state.is_placing().then(|| ChoiceSet::cells(PLACE, !state.position.pieces.occupied()))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, (sets, ways): &mut (MoveSet, Ways)) {
        let position = &state.position;
        let jumps = state.jumps();
        if jumps != [0; 4] {
            return ways.set_jumps(jumps);
        }
        let (pieces, seat) = (&position.pieces, position.seat);
        let own = pieces.side(seat);
        sets.add_moves(position, own, !own);
        for rook in cells(position.rights & own_rank(seat, 1)) {
            if Castling::of(pieces.king(seat), rook).must_be_empty() & pieces.occupied() == 0 {
                *sets.castles() |= bit(rook);
            }
        }
        sets.add_en_passant(position, position.next_to_ep_pawn());
        ways.set(state);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        if !step.is_choice() {
            return state.go(step);
        }
        match Choice::of(step.number()) {
            Choice::Raise(cell) => state.raise(cell),
            Choice::Place(cell) => state.put_back(cell),
            Choice::Walk(walk) => state.walk(walk),
        }
    }

    /// A turn has several free steps.
    fn search_profile(&self) -> SearchProfile {
        SearchProfile { becomes_quiet: false, ends_suddenly: true, ..SearchProfile::default() }
    }

    /// 8.10: the king captured, then no legal step, then the clock, then repetition.
    fn weights(&self) -> Option<&'static Weights> {
        Some(&CHESS)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let lost = |reason| {
            let returns = Returns::win(2, |seat| seat != state.position.seat);
            Some(Outcome { returns, reason })
        };
        if state.is_decided() {
            return lost(Reason::KingCaptured);
        }
        if self.mid_turn(state) {
            return None;
        }
        let mut moves = <(MoveSet, Ways)>::default();
        self.add_legal(state, &mut moves);
        if !moves.any() {
            return lost(Reason::Immobile);
        }
        let reason = state.extra.history.draw(false, state.position.clock)?;
        Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason })
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.extra.runner != 0 || state.extra.owed > 0
    }

    /// A checker is worth a pawn, a double two; a die what moves as it does, and four for a king that can be
    /// lost.
    fn material(&self, state: &State, seat: Seat) -> f32 {
        let (pieces, things) = (&state.position.pieces, &state.extra.things);
        let own = pieces.side(seat);
        let extra = [(things.ones, 1.0), (things.sixes, 4.0), (things.singles, 1.0), (things.doubles, 2.0)];
        pieces.material(seat)
            + extra.into_iter().map(|(set, worth)| (set & own).count_ones() as f32 * worth).sum::<f32>()
    }

    fn hash_extra(&self, extra: &Extra, hasher: &mut impl Hasher) {
        (&extra.things, extra.runner, extra.owed).hash(hasher);
    }
}
