//! What a seat sees: everything, as planes over the board.

use super::layout::Layout;
use super::movement::{Articles, SetOf};
use super::rules::Rules;
use super::squares::Squares;
use super::state::{NONE, State};
use crate::board::Set;
use crate::game::{Frame, Planes, Scalar, Seat, mark};

/// The planes of an observation.
///
/// Of the squares jumped in this turn, the last has 1 and the others 1/2. The clocks are over their limits, the repetitions over the
/// two that make the third time. Where the board is not turned to the seat, one more plane tells which seat looks.
pub(super) fn planes(frame: Frame) -> Vec<String> {
    let mut planes = vec![
        "own men",
        "own kings",
        "enemy men",
        "enemy kings",
        "piece in mid-capture",
        "squares jumped in this turn",
        "turns without progress",
        "counted ending",
        "repetitions",
    ];
    if frame == Frame::Board {
        planes.push("seat 1 looks");
    }
    planes.into_iter().map(String::from).collect()
}

/// Writes the planes.
pub(super) fn observe<M: Articles, T: Scalar>(
    rules: &Rules,
    squares: &Squares,
    frame: Frame,
    state: &State<SetOf<M>>,
    seat: Seat,
    out: &mut [T],
) {
    let cells = M::Layout::SIZE as usize * M::Layout::SIZE as usize;
    let turned = frame == Frame::Seat && seat != 0;
    let index = |square: u8| {
        let index = squares.index(square);
        if turned { cells - 1 - index } else { index }
    };
    let mut planes = Planes::new(out, cells);
    let mut show = |set: SetOf<M>| {
        let plane = planes.take(1);
        if cells == 64 {
            let mut bits = 0;
            set.each(|square| bits |= 1 << index(square));
            return mark(bits, plane);
        }
        plane.fill(T::ZERO);
        set.each(|square| plane[index(square)] = T::ONE);
    };
    let own = seat as usize & 1;
    for side in [own, 1 - own] {
        show(state.sides[side] & !state.kings);
        show(state.sides[side] & state.kings);
    }
    let (piece, jumped) = (planes.empty(1), planes.empty(1));
    if state.at != NONE {
        piece[index(state.at)] = T::ONE;
        for &square in state.sequence() {
            jumped[index(square)] = T::of(0.5);
        }
        if let Some(&last) = state.sequence().last() {
            jumped[index(last)] = T::ONE;
        }
    }
    let part = |number: u8, of: u8| f32::from(number) / f32::from(of);
    let limit = rules.endings.class(state.sides, state.kings).map_or(1, |class| rules.endings.limit(class));
    planes.level(part(state.quiet, rules.quiet));
    planes.level(part(state.count, limit));
    planes.level(part(state.occurrences() - 1, 2));
    if frame == Frame::Board {
        planes.level(part(seat, 1));
    }
}
