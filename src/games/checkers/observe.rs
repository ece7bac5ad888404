//! Observations: planes over files and ranks as the seat sees the board.
//!
//! First men and kings on top of stacks, by seat in turn order from the one that looks. Games with stacks
//! add, for each square, how many pieces and kings of each seat are under the top, whose the second piece is
//! and whether it is a king, and the height; games with numbers the numbers of the top man and of the second.
//! Then what the position string says beside the placement, and last, where boards differ by seat, the bare
//! board.

use super::contents::{Contents, HEIGHT, KINGS_UNDER, SECOND, SECOND_IS_KING, UNDER};
use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::{Checker, PIECES, Stacks};
use super::state::{NOWHERE, State};
use super::tables::Tables;
use crate::board::{Set, turned_each};
use crate::game::{Canvas, Frame, Part, Plane};

/// The planes, in order. `names` are those of the seats, as [`seat_names`] gives them.
pub(super) fn planes<S: Set, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    stacked: bool,
    numbers: bool,
    names: &[&str],
    seat_shown: bool,
    bare: &[Plane],
) -> Vec<Plane> {
    let (others, one, all) = (tables.seats() as u16 - 1, PIECES as u16, (PIECES * tables.seats()) as u16);
    let mut planes = Vec::new();
    let mut each = |what: &str, of: u16, shows: &str| {
        planes.extend(names.iter().map(|name| {
            let whose = if *name == "own" { "the seat's own".into() } else { format!("the {name} seat's") };
            Plane::counts(format!("{name} {what}"), of, shows.replace("{}", &whose))
        }));
    };
    let top = if stacked { " on top of stacks" } else { "" };
    each("men", 1, &format!("{{}} men{top}"));
    each("kings", 1, &format!("{{}} kings{top}"));
    if stacked {
        each(
            "pieces under the top",
            one,
            "the number of {} pieces in the stack below its top, divided by 12",
        );
        each("kings under the top", one, "the number of {} kings in the stack below its top, divided by 12");
        each("second piece", 1, "the stacks whose second piece, which a jump would uncover, is {}");
        let height = format!("the number of pieces in the stack, divided by {all}");
        planes.push(Plane::marks("second is king", "the stacks whose second piece is a king"));
        planes.push(Plane::counts("height", all, height));
    }
    if numbers {
        planes.push(Plane::counts("number", one, "the number of the man on top, divided by 12"));
        if stacked {
            planes.push(Plane::counts(
                "second number",
                one,
                "the number of the second piece if it is a man, divided by 12",
            ));
        }
    }
    planes.push(Plane::marks("jumping", "the stack that must jump again"));
    if stacked {
        planes.push(Plane::marks("jumped", "the cells that cannot be jumped again in this turn"));
        let turns = tables.crownless_turns();
        let shows = format!("the turns since a man became a king, divided by the {turns} that make a draw");
        planes.push(Plane::level("crown", turns, shows));
    }
    let turns = tables.quiet_turns();
    let quiet = format!("the turns without progress, divided by the {turns} that make a draw");
    let repeated =
        "how many times the position occurred before, divided by 2; the third occurrence is a draw";
    let to_act =
        format!("the number of turns from the observing seat to the seat to act, divided by {others}");
    planes.push(Plane::level("quiet", turns, quiet));
    planes.push(Plane::level("repeated", 2, repeated));
    planes.push(Plane::level("to act", others, to_act));
    if seat_shown {
        planes.push(Plane::level(
            "seat",
            others,
            format!("the number of the observing seat, divided by {others}"),
        ));
    }
    planes.extend_from_slice(bare);
    planes
}

/// What the seats are to one another, in turn order from the one that looks.
pub(super) fn seat_names<S: Set, const SEATS: usize>(tables: &Tables<S, SEATS>) -> Vec<&'static str> {
    names_in(&tables.order[0][..tables.seats()], tables.enemies[0], tables.alone)
}

/// The same for seats in this order, given the enemies of the first as bits, and whether all are enemies.
fn names_in(order: &[u8], enemies: u8, alone: bool) -> Vec<&'static str> {
    let partners: Vec<bool> = order.iter().map(|seat| enemies >> seat & 1 == 0).collect();
    let seats = order.len();
    if seats == 2 {
        return vec!["own", "enemy"];
    }
    let (mut partners_left, mut enemies_left) = if alone {
        return ["own", "next", "second", "third", "fourth", "fifth"][..seats].to_vec();
    } else if seats == 4 {
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

/// Whether the planes say which seat it is that looks: where seats differ in more than the side they sit at,
/// or the board is not turned.
pub(super) fn seat_shown(seats: usize, frame: Frame) -> bool {
    seats > 2 || frame == Frame::Board
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// Puts down what `seat` sees.
    pub(super) fn put_down(
        &self,
        state: &State<G::Set, K, SEATS>,
        seat: usize,
        seat_shown: bool,
        canvas: &mut Canvas,
    ) {
        if let Some(whole) = self.whole(state, seat) {
            self.put_down_whole(state, whole, seat, canvas);
        } else {
            self.put_down_piece_by_piece(state, seat, canvas);
        }
        let others = (self.tables.seats() - 1) as f32;
        let quiet = f32::from(state.quiet) / f32::from(self.tables.quiet_turns());
        let repeated = f32::from(state.stood_before) / 2.0;
        let to_act = f32::from(self.tables.distance[seat][state.seat as usize]) / others;
        if K::STACKED {
            let crown = f32::from(state.crown) / f32::from(self.tables.crownless_turns());
            canvas.level_all(&[crown, quiet, repeated, to_act]);
        } else {
            canvas.level_all(&[quiet, repeated, to_act]);
        }
        if seat_shown {
            canvas.level(seat as f32 / others);
        }
        let (planes, bare) = &self.tables.bare[seat];
        if *planes > 0 {
            canvas.push_words(*planes, bare);
        }
    }

    /// What is marked on a board for two seats whose planes have 64 cells: the men of the seat that looks and
    /// of the other, their kings, the stack that must jump on, and the squares jumped. (If there are stacks,
    /// only where what they are made of is kept.)
    #[inline(always)]
    fn whole(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> Option<[u64; 6]> {
        if SEATS != 2 || K::STACKED && state.stacks.contents().is_empty() {
            return None;
        }
        let jumper = G::Set::one(state.jumper).only_if(state.jumper != NOWHERE);
        let [own, enemy] = [seat, seat ^ 1].map(|seat| state.owned[seat % SEATS]);
        let [men, kings] = [!state.kings, state.kings];
        let sets = [own & men, enemy & men, own & kings, enemy & kings, jumper, state.jumped];
        Some(turned_each(self.as_planes(&sets)?, self.tables.turned[seat]))
    }

    /// The planes of what is marked on such a board.
    #[inline(always)]
    fn put_down_whole(
        &self,
        state: &State<G::Set, K, SEATS>,
        [own_men, enemy_men, own_kings, enemy_kings, jumper, jumped]: [u64; 6],
        seat: usize,
        canvas: &mut Canvas,
    ) {
        canvas.set_all(&[own_men, enemy_men, own_kings, enemy_kings].map(|plane| [plane]));
        if K::STACKED {
            self.put_down_contents(state.stacks.contents(), seat, canvas);
        }
        if state.stacks.numbers() {
            self.put_down_numbers(state, seat, canvas);
        }
        if K::STACKED {
            canvas.set_all(&[[jumper], [jumped]]);
        } else {
            canvas.set(jumper);
        }
    }

    /// Sets of cells as planes of 64 that seat 0 sees, if the board has such.
    #[inline(always)]
    pub(super) fn as_planes<const N: usize>(&self, sets: &[G::Set; N]) -> Option<[u64; N]> {
        if !self.tables.whole {
            return None;
        }
        let mut planes = [0; N];
        for (plane, &set) in planes.iter_mut().zip(sets) {
            *plane = G::as_plane(set)?;
        }
        Some(planes)
    }

    /// The planes of stacks of two seats, whose contents are kept.
    #[inline(always)]
    fn put_down_contents(&self, contents: &[Contents], seat: usize, canvas: &mut Canvas) {
        let seen = canvas.parts(&PARTS[seat & 1]);
        let turned = self.tables.turned[seat];
        if let Some(contents) = contents.first_chunk::<64>() {
            *seen = from_either_side(*contents, turned);
        } else if let Some(contents) = contents.first_chunk::<32>() {
            on_dark_squares(contents, turned, seen);
        }
    }

    /// The planes of what stands on any board and of what was jumped, for any number of seats: hardly any
    /// cell has a number on them.
    #[inline(always)]
    fn put_down_piece_by_piece(&self, state: &State<G::Set, K, SEATS>, seat: usize, canvas: &mut Canvas) {
        let (distance, place) = (&self.tables.distance[seat], &self.tables.place[seat]);
        let (seats, numbers) = (self.tables.seats(), state.stacks.numbers());
        let under = 2 * seats;
        let seconds = under + 2 * seats;
        let height = seconds + seats + 1;
        let number = if K::STACKED { height + 1 } else { under };
        let layers = if K::STACKED { 2 } else { 1 };
        let jumping = number + if numbers { layers } else { 0 };
        let tops = canvas.blank(jumping + layers);
        debug_assert_eq!(tops, 0);
        // Each top is marked, and the second piece and whether it is a king; a cell is jumped once; and there
        // is room for one that is not wanted. A piece has two numbers if it is under others, and else at most
        // three.
        let marked = 3 * PIECES * SEATS + G::Set::BITS as usize + 2;
        let (mut spots, mut dots) = canvas.sparse_marks_and_values(marked, 3 * PIECES * SEATS + 1);
        if K::STACKED {
            let one = share(1, PIECES * seats);
            state.occupied().each(|cell| {
                let place = place[cell as usize] as usize;
                let owner = |checker: Checker| distance[checker.seat as usize % SEATS] as usize;
                let top = state.stacks.top(cell, UNKNOWN);
                spots.mark(owner(top) + seats * usize::from(top.king), place);
                if numbers {
                    dots.put(number, place, share(top.number, PIECES));
                }
                let Some(second) = state.stacks.second(cell) else {
                    dots.put(height, place, one);
                    return;
                };
                spots.mark(seconds + owner(second), place);
                spots.mark_if(second.king, seconds + seats, place);
                if numbers {
                    dots.put(number + 1, place, share(second.number, PIECES));
                }
                let mut pieces = 1;
                if SEATS > 4 {
                    // Stacks are low, and hardly two pieces in one are of the same seat. By seat, how many
                    // pieces and how many kings there are so far, a byte each.
                    let mut counts = [0u64; 2];
                    state.stacks.under(cell, |checker| {
                        let owner = owner(checker);
                        let mut add = |kind: usize| {
                            counts[kind] += 1 << (8 * owner);
                            let count = (counts[kind] >> (8 * owner)) as u8;
                            dots.put(under + kind * seats + owner, place, share(count, PIECES));
                        };
                        add(0);
                        if checker.king {
                            add(1);
                        }
                        pieces += 1;
                    });
                } else {
                    let buried = state.stacks.buried(cell);
                    buried.each(|seat, pieces, kings| {
                        let plane = under + distance[seat % SEATS] as usize;
                        dots.put(plane, place, share(pieces, PIECES));
                        dots.put_if(kings > 0, plane + seats, place, share(kings, PIECES));
                    });
                    pieces += buried.count();
                }
                dots.put(height, place, f32::from(pieces) * one);
            });
        } else {
            for (owned, &turn) in state.owned.iter().zip(distance) {
                owned.each(|cell| {
                    let (place, king) = (place[cell as usize] as usize, state.kings.has(cell));
                    spots.mark(turn as usize + seats * usize::from(king), place);
                    if numbers && !king {
                        dots.put(number, place, share(state.stacks.number(cell), PIECES));
                    }
                });
            }
        }
        if state.jumper != NOWHERE {
            spots.mark(jumping, place[state.jumper as usize] as usize);
            if K::STACKED {
                state.jumped.each(|cell| spots.mark(jumping + 1, place[cell as usize] as usize));
            }
        }
    }

    /// The planes of the numbers of top men and, where there are stacks, of second men.
    #[inline(always)]
    fn put_down_numbers(&self, state: &State<G::Set, K, SEATS>, seat: usize, canvas: &mut Canvas) {
        let (place, occupied) = (&self.tables.place[seat], state.occupied());
        let tops = canvas.blank(if K::STACKED { 2 } else { 1 });
        let mut dots = canvas.sparse_values(2 * PIECES * SEATS);
        let mut put = |plane: usize, cell: u8, number: u8| {
            dots.put(plane, place[cell as usize] as usize, share(number, PIECES));
        };
        (occupied & !state.kings).each(|cell| put(tops, cell, state.stacks.number(cell)));
        if K::STACKED {
            occupied.each(|cell| {
                if let Some(second) = state.stacks.second(cell) {
                    put(tops + 1, cell, second.number);
                }
            });
        }
    }
}

/// What need not be said of a stack's top, which the stack itself knows.
const UNKNOWN: Checker = Checker { seat: 0, king: false, number: 0 };

/// The planes of stacks of two seats, as each of them sees them.
static PARTS: [[Part; 8]; 2] = [parts(0, 1), parts(1, 0)];

const fn parts(own: u32, enemy: u32) -> [Part; 8] {
    const fn pieces(from: u32) -> Part {
        Part { from, bits: 4, one: 1.0 / PIECES as f32 }
    }
    const fn flag(from: u32) -> Part {
        Part { from, bits: 1, one: 1.0 }
    }
    [
        pieces(UNDER + 4 * own),
        pieces(UNDER + 4 * enemy),
        pieces(KINGS_UNDER + 4 * own),
        pieces(KINGS_UNDER + 4 * enemy),
        flag(SECOND + own),
        flag(SECOND + enemy),
        flag(SECOND_IS_KING),
        Part { from: HEIGHT, bits: 5, one: 1.0 / (2 * PIECES) as f32 },
    ]
}

/// What is said of cells, in the opposite order if the board is turned.
#[inline(always)]
fn from_either_side(mut said: [Contents; 64], turned: bool) -> [Contents; 64] {
    if turned {
        said.reverse();
    }
    said
}

/// What is said of dark squares, said of all, in the opposite order if the board is turned: in two rows there
/// are eight, every second square from the first on and then from the second on.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
#[inline(always)]
fn on_dark_squares(dark: &[Contents; 32], turned: bool, seen: &mut [Contents; 64]) {
    use core::arch::x86_64::*;
    let order: [u32; 8] = std::array::from_fn(|at| if turned { 7 - at as u32 } else { at as u32 });
    let two_rows = dark.as_chunks::<8>().0;
    for (at, seen) in seen.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let dark = &two_rows[if turned { 3 - at } else { at }];
        // SAFETY: this is compiled only where the whole build may use AVX-512, and each array is as long as
        // the vector made of it.
        unsafe {
            let order = _mm256_loadu_si256(order.as_ptr().cast());
            let dark = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(dark.as_ptr().cast()), order);
            let all = _mm512_maskz_expand_epi32(0b1010_1010_0101_0101, _mm512_castsi256_si512(dark));
            _mm512_storeu_si512(seen.as_mut_ptr().cast(), all);
        }
    }
}

/// What is said of dark squares, said of all, in the opposite order if the board is turned: in two rows there
/// are eight, every second square from the first on and then from the second on.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f")))]
#[inline(always)]
fn on_dark_squares(dark: &[Contents; 32], turned: bool, seen: &mut [Contents; 64]) {
    let mut dark = *dark;
    if turned {
        dark.reverse();
    }
    for (seen, &[a, b, c, d, e, f, g, h]) in
        seen.as_chunks_mut::<16>().0.iter_mut().zip(dark.as_chunks::<8>().0)
    {
        *seen = [a, 0, b, 0, c, 0, d, 0, 0, e, 0, f, 0, g, 0, h];
    }
}

/// `count` of `all`, as a fraction.
fn share(count: u8, all: usize) -> f32 {
    f32::from(count) * (1.0 / all as f32)
}
