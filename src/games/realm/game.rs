//! The family as games of the contract.

use super::actions::ActionNumbers;
use super::engine::Engine;
use super::men::{Kind, NOTHING, NOWHERE, army_after, kind_of, seat_of};
use super::offer::{Deed, Step};
use super::plan::{Plan, Turning};
use super::state::State;
use crate::board::{Bitboard, Bitboard256, Board};
use crate::game::roles::*;
use crate::game::{
    Actor, Canvas, CellMark, FenError, Frame, Mark, Mask, Outcome, Perspective, Piece, Rng, Scores, Seat,
    Spec, Standing, Symmetry, game_over_message, illegal_step_message, legal_steps_text,
};

/// One variant: its rules, its start and what there is to know about it.
#[derive(Clone, Debug)]
pub struct Realm {
    pub(super) engine: Engine,
    actions: ActionNumbers,
    spec: Spec,
    start: State,
    turnings: Vec<Turning>,
    symmetries: Vec<Symmetry>,
}

impl Realm {
    /// The game of a plan.
    pub fn new(plan: Plan, frame: Frame) -> Realm {
        let engine = Engine::new(&plan);
        let actions = ActionNumbers::new(&engine);
        let start = engine.initial(&plan.placement);
        let symmetries =
            plan.turnings.iter().filter_map(|turning| engine.symmetry(&actions, turning)).collect();
        let spec = Spec {
            id: plan.id,
            title: plan.title,
            family: plan.family,
            rules: plan.rules,
            options: plan.options,
            seats: engine.seats as u8,
            colors: plan.colors,
            scores: Scores::win(&plan.teams),
            seat_angles: plan.sides,
            teams: plan.teams,
            turn_order: plan.sequence,
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: actions.count(),
            planes: engine.planes(),
            max_steps: longest(&engine, &start),
            frame,
        };
        Realm { engine, actions, spec, start, turnings: plan.turnings, symmetries }
    }
}

/// A bound of the steps of a game: between two captures or pawn moves lie fewer steps than the clock's limit,
/// and each pawn has fewer moves than the board has rows.
fn longest(engine: &Engine, start: &State) -> u32 {
    let (pieces, pawns) = (start.men.all().count(), start.men.kind(Kind::Pawn).count());
    (pieces + pawns * engine.board.grid().0 + 1) as u32 * u32::from(engine.clock_end)
}

impl Rules for Realm {
    type State = State;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.engine.board
    }

    fn start(&self, _rng: &mut Rng) -> State {
        self.start.clone()
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        if state.ended.is_some() { Actor::Over } else { Actor::Seat(state.seat) }
    }

    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.engine.outcome(state)
    }

    fn standing(&self, state: &State, seat: Seat) -> Standing {
        if self.engine.is_out(&state.men, seat) { Standing::Out } else { Standing::In }
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        self.engine.material(state, seat)
    }

    #[inline]
    fn each_step(&self, state: &State, visit: impl FnMut(Step)) {
        self.engine.offered(state, |offer| offer.each(visit));
    }

    #[inline]
    fn count(&self, state: &State) -> usize {
        self.engine.offered(state, |offer| offer.count())
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        self.engine.offered(state, |offer| offer.has(step))
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step) {
        self.engine.make(state, step);
    }
}

impl Actions for Realm {
    #[inline]
    fn action(&self, state: &State, step: Step) -> usize {
        self.engine.action(&self.actions, state, step)
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        self.engine.step_of(&self.actions, state, action)
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.spec, self.board(), seat);
        self.engine.said(&self.actions, action, &seen)
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        self.actions.place(action)
    }

    #[inline]
    fn pick_and_mask(
        &self,
        state: &State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        self.engine.offered(state, |offer| {
            if let Some(mask) = mask {
                self.engine.mark(&self.actions, state, offer, mask);
            }
            let count = offer.count();
            if count == 0 { None } else { offer.nth(choose(count)) }
        })
    }
}

impl Notation for Realm {
    fn write_step(&self, state: &State, step: Step, out: &mut String) {
        if step.deed == Deed::Pass {
            out.push_str("pass");
            return;
        }
        let name = |cell| self.engine.board.name(cell);
        out.push_str(name(step.from));
        out.push('-');
        out.push_str(name(self.engine.named_cell(state, step)));
        if let Deed::Promote(kind) = step.deed {
            out.push('=');
            out.push(char::from(kind.letter()));
        }
        if step.over != NOWHERE && self.engine.strings.names_taken {
            out.push('x');
            out.push_str(name(step.over));
        }
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = match text {
            "pass" => Step::PASS,
            _ => self.engine.step_named(state, self.engine.read_words(text)?)?,
        };
        (self.is_legal(state, step) && self.step_text(state, step) == text).then_some(step)
    }

    fn explain_text(&self, state: &State, text: &str) -> String {
        if let Some(outcome) = self.outcome(state) {
            return illegal_step_message(text, Some(&game_over_message(outcome.reason.as_str())), "");
        }
        self.engine.refused(state, text, &legal_steps_text(self, state))
    }

    fn fen(&self, state: &State) -> String {
        self.engine.write_fen(state)
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        self.engine.parse_fen(text)
    }
}

impl Observation for Realm {
    #[inline]
    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        self.engine.put_down(state, seat, canvas);
    }
}

impl Information for Realm {}

impl Display for Realm {
    fn pieces(&self, state: &State, cell: u8, _eyes: Option<Seat>) -> Vec<Piece> {
        let on = if usize::from(cell) < self.engine.board.len() { state.men.on(cell) } else { NOTHING };
        if on == NOTHING {
            return Vec::new();
        }
        let mut piece = Piece::new(Some(seat_of(on)), kind_of(on).name(), self.engine.piece_text(on));
        if self.engine.is_out(&state.men, seat_of(on)) {
            piece = piece.marked(Mark::Frozen);
        }
        if army_after(on) != 0 {
            piece = piece.marked(Mark::Drafted(self.engine.army_of(on)));
        }
        for (seat, immune) in (0..).zip(&state.immune) {
            if immune.has(cell) {
                piece = piece.marked(Mark::Immune(seat));
            }
        }
        vec![piece]
    }

    /// The cells that pawns have passed over, and where those of the seat to act promote.
    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(u8, CellMark)> {
        let seats = 0..self.spec.seats;
        let passed = |seat: Seat| {
            let pawn_move = state.pawn_move(seat);
            pawn_move.into_iter().flat_map(move |pawn_move| self.engine.passed(&state.men, pawn_move))
        };
        let mut cells: Vec<u8> =
            seats.flat_map(passed).filter(|&cell| state.men.on(cell) == NOTHING).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut marked: Vec<(u8, CellMark)> =
            cells.into_iter().map(|cell| (cell, CellMark::Passed)).collect();
        if self.engine.shows_last && state.ended.is_none() {
            let last = self.engine.army(state.seat).last.cells();
            marked.extend(last.map(|cell| (cell, CellMark::Crowning(state.seat))));
            marked.sort_by_key(|&(cell, _)| cell);
        }
        marked
    }

    /// By cell, the seats whose pieces cast a shadow there.
    fn shadows(&self, state: &State) -> Vec<(u8, CellMark)> {
        let seats = if self.engine.shadows { 0..self.spec.seats } else { 0..0 };
        let cast = |seat: Seat| {
            let shadows = self.engine.casters(&state.men, 1 << seat);
            shadows.iter().fold(Bitboard256::EMPTY, |all, caster| all | caster.shadow)
        };
        let marked =
            seats.flat_map(|seat| cast(seat).cells().map(move |cell| (cell, CellMark::Shadow(seat))));
        let mut marked: Vec<(u8, CellMark)> = marked.collect();
        marked.sort_by_key(|&(cell, _)| cell);
        marked
    }
}

impl Symmetries for Realm {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, symmetry: &Symmetry) -> Option<State> {
        let turning = self.turnings.iter().find(|turning| turning.name == symmetry.name)?;
        Some(self.engine.transform(state, turning))
    }
}
