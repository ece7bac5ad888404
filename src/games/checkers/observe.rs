//! Observations: planes over files and ranks as the seat sees the board.
//!
//! First men and kings on top of stacks, by seat in turn order from the one that looks. Games with stacks add, for each square, how many
//! pieces and kings of each seat are under the top, whose the second piece is and whether it is a king, and the height; games with numbers the
//! numbers of the top man and of the second. Then what the position string says beside the placement, and last, where boards differ by seat, the
//! bare board.

use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::{Checker, PIECES, Stacks};
use super::state::{NOWHERE, State};
use super::tables::Tables;
use crate::board::Set;
use crate::game::{Frame, Planes, Scalar, mark};

/// The names of the planes, in order. `seats` are those of the seats, as [`seat_names`] gives them.
pub(super) fn planes(
    stacked: bool,
    numbers: bool,
    seats: &[&str],
    seat_shown: bool,
    bare: &[&str],
) -> Vec<String> {
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
    names.extend(bare.iter().map(|name| String::from(*name)));
    names
}

/// What the seats are to one another, in turn order from the one that looks.
pub(super) fn seat_names<S: Set, const SEATS: usize>(tables: &Tables<S, SEATS>) -> Vec<&'static str> {
    let partners = tables.order[0].map(|seat| tables.enemies[0] >> seat & 1 == 0);
    if SEATS == 2 {
        return vec!["own", "enemy"];
    }
    let (mut partners_left, mut enemies_left) = if tables.alone {
        return ["own", "next", "second", "third", "fourth", "fifth"][..SEATS].to_vec();
    } else if SEATS == 4 {
        (["partner"].iter(), ["next enemy", "last enemy"].iter())
    } else if partners.iter().filter(|&&partner| partner).count() == 2 {
        (["partner"].iter(), ["first enemy", "second enemy", "third enemy", "fourth enemy"].iter())
    } else {
        (["first partner", "second partner"].iter(), ["first enemy", "second enemy", "third enemy"].iter())
    };
    let others = partners[1..]
        .iter()
        .filter_map(|&partner| if partner { partners_left.next() } else { enemies_left.next() });
    std::iter::once("own").chain(others.copied()).collect()
}

/// Whether the planes say which seat it is that looks: where seats differ in more than the side they sit at, or the board is not turned.
pub(super) fn seat_shown(seats: usize, frame: Frame) -> bool {
    seats > 2 || frame == Frame::Board
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
        let (area, place) = (self.area(), &self.tables.place[seat]);
        let mut planes = Planes::new(out, area);
        for kings in [false, true] {
            for &other in &self.tables.order[seat] {
                let owned = state.owned[other as usize % SEATS];
                let shown = if kings { owned & state.kings } else { owned & !state.kings };
                self.mark(shown, seat, planes.take(1));
            }
        }
        if K::STACKED {
            self.write_stacks(state, seat, &mut planes);
        } else if K::NUMBERS {
            let numbers = planes.empty(1);
            (state.occupied() & !state.kings).each(|cell| {
                numbers[place[cell as usize] as usize] = share(state.stacks.number(cell), PIECES);
            });
        }
        let jumping = if state.jumper == NOWHERE { G::Set::EMPTY } else { G::Set::one(state.jumper) };
        self.mark(jumping, seat, planes.take(1));
        if K::STACKED {
            self.mark(state.jumped, seat, planes.take(1));
            planes.level(f32::from(state.crown) / f32::from(Self::CROWN));
        }
        planes.level(f32::from(state.quiet) / QUIET as f32);
        planes.level(state.stood_before(1) as f32 / 2.0);
        let others = (SEATS - 1) as f32;
        planes.level(f32::from(self.tables.distance[seat][state.seat as usize]) / others);
        if seat_shown {
            planes.level(seat as f32 / others);
        }
        let bare = &self.tables.bare[seat];
        for (place, &bare) in planes.take(bare.len() / area).iter_mut().zip(bare) {
            *place = if bare { T::ONE } else { T::ZERO };
        }
    }

    /// How many cells a plane has.
    #[inline(always)]
    fn area(&self) -> usize {
        let (rows, columns) = self.tables.board.grid();
        if self.tables.whole && G::as_plane(G::Set::EMPTY).is_some() { 64 } else { rows * columns }
    }

    /// Marks a set of cells, and no others, in a plane as `seat` sees it.
    #[inline(always)]
    fn mark<T: Scalar>(&self, set: G::Set, seat: usize, plane: &mut [T]) {
        if let Some(bits) = G::as_plane(set)
            && self.tables.whole
        {
            return mark(if self.tables.turned[seat] { bits.reverse_bits() } else { bits }, plane);
        }
        plane.fill(T::ZERO);
        let place = &self.tables.place[seat];
        set.each(|cell| plane[place[cell as usize] as usize] = T::ONE);
    }

    /// Writes what is in the stacks: planes of under, kings under and second by seat, then king second, height, number, second number.
    #[inline(always)]
    fn write_stacks<T: Scalar>(
        &self,
        state: &State<G::Set, K, SEATS, QUIET>,
        seat: usize,
        planes: &mut Planes<'_, T>,
    ) {
        let (area, distance) = (self.area(), &self.tables.distance[seat]);
        let under = planes.empty(2 * SEATS);
        let seconds = planes.take(SEATS + 1);
        let heights = planes.empty(1 + if K::NUMBERS { 2 } else { 0 });
        let (mut second, mut second_king) = ([G::Set::EMPTY; SEATS], G::Set::EMPTY);
        let single = share(1, PIECES * SEATS);
        state.occupied().each(|cell| {
            let place = self.tables.place[seat][cell as usize] as usize;
            if K::NUMBERS && !state.kings.has(cell) {
                heights[area + place] = share(state.stacks.number(cell), PIECES);
            }
            if state.stacks.is_single(cell) {
                heights[place] = single;
                return;
            }
            // By seat, how many pieces and how many kings are under the top, a byte each.
            let (mut height, mut pieces, mut kings) = (0, 0u64, 0u64);
            let top = Checker { seat: 0, king: false, number: 0 };
            state.stacks.each(cell, top, |checker| {
                let owner = distance[checker.seat as usize % SEATS] as usize;
                if height > 0 {
                    pieces += 1 << (8 * owner);
                    kings += u64::from(checker.king) << (8 * owner);
                }
                if height == 1 {
                    let here = G::Set::one(cell);
                    second[owner] = second[owner] | here;
                    second_king = second_king | here.only_if(checker.king);
                    if K::NUMBERS {
                        heights[2 * area + place] = share(checker.number, PIECES);
                    }
                }
                height += 1;
            });
            heights[place] = share(height, PIECES * SEATS);
            for owner in 0..SEATS {
                under[owner * area + place] = share((pieces >> (8 * owner)) as u8, PIECES);
                if kings != 0 {
                    under[(SEATS + owner) * area + place] = share((kings >> (8 * owner)) as u8, PIECES);
                }
            }
        });
        for (set, plane) in second.into_iter().chain([second_king]).zip(seconds.chunks_exact_mut(area)) {
            self.mark(set, seat, plane);
        }
    }
}

/// `count` of `all`, as a fraction.
fn share<T: Scalar>(count: u8, all: usize) -> T {
    T::of(f32::from(count) / all as f32)
}
