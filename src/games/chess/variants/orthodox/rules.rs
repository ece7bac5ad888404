//! The rules of orthodox chess: how a game starts, its legal steps, what they do, and how it ends.

use super::move_rules::MoveRules;
use super::rule_changes::{RuleChanges, Stalemate};
use super::{Extra, Orthodox, State, Teams, changed_options, chess960, relative};
use crate::game::{Frame, Outcome, Perspective, Reason, Reliance, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantActions, VariantRules, spec};
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::Weights;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::Step;
use std::hash::{Hash, Hasher};

impl<P: MoveRules> VariantRules for Orthodox<P> {
    type Extra = Extra;
    type Moves = P::Moves;

    fn spec(&self, frame: Frame) -> Spec {
        let of_family = if self.shuffled {
            let spec = spec("chess960", "Chess960", "chesskit_b", frame);
            let options = chess960::options(self.array, self.castling, self.move_rules.changes());
            Spec { rules: "3", options, ..spec }
        } else {
            let (wraps, shadows) = (self.move_rules.wraps(), self.move_rules.has_shadows());
            let (id, title, rules) = match (wraps, shadows) {
                (false, false) => ("chess", "Chess", "4-11"),
                (true, false) => ("cylindrical-chess", "Cylindrical Chess", "2.4-2.5, 4-11"),
                (false, true) => ("shadow-chess", "Shadow Chess", "4-11"),
                (true, true) => ("cylindrical-shadow-chess", "Cylindrical Shadow Chess", "2.4-2.5, 4-11"),
            };
            let options = match self.move_rules.changes() {
                RuleChanges::NONE => relative(self.castling, wraps, false, shadows, Teams::None),
                changes => changed_options(self.castling, changes),
            };
            Spec { rules, options, ..spec(id, title, "adams_chess", frame) }
        };
        // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
        Spec { summary: self.summary(), max_steps: 12_700, ..of_family }
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(self.array.unwrap_or_else(|| chess960::drawn(rng)));
        let rights = if self.castling { rights } else { 0 };
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra { number: 1, history: RepetitionHistory::default() } }
    }

    /// Whether one of the draws of section 9 (Chess960 2.3, 3.4) holds, as far as mate and stalemate do not
    /// come before it.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let State { position, extra } = state;
        position.clock >= CLOCK_END
            || extra.history.is_threefold()
            || self.move_rules.is_dead(&position.pieces)
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, moves: &mut P::Moves) {
        self.move_rules.add_legal(&state.position, moves);
        if self.castling_delay(state.extra.number) != 0 {
            P::remove_castling(moves);
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, extra } = state;
        let seat = position.seat;
        extra.number = extra.number.saturating_add(seat.index() as u32);
        let reversible = self.make(position, step);
        extra.history.add(seat, reversible.then_some(step), &position.pieces);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        // Mate and stalemate come before the draws.
        let mut moves = P::Moves::default();
        self.fill(position, state.extra.number, &mut moves);
        if moves.any() {
            return self.draw(state).map(|reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason });
        }
        let won = Returns::win(2, |seat| seat != position.seat);
        if self.move_rules.in_check(&position.pieces, position.seat) {
            return Some(Outcome { returns: won, reason: Reason::Checkmate });
        }
        let returns = match self.move_rules.changes().stalemate {
            Stalemate::Draw => Returns::of(&[0.0, 0.0]),
            Stalemate::Win => won,
        };
        Some(Outcome { returns, reason: Reason::Stalemate })
    }

    fn bulk_perft(&self, state: &State, depth: u32) -> Option<u64> {
        if depth > 0 && self.is_ended(state) {
            return Some(0);
        }
        // A position cannot occur for the third time, nor the clock run out, before either has this many
        // steps more.
        let steps = state.extra.history.length() as u32;
        let is_short = steps + depth <= 8 && u32::from(state.position.clock) + depth <= u32::from(CLOCK_END);
        (depth > 0 && is_short).then(|| self.perft_short(&state.position, state.extra.number, depth))
    }

    /// The moves until castling is allowed.
    #[inline(always)]
    fn hash_extra(&self, extra: &Extra, hasher: &mut impl Hasher) {
        if self.move_rules.changes().castling_from > 1 {
            self.castling_delay(extra.number).hash(hasher);
        }
    }

    fn in_check(&self, state: &State) -> bool {
        self.move_rules.in_check(&state.position.pieces, state.position.seat)
    }

    /// Captures through shadows are everywhere.
    fn search_profile(&self) -> SearchProfile {
        if self.move_rules.has_shadows() {
            SearchProfile { becomes_quiet: false, ..SearchProfile::default() }
        } else {
            SearchProfile { reliance: Reliance::High, ..SearchProfile::default() }
        }
    }

    fn weights(&self) -> Option<&'static Weights> {
        self.move_rules.weights()
    }

    fn wraps(&self) -> bool {
        self.move_rules.wraps()
    }

    fn exchange(&self, state: &State, step: Step, gain: i32) -> i32 {
        self.move_rules.exchange(&state.position, step, gain)
    }

    fn loss(&self, state: &State, step: Step) -> i32 {
        self.move_rules.loss(&state.position, step)
    }

    /// With pawns only, having to move can be a disadvantage.
    fn pass(&self, state: &mut State) -> bool {
        let State { position, extra } = state;
        let pieces = &position.pieces;
        let officers = pieces.side(position.seat) & !pieces.kind(Kind::Pawn) & !pieces.kind(Kind::King);
        if officers == 0 || self.move_rules.in_check(pieces, position.seat) {
            return false;
        }
        position.seat = position.seat.other();
        position.ep_square = 0;
        position.clock += 1;
        extra.history = RepetitionHistory::default();
        true
    }
}

impl<P: MoveRules> VariantActions for Orthodox<P> {
    const OWN_ACTIONS: usize = P::OWN_ACTIONS;

    fn own_actions(&self) -> usize {
        self.move_rules.own_actions()
    }

    #[inline(always)]
    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        self.move_rules.action(numbering, &state.position, step)
    }

    #[inline]
    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        self.move_rules.step(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, perspective: &Perspective<'_>) -> String {
        self.move_rules.own_action_text(own, perspective)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        self.move_rules.own_action_place(own)
    }
}
