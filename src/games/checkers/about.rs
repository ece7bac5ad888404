//! What there is to know about a variant, beside how it is played.

use super::observe;
use super::plan::{Cited, Plan};
use super::symmetry;
use super::tables::Tables;
use crate::board::Set;
use crate::game::{Frame, Scores, SeatColor, Spec, Symmetry};

/// What is said of a variant. It is made for each kind of board, not for each kind of stacks on it.
#[derive(Clone, Debug)]
pub(super) struct About {
    pub(super) spec: Spec,
    pub(super) symmetries: Vec<Symmetry>,
    /// Whose pieces each seat's become under each of the symmetries.
    pub(super) reseated: Vec<Vec<u8>>,
    /// The rules that refusals name.
    pub(super) cited: Cited,
    /// What each direction is called, as a seat sees it.
    pub(super) directions: Vec<String>,
}

impl About {
    /// What is said of the game of a plan, which has so many directions.
    pub(super) fn new<S: Set, const SEATS: usize>(
        plan: Plan,
        tables: &Tables<S, SEATS>,
        stacked: bool,
        directions: usize,
        frame: Frame,
    ) -> About {
        let seats = tables.seats();
        let seat_shown = observe::seat_shown(seats, frame);
        let names = observe::seat_names(tables);
        let spec = Spec {
            id: plan.id,
            title: plan.title,
            family: plan.family,
            rules: plan.rules,
            options: plan.options,
            seats: seats as u8,
            colors: SeatColor::ALL[..seats].to_vec(),
            scores: Scores::win(&plan.teams),
            seat_angles: plan.sides,
            teams: plan.teams,
            turn_order: plan.sequence,
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: directions * tables.numbers(),
            planes: observe::planes(tables, stacked, plan.numbers, &names, seat_shown, &plan.bare_planes),
            max_steps: longest(stacked, seats as u32, tables.pieces as u32, tables.board.grid().0 as u32),
            frame,
        };
        let (symmetries, reseated) =
            symmetry::symmetries(plan.turnings, tables, directions).into_iter().unzip();
        About { spec, symmetries, reseated, cited: plan.cited, directions: plan.directions }
    }
}

/// A bound of the steps of a game.
///
/// Between two turns that set a clock to 0 lie fewer turns than the clock's limit. In Checkers these turns
/// are moves of men, each of which has only so many rows to go, and jumps; with stacks, crownings and
/// removals (Checkers 9.4, 9.5). A turn has at most as many jumps as the enemies have pieces, for no square
/// is jumped twice (Checkers 5.6).
fn longest(stacked: bool, seats: u32, pieces: u32, rows: u32) -> u32 {
    let all = seats * pieces;
    if stacked {
        (all + seats + 1) * 200 * seats * pieces * (seats - 1)
    } else {
        (all * (rows - 1) + all + 1) * 40 * seats + all
    }
}
