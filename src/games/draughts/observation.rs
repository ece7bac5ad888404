//! The observation: planes over the board. All information is public.

use super::game::Draughts;
use super::layout::{Layout, WordBitboard};
use super::movement::{Movement, SetOf};
use super::options::RuleSet;
use super::squares::Squares;
use super::state::{NO_SQUARE, State};
use crate::board::rotate180;
use crate::game::roles::{Information, Observation};
use crate::game::{Canvas, Frame, Plane, Seat};

/// Returns the planes of an observation.
///
/// The last square jumped in this turn is 1 and the other jumped squares are 1/2. The counters are divided by
/// their limits, and the repetitions by 2, since the third occurrence ends the game. A game without counted
/// endings has no plane for them. If the board is not rotated for the seat, one more plane states which seat
/// observes.
pub(super) fn planes(rules: &RuleSet, frame: Frame) -> Vec<Plane> {
    let quiet = format!("the turns without progress, divided by the {} that make a draw", rules.quiet);
    let mut planes = vec![
        Plane::marks("own men", "the seat's men"),
        Plane::marks("own kings", "the seat's kings"),
        Plane::marks("enemy men", "the enemy's men"),
        Plane::marks("enemy kings", "the enemy's kings"),
        Plane::marks("piece in mid-capture", "the piece that must jump again"),
        Plane::counts("squares jumped in this turn", 2, "1 for the last square jumped, 1/2 for those before"),
        Plane::level("turns without progress", rules.quiet.into(), quiet),
    ];
    if rules.endings.has_counts() {
        let shows = "the turns counted in the current ending, divided by the limit of that ending";
        planes.push(Plane::share("counted ending", shows));
    }
    let shows = "how many times the position occurred before, divided by 2; the third occurrence is a draw";
    planes.push(Plane::level("repetitions", 2, shows));
    if frame == Frame::Board {
        planes.push(Plane::flag("seat 1 looks", "whether the observing seat is seat 1"));
    }
    planes
}

impl<M: Movement> Observation for Draughts<M> {
    fn observe(&self, state: &State<SetOf<M>>, seat: Seat, canvas: &mut Canvas) {
        observe::<M::Layout>(
            &self.tables.rules,
            &self.tables.squares,
            self.tables.spec.frame,
            state,
            seat,
            canvas,
        );
    }
}

impl<M: Movement> Information for Draughts<M> {}

/// Draws the planes on the canvas.
pub(super) fn observe<L: Layout>(
    rules: &RuleSet,
    squares: &Squares,
    frame: Frame,
    state: &State<L::Set>,
    seat: Seat,
    canvas: &mut Canvas,
) {
    let cells = L::SIZE as usize * L::SIZE as usize;
    let rotated = frame == Frame::Seat && seat != Seat::ZERO;
    let index = |square: u8| {
        let index = squares.plane_index(square);
        if rotated { cells - 1 - index } else { index }
    };
    let own = seat.index() & 1;
    let ([own, enemy], kings) = ([state.sides[own], state.sides[1 - own]], state.kings);
    let pieces = [own & !kings, own & kings, enemy & !kings, enemy & kings];
    let piece = if cells == 64 {
        let [a, b, c, d] = pieces;
        let [a, b, c, d] = rotate180([a, b, c, d].map(|kind| squares.to_plane(kind.words()[0])), rotated);
        canvas.set_all(&[[a], [b], [c], [d], [0], [0]]) + 4
    } else {
        for kind in pieces {
            canvas.push_words(1, &squares.to_plane_words(kind, rotated)[..cells.div_ceil(64)]);
        }
        canvas.next(2)
    };
    if state.capturing != NO_SQUARE {
        let jumped = piece + 1;
        canvas.mark(piece, index(state.capturing));
        if let Some((&last, before)) = state.sequence().split_last() {
            before.iter().for_each(|&square| canvas.value(jumped, index(square), 0.5));
            canvas.mark(jumped, index(last));
        }
    }
    let part = |number: u8, of: u8| f32::from(number) / f32::from(of);
    let (quiet, repeated) = (part(state.quiet, rules.quiet), part(state.occurrences() - 1, 2));
    if rules.endings.has_counts() {
        let class = rules.endings.class(state.sides, state.kings);
        let count = part(state.count, class.map_or(1, |class| rules.endings.limit(class)));
        canvas.level_all(&[quiet, count, repeated]);
    } else {
        canvas.level_all(&[quiet, repeated]);
    }
    if frame == Frame::Board {
        canvas.level(part(seat.number(), 1));
    }
}
