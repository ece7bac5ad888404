//! The view of a game: the planes of the family, then those of the variant; pictures and symmetries.

use super::ChessGame;
use super::variant::{ChessVariant, State};
use crate::game::roles::{Display, Information, Notation, Observation, Rules, Symmetries};
use crate::game::{Canvas, CellMark, OffBoardGroup, Piece, Rng, Seat, Symmetry};
use crate::games::chess::kit::board_transform::{self, BoardTransform};
use crate::games::chess::kit::planes::Planes;
use crate::games::chess::kit::step::Step;

impl<V: ChessVariant> Observation for ChessGame<V> {
    fn observe(&self, state: &State<V::Extra>, seat: Seat, canvas: &mut Canvas) {
        let mut planes = Planes::new(canvas, self.spec.frame, seat);
        self.variant.observe_position(state, seat, &mut planes);
        self.variant.observe(state, seat, &mut planes);
        planes.black(seat);
    }
}

impl<V: ChessVariant> Information for ChessGame<V> {
    fn is_simultaneous(&self, state: &State<V::Extra>) -> bool {
        self.variant.is_simultaneous(state) && self.outcome(state).is_none()
    }

    fn observation_string(&self, state: &State<V::Extra>, seat: Seat) -> String {
        let mut out = String::with_capacity(96);
        V::FORMAT.write(&self.variant, state, Some(seat), &mut out);
        out
    }

    fn step_text_for(&self, state: &State<V::Extra>, step: Step, seat: Seat) -> String {
        self.variant.step_text_for(state, step, seat).unwrap_or_else(|| self.step_text(state, step))
    }

    fn resample(&self, state: &State<V::Extra>, seat: Seat, rng: &mut Rng) -> State<V::Extra> {
        self.variant.resample(state, seat, rng)
    }
}

impl<V: ChessVariant> Display for ChessGame<V> {
    fn pieces(&self, state: &State<V::Extra>, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        self.variant.pieces(state, cell)
    }

    fn cell_marks(&self, state: &State<V::Extra>, viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        self.variant.cell_marks(state, viewer)
    }

    fn shadows(&self, state: &State<V::Extra>) -> Vec<(u8, CellMark)> {
        self.variant.shadows(state)
    }

    fn off_board(&self, state: &State<V::Extra>, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        self.variant.off_board(state, viewer)
    }
}

impl<V: ChessVariant> Symmetries for ChessGame<V> {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// None while castling rights stand: king and queen would have changed sides.
    fn transform(&self, state: &State<V::Extra>, symmetry: &Symmetry) -> Option<State<V::Extra>> {
        if state.position.rights != 0 {
            return None;
        }
        let at = self.symmetries.iter().position(|known| known.name == symmetry.name)?;
        let BoardTransform { mirrored, files } = self.transforms[at];
        let mut turned = state.clone();
        if mirrored {
            turned = State {
                position: board_transform::mirrored_position(&state.position),
                extra: self.variant.mirrored(state)?,
            };
        }
        if files != 0 {
            let position = board_transform::shifted_position(&turned.position, files);
            turned = State { position, extra: self.variant.shifted(&turned, files)? };
        }
        Some(turned)
    }
}
