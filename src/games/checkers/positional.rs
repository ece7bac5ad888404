//! The value of the placement of stacks: who owns the pieces below the top, and how far men have advanced.
//!
//! Material counts the own pieces of a stack. What is below the top decides what a stack is worth beyond
//! that: if the top is jumped, the next piece is free, even if it is a prisoner. With two seats, the pieces
//! below the top are own ones first, then prisoners, so their numbers describe the stack. With more seats,
//! the pieces of partners count as prisoners.

mod terms;

use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use super::tables::Tables;
use crate::board::Bitboard;
use crate::game::{PositionalTerms, Seat};
use crate::games::positional::{Terms, WeightedSum};
use terms::NUM_TERMS;
pub use terms::{QUEENS, STAX, StackWeights, TEAM_STACKS, TRI_STAX, UNIVERSAL_STAX};

/// The pieces below the top of a stack.
#[derive(Clone, Copy, Default)]
struct Below {
    own: usize,
    prisoners: usize,
    own_kings: i32,
    captured_kings: i32,
}

impl Below {
    /// Returns the pieces below the top of a seat's stack.
    #[inline(always)]
    fn of_stack<K: Stacks>(stacks: &K, seat: usize, cell: u8) -> Below {
        let mut below = Below::default();
        stacks.pieces_below(cell).each(|owner, pieces, kings| {
            if owner == seat {
                (below.own, below.own_kings) = (pieces.into(), kings.into());
            } else {
                below.prisoners += usize::from(pieces);
                below.captured_kings += i32::from(kings);
            }
        });
        below
    }
}

/// What the values of stacks need in a variant.
#[derive(Clone, Debug)]
pub struct StackValues<const SEATS: usize> {
    /// The weights, if the variant has them.
    weights: Option<&'static StackWeights>,
    /// By seat and cell, the number of moves after which a man becomes a king, if no stack is in its way.
    moves_to_king_row: [Vec<u8>; SEATS],
}

impl<const SEATS: usize> StackValues<SEATS> {
    /// Returns what the values of stacks need in a variant.
    pub(super) fn new<G: Geometry>(geometry: &G, tables: &Tables<G::Set, SEATS>) -> Self {
        StackValues {
            weights: tables.stack_weights,
            moves_to_king_row: std::array::from_fn(|seat| moves_to_king_row(geometry, tables, seat)),
        }
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// Returns the value of the placement of a seat's stacks in hundredths of a man, in variants that have
    /// such values.
    pub(super) fn positional_value(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> Option<i32> {
        let mut sum = WeightedSum::new(self.stack_values.weights?);
        self.add_terms(state, seat.index(), &mut sum);
        let most = self.number_of_pieces();
        Some(sum.value((state.occupied().count() as i32).min(most), most))
    }

    /// Returns the terms of the placement of a seat's stacks.
    pub(super) fn positional_terms(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> PositionalTerms {
        let most = self.number_of_pieces();
        let stacks = (state.occupied().count() as i32).min(most);
        let mut terms = PositionalTerms::new(NUM_TERMS, stacks as f32 / most as f32);
        self.add_terms(state, seat.index(), &mut terms);
        terms
    }

    /// Returns the number of pieces at the start.
    fn number_of_pieces(&self) -> i32 {
        (self.tables.pieces * self.tables.seats()) as i32
    }

    #[inline(always)]
    fn add_terms(&self, state: &State<G::Set, K, SEATS>, seat: usize, sum: &mut impl Terms) {
        let moves = &self.stack_values.moves_to_king_row[seat];
        state.owned[seat].each(|cell| {
            let (below, is_king) = (Below::of_stack(&state.stacks, seat, cell), state.kings.has(cell));
            sum.add(terms::stack(is_king, below.own, below.prisoners), 1);
            if !is_king {
                let moves = usize::from(moves[usize::from(cell)]).min(terms::MAX_MOVES);
                sum.add(terms::MAN_TO_KING_ROW + moves, 1);
            }
            sum.add(terms::OWN_KING_BELOW, below.own_kings);
            sum.add(terms::CAPTURED_KING, below.captured_kings);
        });
    }
}

/// Returns the number of moves after which a man of a seat becomes a king, by cell, if no stack is in its
/// way.
fn moves_to_king_row<G: Geometry, const SEATS: usize>(
    geometry: &G,
    tables: &Tables<G::Set, SEATS>,
    seat: usize,
) -> Vec<u8> {
    let mut moves = vec![u8::MAX; G::Set::BITS as usize];
    let (mut reached, mut last) = (G::Set::EMPTY, tables.king_row[seat]);
    for number in 0.. {
        if last.is_empty() {
            break;
        }
        last.each(|cell| moves[usize::from(cell)] = number);
        reached = reached | last;
        let directions = (0..G::MOVE_DIRECTIONS).filter(|d| tables.man_directions[seat] >> d & 1 == 1);
        let before = directions.map(|d| geometry.step_back(last, d, tables.man_edges[seat]));
        last = before.fold(G::Set::EMPTY, |all, cells| all | cells) & tables.cells & !reached;
    }
    moves
}

#[cfg(test)]
mod tests {
    use crate::catalog;
    use crate::game::{Frame, Seat};

    /// The positional values of both seats.
    fn values(id: &str, fen: &str) -> [i32; 2] {
        let game = catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
        let mut pool = game.pool();
        pool.reserve(1);
        pool[0].read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Seat::BOTH
            .map(|seat| pool[0].positional_value(seat).unwrap_or_else(|| panic!("{id} has such values")))
    }

    #[test]
    fn turned_positions_exchange_the_values() {
        for id in ["stax", "universal-stax", "cylindrical-stax"] {
            let [first, second] = values(id, "7B/2(ba)5/1b3(Bbaa)2/8/3(aabb)4/8/5(Ab)2/a7 a - 0 3 -");
            let turned = values(id, "7b/2(Ba)5/8/4(bbaa)3/8/2(Aabb)3a1/5(ab)2/A7 b - 0 3 -");
            assert_eq!(turned, [second, first], "{id}");
            assert_ne!(first, second, "{id}");
        }
    }

    #[test]
    fn an_own_piece_below_the_top_is_better_than_a_prisoner() {
        for id in ["stax", "universal-stax", "cylindrical-queens"] {
            let value = |stack: &str| values(id, &format!("7B/8/8/8/3{stack}4/8/8/8 a - 0 0 -"))[0];
            assert!(value("(Aa)") > value("(Ab)"), "{id}");
            assert!(value("(Aab)") > value("(Abb)"), "{id}");
        }
    }

    #[test]
    fn advanced_men_have_other_values_and_kings_do_not() {
        let first = |fen: &str| values("universal-stax", fen)[0];
        let [near, far] = ["7B/8/8/2a5/8/8/8/8 a - 0 0 -", "7B/8/8/8/8/8/8/a7 a - 0 0 -"].map(first);
        assert_ne!(near, far);
        let [near, far] = ["7B/8/8/2A5/8/8/8/8 a - 0 0 -", "7B/8/8/8/8/8/8/A7 a - 0 0 -"].map(first);
        assert_eq!(near, far);
    }

    #[test]
    fn only_some_games_have_values() {
        for (id, has_values) in [
            ("universal-stax-numbers", true),
            ("stax-numbers", true),
            ("cylindrical-queens", true),
            ("queens", false),
            ("queens-numbers", false),
            ("tri-stax-2", true),
            ("tri-stax-2-numbers", true),
            ("tri-queens-2", true),
            ("tri-queens-2-numbers", false),
            ("checkers", false),
            ("double-stax-pairs", true),
            ("double-stax-pairs-numbers", false),
            ("double-stax-cutthroat", false),
            ("double-queens-pairs-mixed", true),
            ("universal-double-queens-pairs", false),
            ("tri-stax-3", false),
            ("tri-stax-4-pairs-diagonal", true),
            ("tri-stax-6-trios", false),
            ("tri-queens-4-pairs-open", true),
            ("tri-queens-6-trios", false),
        ] {
            let game = catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.pool().has_positional_values(), has_values, "{id}");
        }
    }
}
