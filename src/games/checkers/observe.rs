//! Observations: planes over files and ranks as the seat sees the board.
//!
//! First men and kings on top of stacks, by seat in turn order from the one that looks. Games with stacks add, for each square, how many
//! pieces and kings of each seat are under the top, whose the second piece is and whether it is a king, and the height; games with numbers the
//! numbers of the top man and of the second. Then what the position string says beside the placement.

use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::{PIECES, Stacks};
use super::state::{NOWHERE, State};
use super::variety::Teams;
use crate::board::Set;
use crate::game::{Frame, Scalar};

/// The names of the planes, in order.
pub(super) fn planes(stacked: bool, numbers: bool, teams: Teams, seat_shown: bool) -> Vec<String> {
    let seats: &[&str] = match teams {
        Teams::Single => &["own", "enemy"],
        Teams::Pairs => &["own", "next enemy", "partner", "last enemy"],
        Teams::Cutthroat => &["own", "next", "second", "third"],
    };
    let mut names = Vec::new();
    let mut each = |what: &str| names.extend(seats.iter().map(|seat| format!("{seat} {what}")));
    each("men");
    each("kings");
    if stacked {
        each("pieces under the top");
        each("kings under the top");
        each("second piece");
        names.extend(["second is king", "height"].map(String::from));
    }
    if numbers {
        names.push("number".into());
        if stacked {
            names.push("second number".into());
        }
    }
    names.push("jumping".into());
    if stacked {
        names.push("jumped".into());
        names.push("crown".into());
    }
    names.extend(["quiet", "repeated", "to act"].map(String::from));
    if seat_shown {
        names.push("seat".into());
    }
    names
}

/// Whether the planes say which seat it is that looks: where seats differ in more than the side they sit at, or the board is not turned.
pub(super) fn seat_shown(seats: usize, frame: Frame) -> bool {
    seats > 2 || frame == Frame::Board
}

/// Planes being written one after the other.
struct Planes<'a, T> {
    left: &'a mut [T],
    area: usize,
}

impl<'a, T: Scalar> Planes<'a, T> {
    fn take(&mut self, count: usize) -> &'a mut [T] {
        let (taken, left) = std::mem::take(&mut self.left).split_at_mut(count * self.area);
        self.left = left;
        taken
    }

    fn fill(&mut self, value: f32) {
        self.take(1).fill(T::of(value.min(1.0)));
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize>
    Engine<G, K, SEATS, DIRS, QUIET>
{
    /// Writes what `seat` sees.
    pub(super) fn write_planes<T: Scalar>(
        &self,
        state: &State<G::Set, K, SEATS, QUIET>,
        seat: usize,
        seat_shown: bool,
        out: &mut [T],
    ) {
        let (rows, columns) = self.tables.board.grid();
        let (area, place) = (rows * columns, &self.tables.place[seat]);
        out.fill(T::ZERO);
        let mut planes = Planes { left: out, area };
        for (kings, plane) in [false, true].into_iter().flat_map(|kings| (0..SEATS).map(move |p| (kings, p)))
        {
            let owned = state.owned[(seat + plane) % SEATS];
            let tops = planes.take(1);
            let shown = if kings { owned & state.kings } else { owned & !state.kings };
            shown.each(|cell| tops[place[cell as usize] as usize] = T::ONE);
        }
        if K::STACKED {
            let under = planes.take(3 * SEATS + 2 + usize::from(K::NUMBERS) * 2);
            state.occupied().each(|cell| self.write_stack(state, seat, cell, area, under));
        } else if K::NUMBERS {
            let numbers = planes.take(1);
            (state.occupied() & !state.kings).each(|cell| {
                numbers[place[cell as usize] as usize] = share(state.stacks.number(cell), PIECES);
            });
        }
        let jumping = planes.take(1);
        if state.jumper != NOWHERE {
            jumping[place[state.jumper as usize] as usize] = T::ONE;
        }
        if K::STACKED {
            let jumped = planes.take(1);
            state.jumped.each(|cell| jumped[place[cell as usize] as usize] = T::ONE);
            planes.fill(f32::from(state.crown) / f32::from(Self::CROWN));
        }
        planes.fill(f32::from(state.quiet) / QUIET as f32);
        planes.fill(state.stood_before(1) as f32 / 2.0);
        let others = (SEATS - 1) as f32;
        planes.fill(((state.seat as usize + SEATS - seat) % SEATS) as f32 / others);
        if seat_shown {
            planes.fill(seat as f32 / others);
        }
    }

    /// Writes what is in a stack: planes of under, kings under and second by seat, then king second, height, number, second number.
    fn write_stack<T: Scalar>(
        &self,
        state: &State<G::Set, K, SEATS, QUIET>,
        seat: usize,
        cell: u8,
        area: usize,
        planes: &mut [T],
    ) {
        let place = self.tables.place[seat][cell as usize] as usize;
        let mut set = |plane: usize, value: T| planes[plane * area + place] = value;
        if state.stacks.is_single(cell) {
            set(3 * SEATS + 1, share(1, PIECES * SEATS));
            if K::NUMBERS && !state.kings.has(cell) {
                set(3 * SEATS + 2, share(state.stacks.number(cell), PIECES));
            }
            return;
        }
        let (mut height, mut under, mut kings) = (0, [0u8; SEATS], [0u8; SEATS]);
        state.each_piece(cell, |checker| {
            let owner = (checker.seat as usize + SEATS - seat) % SEATS;
            match height {
                0 if K::NUMBERS => set(3 * SEATS + 2, share(checker.number, PIECES)),
                0 => {}
                _ => {
                    under[owner] += 1;
                    kings[owner] += u8::from(checker.king);
                }
            }
            if height == 1 {
                set(2 * SEATS + owner, T::ONE);
                set(3 * SEATS, T::of(f32::from(u8::from(checker.king))));
                if K::NUMBERS {
                    set(3 * SEATS + 3, share(checker.number, PIECES));
                }
            }
            height += 1;
        });
        set(3 * SEATS + 1, share(height, PIECES * SEATS));
        for owner in 0..SEATS {
            set(owner, share(under[owner], PIECES));
            set(SEATS + owner, share(kings[owner], PIECES));
        }
    }
}

/// `count` of `all`, as a fraction.
fn share<T: Scalar>(count: u8, all: usize) -> T {
    T::of(f32::from(count) / all as f32)
}
