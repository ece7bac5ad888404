//! The observation: planes over files and ranks, as the seat sees the board.
//!
//! First the men and kings on top of stacks, by seat in turn order from the observing seat. Games with stacks
//! add, for each square, the numbers of pieces and kings of each seat below the top, the owner of the second
//! piece, whether it is a king, and the height. Games with numbers add the numbers of the top man and of the
//! second man. Then follow the other fields of the position string. If boards differ by seat, the last planes
//! show the bare board.

use super::engine::Engine;
use super::game::Checkers;
use super::geometry::Geometry;
use super::planes::shows_seat;
use super::stack_counts::{BELOW, HEIGHT, KINGS_BELOW, SECOND, SECOND_IS_KING, StackCounts};
use super::stacks::{Checker, PIECES, Stacks};
use super::state::State;
use crate::board::{Bitboard, NO_CELL, rotate180};
use crate::game::roles::{Information, Observation};
use crate::game::{Canvas, Part, Seat};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Observation
    for Checkers<G, K, SEATS, DIRS>
{
    #[inline(always)]
    fn observe(&self, state: &State<G::Set, K, SEATS>, seat: Seat, canvas: &mut Canvas) {
        let shows_seat = shows_seat(self.tables().seats(), self.info.spec.frame);
        self.engine.draw_observation(state, seat.index(), shows_seat, canvas);
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Information
    for Checkers<G, K, SEATS, DIRS>
{
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// Draws what `seat` observes.
    pub(super) fn draw_observation(
        &self,
        state: &State<G::Set, K, SEATS>,
        seat: usize,
        shows_seat: bool,
        canvas: &mut Canvas,
    ) {
        if let Some(bitmaps) = self.bitmaps(state, seat) {
            self.draw_bitmaps(state, bitmaps, seat, canvas);
        } else {
            self.draw_sparse(state, seat, canvas);
        }
        let others = (self.tables.seats() - 1) as f32;
        let quiet = f32::from(state.quiet) / f32::from(self.tables.quiet_turns());
        let repeated = f32::from(state.repetitions) / 2.0;
        let to_act = f32::from(self.tables.turns_until[seat][state.seat.index()]) / others;
        if K::STACKED {
            let crown = f32::from(state.crown) / f32::from(self.tables.crownless_turns());
            canvas.level_all(&[crown, quiet, repeated, to_act]);
        } else {
            canvas.level_all(&[quiet, repeated, to_act]);
        }
        if shows_seat {
            canvas.level(seat as f32 / others);
        }
        let (planes, board_planes) = &self.tables.board_planes[seat];
        if *planes > 0 {
            canvas.push_board(*planes, board_planes);
        }
    }

    /// Returns the bitmaps of a board for two seats whose planes have 64 cells: men of the observing seat and
    /// of the other, kings of both, the stack that must continue, and the squares jumped. `None` on other
    /// boards, and if there are stacks whose counts are not kept.
    #[inline(always)]
    fn bitmaps(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> Option<[u64; 6]> {
        if SEATS != 2 || K::STACKED && state.stacks.stack_counts().is_empty() {
            return None;
        }
        let jumper = G::Set::one(state.multi_jump_from).only_if(state.multi_jump_from != NO_CELL);
        let [own, enemy] = [seat, seat ^ 1].map(|seat| state.owned[seat % SEATS]);
        let [men, kings] = [!state.kings, state.kings];
        let sets = [own & men, enemy & men, own & kings, enemy & kings, jumper, state.jumped];
        Some(rotate180(self.as_planes(&sets)?, self.tables.rotated[seat]))
    }

    /// Draws such a board.
    #[inline(always)]
    fn draw_bitmaps(
        &self,
        state: &State<G::Set, K, SEATS>,
        [own_men, enemy_men, own_kings, enemy_kings, jumper, jumped]: [u64; 6],
        seat: usize,
        canvas: &mut Canvas,
    ) {
        canvas.set_all(&[own_men, enemy_men, own_kings, enemy_kings].map(|plane| [plane]));
        if K::STACKED {
            self.draw_stack_counts(state.stacks.stack_counts(), seat, canvas);
        }
        if state.stacks.numbers() {
            self.draw_numbers(state, seat, canvas);
        }
        if K::STACKED {
            canvas.set_all(&[[jumper], [jumped]]);
        } else {
            canvas.set(jumper);
        }
    }

    /// Returns sets of cells as planes of 64 cells that seat 0 sees, if the board has such planes.
    #[inline(always)]
    pub(super) fn as_planes<const N: usize>(&self, sets: &[G::Set; N]) -> Option<[u64; N]> {
        if !self.tables.is_8x8 {
            return None;
        }
        let mut planes = [0; N];
        for (plane, &set) in planes.iter_mut().zip(sets) {
            *plane = G::as_plane(set)?;
        }
        Some(planes)
    }

    /// Draws the planes of stacks of two seats from their counts.
    #[inline(always)]
    fn draw_stack_counts(&self, stack_counts: &[StackCounts], seat: usize, canvas: &mut Canvas) {
        let out = canvas.parts(&PARTS[seat & 1]);
        let rotated = self.tables.rotated[seat];
        if let Some(stack_counts) = stack_counts.first_chunk::<64>() {
            *out = reversed_if(*stack_counts, rotated);
        } else if let Some(stack_counts) = stack_counts.first_chunk::<32>() {
            expand_dark_squares(stack_counts, rotated, out);
        }
    }

    /// Draws the planes of pieces and jumped cells, for any board and any number of seats. Hardly any cells
    /// have values, so the writes are sparse.
    #[inline(always)]
    fn draw_sparse(&self, state: &State<G::Set, K, SEATS>, seat: usize, canvas: &mut Canvas) {
        let (turns_until, place) = (&self.tables.turns_until[seat], &self.tables.plane_index[seat]);
        let (seats, numbers) = (self.tables.seats(), state.stacks.numbers());
        let under = 2 * seats;
        let seconds = under + 2 * seats;
        let height = seconds + seats + 1;
        let number = if K::STACKED { height + 1 } else { under };
        let layers = if K::STACKED { 2 } else { 1 };
        let jumping = number + if numbers { layers } else { 0 };
        let tops = canvas.blank(jumping + layers);
        debug_assert_eq!(tops, 0);
        // Upper bound of the marks: each top, each second piece and whether it is a king, each jumped cell
        // once, and one conditional write. A piece has two values if it is below others, else at most three.
        let max_marks = 3 * PIECES * SEATS + G::Set::BITS as usize + 2;
        let (mut marks, mut values) = canvas.sparse_marks_and_values(max_marks, 3 * PIECES * SEATS + 1);
        if K::STACKED {
            let one = fraction(1, PIECES * seats);
            state.occupied().each(|cell| {
                let place = place[cell as usize] as usize;
                let owner = |checker: Checker| turns_until[checker.seat.index() % SEATS] as usize;
                let top = state.stacks.top(cell, UNKNOWN_TOP);
                marks.mark(owner(top) + seats * usize::from(top.king), place);
                if numbers {
                    values.put(number, place, fraction(top.number, PIECES));
                }
                let Some(second) = state.stacks.second(cell) else {
                    values.put(height, place, one);
                    return;
                };
                marks.mark(seconds + owner(second), place);
                marks.mark_if(second.king, seconds + seats, place);
                if numbers {
                    values.put(number + 1, place, fraction(second.number, PIECES));
                }
                let mut pieces = 1;
                if SEATS > 4 {
                    // Stacks are low and rarely have two pieces of the same seat. One byte per seat counts
                    // the pieces and kings so far.
                    let mut counts = [0u64; 2];
                    state.stacks.each_below(cell, |checker| {
                        let owner = owner(checker);
                        let mut add = |kind: usize| {
                            counts[kind] += 1 << (8 * owner);
                            let count = (counts[kind] >> (8 * owner)) as u8;
                            values.put(under + kind * seats + owner, place, fraction(count, PIECES));
                        };
                        add(0);
                        if checker.king {
                            add(1);
                        }
                        pieces += 1;
                    });
                } else {
                    let below = state.stacks.pieces_below(cell);
                    below.each(|seat, pieces, kings| {
                        let plane = under + turns_until[seat % SEATS] as usize;
                        values.put(plane, place, fraction(pieces, PIECES));
                        values.put_if(kings > 0, plane + seats, place, fraction(kings, PIECES));
                    });
                    pieces += below.count();
                }
                values.put(height, place, f32::from(pieces) * one);
            });
        } else {
            for (owned, &turn) in state.owned.iter().zip(turns_until) {
                owned.each(|cell| {
                    let (place, king) = (place[cell as usize] as usize, state.kings.has(cell));
                    marks.mark(turn as usize + seats * usize::from(king), place);
                    if numbers && !king {
                        values.put(number, place, fraction(state.stacks.number(cell), PIECES));
                    }
                });
            }
        }
        if state.multi_jump_from != NO_CELL {
            marks.mark(jumping, place[state.multi_jump_from as usize] as usize);
            if K::STACKED {
                state.jumped.each(|cell| marks.mark(jumping + 1, place[cell as usize] as usize));
            }
        }
    }

    /// Draws the planes of the numbers of top men and, if there are stacks, of second men.
    #[inline(always)]
    fn draw_numbers(&self, state: &State<G::Set, K, SEATS>, seat: usize, canvas: &mut Canvas) {
        let (place, occupied) = (&self.tables.plane_index[seat], state.occupied());
        let tops = canvas.blank(if K::STACKED { 2 } else { 1 });
        let mut values = canvas.sparse_values(2 * PIECES * SEATS);
        let mut put = |plane: usize, cell: u8, number: u8| {
            values.put(plane, place[cell as usize] as usize, fraction(number, PIECES));
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

/// A placeholder for a top piece that the stack itself knows.
const UNKNOWN_TOP: Checker = Checker { seat: Seat::ZERO, king: false, number: 0 };

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
        pieces(BELOW + 4 * own),
        pieces(BELOW + 4 * enemy),
        pieces(KINGS_BELOW + 4 * own),
        pieces(KINGS_BELOW + 4 * enemy),
        flag(SECOND + own),
        flag(SECOND + enemy),
        flag(SECOND_IS_KING),
        Part { from: HEIGHT, bits: 5, one: 1.0 / (2 * PIECES) as f32 },
    ]
}

/// Returns the counts, reversed if the board is rotated.
#[inline(always)]
fn reversed_if(mut counts: [StackCounts; 64], rotated: bool) -> [StackCounts; 64] {
    if rotated {
        counts.reverse();
    }
    counts
}

/// Expands the counts of dark squares to all squares, reversed if the board is rotated. Two rows have eight
/// dark squares: every second square, from the first in one row and from the second in the next.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
#[inline(always)]
fn expand_dark_squares(dark: &[StackCounts; 32], rotated: bool, out: &mut [StackCounts; 64]) {
    use core::arch::x86_64::*;
    let order: [u32; 8] = std::array::from_fn(|at| if rotated { 7 - at as u32 } else { at as u32 });
    let two_rows = dark.as_chunks::<8>().0;
    for (at, out) in out.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let dark = &two_rows[if rotated { 3 - at } else { at }];
        // SAFETY: this is compiled only where the whole build may use AVX-512, and each array is as long as
        // its vector.
        unsafe {
            let order = _mm256_loadu_si256(order.as_ptr().cast());
            let dark = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(dark.as_ptr().cast()), order);
            let all = _mm512_maskz_expand_epi32(0b1010_1010_0101_0101, _mm512_castsi256_si512(dark));
            _mm512_storeu_si512(out.as_mut_ptr().cast(), all);
        }
    }
}

/// Expands the counts of dark squares to all squares, reversed if the board is rotated. Two rows have eight
/// dark squares: every second square, from the first in one row and from the second in the next.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f")))]
#[inline(always)]
fn expand_dark_squares(dark: &[StackCounts; 32], rotated: bool, out: &mut [StackCounts; 64]) {
    let mut dark = *dark;
    if rotated {
        dark.reverse();
    }
    for (out, &[a, b, c, d, e, f, g, h]) in
        out.as_chunks_mut::<16>().0.iter_mut().zip(dark.as_chunks::<8>().0)
    {
        *out = [a, 0, b, 0, c, 0, d, 0, 0, e, 0, f, 0, g, 0, h];
    }
}

/// Returns `count / all`.
fn fraction(count: u8, all: usize) -> f32 {
    f32::from(count) * (1.0 / all as f32)
}
