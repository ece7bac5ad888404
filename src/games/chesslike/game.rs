//! The game type: the engine of one variant and the description of the game.

use super::action_layout::ActionLayout;
use super::engine::Engine;
use super::line_tables::MAX_LINES;
use super::state::State;
use super::symmetries::BoardSymmetry;
use super::variant_spec::VariantSpec;
use crate::board::{Bitboard, Lattice};
use crate::game::roles::*;
use crate::game::{Scores, Spec, Symmetry};

/// A game of one variant, described or built in.
#[derive(Clone, Debug)]
pub struct ChessLike {
    pub(super) engine: Engine,
    pub(super) action_layout: ActionLayout,
    pub(super) spec: Spec,
    pub(super) start: State,
    pub(super) board_symmetries: Vec<BoardSymmetry>,
    pub(super) symmetries: Vec<Symmetry>,
}

impl ChessLike {
    /// Builds the game of a specification.
    pub fn new(variant: VariantSpec) -> ChessLike {
        let engine = Engine::new(&variant);
        let action_layout = ActionLayout::new(&engine);
        let start = engine.start_state(&variant.start);
        let board_symmetries = engine.board_symmetries(&variant, &start.pieces);
        let symmetries = board_symmetries
            .iter()
            .filter_map(|board_symmetry| engine.action_symmetry(&action_layout, board_symmetry))
            .collect();
        let spec = Spec {
            id: variant.id,
            title: variant.title,
            summary: variant.summary,
            family: variant.family,
            rules: variant.rules,
            description: variant.description,
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
            max_steps: max_steps(&engine, &start),
            frame: variant.frame,
        };
        ChessLike { engine, action_layout, spec, start, board_symmetries, symmetries }
    }
}

impl ChessLike {
    /// Builds the game of a description.
    ///
    /// # Errors
    ///
    /// Returns the reason why the game cannot be played.
    pub fn described(variant: VariantSpec) -> Result<ChessLike, String> {
        let lines: usize = variant.lattices.iter().flat_map(Lattice::axes).map(Vec::len).sum();
        if lines >= MAX_LINES {
            return Err(format!(
                "has a board with {lines} lines of cells; at most {} are possible",
                MAX_LINES - 1
            ));
        }
        let game = ChessLike::new(variant);
        if !game.engine.has_legal_step(&game.start, game.start.seat) {
            return Err("has a start position without a legal step".into());
        }
        Ok(game)
    }
}

impl Information for ChessLike {}

/// Returns an upper bound of the number of steps of a game.
///
/// A game with drops, in which pieces come back, has a limit of its own. Otherwise fewer steps than the clock
/// limit lie between two captures, promotions or pawn moves, and a pawn has fewer moves than the board has
/// rows.
fn max_steps(engine: &Engine, start: &State) -> u32 {
    let (pieces, pawns) = (start.pieces.occupied().count(), start.pieces.pawns().count());
    let promotions = if engine.promotes_freely { pieces } else { 0 };
    let resets = pieces + pawns * engine.board.grid().0 + promotions;
    let bound = (resets + 1) as u32 * u32::from(engine.draw_clock);
    match engine.max_length {
        Some(length) if engine.has_drops => length,
        length => length.unwrap_or(bound).min(bound),
    }
}
