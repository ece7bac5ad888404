//! What a variant of chess on the 8x8 board changes, by role.
//!
//! A variant implements seven small traits, one for each role of a game (see
//! [`roles`](crate::game::roles)). [`ChessVariant`] is their sum, and [`ChessGame`](super::game::ChessGame)
//! makes a game of it: counting, picking, masks, action numbers, step strings, parsing, perft and symmetries
//! follow from what the traits say.

use super::castling::CastlingNotation;
use super::choices::ChoiceActions;
use super::legal_moves::{ChoiceSet, LegalMoves, Numbering};
use super::planes::Planes;
use super::position::Position;
use super::step::{Step, UciMove};
use crate::board::Cell;
use crate::game::{
    Actor, CellMark, FenError, Frame, Mark, OffBoardGroup, Outcome, Perspective, Piece, Plane, Rng, Seat,
    Spec, never_legal,
};
use std::fmt::Debug;
use std::hash::Hash;

/// A state of a variant: a position, and what the variant remembers beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<E> {
    /// The board, the seat to act, castling rights, the en passant square and the clock.
    pub position: Position,
    /// What the variant remembers beyond the position.
    pub extra: E,
}

/// The rules of a variant: its states, legal steps, what they do, chance, and how a game ends.
pub trait VariantRules: Send + Sync + Sized + 'static {
    /// What its states have beyond a position.
    type Extra: Clone + Eq + Hash + Debug + Send + Sync;

    /// How it offers the steps of pieces: as [`MoveSet`](super::move_set::MoveSet), with [`ChoiceSet`] beside them where
    /// there can be both at once.
    type Moves: LegalMoves;

    /// Whether chance steps occur in play.
    const CHANCE: bool = false;

    /// Whether every turn is one step.
    const ONE_STEP: bool = true;

    /// What the game is; the kit fills in planes and actions.
    fn spec(&self, frame: Frame) -> Spec;

    /// A new game.
    fn start(&self, rng: &mut Rng) -> State<Self::Extra>;

    /// Whether the game has ended though there may be steps: by a draw, by a king taken.
    fn is_ended(&self, state: &State<Self::Extra>) -> bool;

    /// The choices, at a moment when there is nothing else to do (the outcomes at a chance step). The game
    /// has not [ended](VariantRules::is_ended).
    #[inline(always)]
    fn only_choices(&self, _state: &State<Self::Extra>) -> Option<ChoiceSet> {
        None
    }

    /// Puts the steps of the seat to act into an empty offer: the game has not [ended](VariantRules::is_ended), and
    /// there are not only [choices](VariantRules::only_choices).
    fn add_legal(&self, state: &State<Self::Extra>, offer: &mut Self::Moves);

    /// Makes a legal step.
    fn apply(&self, state: &mut State<Self::Extra>, step: Step);

    /// How the game ended, if it is over.
    fn outcome(&self, state: &State<Self::Extra>) -> Option<Outcome>;

    /// Who makes the next step if the game goes on.
    #[inline(always)]
    fn mover(&self, state: &State<Self::Extra>) -> Actor {
        Actor::Seat(state.position.seat)
    }

    /// Whether the seat to act goes on with a turn that it has begun.
    fn mid_turn(&self, _state: &State<Self::Extra>) -> bool {
        false
    }

    /// At a chance step: each outcome with its probability.
    fn chance(&self, _state: &State<Self::Extra>, _visit: impl FnMut(Step, f64)) {}

    /// The worth of what a seat has on the board, in pawns.
    fn material(&self, state: &State<Self::Extra>, seat: Seat) -> f32 {
        state.position.pieces.material(seat)
    }

    /// The number of sequences of `depth` steps, where it can be had without making each of them in full.
    fn bulk_perft(&self, _state: &State<Self::Extra>, _depth: u32) -> Option<u64> {
        None
    }
}

/// The notation of a variant: step strings, position strings, and why a text is refused.
pub trait VariantNotation: VariantRules {
    /// How castlings are named.
    #[inline(always)]
    fn castling_notation(&self) -> CastlingNotation {
        CastlingNotation::TwoFiles
    }

    /// Appends the text of a step of a piece.
    fn write_step(&self, _state: &State<Self::Extra>, step: Step, out: &mut String) {
        step.write(self.castling_notation(), out);
    }

    /// The step of a piece that a text means: it need not be legal.
    fn parse_step(&self, state: &State<Self::Extra>, text: &str) -> Option<Step> {
        self.find_step(state, UciMove::read(text)?)
    }

    /// The step that a text or an action means if it names two cells: it need not be legal.
    #[inline]
    fn find_step(&self, state: &State<Self::Extra>, named: UciMove) -> Option<Step> {
        state.position.find_step(named, self.castling_notation())
    }

    /// Why a text is refused, if the twist has reasons before those of pieces: the game is not over.
    fn explain_text(&self, _state: &State<Self::Extra>, _text: &str) -> Option<String> {
        None
    }

    /// Why a piece does not make a step that its text names.
    fn explain_move(&self, state: &State<Self::Extra>, step: Step) -> String;

    /// Appends the position string, as a seat may see it or (none) with everything in it.
    fn write_fen(&self, state: &State<Self::Extra>, viewer: Option<Seat>, out: &mut String);

    /// Reads a position string.
    fn read_fen(&self, text: &str) -> Result<State<Self::Extra>, FenError>;
}

/// The actions of a variant: choices that move no piece, and actions of its own.
pub trait VariantActions: VariantNotation {
    /// How many actions it numbers itself, behind those of pieces and choices.
    const OWN_ACTIONS: usize = 0;

    /// The choices that are no move.
    const CHOICES: &'static ChoiceActions = ChoiceActions::EMPTY;

    /// How many actions it numbers itself, where that depends on more than the type.
    fn own_actions(&self) -> usize {
        Self::OWN_ACTIONS
    }

    /// The action of a step.
    #[inline(always)]
    fn action(&self, numbering: &Numbering, _state: &State<Self::Extra>, step: Step) -> usize {
        numbering.action(step)
    }

    /// The step that an action means: it need not be legal.
    #[inline]
    fn step(&self, numbering: &Numbering, state: &State<Self::Extra>, action: usize) -> Option<Step> {
        match numbering.choice(action) {
            None => self.find_step(state, numbering.named(&state.position, action)?),
            choice => choice,
        }
    }

    /// What one of its [own actions](VariantActions::OWN_ACTIONS), counted from the first of them, means in words.
    fn own_action_text(&self, _own: usize, _seen: &Perspective<'_>) -> String {
        never_legal("the action number stands for no move")
    }

    /// Where one of its [own actions](VariantActions::OWN_ACTIONS), counted from the first of them, stands in planes
    /// of its own, which begin behind those of pieces and choices; none if it names no cell.
    fn own_action_place(&self, _own: usize) -> Option<usize> {
        None
    }
}

/// The observation of a variant: what it shows beyond the planes that all games of the family have.
pub trait VariantObservation: VariantRules {
    /// The observation planes beyond those that all games of the family have.
    fn planes() -> Vec<Plane>;

    /// Puts down the planes of [`planes`](VariantObservation::planes), as a seat may see them.
    fn observe(&self, state: &State<Self::Extra>, seat: Seat, planes: &mut Planes);

    /// Puts down the planes that all games of the family share, as a seat may see them.
    #[inline(always)]
    fn observe_position(&self, state: &State<Self::Extra>, seat: Seat, planes: &mut Planes) {
        planes.position(&state.position, seat);
    }
}

/// The information of a variant: what a seat may see. The defaults hide nothing.
pub trait VariantInformation: VariantRules {
    /// Whether the choice to be made, if there is one, is a commit that the other seat does not see before
    /// its own is in.
    fn is_simultaneous(&self, _state: &State<Self::Extra>) -> bool {
        false
    }

    /// A step about to be made as a seat sees it, where that is not its own text.
    fn step_text_for(&self, _state: &State<Self::Extra>, _step: Step, _seat: Seat) -> Option<String> {
        None
    }

    /// A state that a seat cannot tell from this one, drawn as the rule document says.
    fn resample(&self, state: &State<Self::Extra>, _seat: Seat, _rng: &mut Rng) -> State<Self::Extra> {
        state.clone()
    }
}

/// The display of a variant: pieces, marks and things off the board for pictures. The defaults show the
/// pieces only.
pub trait VariantDisplay: VariantRules {
    /// What stands on a cell, for pictures.
    fn pieces(&self, state: &State<Self::Extra>, cell: Cell) -> Vec<Piece> {
        let mut pieces = super::pieces(&state.position.pieces, cell);
        for piece in &mut pieces {
            piece.text.push_str(self.suffix(state, cell));
            piece.marks = self.marks(state, cell);
        }
        pieces
    }

    /// What stands behind the letter of the man on a cell in position strings.
    fn suffix(&self, _state: &State<Self::Extra>, _cell: Cell) -> &'static str {
        ""
    }

    /// What there is to see of the man on a cell beyond what he is and whose.
    fn marks(&self, _state: &State<Self::Extra>, _cell: Cell) -> Vec<Mark> {
        Vec::new()
    }

    /// What is marked on the cells themselves, as a seat may see it.
    fn cell_marks(&self, _state: &State<Self::Extra>, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }

    /// The shadows of pieces on the cells, which everybody sees.
    fn shadows(&self, _state: &State<Self::Extra>) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }

    /// What lies beside the board, as a seat may see it: the same groups in every state.
    fn off_board(&self, _state: &State<Self::Extra>, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }
}

/// The symmetries of a variant: the mirror, and the rotations of a cylinder.
pub trait VariantSymmetries: VariantRules {
    /// Whether the mirror that exchanges left and right is a symmetry of the game.
    const MIRROR: bool = true;

    /// Where one of its [own actions](VariantActions::OWN_ACTIONS), counted from the first of them, goes when the
    /// board is mirrored left to right.
    fn mirrored_action(own: usize) -> usize {
        own
    }

    /// What the [mirror](VariantSymmetries::MIRROR) makes of the rest of a state without castling rights; none where
    /// that cannot be mirrored.
    fn mirrored(&self, state: &State<Self::Extra>) -> Option<Self::Extra>;

    /// Whether the board is a cylinder, which can be turned by any number of files. (The file of one of its
    /// [own actions](VariantActions::OWN_ACTIONS) is then the lowest three bits.)
    fn is_cylinder(&self) -> bool {
        false
    }

    /// What such a turn, by so many files to the right, makes of the rest of a state without castling rights.
    fn shifted(&self, _state: &State<Self::Extra>, _files: Cell) -> Option<Self::Extra> {
        None
    }
}

/// A variant of chess on the 8x8 board: a type that has all roles of a variant.
pub trait ChessVariant:
    VariantActions + VariantObservation + VariantInformation + VariantDisplay + VariantSymmetries
{
}

impl<V: VariantActions + VariantObservation + VariantInformation + VariantDisplay + VariantSymmetries>
    ChessVariant for V
{
}
