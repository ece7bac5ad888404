//! The family as games of the contract.

use super::action_layout::ActionLayout;
use super::engine::Engine;
use super::move_generator::{MoveKind, Step};
use super::pieces::{Kind, NO_CELL, NO_PIECE, army_offset, kind_of, seat_of};
use super::state::State;
use super::variant_spec::{BoardSymmetry, VariantSpec};
use crate::board::{Board, Quad, Set};
use crate::game::roles::*;
use crate::game::{
    Actor, Canvas, CellMark, FenError, Frame, Mark, Mask, Outcome, Perspective, Piece, Rng, Scores, Seat,
    Spec, Standing, Symmetry, game_over_message, illegal_step_message, legal_steps_text,
};

/// One variant: its rules, its start and what there is to know about it.
#[derive(Clone, Debug)]
pub struct LargeChess {
    pub(super) engine: Engine,
    action_layout: ActionLayout,
    spec: Spec,
    start: State,
    board_symmetries: Vec<BoardSymmetry>,
    symmetries: Vec<Symmetry>,
}

impl LargeChess {
    /// The game of a plan.
    pub fn new(variant: VariantSpec, frame: Frame) -> LargeChess {
        let engine = Engine::new(&variant);
        let action_layout = ActionLayout::new(&engine);
        let start = engine.start_state(&variant.start_placement);
        let symmetries = variant
            .board_symmetries
            .iter()
            .filter_map(|board_symmetry| engine.symmetry(&action_layout, board_symmetry))
            .collect();
        let spec = Spec {
            id: variant.id,
            title: variant.title,
            family: variant.family,
            rules: variant.rules,
            options: variant.options,
            seats: engine.seats as u8,
            colors: variant.colors,
            scores: Scores::win(&variant.teams),
            seat_angles: variant.seat_angles,
            teams: variant.teams,
            turn_order: variant.turn_order,
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: action_layout.count(),
            planes: engine.planes(),
            max_steps: longest(&engine, &start),
            frame,
        };
        LargeChess {
            engine,
            action_layout,
            spec,
            start,
            board_symmetries: variant.board_symmetries,
            symmetries,
        }
    }
}

/// A bound of the steps of a game: between two captures or pawn moves lie fewer steps than the clock's limit,
/// and each pawn has fewer moves than the board has rows.
fn longest(engine: &Engine, start: &State) -> u32 {
    let (pieces, pawns) = (start.pieces.occupied().count(), start.pieces.of_kind(Kind::Pawn).count());
    (pieces + pawns * engine.board.grid().0 + 1) as u32 * u32::from(engine.draw_clock)
}

impl Rules for LargeChess {
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
        if state.ending.is_some() { Actor::Over } else { Actor::Seat(state.seat) }
    }

    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.engine.outcome(state)
    }

    fn standing(&self, state: &State, seat: Seat) -> Standing {
        if self.engine.is_out(&state.pieces, seat) { Standing::Out } else { Standing::In }
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        self.engine.material(state, seat)
    }

    #[inline]
    fn each_step(&self, state: &State, visit: impl FnMut(Step)) {
        self.engine.legal_moves(state, |moves| moves.each(visit));
    }

    #[inline]
    fn count(&self, state: &State) -> usize {
        self.engine.legal_moves(state, |moves| moves.count())
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        self.engine.legal_moves(state, |moves| moves.has(step))
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step) {
        self.engine.apply(state, step);
    }
}

impl Actions for LargeChess {
    #[inline]
    fn action(&self, state: &State, step: Step) -> usize {
        self.engine.action(&self.action_layout, state, step)
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        self.engine.step_of_action(&self.action_layout, state, action)
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.spec, self.board(), seat);
        self.engine.action_text(&self.action_layout, action, &seen)
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        self.action_layout.place(action)
    }

    #[inline]
    fn pick_and_mask(
        &self,
        state: &State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        self.engine.legal_moves(state, |moves| {
            if let Some(mask) = mask {
                self.engine.fill_mask(&self.action_layout, state, moves, mask);
            }
            let count = moves.count();
            if count == 0 { None } else { moves.nth(choose(count)) }
        })
    }
}

impl Notation for LargeChess {
    fn write_step(&self, state: &State, step: Step, out: &mut String) {
        if step.move_kind == MoveKind::Pass {
            out.push_str("pass");
            return;
        }
        let name = |cell| self.engine.board.name(cell);
        out.push_str(name(step.from));
        out.push('-');
        out.push_str(name(self.engine.written_to(state, step)));
        if let MoveKind::Promote(kind) = step.move_kind {
            out.push('=');
            out.push(char::from(kind.letter()));
        }
        if step.remote_capture != NO_CELL && self.engine.fen_style.writes_captured_cell {
            out.push('x');
            out.push_str(name(step.remote_capture));
        }
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = match text {
            "pass" => Step::PASS,
            _ => self.engine.find_step(state, self.engine.parse_step(text)?)?,
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

impl Observation for LargeChess {
    #[inline]
    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        self.engine.write_observation(state, seat, canvas);
    }
}

impl Information for LargeChess {}

impl Display for LargeChess {
    fn pieces(&self, state: &State, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        let on =
            if usize::from(cell) < self.engine.board.len() { state.pieces.piece_at(cell) } else { NO_PIECE };
        if on == NO_PIECE {
            return Vec::new();
        }
        let mut piece = Piece::new(Some(seat_of(on)), kind_of(on).name(), self.engine.piece_text(on));
        if self.engine.is_out(&state.pieces, seat_of(on)) {
            piece = piece.marked(Mark::Frozen);
        }
        if army_offset(on) != 0 {
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
    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        let seats = 0..self.spec.seats;
        let passed = |seat: Seat| {
            let ep_move = state.ep_move(seat);
            ep_move.into_iter().flat_map(move |ep_move| self.engine.ep_squares(&state.pieces, ep_move))
        };
        let mut cells: Vec<u8> =
            seats.flat_map(passed).filter(|&cell| state.pieces.piece_at(cell) == NO_PIECE).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut marked: Vec<(u8, CellMark)> =
            cells.into_iter().map(|cell| (cell, CellMark::Passed)).collect();
        if self.engine.shows_promotion_cells && state.ending.is_none() {
            let last = self.engine.seat_tables(state.seat).promotion_cells.cells();
            marked.extend(last.map(|cell| (cell, CellMark::Crowning(state.seat))));
            marked.sort_by_key(|&(cell, _)| cell);
        }
        marked
    }

    /// By cell, the seats whose pieces cast a shadow there.
    fn shadows(&self, state: &State) -> Vec<(u8, CellMark)> {
        let seats = if self.engine.shadows { 0..self.spec.seats } else { 0..0 };
        let cast = |seat: Seat| {
            let shadows = self.engine.shadows_of(&state.pieces, 1 << seat);
            shadows.iter().fold(Quad::EMPTY, |all, caster| all | caster.shadow)
        };
        let marked =
            seats.flat_map(|seat| cast(seat).cells().map(move |cell| (cell, CellMark::Shadow(seat))));
        let mut marked: Vec<(u8, CellMark)> = marked.collect();
        marked.sort_by_key(|&(cell, _)| cell);
        marked
    }
}

impl Symmetries for LargeChess {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, symmetry: &Symmetry) -> Option<State> {
        let board_symmetry =
            self.board_symmetries.iter().find(|board_symmetry| board_symmetry.name == symmetry.name)?;
        Some(self.engine.transform(state, board_symmetry))
    }
}
