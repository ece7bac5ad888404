//! What a variant on the 8x8 board changes.

use super::castling::Spelling;
use super::menu::Menu;
use super::offer::{Choices, Numbering, Offer};
use super::planes::Planes;
use super::position::Position;
use super::step::{Named, Step};
use crate::board::Cell;
use crate::game::{
    Actor, CellMark, FenError, Frame, Mark, OffBoardGroup, Outcome, Perspective, Piece, Plane, Rng, Seat,
    Spec, never_legal,
};
use std::fmt::Debug;
use std::hash::Hash;

/// A position with everything that a twist remembers besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<M> {
    /// Board, seat to act, rights, cell passed over, clock.
    pub position: Position,
    /// The rest.
    pub more: M,
}

/// A variant of chess on the 8x8 board: what it changes, and nothing else. [`Kit`](super::kit::Kit) makes a
/// game of it.
///
/// A twist says which steps there are ([`offer`](Twist::offer)), what making one does, when and how the game
/// ends, what its position string and its observations have beyond those of a position, and what a seat may
/// see. All else (counting, picking, masks, numbers of actions, texts of steps, reading them, perft, the
/// mirror) follows.
pub trait Twist: Send + Sync + Sized + 'static {
    /// What its states have beyond a position.
    type More: Clone + Eq + Hash + Debug + Send + Sync;
    /// How it offers the steps of pieces: as [`Sets`](super::sets::Sets), with [`Choices`] beside them where
    /// there can be both at once.
    type Offer: Offer;

    /// Whether chance steps occur in play.
    const CHANCE: bool = false;
    /// Whether every turn is one step.
    const ONE_STEP: bool = true;
    /// Whether the mirror that exchanges left and right is a symmetry of the game.
    const MIRROR: bool = true;
    /// How many actions it numbers itself, behind those of pieces and choices.
    const OWN_ACTIONS: usize = 0;
    /// The choices that are no move.
    const MENU: &'static Menu = Menu::EMPTY;
    /// The observation planes beyond those that all games of the family have.
    fn planes() -> Vec<Plane>;

    /// What the game is; the kit fills in planes and actions.
    fn spec(&self, frame: Frame) -> Spec;

    /// How castlings are named.
    #[inline(always)]
    fn spelling(&self) -> Spelling {
        Spelling::TwoFiles
    }

    /// A new game.
    fn start(&self, rng: &mut Rng) -> State<Self::More>;

    /// Whether the game has ended though there may be steps: by a draw, by a king taken.
    fn is_ended(&self, state: &State<Self::More>) -> bool;

    /// The choices, at a moment when there is nothing else to do (the outcomes at a chance step). The game
    /// has not [ended](Twist::is_ended).
    #[inline(always)]
    fn choosing(&self, _state: &State<Self::More>) -> Option<Choices> {
        None
    }

    /// Puts the steps of the seat to act into an empty offer: the game has not [ended](Twist::is_ended), and
    /// there are not only [choices](Twist::choosing).
    fn offer(&self, state: &State<Self::More>, offer: &mut Self::Offer);

    /// Makes a legal step.
    fn apply(&self, state: &mut State<Self::More>, step: Step);

    /// How the game ended, if it is over.
    fn outcome(&self, state: &State<Self::More>) -> Option<Outcome>;

    /// Who makes the next step if the game goes on.
    #[inline(always)]
    fn mover(&self, state: &State<Self::More>) -> Actor {
        Actor::Seat(state.position.seat)
    }

    /// Whether the seat to act goes on with a turn that it has begun.
    fn mid_turn(&self, _state: &State<Self::More>) -> bool {
        false
    }

    /// At a chance step: each outcome with its probability.
    fn chance(&self, _state: &State<Self::More>, _visit: impl FnMut(Step, f64)) {}

    /// How many actions it numbers itself, where that depends on more than the type.
    fn own_actions(&self) -> usize {
        Self::OWN_ACTIONS
    }

    /// Appends the text of a step of a piece.
    fn spell(&self, _state: &State<Self::More>, step: Step, out: &mut String) {
        step.write(self.spelling(), out);
    }

    /// The step of a piece that a text means: it need not be legal.
    fn spelled(&self, state: &State<Self::More>, text: &str) -> Option<Step> {
        self.step_of(state, Named::read(text)?)
    }

    /// The step that a text or an action means if it names two cells: it need not be legal.
    #[inline]
    fn step_of(&self, state: &State<Self::More>, named: Named) -> Option<Step> {
        state.position.step_of(named, self.spelling())
    }

    /// The action of a step.
    #[inline(always)]
    fn action(&self, numbering: &Numbering, _state: &State<Self::More>, step: Step) -> usize {
        numbering.action(step)
    }

    /// The step that an action means: it need not be legal.
    #[inline]
    fn step(&self, numbering: &Numbering, state: &State<Self::More>, action: usize) -> Option<Step> {
        match numbering.choice(action) {
            None => self.step_of(state, numbering.named(&state.position, action)?),
            choice => choice,
        }
    }

    /// What one of its [own actions](Twist::OWN_ACTIONS), counted from the first of them, means in words.
    fn own_action_text(&self, _own: usize, _seen: &Perspective<'_>) -> String {
        never_legal("the action number stands for no move")
    }

    /// Where one of its [own actions](Twist::OWN_ACTIONS), counted from the first of them, stands in planes
    /// of its own, which begin behind those of pieces and choices; none if it names no cell.
    fn own_action_place(&self, _own: usize) -> Option<usize> {
        None
    }

    /// Where one of its [own actions](Twist::OWN_ACTIONS), counted from the first of them, goes when the
    /// board is mirrored left to right.
    fn mirrored_action(own: usize) -> usize {
        own
    }

    /// Whether the choice to be made, if there is one, is a commit that the other seat does not see before
    /// its own is in.
    fn commits(&self, _state: &State<Self::More>) -> bool {
        false
    }

    /// Why a text is refused, if the twist has reasons before those of pieces: the game is not over.
    fn refusal(&self, _state: &State<Self::More>, _text: &str) -> Option<String> {
        None
    }

    /// Why a piece does not make a step that its text names.
    fn objection(&self, state: &State<Self::More>, step: Step) -> String;

    /// Appends the position string, as a seat may see it or (none) with everything in it.
    fn write(&self, state: &State<Self::More>, eyes: Option<Seat>, out: &mut String);

    /// Reads a position string.
    fn read(&self, text: &str) -> Result<State<Self::More>, FenError>;

    /// Puts down the planes of [`planes`](Twist::planes), as a seat may see them.
    fn observe(&self, state: &State<Self::More>, seat: Seat, planes: &mut Planes);

    /// A step about to be made as a seat sees it, where that is not its own text.
    fn seen(&self, _state: &State<Self::More>, _step: Step, _seat: Seat) -> Option<String> {
        None
    }

    /// The worth of what a seat has on the board, in pawns.
    fn material(&self, state: &State<Self::More>, seat: Seat) -> f32 {
        state.position.men.worth(seat)
    }

    /// Puts down the planes that all games of the family share, as a seat may see them.
    #[inline(always)]
    fn observe_position(&self, state: &State<Self::More>, seat: Seat, planes: &mut Planes) {
        planes.position(&state.position, seat);
    }

    /// What stands on a cell, for pictures.
    fn pieces(&self, state: &State<Self::More>, cell: Cell) -> Vec<Piece> {
        let mut pieces = super::pieces(&state.position.men, cell);
        for piece in &mut pieces {
            piece.text.push_str(self.suffix(state, cell));
            piece.marks = self.marks(state, cell);
        }
        pieces
    }

    /// What stands behind the letter of the man on a cell in position strings.
    fn suffix(&self, _state: &State<Self::More>, _cell: Cell) -> &'static str {
        ""
    }

    /// What there is to see of the man on a cell beyond what he is and whose.
    fn marks(&self, _state: &State<Self::More>, _cell: Cell) -> Vec<Mark> {
        Vec::new()
    }

    /// What is marked on the cells themselves, as a seat may see it.
    fn cell_marks(&self, _state: &State<Self::More>, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }

    /// The shadows of pieces on the cells, which everybody sees.
    fn shadows(&self, _state: &State<Self::More>) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }

    /// What lies beside the board, as a seat may see it: the same groups in every state.
    fn off_board(&self, _state: &State<Self::More>, _eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }

    /// A state that a seat cannot tell from this one, drawn as the rule document says.
    fn resample(&self, state: &State<Self::More>, _seat: Seat, _rng: &mut Rng) -> State<Self::More> {
        state.clone()
    }

    /// What the [mirror](Twist::MIRROR) makes of the rest of a state without castling rights; none where
    /// that cannot be mirrored.
    fn mirrored(&self, state: &State<Self::More>) -> Option<Self::More>;

    /// Whether the board is a cylinder, which can be turned by any number of files. (The file of one of its
    /// [own actions](Twist::OWN_ACTIONS) is then the lowest three bits.)
    fn is_cylinder(&self) -> bool {
        false
    }

    /// What such a turn, by so many files to the right, makes of the rest of a state without castling rights.
    fn shifted(&self, _state: &State<Self::More>, _files: Cell) -> Option<Self::More> {
        None
    }

    /// The number of sequences of `depth` steps, where it can be had without making each of them in full.
    fn perft_at_once(&self, _state: &State<Self::More>, _depth: u32) -> Option<u64> {
        None
    }
}
