//! Actions: their numbers, masks, places in action planes, and descriptions.
//!
//! The number of an action is its direction times the number of squares, plus the place of the target square,
//! counted row by row from the near edge. The first piece on the line back from the target is the piece that
//! moved or was jumped, so the number determines the step (see [`LegalSteps`]), also with flying kings. Some
//! actions are never legal, such as a forward move to the near row.

use super::game::Draughts;
use super::layout::{Layout, MOVE_DIRECTIONS, WordBitboard};
use super::movegen::LegalSteps;
use super::movegen::{self, step_to};
use super::movement::{Movement, SetOf};
use super::squares::Squares;
use super::state::{State, Step};
use crate::board::{Bitboard, compass, pext, reverse_words};
use crate::game::roles::{Actions, Rules};
use crate::game::{Frame, Mask, Perspective, Seat, never_legal};

const NO_ACTION: u16 = u16::MAX;

/// Conversion between steps and action numbers, as seat 0 sees the board.
#[derive(Debug)]
pub(super) struct ActionTable {
    /// The action numbers, by source and target square.
    numbers: Box<[u16]>,
    /// The playing squares in order.
    squares: Vec<u8>,
    directions: usize,
}

impl ActionTable {
    pub(super) fn new<L: Layout>() -> ActionTable {
        let (width, squares) = (ActionTable::width::<L>(), Vec::from_iter(L::BOARD.cells()));
        let mut numbers = vec![NO_ACTION; width * width].into_boxed_slice();
        for &from in &squares {
            for direction in 0..L::DIRECTIONS {
                L::slide(L::Set::one(from), direction, L::BOARD).each(|to| {
                    let place = squares.partition_point(|&square| square < to);
                    let number = direction * squares.len() + place;
                    numbers[from as usize * width + to as usize] = number as u16;
                });
            }
        }
        ActionTable { numbers, squares, directions: L::DIRECTIONS }
    }

    /// Returns the size of a table indexed by square, including the bits that are no squares.
    const fn width<L: Layout>() -> usize {
        L::LAST_SQUARE as usize + 1
    }

    /// Returns the number of actions.
    pub(super) fn len(&self) -> usize {
        self.directions * self.squares.len()
    }

    /// Returns the action number of a step, on the board rotated by 180 degrees if `rotated`. Returns
    /// `NO_ACTION` if the squares are not on one line.
    #[inline(always)]
    pub(super) fn action<L: Layout>(&self, from: u8, to: u8, rotated: bool) -> usize {
        let number = self.numbers.get(from as usize * ActionTable::width::<L>() + to as usize);
        match number.copied().unwrap_or(NO_ACTION) {
            NO_ACTION => NO_ACTION.into(),
            // The rotation reverses the order of the actions, separately among moves and among the directions
            // of jumps only.
            number if rotated => {
                let (number, four) = (number as usize, MOVE_DIRECTIONS * L::BOARD.count());
                let others = L::DIRECTIONS > MOVE_DIRECTIONS && number >= four;
                (if others { 3 * four } else { four }) - 1 - number
            }
            number => number.into(),
        }
    }

    /// Returns the place of an action in the action planes. There is one plane for each direction. (The board
    /// rotated by 180 degrees has the same playing squares.)
    pub(super) fn plane_place<L: Layout>(&self, action: usize, squares: &Squares) -> Option<usize> {
        let (direction, to) = self.decode::<L>(action, false)?;
        let (rows, columns) = squares.board().grid();
        Some(direction * rows * columns + squares.plane_index(to))
    }

    /// Describes an action in words.
    pub(super) fn describe<L: Layout>(&self, action: usize, squares: &Squares, seen: &Perspective) -> String {
        let Some((direction, to)) = self.decode::<L>(action, false) else {
            return never_legal("the action number stands for no move");
        };
        let last = L::LAST_SQUARE - to;
        let actual = if seen.viewer() == Some(Seat::ONE) { last } else { to };
        let place = squares.plane_index(to);
        let name = seen.cell(squares.cell(actual), place);
        let shift = |direction: usize| L::slide(L::Set::one(to), direction, L::BOARD);
        let from = shift(L::opposite(direction));
        let by = self.direction_name::<L>(direction, squares);
        let what = if direction < MOVE_DIRECTIONS { "move or jump" } else { "jump" };
        let words = format!("{what} {by} to {name}");
        if from == L::Set::EMPTY {
            return never_legal(&format!("it would {words} from outside the board")) + &seen.viewer_suffix();
        }
        words + &seen.viewer_suffix()
    }

    /// Returns the name of a direction, as seat 0 sees it.
    fn direction_name<L: Layout>(&self, direction: usize, squares: &Squares) -> String {
        let step = |&from: &u8| {
            let next = L::shift(L::Set::one(from), direction) & L::BOARD;
            let mut to = None;
            next.each(|square| to = Some(square));
            let place = |square: u8| {
                let (row, column) = squares.board().place(squares.cell(square));
                (column as i8, row as i8)
            };
            to.map(|to| (place(from), place(to)))
        };
        let step = self.squares.iter().find_map(step);
        step.map_or(String::new(), |(from, to)| compass(to.0 - from.0, to.1 - from.1))
    }

    /// Returns the direction and the target square of an action.
    #[inline(always)]
    pub(super) fn decode<L: Layout>(&self, action: usize, rotated: bool) -> Option<(usize, u8)> {
        if action >= self.len() {
            return None;
        }
        let (direction, to) = (action / self.squares.len(), self.squares[action % self.squares.len()]);
        Some(if rotated { (L::opposite(direction), L::LAST_SQUARE - to) } else { (direction, to) })
    }
}

impl<M: Movement> Draughts<M> {
    /// Whether the actions of the seat to act are numbered on the board rotated by 180 degrees.
    #[inline(always)]
    pub(super) fn is_rotated(&self, state: &State<SetOf<M>>) -> bool {
        self.tables.spec.frame == Frame::Seat && state.turn != Seat::ZERO
    }
}

impl<M: Movement> Actions for Draughts<M> {
    #[inline]
    fn mask(&self, state: &State<SetOf<M>>, mask: &mut Mask) {
        add_to_mask::<M::Layout>(&self.legal_cold(state), self.is_rotated(state), mask);
    }

    #[inline]
    fn pick_and_mask(
        &self,
        state: &State<SetOf<M>>,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let steps = self.legal(state);
        if let Some(mask) = mask {
            add_to_mask::<M::Layout>(&steps, self.is_rotated(state), mask);
        }
        self.pick_from(state, &steps, choose)
    }

    #[inline]
    fn action(&self, state: &State<SetOf<M>>, step: Step) -> usize {
        self.tables.actions.action::<M::Layout>(step.from, step.to, self.is_rotated(state))
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let perspective = Perspective::new(&self.tables.spec, self.board(), seat);
        self.tables.actions.describe::<M::Layout>(action, &self.tables.squares, &perspective)
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        self.tables.actions.plane_place::<M::Layout>(action, &self.tables.squares)
    }

    fn step(&self, state: &State<SetOf<M>>, action: usize) -> Option<Step> {
        let (direction, to) = self.tables.actions.decode::<M::Layout>(action, self.is_rotated(state))?;
        let jump = movegen::legal_cold(self.movement, state).jump;
        let step = step_to(self.movement, state, direction, to, jump);
        let own = state.sides[state.turn.parity()];
        (step.from <= M::Layout::LAST_SQUARE && own.has(step.from)).then_some(step)
    }
}

/// Adds the actions of the legal steps to an empty mask.
#[inline(always)]
pub(super) fn add_to_mask<L: Layout>(steps: &LegalSteps<L::Set>, rotated: bool, mask: &mut Mask) {
    let on_board = |set: L::Set, word: usize| pext(set.words()[word], L::BOARD.words()[word]);
    // Two directions fill a word, so all four are rotated together.
    if L::BOARD.count() == 32 && L::DIRECTIONS == MOVE_DIRECTIONS {
        let [a, b, c, d, ..] = steps.landings;
        let [a, b, c, d] = [on_board(a, 0), on_board(b, 0), on_board(c, 0), on_board(d, 0)];
        return mask.set_first_words(&reverse_words([a | b << 32, c | d << 32], rotated));
    }
    let mut first = 0;
    for direction in 0..L::DIRECTIONS {
        let landings = if rotated {
            steps.landings[L::opposite(direction)].reversed()
                >> (L::Set::BITS - 1 - u32::from(L::LAST_SQUARE))
        } else {
            steps.landings[direction]
        };
        for (word, squares) in L::BOARD.words().into_iter().enumerate() {
            if squares != 0 {
                mask.add_all(first, on_board(landings, word));
            }
            first += squares.count();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Diagonal8;
    use super::*;

    #[test]
    fn steps_and_numbers_agree_on_either_side_of_the_board() {
        let actions = ActionTable::new::<Diagonal8>();
        let none = usize::from(NO_ACTION);
        for rotated in [false, true] {
            let mut seen = vec![false; actions.len()];
            for (&from, &to) in
                actions.squares.iter().flat_map(|from| actions.squares.iter().map(move |to| (from, to)))
            {
                let number = actions.action::<Diagonal8>(from, to, rotated);
                let direction =
                    (0..4).find(|&d| Diagonal8::slide(Bitboard::one(from), d, Diagonal8::BOARD).has(to));
                match direction {
                    Some(direction) => {
                        assert_eq!(actions.decode::<Diagonal8>(number, rotated), Some((direction, to)));
                        seen[number] = true;
                    }
                    None => assert_eq!(number, none, "no line joins {from} and {to}"),
                }
            }
            assert_eq!(actions.action::<Diagonal8>(u8::MAX, 0, rotated), none);
            // Squares touch at 49 corners, and each square of a pair can be reached from the other.
            assert_eq!(seen.iter().filter(|&&seen| seen).count(), 2 * 49);
        }
    }
}
