//! The numbering of actions.
//!
//! An action is a direction and the square reached; they are numbered in this order, squares from the near
//! edge row by row. What stands first on the line back is what moved or was jumped, so that these two tell
//! the step (see [`Steps`]), with flying kings as without. Some are never legal, as going ahead to the near
//! row.

use super::layout::{Bits, Layout, MOVES};
use super::squares::Squares;
use super::steps::Steps;
use crate::board::{Set, gathered, reversed_all};
use crate::game::{Mask, Perspective, compass, never_legal};

const NO_ACTION: u16 = u16::MAX;

/// Both ways between steps and numbers, as seat 0 sees the board.
#[derive(Debug)]
pub(super) struct Actions {
    /// By square from and square to.
    numbers: Box<[u16]>,
    /// The playing squares in their order.
    squares: Vec<u8>,
    directions: usize,
}

impl Actions {
    pub(super) fn new<L: Layout>() -> Actions {
        let (width, squares) = (Actions::width::<L>(), Vec::from_iter(L::BOARD.cells()));
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
        Actions { numbers, squares, directions: L::DIRECTIONS }
    }

    /// How many numbers of squares there are, those between that none has included.
    const fn width<L: Layout>() -> usize {
        L::LAST as usize + 1
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.directions * self.squares.len()
    }

    /// The number of a step from one square to another, on the board turned by 180 degrees if `turned`; no
    /// action's if no line joins them.
    #[inline(always)]
    pub(super) fn number<L: Layout>(&self, from: u8, to: u8, turned: bool) -> usize {
        let number = self.numbers.get(from as usize * Actions::width::<L>() + to as usize);
        match number.copied().unwrap_or(NO_ACTION) {
            NO_ACTION => NO_ACTION.into(),
            // What is first on the board as it stands is last on the one that is turned, among the directions
            // of moves and among the others.
            number if turned => {
                let (number, four) = (number as usize, MOVES * L::BOARD.count());
                let others = L::DIRECTIONS > MOVES && number >= four;
                (if others { 3 * four } else { four }) - 1 - number
            }
            number => number.into(),
        }
    }

    /// Where an action stands: its direction is the way. (The board turned by 180 degrees has the same
    /// playing squares.)
    pub(super) fn place<L: Layout>(&self, action: usize, squares: &Squares) -> Option<usize> {
        let (direction, to) = self.get::<L>(action, false)?;
        let (rows, columns) = squares.board().grid();
        Some(direction * rows * columns + squares.index(to))
    }

    /// What an action means in words: the squares lie on the board, and a seat that is `turned` sees them so.
    pub(super) fn said<L: Layout>(&self, action: usize, squares: &Squares, seen: &Perspective) -> String {
        let Some((direction, to)) = self.get::<L>(action, false) else {
            return never_legal("the action number stands for no move");
        };
        let last = L::LAST - to;
        let actual = if seen.viewer() == Some(1) { last } else { to };
        let place = squares.index(to);
        let name = seen.cell(squares.cell(actual), place);
        let toward = |direction: usize| L::slide(L::Set::one(to), direction, L::BOARD);
        let from = toward(L::back(direction));
        let by = self.heading::<L>(direction, squares);
        let what = if direction < MOVES { "move or jump" } else { "jump" };
        let words = format!("{what} {by} to {name}");
        if from == L::Set::EMPTY {
            return never_legal(&format!("it would {words} from outside the board")) + &seen.viewer_suffix();
        }
        words + &seen.viewer_suffix()
    }

    /// What a direction is called, as seat 0 sees it.
    fn heading<L: Layout>(&self, direction: usize, squares: &Squares) -> String {
        let step = |&from: &u8| {
            let next = L::toward(L::Set::one(from), direction) & L::BOARD;
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

    /// The direction of an action, and the square it reaches.
    #[inline(always)]
    pub(super) fn get<L: Layout>(&self, action: usize, turned: bool) -> Option<(usize, u8)> {
        if action >= self.len() {
            return None;
        }
        let (direction, to) = (action / self.squares.len(), self.squares[action % self.squares.len()]);
        Some(if turned { (L::back(direction), L::LAST - to) } else { (direction, to) })
    }
}

/// Puts the actions of steps into an empty mask.
#[inline(always)]
pub(super) fn mark<L: Layout>(steps: &Steps<L::Set>, turned: bool, mask: &mut Mask) {
    let on_board = |set: L::Set, word: usize| gathered(set.words()[word], L::BOARD.words()[word]);
    // Where two directions fill a word, all four are turned as one.
    if L::BOARD.count() == 32 && L::DIRECTIONS == MOVES {
        let [a, b, c, d, ..] = steps.landings;
        let [a, b, c, d] = [on_board(a, 0), on_board(b, 0), on_board(c, 0), on_board(d, 0)];
        return mask.set_first_words(&reversed_all([a | b << 32, c | d << 32], turned));
    }
    let mut first = 0;
    for direction in 0..L::DIRECTIONS {
        let landings = if turned {
            steps.landings[L::back(direction)].reversed() >> (L::Set::BITS - 1 - u32::from(L::LAST))
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
        let actions = Actions::new::<Diagonal8>();
        let none = usize::from(NO_ACTION);
        for turned in [false, true] {
            let mut met = vec![false; actions.len()];
            for (&from, &to) in
                actions.squares.iter().flat_map(|from| actions.squares.iter().map(move |to| (from, to)))
            {
                let number = actions.number::<Diagonal8>(from, to, turned);
                let lined = (0..4).find(|&d| Diagonal8::slide(Set::one(from), d, Diagonal8::BOARD).has(to));
                match lined {
                    Some(direction) => {
                        assert_eq!(actions.get::<Diagonal8>(number, turned), Some((direction, to)));
                        met[number] = true;
                    }
                    None => assert_eq!(number, none, "no line joins {from} and {to}"),
                }
            }
            assert_eq!(actions.number::<Diagonal8>(u8::MAX, 0, turned), none);
            // The squares touch at 49 corners, and each of two that touch is reached from the other's side.
            assert_eq!(met.iter().filter(|&&met| met).count(), 2 * 49);
        }
    }
}
