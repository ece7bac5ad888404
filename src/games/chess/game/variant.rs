//! What a variant of chess on the 8x8 board changes, by role.
//!
//! A variant implements seven small traits, one for each role of a game (see [`roles`](crate::game::roles)).
//! [`ChessVariant`] is their sum, and [`ChessGame`](super::ChessGame) makes a game from it: counting,
//! picking, masks, action numbers, step strings, parsing, perft and symmetries follow from what the traits
//! say.

use crate::board::Cell;
use crate::game::{
    Actor, CellMark, Frame, Mark, OffBoardGroup, Outcome, Perspective, Piece, Plane, PositionFormat, Rng,
    SearchProfile, Seat, Spec, never_legal,
};
use crate::games::chess::kit::castling::CastlingNotation;
use crate::games::chess::kit::choices::ChoiceActions;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves, Numbering};
use crate::games::chess::kit::placement;
use crate::games::chess::kit::planes::Planes;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::Weights;
use crate::games::chess::kit::step::{Step, UciMove};
use crate::packing::{PackFields, pack_fields};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A state of a variant: a position, and what the variant remembers beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State<E> {
    /// The board, the seat to act, castling rights, the en passant square and the clock.
    pub position: Position,
    /// What the variant remembers beyond the position.
    pub extra: E,
}
pack_fields!([E: PackFields] State<E> { position, extra });

/// The rules of a variant: its states, legal steps, what they do, chance, and how a game ends.
pub trait VariantRules: Send + Sync + Sized + 'static {
    /// The rest of a state: what the variant remembers beyond the position. Position strings are read into
    /// the default.
    type Extra: Clone + Default + Eq + Hash + Debug + Send + Sync + PackFields + 'static;

    /// The container of the legal steps: a [`MoveSet`](crate::games::chess::kit::move_set::MoveSet) for moves
    /// of pieces, paired with a [`ChoiceSet`] if both can be legal at the same time.
    type Moves: LegalMoves;

    /// Whether chance steps occur in play.
    const CHANCE: bool = false;

    /// Whether every turn is a single step.
    const ONE_STEP: bool = true;

    /// Returns the description of the game. [`ChessGame`](super::ChessGame) fills in planes and
    /// actions.
    fn spec(&self, frame: Frame) -> Spec;

    /// Returns the start of a new game.
    fn start(&self, rng: &mut Rng) -> State<Self::Extra>;

    /// Returns whether the game has ended although there can be steps: by a draw or by the capture of a king.
    fn is_ended(&self, state: &State<Self::Extra>) -> bool;

    /// Returns the legal choices if no piece can move now. At a chance step these are its outcomes. The game
    /// has not [ended](VariantRules::is_ended).
    #[inline(always)]
    fn only_choices(&self, _state: &State<Self::Extra>) -> Option<ChoiceSet> {
        None
    }

    /// Adds the legal steps of the seat to act to an empty container. The game has not
    /// [ended](VariantRules::is_ended), and there are not [only choices](VariantRules::only_choices).
    fn add_legal(&self, state: &State<Self::Extra>, moves: &mut Self::Moves);

    /// Makes a legal step.
    fn apply(&self, state: &mut State<Self::Extra>, step: Step);

    /// Returns how the game ended, or `None` if it is not over.
    fn outcome(&self, state: &State<Self::Extra>) -> Option<Outcome>;

    /// Returns who makes the next step, provided that the game is not over.
    #[inline(always)]
    fn mover(&self, state: &State<Self::Extra>) -> Actor {
        Actor::Seat(state.position.seat)
    }

    /// Returns whether the seat to act continues a turn that it has begun.
    fn mid_turn(&self, _state: &State<Self::Extra>) -> bool {
        false
    }

    /// Calls `visit` for each outcome of a chance step, with its probability.
    fn chance(&self, _state: &State<Self::Extra>, _visit: impl FnMut(Step, f64)) {}

    /// Returns the value of the pieces of `seat` on the board, in pawns.
    fn material(&self, state: &State<Self::Extra>, seat: Seat) -> f32 {
        state.position.pieces.material(seat)
    }

    /// Returns what search may take for granted.
    fn search_profile(&self) -> SearchProfile {
        SearchProfile::default()
    }

    /// Returns the weights of the positional evaluation, for variants in which it makes alpha-beta stronger:
    /// see `docs/strength.md`.
    #[inline(always)]
    fn weights(&self) -> Option<&'static Weights> {
        None
    }

    /// Returns whether the left and right edges of the board are joined: it is a cylinder, which can be
    /// rotated by any number of files. The lowest three bits of each of its [own
    /// actions](VariantActions::OWN_ACTIONS) must then be a file.
    #[inline(always)]
    fn wraps(&self) -> bool {
        false
    }

    /// Hashes what continuations depend on beyond the position. Variants leave out counters and histories.
    fn hash_extra(&self, extra: &Self::Extra, hasher: &mut impl Hasher) {
        extra.hash(hasher);
    }

    /// Whether the seat to act is in check.
    fn in_check(&self, _state: &State<Self::Extra>) -> bool {
        false
    }

    /// Returns what is left of the gain of a step after the best captures and recaptures on the same cell.
    fn exchange(&self, _state: &State<Self::Extra>, _step: Step, gain: i32) -> i32 {
        gain
    }

    /// Returns the value of the piece of its own side that a step captures, in hundredths of a pawn.
    #[inline(always)]
    fn loss(&self, _state: &State<Self::Extra>, _step: Step) -> i32 {
        0
    }

    /// Passes the turn and returns true, if search may use it as a bound. See
    /// [`SearchHints::pass`](crate::game::SearchHints::pass).
    fn pass(&self, _state: &mut State<Self::Extra>) -> bool {
        false
    }

    /// Returns the number of sequences of `depth` steps if they can be counted without making every step.
    fn bulk_perft(&self, _state: &State<Self::Extra>, _depth: u32) -> Option<u64> {
        None
    }
}

/// The notation of a variant: step strings, position strings, and the reasons why a text is rejected.
pub trait VariantNotation: VariantRules {
    /// The fields of the position strings.
    const FORMAT: PositionFormat<Self, State<Self::Extra>>;

    /// Returns how step strings and actions name a castling move.
    #[inline(always)]
    fn castling_notation(&self) -> CastlingNotation {
        CastlingNotation::TwoFiles
    }

    /// Writes the step string of a move of a piece.
    fn write_step(&self, _state: &State<Self::Extra>, step: Step, out: &mut String) {
        step.write(self.castling_notation(), out);
    }

    /// Returns the move that a text names. It need not be legal.
    fn parse_step(&self, state: &State<Self::Extra>, text: &str) -> Option<Step> {
        self.find_step(state, UciMove::read(text)?)
    }

    /// Returns the move that two cells and a promotion name. It need not be legal.
    #[inline]
    fn find_step(&self, state: &State<Self::Extra>, named: UciMove) -> Option<Step> {
        state.position.find_step(named, self.castling_notation())
    }

    /// Returns why a text is not a legal step, for reasons that come before those of pieces. The game is not
    /// over.
    fn explain_text(&self, _state: &State<Self::Extra>, _text: &str) -> Option<String> {
        None
    }

    /// Returns why a piece cannot make the move that a text names.
    fn explain_move(&self, state: &State<Self::Extra>, step: Step) -> String;
}

/// The actions of a variant: choices that move no piece, and actions of its own.
pub trait VariantActions: VariantNotation {
    /// The number of actions that the variant numbers itself. They come after those of pieces and choices.
    const OWN_ACTIONS: usize = 0;

    /// The actions that move no piece.
    const CHOICES: &'static ChoiceActions = ChoiceActions::EMPTY;

    /// Returns the number of its own actions, if it depends on more than the type.
    fn own_actions(&self) -> usize {
        Self::OWN_ACTIONS
    }

    /// Returns the action number of a step.
    #[inline(always)]
    fn action(&self, numbering: &Numbering, _state: &State<Self::Extra>, step: Step) -> usize {
        numbering.action(step)
    }

    /// Returns the step of an action number. It need not be legal.
    #[inline]
    fn step(&self, numbering: &Numbering, state: &State<Self::Extra>, action: usize) -> Option<Step> {
        match numbering.choice(action) {
            None => self.find_step(state, numbering.named(&state.position, action)?),
            choice => choice,
        }
    }

    /// Describes one of its [own actions](VariantActions::OWN_ACTIONS) in words. `own` counts from the first
    /// of them.
    fn own_action_text(&self, _own: usize, _seen: &Perspective<'_>) -> String {
        never_legal("the action number stands for no move")
    }

    /// Returns the place of one of its [own actions](VariantActions::OWN_ACTIONS) in planes of its own, which
    /// come after those of pieces and choices. `None` if the action names no cell.
    fn own_action_place(&self, _own: usize) -> Option<usize> {
        None
    }
}

/// The observation of a variant: what it shows beyond the planes that all games of the family have.
pub trait VariantObservation: VariantRules {
    /// Returns the observation planes beyond those that all games of the family have.
    fn planes(&self) -> Vec<Plane>;

    /// Writes the values of [`planes`](VariantObservation::planes) as `seat` may see them.
    fn observe(&self, state: &State<Self::Extra>, seat: Seat, planes: &mut Planes);

    /// Writes the planes that all games of the family have, as `seat` may see them.
    #[inline(always)]
    fn observe_position(&self, state: &State<Self::Extra>, seat: Seat, planes: &mut Planes) {
        planes.position(&state.position, seat);
    }
}

/// The information of a variant: what a seat may see. The defaults hide nothing.
pub trait VariantInformation: VariantRules {
    /// Returns whether the choice to be made is a commit, which the other seat does not see before its own.
    fn is_simultaneous(&self, _state: &State<Self::Extra>) -> bool {
        false
    }

    /// Returns the text of a step, about to be made, as `seat` sees it. `None` if that is the step string.
    fn step_text_for(&self, _state: &State<Self::Extra>, _step: Step, _seat: Seat) -> Option<String> {
        None
    }

    /// Returns a random state that `seat` cannot tell from this one, drawn as the rule document defines.
    fn resample(&self, state: &State<Self::Extra>, _seat: Seat, _rng: &mut Rng) -> State<Self::Extra> {
        state.clone()
    }
}

/// The display of a variant: pieces, marks and things off the board for pictures. The defaults show the
/// pieces only.
pub trait VariantDisplay: VariantRules {
    /// Returns the stack on a cell, top first, for pictures.
    fn pieces(&self, state: &State<Self::Extra>, cell: Cell) -> Vec<Piece> {
        let mut pieces = placement::pieces_on(&state.position.pieces, cell);
        for piece in &mut pieces {
            piece.text.push_str(self.suffix(state, cell));
            piece.marks = self.marks(state, cell);
        }
        pieces
    }

    /// Returns what follows the letter of the piece on a cell in position strings.
    fn suffix(&self, _state: &State<Self::Extra>, _cell: Cell) -> &'static str {
        ""
    }

    /// Returns the marks of the piece on a cell, such as its checkers.
    fn marks(&self, _state: &State<Self::Extra>, _cell: Cell) -> Vec<Mark> {
        Vec::new()
    }

    /// Returns the marks on the cells themselves, as `viewer` may see them.
    fn cell_marks(&self, _state: &State<Self::Extra>, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }

    /// Returns the shadows of pieces on the cells. Everybody sees them.
    fn shadows(&self, _state: &State<Self::Extra>) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }

    /// Returns the groups of things off the board, as `viewer` may see them. The groups are the same in every
    /// state.
    fn off_board(&self, _state: &State<Self::Extra>, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }
}

/// The symmetries of a variant: the mirror, and the rotations of a cylinder.
pub trait VariantSymmetries: VariantRules {
    /// Whether the reflection that exchanges left and right is a symmetry of the game.
    const MIRROR: bool = true;

    /// Returns the number of one of its [own actions](VariantActions::OWN_ACTIONS) on the board reflected
    /// left to right. Both numbers count from the first of them.
    fn mirrored_action(own: usize) -> usize {
        own
    }

    /// Returns the extra of a state without castling rights after the
    /// [reflection](VariantSymmetries::MIRROR). `None` if it cannot be reflected.
    fn mirrored(&self, state: &State<Self::Extra>) -> Option<Self::Extra>;

    /// Returns the extra of a state without castling rights after a rotation by `files` to the right.
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

/// Returns the description that most games share: two seats, no teams, White first, no hidden information.
pub fn spec(id: &str, title: &str, family: &'static str, frame: Frame) -> Spec {
    Spec { family, frame, ..Spec::new(id, title, 2) }
}
