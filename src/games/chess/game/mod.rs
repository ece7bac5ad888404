//! The game of any [`ChessVariant`] on the 8x8 board.

mod actions;
pub mod fields;
mod notation;
mod rules;
mod search_hints;
pub mod variant;
mod view;

use crate::board::{Board, Edges, Squares};
use crate::game::{Frame, Mask, Spec, Symmetry};
use crate::games::chess::kit::board_transform::{self, BoardTransform};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves, Numbering};
use crate::games::chess::kit::numbering::{self, ACTIONS};
use crate::games::chess::kit::planes;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::Step;
use variant::{ChessVariant, State};

/// The game of a variant.
///
/// Actions are numbered in this order: those of pieces (`numbering`), the choices of the variant, and the
/// actions that the variant numbers itself.
pub struct ChessGame<V> {
    spec: Spec,
    board: Board,
    symmetries: Vec<Symmetry>,
    transforms: Vec<BoardTransform>,
    variant: V,
}

impl<V: ChessVariant> ChessGame<V> {
    /// Returns the game of a variant. `frame` is the viewpoint of actions and observations.
    pub fn new(variant: V, frame: Frame) -> ChessGame<V> {
        let spec = Spec {
            num_actions: ACTIONS + V::CHOICES.len() + variant.own_actions(),
            planes: planes::all(variant.planes(), frame),
            ..variant.spec(frame)
        };
        let own = ACTIONS + V::CHOICES.len();
        let mirrored = |action: usize| {
            if action < ACTIONS {
                numbering::mirrored(action)
            } else if action < own {
                ACTIONS + V::CHOICES.mirrored(action - ACTIONS)
            } else {
                own + V::mirrored_action(action - own)
            }
        };
        let transforms = if V::MIRROR { board_transform::all(variant.wraps()) } else { Vec::new() };
        let actions = |board_transform: BoardTransform| {
            (0..spec.num_actions).map(move |at| board_transform.action(at, mirrored))
        };
        let symmetries = transforms
            .iter()
            .map(|&board_transform| board_transform.symmetry(actions(board_transform).collect()))
            .collect();
        let joined = if variant.wraps() { Edges::LEFT_RIGHT } else { Edges::NONE };
        let board = Squares::joined(8, joined).into_board();
        ChessGame { spec, board, symmetries, transforms, variant }
    }

    /// Returns the variant.
    pub fn variant(&self) -> &V {
        &self.variant
    }

    /// Adds the legal steps to empty containers. The hot loop does not call it: it first asks whether the
    /// game has ended and whether there are only choices, and so needs no second container.
    fn fill(&self, state: &State<V::Extra>, (moves, choices): &mut (V::Moves, ChoiceSet)) {
        if self.variant.is_ended(state) {
            return;
        }
        match self.variant.only_choices(state) {
            Some(chosen) => *choices = chosen,
            None => self.variant.add_legal(state, moves),
        }
    }

    /// Adds the actions of legal steps to an empty mask.
    #[inline(always)]
    fn mark(&self, state: &State<V::Extra>, moves: &impl LegalMoves, mask: &mut Mask) {
        let numbering = self.numbering(state);
        let action = |step| self.variant.action(&numbering, state, step);
        moves.mark(&state.position, &numbering, action, mask);
    }

    /// Returns whether a step is legal. It must name an own piece and what that does, or a choice.
    fn offers(&self, state: &State<V::Extra>, step: Step) -> bool {
        let mut moves = <(V::Moves, ChoiceSet)>::default();
        self.fill(state, &mut moves);
        moves.contains(&state.position, step)
    }

    /// Returns how the actions of the seat to act are numbered.
    #[inline(always)]
    fn numbering(&self, state: &State<V::Extra>) -> Numbering {
        let (frame, castling_notation, seat) =
            (self.spec.frame, self.variant.castling_notation(), state.position.seat);
        Numbering { frame, castling_notation, choices: V::CHOICES, seat }
    }
}

/// Returns the step that `choose` picks. Containers are passed by reference: copying one costs up to a tenth
/// of a random step.
#[inline(always)]
fn picked(moves: &impl LegalMoves, position: &Position, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
    match moves.count() {
        0 => None,
        count => moves.pick(position, choose(count)),
    }
}
